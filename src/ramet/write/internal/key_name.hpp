#pragma once

#include <string_view>

#include "ramet/file/file_writer.hpp"

namespace ramet::inline v1::write::internal {

/// One rule for the names of all that gets a key: trees, ntuples, objects and directories. Throws Error(misuse) for an
/// empty one, and for one with a ';', where readers see a cycle, or a '/', where they see a directory.
void require_key_name(std::string_view name);

/// The same for each part of a path of directories; one that is there may be called as whoever wrote it liked.
void require_directory_names(const file::FileWriter& file, std::string_view path);

}  // namespace ramet::inline v1::write::internal
