#include "ramet/remote/internal/access/s3.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/internal/access/aws_profile.hpp"
#include "ramet/remote/internal/access/environment.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

/// The key as a path: signatures are made of exactly this (Amazon's UriEncode).
std::string encoded(std::string_view key) {
  std::string path;
  for (const char letter : key) {
    const bool is_alphanumeric =
        (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
    if (is_alphanumeric || std::string_view("-._~/").find(letter) != std::string_view::npos)
      path += letter;
    else
      path += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(letter)));
  }
  return path;
}

}  // namespace

S3Settings s3_settings_of(const RemoteOptions& options) {
  S3Settings settings;
  auto profile = aws_profile();
  settings.endpoint = first_of({options.s3_endpoint, environment_variable("AWS_ENDPOINT_URL_S3"),
                                environment_variable("AWS_ENDPOINT_URL"), profile["endpoint_url"]});
  settings.endpoint.erase(settings.endpoint.find_last_not_of('/') + 1);
  settings.region = first_of({options.s3_region, environment_variable("AWS_REGION"),
                              environment_variable("AWS_DEFAULT_REGION"), profile["region"], "us-east-1"});
  const bool is_said = !options.s3_access_key.empty();
  settings.access_key = is_said ? options.s3_access_key : environment_variable("AWS_ACCESS_KEY_ID");
  settings.secret_key = is_said ? options.s3_secret_key : environment_variable("AWS_SECRET_ACCESS_KEY");
  settings.session_token = is_said ? options.s3_session_token : environment_variable("AWS_SESSION_TOKEN");
  if (settings.access_key.empty()) {
    settings.access_key = profile["aws_access_key_id"];
    settings.secret_key = profile["aws_secret_access_key"];
    settings.session_token = profile["aws_session_token"];
  }
  return settings;
}

RemoteUrl s3_url(std::string_view text, const S3Settings& settings) {
  const std::size_t begin = std::min(text.find_first_not_of('/', text.find(':') + 1), text.size());
  const std::string_view rest = text.substr(begin);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view store = rest.substr(0, slash), key = rest.substr(std::min(slash + 1, rest.size()));
  if (store.empty() || key.empty()) detail::fail(ErrorKind::misuse, "'{}' is not s3://BUCKET/KEY", io::shown_url(text));
  std::string place;
  if (!settings.endpoint.empty())
    place = fmt::format("{}/{}", settings.endpoint, encoded(store));
  else if (store.find('.') == std::string_view::npos)
    place = fmt::format("https://{}.s3.{}.amazonaws.com", encoded(store), settings.region);
  else  // a certificate for *.s3 does not have it
    place = fmt::format("https://s3.{}.amazonaws.com/{}", settings.region, encoded(store));
  RemoteUrl url = copies_of(fmt::format("{}/{}", place, encoded(key)), settings).front();
  url.shown = fmt::format("s3://{}/{}", store, key);
  url.is_of_s3 = true;
  url.has_keys = !settings.access_key.empty();
  return url;
}

}  // namespace ramet::inline v1::remote::internal
