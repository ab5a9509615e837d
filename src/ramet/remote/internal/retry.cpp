#include "ramet/remote/internal/retry.hpp"

#include <algorithm>
#include <cstdint>

namespace ramet::inline v1::remote::internal {

Trouble trouble_of(int status) noexcept {
  if (status >= 200 && status < 300) return Trouble::none;
  if (status == 408) return Trouble::stalled;
  if (status == 429 || status == 503) return Trouble::busy;
  return status >= 500 && status < 600 ? Trouble::server : Trouble::refused;
}

std::size_t retries_after(Trouble trouble, const RemoteOptions& options) noexcept {
  switch (trouble) {
    case Trouble::none:
    case Trouble::refused:
      return 0;
    case Trouble::unknown_host:
      return std::min<std::size_t>(options.retries, 1);  // mostly a typing error
    case Trouble::unreachable:
      return std::min<std::size_t>(options.retries, 2);
    case Trouble::stalled:
    case Trouble::broken:
    case Trouble::busy:
    case Trouble::server:
      return options.retries;
  }
  return 0;
}

std::chrono::milliseconds delay_before(std::size_t retry, std::optional<std::chrono::seconds> asked, double jitter,
                                       const RemoteOptions& options) noexcept {
  constexpr std::size_t most_doublings = 16;
  const std::size_t doublings = std::min(std::max<std::size_t>(retry, 1) - 1, most_doublings);
  const auto full = std::min(options.retry_delay * (std::int64_t{1} << doublings), options.longest_delay);
  const auto delay =
      std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(full.count()) * (1 + jitter) / 2));
  return asked ? std::max<std::chrono::milliseconds>(delay, *asked) : delay;
}

}  // namespace ramet::inline v1::remote::internal
