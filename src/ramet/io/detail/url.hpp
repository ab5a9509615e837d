#pragma once

#include <string_view>

namespace ramet::inline v1::io {

/// The scheme of a URL: "https" of "https://host/file.root"; empty when the text is a path. One slash is enough for
/// common schemes ("https:/host/file.root"), because Python's pathlib turns two slashes into one.
std::string_view url_scheme(std::string_view text) noexcept;

/// Throw Error(unsupported), naming the scheme, when the text is a URL: only local files are supported. The message
/// omits what follows a '?', which may be a token.
void refuse_url(std::string_view text);

}  // namespace ramet::inline v1::io
