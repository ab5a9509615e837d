#include "ramet/remote/internal/remote_url.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/internal/access/s3.hpp"
#include "ramet/remote/remote_files.hpp"

namespace ramet::inline v1::remote {

namespace {

char lower(char letter) noexcept { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool is_scheme(std::string_view found, std::string_view scheme) noexcept {
  return std::ranges::equal(found, scheme, {}, lower);
}

}  // namespace

bool is_remote(std::string_view text) noexcept {
  const std::string_view scheme = io::url_scheme(text);
  return is_scheme(scheme, "http") || is_scheme(scheme, "https") || is_scheme(scheme, "s3");
}

namespace internal {
namespace {

void require_no_blank(std::string_view text) {
  const auto is_blank = [](char letter) { return (letter >= 0 && letter <= ' ') || letter == '\x7f'; };
  const auto blank = std::ranges::find_if(text, is_blank);
  if (blank != text.end())
    detail::fail(ErrorKind::misuse, "'{}' has a blank or control character: write it as %{:02X}", io::shown_url(text),
                 static_cast<unsigned>(*blank));
}

std::string_view after_slashes(std::string_view text) noexcept {
  return text.substr(std::min(text.find_first_not_of('/'), text.size()));
}

/// The host, without user and port.
std::string_view host_of(std::string_view authority) noexcept {
  authority.remove_prefix(authority.rfind('@') + 1);  // npos + 1 is 0
  if (authority.starts_with('[')) return authority.substr(0, authority.find(']') + 1);
  return authority.substr(0, authority.find(':'));
}

RemoteUrl copy_of(std::string_view text, const S3Settings& settings) {
  if (!is_remote(text)) detail::fail(ErrorKind::misuse, "'{}' is no URL of http, https or s3", io::shown_url(text));
  std::string scheme(io::url_scheme(text));
  std::ranges::transform(scheme, scheme.begin(), lower);
  if (scheme == "s3") return s3_url(text, settings);
  require_no_blank(text);
  const std::string_view rest = after_slashes(text.substr(scheme.size() + 1));
  const std::string_view host = host_of(rest.substr(0, rest.find_first_of("/?#")));
  if (host.empty()) detail::fail(ErrorKind::misuse, "'{}' names no host", io::shown_url(text));
  RemoteUrl url;
  url.text = fmt::format("{}://{}", scheme, rest.substr(0, rest.find('#')));
  url.shown = io::shown_url(url.text);
  url.is_encrypted = scheme == "https";
  url.is_of_this_machine = host == "localhost" || host == "127.0.0.1" || host == "[::1]";
  return url;
}

}  // namespace

std::vector<RemoteUrl> copies_of(std::string_view text, const S3Settings& settings) {
  std::vector<RemoteUrl> copies;
  for (std::size_t begin = 0; begin <= text.size();) {
    // A bar in a query is a part of the URL.
    std::size_t bar = text.find('|', begin);
    while (bar != std::string_view::npos && io::url_scheme(text.substr(bar + 1)).empty()) bar = text.find('|', bar + 1);
    bar = std::min(bar, text.size());
    copies.push_back(copy_of(text.substr(begin, bar - begin), settings));
    begin = bar + 1;
  }
  return copies;
}

RemoteUrl url_behind(const RemoteUrl& asked, std::string_view found) {
  const auto host_in = [](std::string_view text) { return text.substr(0, text.find('/', text.find("://") + 3)); };
  RemoteUrl url = copy_of(found, {});
  url.shown = asked.shown;
  url.gets_token = host_in(url.text) == host_in(asked.text);
  return url;
}

RemoteUrl url_beside(const RemoteUrl& file, std::string_view name) {
  const bool leads_up =
      name == ".." || name.starts_with("../") || name.ends_with("/..") || name.find("/../") != std::string_view::npos;
  const bool is_path = !name.empty() && name.front() != '/' && name.find_first_of("?#%\\:|@") == std::string_view::npos;
  const bool is_printable = std::ranges::all_of(name, [](char letter) { return letter > ' ' && letter < '\x7f'; });
  if (leads_up || !is_path || !is_printable)
    detail::fail(ErrorKind::unsupported, "'{}' is outside of the folder of '{}': only files in that folder are opened",
                 name, file.shown);
  const auto replaced = [&](std::string_view path) {
    return fmt::format("{}{}", path.substr(0, path.rfind('/') + 1), name);
  };
  RemoteUrl beside = file;
  beside.text = replaced(std::string_view(file.text).substr(0, file.text.find('?')));
  beside.shown = replaced(file.shown);
  return beside;
}

}  // namespace internal
}  // namespace ramet::inline v1::remote
