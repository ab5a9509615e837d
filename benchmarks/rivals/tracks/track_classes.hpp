#pragma once

#include <vector>

/// A reconstructed track: a vector of these is what a branch of class objects usually has.
struct Track {
  float px = 0, py = 0, pz = 0;
  int charge = 0;
  float covariance[15] = {};
};

struct TrackEvent {
  int number = 0;
  std::vector<Track> tracks;
};
