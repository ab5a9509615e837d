#pragma once

#include <filesystem>

namespace ramet::inline v1::io {

/// Where an output of that path is: a symbolic link leads to the file that it names, which need not be there yet, and
/// stays as it is. The path is absolute. Everything that ramet puts beside an output is beside this file. Throws
/// Error(io) when links lead nowhere.
std::filesystem::path resolve_output(const std::filesystem::path& path);

}  // namespace ramet::inline v1::io
