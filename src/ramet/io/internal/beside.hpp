#pragma once

#include <filesystem>
#include <string_view>

namespace ramet::inline v1::io {

/// The path of a file that another file refers to by name. The name is not trusted: it must be relative to the folder
/// of `file`, and the result, links followed, must lie in that folder. Throws Error(unsupported) for a name that is
/// absolute, a URL, or leads out of the folder, Error(file_missing) when no such file exists.
std::filesystem::path path_beside(const std::filesystem::path& file, std::string_view name);

}  // namespace ramet::inline v1::io
