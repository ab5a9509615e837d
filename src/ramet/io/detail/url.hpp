#pragma once

#include <string_view>

namespace ramet::inline v1::io {

/// The scheme of a URL: "https" of "https://host/file.root"; empty when the text is a path. pathlib makes one slash of
/// two, so for schemes that are common ("https:/host/file.root") one is enough.
std::string_view url_scheme(std::string_view text) noexcept;

/// Throws Error(unsupported), naming the scheme, when the text is a URL: files are local. What stands behind a '?', as
/// a token, is not repeated.
void refuse_url(std::string_view text);

}  // namespace ramet::inline v1::io
