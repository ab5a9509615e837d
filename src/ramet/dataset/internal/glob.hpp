#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::dataset {

/// Whether a text has '*', '?' or '['.
bool is_glob(std::string_view text) noexcept;

/// Whether a name matches a pattern: '*' is any characters, '?' one, "[a-z]" one of these, "[!a-z]" none of these. A
/// name that begins with a point is matched only by a pattern that does.
bool matches(std::string_view pattern, std::string_view name) noexcept;

/// The files of a pattern, sorted by path: '*' stays within a directory, "**" between slashes is any number of
/// directories. Directories that cannot be read have no files.
std::vector<std::string> glob(std::string_view pattern);

}  // namespace ramet::inline v1::dataset
