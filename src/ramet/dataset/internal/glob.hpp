#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::dataset {

/// Whether a text has '*', '?' or '['.
bool is_glob(std::string_view text) noexcept;

/// Whether a name matches a pattern: '*' matches any characters, '?' one, "[a-z]" one of these, "[!a-z]" one other.
/// Names that begin with a dot are matched only by patterns that do.
bool matches(std::string_view pattern, std::string_view name) noexcept;

/// The files of a pattern, sorted by path: '*' does not match a slash, and "**" between slashes matches any number of
/// directories. Directories that cannot be read are skipped.
std::vector<std::string> glob(std::string_view pattern);

}  // namespace ramet::inline v1::dataset
