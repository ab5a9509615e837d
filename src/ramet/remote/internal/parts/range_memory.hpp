#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "ramet/remote/internal/remote_url.hpp"

namespace ramet::inline v1::remote::internal {

/// How many ranges a request may ask each host for: whether it answers several is seen by trying once. Threads: one
/// thread.
class RangeMemory {
 public:
  explicit RangeMemory(std::size_t most) noexcept : most_(most) {}

  /// How many a request may ask for; 1 while a first try is in progress.
  std::size_t most_of(const RemoteUrl& url) const;
  /// Whether a request for several would be the first one.
  bool is_new(const RemoteUrl& url) const { return most_ > 1 && !known_.contains(host_of(url)); }
  void begin_try(const RemoteUrl& url) { known_.emplace(host_of(url), std::size_t{1}); }
  /// A try is over that said nothing.
  void forget(const RemoteUrl& url) { known_.erase(host_of(url)); }
  /// So many came of those that were asked for; fewer than two: the host does not answer several.
  void note(const RemoteUrl& url, std::size_t asked, std::size_t came);

 private:
  static std::string host_of(const RemoteUrl& url);

  std::size_t most_;
  std::map<std::string, std::size_t, std::less<>> known_;
};

}  // namespace ramet::inline v1::remote::internal
