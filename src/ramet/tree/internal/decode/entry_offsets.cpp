#include "ramet/tree/internal/decode/entry_offsets.hpp"

#include <bit>
#include <cstring>

#include "ramet/bytes/detail/each_machine.hpp"

namespace ramet::inline v1::tree {
namespace {

// These loops have no branch for each entry, so that the compiler vectorises them; errors are located afterwards.

RAMET_EACH_MACHINE std::uint32_t load_less(const std::byte* stored, std::size_t count, std::uint32_t before,
                                           std::uint32_t* to) noexcept {
  const auto at = [&](std::size_t i) {
    std::uint32_t raw;
    std::memcpy(&raw, stored + 4 * i, sizeof raw);
    return __builtin_bswap32(raw) - before;  // a number that is too small wraps around and becomes too large
  };
  std::uint32_t falls = 0;
  to[0] = at(0);
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint32_t offset = at(i);
    falls |= static_cast<std::uint32_t>(offset < at(i - 1));
    to[i] = offset;
  }
  return falls;
}

/// Returns the bits that are set in any of the sizes.
RAMET_EACH_MACHINE std::uint32_t ends_by_shift(const std::uint32_t* offsets, std::size_t count, unsigned shift,
                                               std::int64_t first_item, std::int64_t* ends) noexcept {
  const std::uint32_t begin = offsets[0];
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t size = offsets[i + 1] - begin;
    bits |= size;
    ends[i] = first_item + (size >> shift);
  }
  return bits;
}

}  // namespace

bool load_entry_offsets(std::span<const std::byte> stored, std::uint32_t before, std::uint32_t end,
                        std::span<std::uint32_t> to) noexcept {
  if (to.empty()) return true;
  return load_less(stored.data(), to.size(), before, to.data()) == 0 && to.back() <= end;
}

bool list_ends(std::span<const std::uint32_t> offsets, std::size_t item_size, std::int64_t first_item,
               std::span<std::int64_t> ends) noexcept {
  if (std::has_single_bit(item_size) && item_size <= (std::size_t{1} << 31)) {
    const auto shift = static_cast<unsigned>(std::countr_zero(item_size));
    return (ends_by_shift(offsets.data(), ends.size(), shift, first_item, ends.data()) & (item_size - 1)) == 0;
  }
  std::size_t rest = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::size_t size = offsets[i + 1] - offsets[0];
    rest |= size % item_size;
    ends[i] = first_item + static_cast<std::int64_t>(size / item_size);
  }
  return rest == 0;
}

}  // namespace ramet::inline v1::tree
