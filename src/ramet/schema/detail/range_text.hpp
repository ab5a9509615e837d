#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ramet::inline v1::schema {

/// The text of a range in the title of a member or leaf, from which `parse_range` reads it: what is in the first
/// bracket with a comma, if that is the first or the second bracket. Threads: any.
std::optional<std::string_view> range_text(std::string_view title);

/// The same with its brackets, "[0,100,16]"; "[]" when the title has none. Threads: any.
std::string range_in(std::string_view title);

}  // namespace ramet::inline v1::schema
