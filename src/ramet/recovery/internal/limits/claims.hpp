#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace ramet::inline v1::recovery::internal {

/// The place and size of a record, basket or page. Threads: a value.
struct Claimed {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t plain_size = 0;  ///< for pages, which may be used with several uncompressed sizes

  auto operator<=>(const Claimed&) const = default;
};

enum class Claim : std::uint8_t {
  fresh,        ///< these bytes were not claimed before
  known,        ///< exactly these bytes were claimed before
  overlapping,  ///< they overlap other claimed bytes, or repeat them where that is not allowed
};

/// The bytes of a file that are known to belong to records, baskets and pages. It finds overlaps before anything is
/// read, and bytes that need to be checked only once. Threads: one thread.
class Claims {
 public:
  /// Claim the bytes of the baskets or pages of one table, or of all objects. `may_repeat`: several of them may have
  /// the same bytes, as pages with equal elements do. If nonempty ones overlap, the first keeps its bytes.
  std::vector<Claim> claim(std::span<const Claimed> things, bool may_repeat);

  /// Note the damage of bytes, for others that use them, too.
  void mark_damaged(const Claimed& thing, std::string why) { damaged_[thing] = std::move(why); }
  /// The noted damage; empty if there is none.
  std::string damage_of(const Claimed& thing) const;

 private:
  Claim look_up(const Claimed& thing) const;

  std::vector<Claimed> held_;  // ordered by place
  std::map<Claimed, std::string> damaged_;
};

}  // namespace ramet::inline v1::recovery::internal
