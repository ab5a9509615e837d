#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ramet::inline v1::merge::internal {

/// Finds numbers by hashes of what they stand for; several may have one hash. A table with open addressing, 16 to 32
/// bytes for each: the nodes of a standard one would take more, and leave holes between what is allocated beside them.
/// Threads: one thread.
class NumbersByHash {
 public:
  /// The first number of the hash for which `is` returns true.
  template <class Is>
  std::optional<std::uint32_t> find(std::uint64_t hash, const Is& is) const {
    if (slots_.empty()) return std::nullopt;
    for (std::size_t at = place_of(mark_of(hash)); slots_[at].mark != none; at = next(at))
      if (slots_[at].mark == mark_of(hash) && is(slots_[at].number)) return slots_[at].number;
    return std::nullopt;
  }

  void add(std::uint64_t hash, std::uint32_t number) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    ++count_;
    put({mark_of(hash), number});
  }

 private:
  static constexpr std::uint32_t none = 0;

  struct Slot {
    std::uint32_t mark = none;  // the lower half of the hash
    std::uint32_t number = 0;
  };

  static std::uint32_t mark_of(std::uint64_t hash) noexcept {
    const auto half = static_cast<std::uint32_t>(hash);
    return half == none ? 1 : half;
  }
  std::size_t place_of(std::uint32_t mark) const noexcept { return mark & (slots_.size() - 1); }
  std::size_t next(std::size_t place) const noexcept { return (place + 1) & (slots_.size() - 1); }

  void put(const Slot& slot) noexcept {
    std::size_t at = place_of(slot.mark);
    while (slots_[at].mark != none) at = next(at);
    slots_[at] = slot;
  }

  void grow() {
    std::vector<Slot> before(slots_.empty() ? 16 : 2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.mark != none) put(slot);
  }

  std::vector<Slot> slots_;  // a power of 2 of them
  std::size_t count_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
