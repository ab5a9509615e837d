#pragma once

#include <string>

#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// The token to send: of the options, the environment, or a file, without blanks at its end.
std::string bearer_token_of(const RemoteOptions& options);

}  // namespace ramet::inline v1::remote::internal
