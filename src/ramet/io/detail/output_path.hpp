#pragma once

#include <filesystem>

namespace ramet::inline v1::io {

/// The absolute path of an output, symbolic links followed; the file need not exist. Journals and temporary files are
/// put beside this file. Throws Error(io) when the links cannot be followed.
std::filesystem::path resolve_output(const std::filesystem::path& path);

}  // namespace ramet::inline v1::io
