#include "ramet/remote/internal/parts/range_memory.hpp"

#include <algorithm>

namespace ramet::inline v1::remote::internal {

std::size_t RangeMemory::most_of(const RemoteUrl& url) const {
  const auto found = known_.find(host_of(url));
  return found == known_.end() ? std::max<std::size_t>(most_, 1) : found->second;
}

void RangeMemory::note(const RemoteUrl& url, std::size_t asked, std::size_t came) {
  known_[host_of(url)] = came == asked ? most_ : std::max<std::size_t>(came, 1);
}

/// "https://user@host:1234", with all that decides who answers.
std::string RangeMemory::host_of(const RemoteUrl& url) {
  const std::size_t host = url.text.find("://");
  return url.text.substr(0, host == std::string::npos ? 0 : url.text.find('/', host + 3));
}

}  // namespace ramet::inline v1::remote::internal
