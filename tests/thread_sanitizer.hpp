#pragma once

// Whether this program is built with the thread sanitizer: gcc defines a macro for it, clang has a feature.
#if defined(__SANITIZE_THREAD__)
#define UNDER_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define UNDER_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define UNDER_THREAD_SANITIZER 0
#endif
