#include "ramet/remote/internal/access/refusal.hpp"

#include <fmt/format.h>

#include "ramet/remote/internal/access/environment.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

std::string unread_files() {
  std::string text;
  for (const char* const name : {"BEARER_TOKEN_FILE", "NETRC"}) {
    const std::string file = environment_variable(name);
    if (!file.empty() && !is_readable(file)) text += fmt::format("; {} names '{}', which cannot be read", name, file);
  }
  return text;
}

std::string profile_without_keys() {
  const std::string name = environment_variable("AWS_PROFILE");
  return name.empty() ? std::string() : fmt::format("; AWS_PROFILE names '{}', which has none", name);
}

/// Of S3: what is not there is forbidden, too, for who may not list the bucket.
std::string meaning_of_s3(const RemoteUrl& url) {
  if (url.has_keys) return " (forbidden to these keys, or no such file)";
  return fmt::format(
      " (forbidden, or no such file: it was asked without keys, which AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
      "a profile in ~/.aws/credentials, can say{})",
      profile_without_keys());
}

}  // namespace

std::string meaning_of(int status, const RemoteUrl& url) {
  if (url.is_of_s3 && (status == 401 || status == 403)) return meaning_of_s3(url);
  switch (status) {
    case 401:
      return fmt::format(" (who asks is not known: ~/.netrc or BEARER_TOKEN can say it{})", unread_files());
    case 403:
      return fmt::format(" (forbidden{})", unread_files());
    case 404:
      return " (not found)";
    case 410:
      return " (gone)";
    case 429:
      return " (too many requests)";
    case 503:
      return " (not available now)";
    default:
      return "";
  }
}

}  // namespace ramet::inline v1::remote::internal
