#pragma once

#include <string>

#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// The file with users and passwords of servers: that of the options, or that of $NETRC if it can be read; "":
/// ~/.netrc.
std::string netrc_of(const RemoteOptions& options);

}  // namespace ramet::inline v1::remote::internal
