#pragma once

#include <string>

#include "ramet/remote/internal/remote_url.hpp"

namespace ramet::inline v1::remote::internal {

/// What an answer of this status means, in brackets behind it, and what can be done: how a server of 401 or 403 learns
/// who asks, and which files the environment names for that and that cannot be read. "" if there is nothing to say.
std::string meaning_of(int status, const RemoteUrl& url);

}  // namespace ramet::inline v1::remote::internal
