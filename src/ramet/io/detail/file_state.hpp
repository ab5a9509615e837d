#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ramet::inline v1::io {

/// What says whether a local file has changed. Threads: a value.
struct FileState {
  std::uint64_t size = 0;
  std::int64_t modified = 0;  ///< as std::filesystem::last_write_time counts

  bool operator==(const FileState&) const = default;
};

/// The state of a regular file, asked for with one call of the system; nothing if there is none.
std::optional<FileState> state_of_file(const std::string& path) noexcept;

}  // namespace ramet::inline v1::io
