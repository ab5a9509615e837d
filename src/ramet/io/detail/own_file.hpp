#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace ramet::inline v1::io {

/// The number of the user as whom this process runs.
std::uint32_t user_number() noexcept;

/// What is in a file that belongs to this user: in a folder that all may write to, as /tmp, somebody else may have put
/// a file of the name that is looked for. Empty if there is none, if it is somebody else's, or a link. Threads: any.
std::string text_of_own_file(const std::filesystem::path& path);

}  // namespace ramet::inline v1::io
