#pragma once

#include <string_view>

#include "ramet/file/file_writer.hpp"

namespace ramet::inline v1::write::internal {

/// The rule for names of trees, ntuples, objects and directories. Throws Error(misuse) for an empty name, and for a
/// name with ';' or '/', which separate cycles and directories.
void require_key_name(std::string_view name);

/// The same for each part of a directory's path, except for directories that exist.
void require_directory_names(const file::FileWriter& file, std::string_view path);

}  // namespace ramet::inline v1::write::internal
