#include "ramet/io/detail/url.hpp"

#include <algorithm>
#include <cstddef>

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

std::string shown_url(std::string_view text) {
  std::string_view url = text;
  std::string others;
  for (std::size_t at = text.find_first_of("|:"); at != std::string_view::npos; at = text.find_first_of("|:", at + 1)) {
    const std::string_view mark = text.substr(at, text[at] == '|' ? 1 : 2);  // "zip://a.root::https://host/b.zip"
    if (mark != "|" && mark != "::") continue;
    const std::string_view other = text.substr(at + mark.size());
    if (url_scheme(other).empty()) continue;
    others.append(mark).append(shown_url(other));
    url = text.substr(0, at);
    break;
  }
  const std::string_view scheme = url_scheme(url);
  if (scheme.empty()) return std::string(url).append(others);
  url = url.substr(0, url.find_first_of("?#"));
  const std::size_t host = std::min(url.find_first_not_of('/', scheme.size() + 1), url.size());
  const std::string_view authority = url.substr(host, url.find('/', host) - host);
  const std::size_t user = authority.rfind('@') + 1;  // npos + 1 is 0
  return std::string(url.substr(0, host)).append(url.substr(host + user)).append(others);
}

void refuse_output_url(std::string_view text) {
  const std::string_view scheme = url_scheme(text);
  if (!scheme.empty())
    detail::fail(ErrorKind::unsupported, "'{}': {}:// cannot be written: name a local file", shown_url(text), scheme);
}

void refuse_url(std::string_view text) {
  const std::string_view scheme = url_scheme(text);
  if (scheme.empty()) return;
  const std::string shown = shown_url(text);
  if (scheme == "file")
    detail::fail(ErrorKind::unsupported, "'{}': file:// is not supported yet: give the path alone", shown);
  detail::fail(ErrorKind::unsupported, "'{}': {}:// is not supported yet: copy the file to a local disk first", shown,
               scheme);
}

}  // namespace ramet::inline v1::io
