#include "ramet/remote/internal/access/netrc.hpp"

#include "ramet/remote/internal/access/environment.hpp"

namespace ramet::inline v1::remote::internal {

std::string netrc_of(const RemoteOptions& options) {
  if (!options.netrc.empty()) return options.netrc;
  const std::string named = environment_variable("NETRC");
  return is_readable(named) ? named : std::string();
}

}  // namespace ramet::inline v1::remote::internal
