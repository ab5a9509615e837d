#pragma once

#include <vector>

// The class of the harness's events, for ROOT's dictionary.

namespace harness {

/// An object with eight members, as reconstruction makes them by the dozen. Threads: a value.
struct Track {
  float pt = 0;
  float eta = 0;
  float phi = 0;
  float mass = 0;
  float impact = 0;
  int charge = 0;
  int hits = 0;
  int quality = 0;
};

}  // namespace harness
