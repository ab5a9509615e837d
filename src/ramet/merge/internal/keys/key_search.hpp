#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/file/file_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// A key that was asked for. Threads: a value.
struct FoundKey {
  std::string directory;  ///< its path; "" is the root directory
  file::Key key;

  std::string path() const { return directory.empty() ? key.name : directory + "/" + key.name; }
};

/// What is found for a path. Threads: a value.
struct KeySearch {
  std::vector<FoundKey> keys;
  bool is_pattern = false;  ///< more than one may be found
};

/// Which cycles of a name without a cycle are found.
enum class Cycles { newest, all };

/// Find the keys of a path, whose parts may be patterns and whose last part may have a cycle, as "a*/h;2" or "h;*". A
/// name that exists as it is written is no pattern. The empty path is all of the root directory. Throws
/// Error(not_found) when there are none.
KeySearch find_keys(const file::FileReader& file, std::string_view path, Cycles cycles);

/// The path of a name in a directory.
std::string joined_path(std::string_view directory, std::string_view name);

/// A path without slashes at its ends.
std::string_view without_outer_slashes(std::string_view path) noexcept;

}  // namespace ramet::inline v1::merge::internal
