#include "ramet/hist/detail/cell_blocks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr unsigned bits_of_byte = 8;
constexpr std::uint32_t is_owner = 1U << 14;  // TCollection::kIsOwner

template <class Number>
void write_numbers(object::ObjectWriter& writer, std::string_view array_class, std::span<const double> values,
                   std::size_t room) {
  std::vector<Number> numbers(room);
  std::ranges::transform(values, numbers.begin(), [](double value) { return static_cast<Number>(value); });
  writer.object(array_class, [&] { writer.array(std::span<const Number>(numbers)); });
}

/// How a class stores contents. Threads: a value.
struct Contents {
  std::string_view class_name;  // of a sparse histogram
  std::string_view array_class;
  double largest = 0;
  void (*write)(object::ObjectWriter&, std::string_view, std::span<const double>, std::size_t) = nullptr;
};

template <class Number>
constexpr Contents contents_of(std::string_view class_name, std::string_view array_class) {
  constexpr double below_2_to_63 = 9223372036854774784.0;  // 2^63 - 1 is no double
  const auto most = static_cast<double>(std::numeric_limits<Number>::max());
  return {class_name, array_class, std::is_same_v<Number, std::int64_t> ? below_2_to_63 : most, write_numbers<Number>};
}

constexpr std::array<Contents, 7> all_contents = {{
    contents_of<std::int8_t>("THnSparseT<TArrayC>", "TArrayC"),
    contents_of<std::int16_t>("THnSparseT<TArrayS>", "TArrayS"),
    contents_of<std::int32_t>("THnSparseT<TArrayI>", "TArrayI"),
    contents_of<std::int64_t>("THnSparseT<TArrayL>", "TArrayL"),
    contents_of<std::int64_t>("THnSparseT<TArrayL64>", "TArrayL64"),
    contents_of<float>("THnSparseT<TArrayF>", "TArrayF"),
    contents_of<double>("THnSparseT<TArrayD>", "TArrayD"),
}};

}  // namespace

BinPacking::BinPacking(std::span<const NamedAxis> axes) {
  unsigned bits = 0;
  for (const NamedAxis& axis : axes)
    bits += widths_.emplace_back(static_cast<unsigned>(std::bit_width(axis.bins.cells())));
  bytes_ = (bits + bits_of_byte - 1) / bits_of_byte;
}

void BinPacking::pack(std::span<const std::uint32_t> bins, std::vector<std::uint8_t>& packed) const {
  const std::size_t first = packed.size();
  packed.resize(first + bytes_);
  std::size_t bit = 0;
  for (std::size_t axis = 0; axis < widths_.size(); ++axis)
    for (unsigned place = 0; place < widths_[axis]; ++place, ++bit)
      if (((bins[axis] >> place) & 1U) != 0)
        packed[first + bit / bits_of_byte] |= static_cast<std::uint8_t>(1U << (bit % bits_of_byte));
}

void BinPacking::unpack(std::span<const std::int8_t> packed, std::vector<std::uint32_t>& bins) const {
  std::size_t bit = 0;
  for (const unsigned width : widths_) {
    std::uint64_t bin = 0;
    for (unsigned place = 0; place < width; ++place, ++bit) {
      const auto byte = static_cast<std::uint8_t>(packed[bit / bits_of_byte]);
      bin |= static_cast<std::uint64_t>((byte >> (bit % bits_of_byte)) & 1U) << place;
    }
    bins.push_back(static_cast<std::uint32_t>(bin));
  }
}

bool has_room_for(std::string_view class_name, std::span<const double> contents) noexcept {
  const auto* const stored = std::ranges::find(all_contents, class_name, &Contents::class_name);
  return stored != all_contents.end() &&
         std::ranges::all_of(contents, [&](double content) { return !(std::abs(content) > stored->largest); });
}

void write_cell_blocks(object::ObjectWriter& writer, const SparseHistogramParts& parts, std::string_view class_name,
                       std::int32_t cells_of_block) {
  const auto* const stored = std::ranges::find(all_contents, class_name, &Contents::class_name);
  if (!has_room_for(class_name, parts.contents))
    detail::fail(ErrorKind::unsupported, "class '{}' has no room for the contents", class_name);
  const BinPacking packing(parts.axes);
  const auto room = static_cast<std::size_t>(std::max(cells_of_block, 1));
  const std::size_t cells = parts.contents.size();
  const std::size_t axes = parts.axes.size();
  writer.object_array(
      "", (cells + room - 1) / room,
      [&](std::size_t block) {
        const std::size_t first = block * room;
        const std::size_t count = std::min(room, cells - first);
        std::vector<std::uint8_t> packed;
        for (std::size_t cell = first; cell < first + count; ++cell)
          packing.pack(std::span(parts.bins).subspan(cell * axes, axes), packed);
        writer.object("THnSparseArrayChunk", [&] {
          writer.versioned(1, [&] {
            writer.tobject();
            writer.write(static_cast<std::int32_t>(packing.bytes_per_cell()));
            writer.write(static_cast<std::int32_t>(packed.size()));
            writer.counted(std::span<const std::uint8_t>(packed));
            stored->write(writer, stored->array_class, std::span(parts.contents).subspan(first, count), room);
            if (parts.squares.empty()) return writer.null();
            write_numbers<double>(writer, "TArrayD", std::span(parts.squares).subspan(first, count), room);
          });
        });
      },
      is_owner);
}

}  // namespace ramet::inline v1::hist
