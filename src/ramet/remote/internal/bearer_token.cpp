#include "ramet/remote/internal/bearer_token.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/remote/internal/s3.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

/// The files that may have the token, as the grid's sites agreed: that of $BEARER_TOKEN_FILE, or else one of the user
/// in $XDG_RUNTIME_DIR or /tmp.
std::vector<std::string> token_files() {
  if (std::string file = environment_variable("BEARER_TOKEN_FILE"); !file.empty()) return {std::move(file)};
  std::vector<std::string> files;
  std::vector<std::string> folders = {environment_variable("XDG_RUNTIME_DIR"), "/tmp"};
  for (const std::string& folder : folders) {
    std::string file = fmt::format("{}/bt_u{}", folder, ::geteuid());
    struct stat facts = {};  // one that somebody else put there is no token
    const bool is_own = ::lstat(file.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == ::geteuid();
    if (is_own && !folder.empty()) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

std::string bearer_token_of(const RemoteOptions& options) {
  std::string token = options.bearer_token.empty() ? environment_variable("BEARER_TOKEN") : options.bearer_token;
  for (const std::string& file : token.empty() ? token_files() : std::vector<std::string>()) {
    std::ifstream text(file);
    token.assign(std::istreambuf_iterator<char>(text), {});
    if (!token.empty()) break;
  }
  token.erase(token.find_last_not_of(" \t\r\n") + 1);
  return token;
}

}  // namespace ramet::inline v1::remote::internal
