#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ramet/file/file_writer.hpp"

namespace ramet::inline v1::write::internal {

/// The rule for names of trees, ntuples, objects and directories. Throws Error(misuse) for an empty name, and for a
/// name with ';' or '/', which separate cycles and directories.
void require_key_name(std::string_view name);

/// The same for each part of a directory's path, except for directories that exist.
void require_directory_names(const file::FileWriter& file, std::string_view path);

/// A directory and a name in it, from "dir/name". Threads: a value that borrows the path.
struct DirectoryAndName {
  std::string_view directory;
  std::string_view name;
};
DirectoryAndName split_path(std::string_view path) noexcept;

/// A key's place, from "dir/name" or "dir/name;2". Threads: a value that borrows the path.
struct KeyPlace {
  std::string_view directory;
  std::string_view name;
  std::optional<std::uint16_t> cycle;
};
/// The same for a key of a file: of names that exist the longest, which may contain '/' and ';', as
/// file::FileReader::key does it. A path without a key is split at its last '/'.
KeyPlace split_path(const file::FileWriter& file, std::string_view path);

}  // namespace ramet::inline v1::write::internal
