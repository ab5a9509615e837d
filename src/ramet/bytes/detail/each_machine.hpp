#pragma once

// Compiles a function for several generations of processors; the loader selects the version that fits. Not used with
// sanitizers, whose code cannot run that early.
#if defined(__x86_64__) && defined(__linux__) && !defined(RAMET_SANITIZED)
#define RAMET_EACH_MACHINE \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "arch=x86-64-v2", "default")))
#else
#define RAMET_EACH_MACHINE
#endif
