#pragma once

#include <string>
#include <string_view>

#include "ramet/remote/internal/remote_url.hpp"
#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// The options about S3; what they leave out is taken from the environment, and what that leaves out from a profile:
/// that of $AWS_PROFILE, or "default", of ~/.aws/credentials and ~/.aws/config.
S3Settings s3_settings_of(const RemoteOptions& options);

/// The URL of "s3://bucket/key", in which nothing is encoded. With an endpoint the bucket is a part of the path, else
/// of Amazon's host if its name can be. Throws Error(misuse) for a text without bucket or key.
RemoteUrl s3_url(std::string_view text, const S3Settings& settings);

}  // namespace ramet::inline v1::remote::internal
