#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/error.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/column_layout.hpp"

namespace ramet::inline v1::tree {

/// The number of objects or values in each entry; or, where a member of a split collection's objects counts values, the
/// number in each object. Threads: a value that borrows its numbers.
class CountsView {
 public:
  CountsView() = default;
  explicit CountsView(std::span<const std::int32_t> numbers, std::span<const std::int64_t> bounds = {}) noexcept
      : numbers_(numbers), bounds_(bounds) {}

  /// The number of entries.
  std::size_t size() const noexcept { return bounds_.empty() ? numbers_.size() : bounds_.size() - 1; }
  bool empty() const noexcept { return size() == 0; }
  /// The number of an entry; where objects have their own numbers, the number of its objects.
  std::int32_t operator[](std::size_t entry) const noexcept {
    return bounds_.empty() ? numbers_[entry] : static_cast<std::int32_t>(bounds_[entry + 1] - bounds_[entry]);
  }
  /// The numbers of an entry's objects.
  std::span<const std::int32_t> of_objects(std::size_t entry) const {
    if (bounds_.empty()) detail::fail(ErrorKind::unsupported, "the counting branch has one number for each entry");
    return numbers_.subspan(static_cast<std::size_t>(bounds_[entry] - bounds_[0]),
                            static_cast<std::size_t>(bounds_[entry + 1] - bounds_[entry]));
  }
  CountsView subspan(std::size_t first, std::size_t entries) const noexcept {
    if (bounds_.empty()) return CountsView(numbers_.subspan(first, entries));
    const auto begin = static_cast<std::size_t>(bounds_[first] - bounds_[0]);
    const auto end = static_cast<std::size_t>(bounds_[first + entries] - bounds_[0]);
    return CountsView(numbers_.subspan(begin, end - begin), bounds_.subspan(first, entries + 1));
  }

 private:
  std::span<const std::int32_t> numbers_;
  std::span<const std::int64_t> bounds_;  // the objects of each entry in numbers_; empty without numbers of objects
};

/// The numbers of a CountsView. Threads: a value.
struct Counts {
  std::vector<std::int32_t> numbers;
  std::vector<std::int64_t> bounds;  ///< of the entries, if they have one number for each object

  CountsView view() const noexcept { return CountsView(numbers, bounds); }
};

/// Compute the offsets of a basket's entries from their counter, for baskets that do not store offsets (ROOT:
/// TIOFeatures, kGenerateOffsetMap; TLeaf::GenerateOffsetArrayBase). `counts` has the counter's value in each entry
/// from the basket's first on; the result has an offset for each of these and the end of the last. Throws
/// Error(corrupt) when an offset exceeds the basket's bytes.
void generate_offsets(const ColumnLayout& layout, const CountsView& counts, std::size_t data_size,
                      std::vector<std::uint32_t>& offsets);

/// The values of a counting branch. Throws Error(unsupported) unless they are integers, Error(corrupt) when one does
/// not fit.
Counts counts_in(const array::Array& column);

/// Whether a basket lacks the offsets that its layout needs, so that they must be computed from counts.
inline bool lacks_offsets(const ColumnLayout& layout, const Basket& basket) noexcept {
  return layout.packing == Packing::counted && layout.may_lack_offsets && basket.offsets.empty() && basket.entries > 0;
}

}  // namespace ramet::inline v1::tree
