#include "ramet/remote/internal/access/aws_profile.hpp"

#include <algorithm>
#include <fstream>

#include "ramet/remote/internal/access/environment.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

std::string_view stripped(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

std::map<std::string, std::string> profile_in(std::istream& text, std::string_view name) {
  constexpr std::string_view word = "profile";
  std::map<std::string, std::string> found;
  bool is_chosen = false;
  for (std::string line; std::getline(text, line);) {
    const std::string_view said = stripped(line);
    if (said.empty() || said.front() == '#' || said.front() == ';') continue;
    if (said.front() == '[') {
      std::string_view section = stripped(said.substr(1, said.find(']') - 1));
      if (section.starts_with(word) && stripped(section.substr(word.size())).size() + word.size() < section.size())
        section = stripped(section.substr(word.size()));
      is_chosen = section == name;
      continue;
    }
    const std::size_t equals = said.find('=');
    const bool is_nested = line.front() == ' ' || line.front() == '\t';  // of "s3 =", which has lines of its own
    if (!is_chosen || is_nested || equals == std::string_view::npos) continue;
    found.emplace(stripped(said.substr(0, equals)), stripped(said.substr(equals + 1)));
  }
  return found;
}

std::map<std::string, std::string> aws_profile() {
  const std::string name =
      first_of({environment_variable("AWS_PROFILE"), environment_variable("AWS_DEFAULT_PROFILE"), "default"});
  const std::string folder = environment_variable("HOME") + "/.aws/";
  std::ifstream credentials(first_of({environment_variable("AWS_SHARED_CREDENTIALS_FILE"), folder + "credentials"}));
  std::ifstream settings(first_of({environment_variable("AWS_CONFIG_FILE"), folder + "config"}));
  auto profile = profile_in(credentials, name);
  profile.merge(profile_in(settings, name));
  return profile;
}

}  // namespace ramet::inline v1::remote::internal
