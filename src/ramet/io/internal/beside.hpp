#pragma once

#include <filesystem>
#include <string_view>

namespace ramet::inline v1::io {

/// Where a file is that another one names, which is not trusted: its name counts from the folder of the other, and what
/// it leads to, links followed, lies in that folder. Throws Error(unsupported) for a name that is absolute, a URL, or
/// leads out of the folder, Error(not_found) when nothing is there.
std::filesystem::path path_beside(const std::filesystem::path& file, std::string_view name);

}  // namespace ramet::inline v1::io
