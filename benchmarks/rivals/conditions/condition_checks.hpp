#pragma once

#include <string>

#include "condition_classes.hpp"

// What contenders do with a payload that they read: look at its ends, so that looking costs nothing.

inline double check_of(const TriggerConfig& config) {
  return config.version + config.patterns.front().strips[5].strip + config.patterns.back().strips[0].strip;
}
inline double check_of(const GeometryConfig& config) {
  return static_cast<double>(config.items.back().name.size()) + config.items.back().id + config.items.back().rho;
}
inline double check_of(const LookupTables& tables) {
  return static_cast<double>(tables.tables.back().size()) + tables.tables.back().rbegin()->second;
}
inline double check_of(const GainCalibration& gains) {
  return gains.high + gains.bytes.front() + static_cast<double>(gains.gains.back());
}

/// How often a payload is read for one time: about a second of ROOT's.
inline int repetitions_of(const std::string& payload) {
  return payload == "trigger" ? 50 : payload == "geometry" ? 200 : payload == "tables" ? 80 : 30;
}
