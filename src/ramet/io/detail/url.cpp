#include "ramet/io/detail/url.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::io {
namespace {

constexpr std::string_view common_schemes[] = {"http",   "https", "root", "roots",   "xroot", "xroots", "s3",
                                               "gs",     "azure", "dav",  "davs",    "ftp",   "ftps",   "hdfs",
                                               "gsiftp", "srm",   "dcap", "gsidcap", "file"};

bool is_letter(char character) noexcept {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool is_of_scheme(char character) noexcept {
  return is_letter(character) || (character >= '0' && character <= '9') || character == '+' || character == '-' ||
         character == '.';
}

}  // namespace

std::string_view url_scheme(std::string_view text) noexcept {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2) return {};  // "C:" is a drive
  const std::string_view scheme = text.substr(0, colon);
  const std::string_view rest = text.substr(colon + 1);
  if (!is_letter(scheme.front()) || !std::ranges::all_of(scheme, is_of_scheme)) return {};
  const bool is_common = std::ranges::find(common_schemes, scheme) != std::end(common_schemes);
  return rest.starts_with("//") || (is_common && rest.starts_with('/')) ? scheme : std::string_view{};
}

void refuse_url(std::string_view text) {
  const std::string_view scheme = url_scheme(text);
  if (scheme.empty()) return;
  const std::string_view shown = text.substr(0, text.find('?'));
  if (scheme == "file")
    detail::fail(ErrorKind::unsupported, "'{}': file:// is not supported yet: give the path alone", shown);
  detail::fail(ErrorKind::unsupported, "'{}': {}:// is not supported yet: copy the file to a local disk first", shown,
               scheme);
}

}  // namespace ramet::inline v1::io
