#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace ramet::inline v1::recovery::internal {

/// A record, basket or page: where its bytes are, and what they unpack to. Threads: a value.
struct Claimed {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t plain_size = 0;  ///< where the same bytes could be taken to be of several sizes

  auto operator<=>(const Claimed&) const = default;
};

enum class Claim : std::uint8_t {
  fresh,        ///< nobody had these bytes before
  known,        ///< they are exactly what somebody else had
  overlapping,  ///< they are in part somebody else's, or that is not allowed at all
};

/// Which bytes of a file have been found to be part of something, so that each are looked at once, and what lies in
/// something else is found before anything is read. Threads: one thread.
class Claims {
 public:
  /// Claim bytes for things of one table, or for all objects. `may_repeat`: several of them may be the same bytes, as
  /// pages of equal elements are. Of those that are not empty and overlap the first one keeps its bytes.
  std::vector<Claim> claim(std::span<const Claimed> things, bool may_repeat);

  /// Note why bytes are no good, for others who have them, too.
  void mark_damaged(const Claimed& thing, std::string why) { damaged_[thing] = std::move(why); }
  /// Empty if they are.
  std::string damage_of(const Claimed& thing) const;

 private:
  Claim look_up(const Claimed& thing) const;

  std::vector<Claimed> held_;  // by their place
  std::map<Claimed, std::string> damaged_;
};

}  // namespace ramet::inline v1::recovery::internal
