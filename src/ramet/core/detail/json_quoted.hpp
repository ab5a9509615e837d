#pragma once

#include <string>
#include <string_view>

namespace ramet::inline v1::detail {

/// A text as JSON has it (RFC 8259, section 7): in quotes; quotes, backslashes and control characters are escaped,
/// other bytes stay as they are. Threads: pure.
std::string json_quoted(std::string_view text);

}  // namespace ramet::inline v1::detail
