#pragma once

#include <string>
#include <string_view>

namespace ramet::inline v1::io {

/// The scheme of a URL: "https" of "https://host/file.root"; empty when the text is a path. One slash is enough for
/// common schemes ("https:/host/file.root"), because Python's pathlib turns two slashes into one.
std::string_view url_scheme(std::string_view text) noexcept;

/// What messages show of a URL: all but user and password, and the query, which may be a token. Of several URLs with
/// bars or "::" between them, each is shown so. A path is shown as it is.
std::string shown_url(std::string_view text);

/// Throw Error(unsupported), naming the scheme, when what shall be written is a URL.
void refuse_output_url(std::string_view text);

/// Throw Error(unsupported), naming the scheme, when the text is a URL, where only local files are supported.
void refuse_url(std::string_view text);

}  // namespace ramet::inline v1::io
