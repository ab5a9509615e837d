#pragma once

#include <string>
#include <string_view>

namespace ramet::cli {

/// Text from a file as part of a page in HTML: `printable`, with "&", "<", ">" and quotes escaped.
std::string html_text(std::string_view text);

/// A whole page in HTML that needs nothing else, from its title, its style, and what is in its body.
std::string html_page(std::string_view title, std::string_view style, std::string_view body);

}  // namespace ramet::cli
