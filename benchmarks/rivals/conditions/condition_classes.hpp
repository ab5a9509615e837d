#pragma once

#include <map>
#include <string>
#include <vector>

// Conditions as experiments keep them: read whole, many times, into what the program computes with.

/// A coincidence of strips of a muon trigger: 93,160 of these are 12 bytes each.
struct TriggerStrip {
  unsigned char plane = 0, strip = 0;
};
struct TriggerPattern {
  TriggerStrip strips[6];
};
struct TriggerConfig {
  int version = 0;
  std::vector<TriggerPattern> patterns;
};

/// Where the modules of a tracker are: 23,557 with names.
struct GeometryItem {
  std::string name;
  int id = 0;
  double x = 0, y = 0, z = 0, phi = 0, rho = 0;
};
struct GeometryConfig {
  std::vector<GeometryItem> items;
};

/// Look-up tables: 12 maps of 9,300 numbers.
struct LookupTables {
  std::vector<std::map<short, short>> tables;
};

/// 65 MB of calibration.
struct GainCalibration {
  double low = 0, high = 1;
  std::vector<char> bytes;
  std::vector<float> gains;
};
