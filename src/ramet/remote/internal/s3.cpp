#include "ramet/remote/internal/s3.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <initializer_list>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

std::string first_of(std::initializer_list<std::string> texts) {
  for (const std::string& text : texts)
    if (!text.empty()) return text;
  return {};
}

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

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// The chosen profile of both files of Amazon's tools; that of the credentials counts more.
std::map<std::string, std::string> chosen_profile() {
  const std::string name =
      first_of({environment_variable("AWS_PROFILE"), environment_variable("AWS_DEFAULT_PROFILE"), "default"});
  const std::string folder = environment_variable("HOME") + "/.aws/";
  std::ifstream credentials(first_of({environment_variable("AWS_SHARED_CREDENTIALS_FILE"), folder + "credentials"}));
  std::ifstream config(first_of({environment_variable("AWS_CONFIG_FILE"), folder + "config"}));
  auto profile = profile_in(credentials, name);
  profile.merge(profile_in(config, name));
  return profile;
}

}  // namespace

std::map<std::string, std::string> profile_in(std::istream& text, std::string_view name) {
  constexpr std::string_view word = "profile";
  std::map<std::string, std::string> found;
  bool is_chosen = false;
  for (std::string line; std::getline(text, line);) {
    const std::string_view said = trimmed(line);
    if (said.empty() || said.front() == '#' || said.front() == ';') continue;
    if (said.front() == '[') {
      std::string_view section = trimmed(said.substr(1, said.find(']') - 1));
      if (section.starts_with(word) && trimmed(section.substr(word.size())).size() + word.size() < section.size())
        section = trimmed(section.substr(word.size()));
      is_chosen = section == name;
      continue;
    }
    const std::size_t equals = said.find('=');
    const bool is_nested = line.front() == ' ' || line.front() == '\t';  // of "s3 =", which has lines of its own
    if (!is_chosen || is_nested || equals == std::string_view::npos) continue;
    found.emplace(trimmed(said.substr(0, equals)), trimmed(said.substr(equals + 1)));
  }
  return found;
}

std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): ramet sets none
  return value == nullptr ? std::string() : std::string(value);
}

S3Settings s3_settings_of(const RemoteOptions& options) {
  S3Settings settings;
  auto profile = chosen_profile();
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
  return url;
}

}  // namespace ramet::inline v1::remote::internal
