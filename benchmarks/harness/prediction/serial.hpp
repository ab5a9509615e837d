#pragma once

#include <vector>

#include "harness/prediction/replay.hpp"

// What of an event only one stream at a time can do, beside the outputs that take few, and the same of larger events.

namespace harness {

/// Seconds of an event in which something serves no other stream. Threads: a value.
struct Serial {
  double commit = 0;        ///< metadata of the clusters that ended
  double every_commit = 0;  ///< the same if each event ended a cluster of every output
  double device = 0;        ///< its bytes go to the device
  double close = 0;         ///< the end of the outputs, of which each event has its part

  std::vector<double> services() const { return {commit, device, close}; }

  /// Those of events that are so many times as large. Metadata is not; but large events end clusters early: in the
  /// worst case each of them does.
  Serial of_larger(double scale) const { return {every_commit, every_commit, device * scale, close}; }
};

/// Seconds that a device takes for so many bytes; none, if it is not known.
inline double device_seconds(double bytes, double bytes_per_second) {
  return bytes_per_second > 0 ? bytes / bytes_per_second : 0;
}

/// The recording with steps that last as long as the CPU that they took together: on a machine that has others to
/// serve, they lasted longer.
inline Recording of_cpu(Recording recording, double cpu_seconds) {
  double all = 0;
  for (const auto& event : recording.events)
    for (const Step& step : event) all += step.seconds;
  if (all <= cpu_seconds) return recording;
  for (auto& event : recording.events)
    for (Step& step : event) step.seconds *= cpu_seconds / all;
  return recording;
}

/// The recording with events that are so many times as large: modules and outputs that take few streams at a time need
/// as much more time. Of the others it is not known how much of it is for bytes, and how much for columns: they need
/// the same, which leaves the serial parts the larger share.
inline Recording of_larger(Recording recording, double scale) {
  for (auto& event : recording.events)
    for (Step& step : event)
      if (step.resource < 0 || recording.limits[static_cast<std::size_t>(step.resource)] > 0) step.seconds *= scale;
  return recording;
}

}  // namespace harness
