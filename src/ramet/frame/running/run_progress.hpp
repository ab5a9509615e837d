#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ramet::inline v1::frame {

/// How far a run is. Threads: a value.
struct RunProgress {
  std::uint64_t entries = 0;  ///< that are done, also those that filters leave out
  std::uint64_t all_entries = 0;
  std::size_t files = 0;  ///< of which all entries are done
  std::size_t all_files = 0;
  double seconds = 0;                       ///< since the run began
  std::optional<double> seconds_left = {};  ///< by the rate of late; nothing while there is none
};

}  // namespace ramet::inline v1::frame
