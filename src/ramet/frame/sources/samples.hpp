#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace ramet::inline v1::frame {

/// Entries that belong together, as those of one data set or of one file, and what is known of them: what
/// `rdfsampleinfo_` tells in an expression for a sample. Threads: a value.
struct Sample {
  using Value = std::variant<std::int64_t, double, std::string>;
  std::string name = {};      ///< of the data set
  std::string id = {};        ///< as "run7.root/Events"
  std::uint64_t entries = 0;  ///< of the file
  std::uint64_t first = 0;    ///< of the frame
  std::uint64_t number = 0;   ///< of the data set
  std::map<std::string, Value> metadata = {};
};

}  // namespace ramet::inline v1::frame
