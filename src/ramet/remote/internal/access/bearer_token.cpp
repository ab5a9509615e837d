#include "ramet/remote/internal/access/bearer_token.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "ramet/io/detail/own_file.hpp"
#include "ramet/remote/internal/access/environment.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

/// What is in the files that may have the token, as the grid's sites agreed (WLCG Bearer Token Discovery): that of
/// $BEARER_TOKEN_FILE, or else the user's in $XDG_RUNTIME_DIR or /tmp.
std::string text_of_files() {
  if (const std::string file = environment_variable("BEARER_TOKEN_FILE"); !file.empty()) {
    std::ifstream text(file);
    return {std::istreambuf_iterator<char>(text), {}};
  }
  for (const std::string& folder : {environment_variable("XDG_RUNTIME_DIR"), std::string("/tmp")}) {
    if (folder.empty()) continue;
    std::string text = io::text_of_own_file(fmt::format("{}/bt_u{}", folder, io::user_number()));
    if (!text.empty()) return text;
  }
  return {};
}

}  // namespace

std::string bearer_token_of(const RemoteOptions& options) {
  std::string token = options.bearer_token.empty() ? environment_variable("BEARER_TOKEN") : options.bearer_token;
  if (token.empty()) token = text_of_files();
  token.erase(token.find_last_not_of(" \t\r\n") + 1);
  return token;
}

}  // namespace ramet::inline v1::remote::internal
