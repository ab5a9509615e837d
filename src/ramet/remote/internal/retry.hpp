#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// Why a request brought less than it should.
enum class Trouble {
  none,
  unknown_host,
  unreachable,  ///< no connection
  stalled,      ///< no byte for too long
  broken,       ///< the connection ended early
  busy,         ///< the server asks for a pause: 429, 503
  server,       ///< an error of the server: another 5xx
  refused,      ///< will be the same again: another status, a certificate that is not trusted
};

/// What an HTTP status means; `none` for success.
Trouble trouble_of(int status) noexcept;

/// How many times in a row a request is tried again after such trouble.
std::size_t retries_after(Trouble trouble, const RemoteOptions& options) noexcept;

/// How long to wait before the retry of this number, from 1. Doubles each time; between half and all of that, as
/// `jitter` in [0, 1) says, so that many clients do not come back at once; not before the time that the server asks
/// for.
std::chrono::milliseconds delay_before(std::size_t retry, std::optional<std::chrono::seconds> asked, double jitter,
                                       const RemoteOptions& options) noexcept;

}  // namespace ramet::inline v1::remote::internal
