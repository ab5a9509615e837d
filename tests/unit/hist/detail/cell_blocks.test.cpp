#include "ramet/hist/detail/cell_blocks.hpp"

#include <algorithm>
#include <variant>

#include "unit/hist/histogram_payloads.hpp"
#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/written_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

constexpr std::size_t size_of_head = sizeof(std::uint32_t) + sizeof(std::int64_t);  // fChunkSize, fFilledBins

/// Where the blocks begin in a payload of a THnSparseT: behind the base THnBase of its base THnSparse.
std::size_t begin_of_blocks(const histogram_payloads::Bytes& payload) {
  constexpr std::size_t heads = 12;
  constexpr std::uint32_t count_bits = 0x3fff'ffff;
  return heads + sizeof(std::uint32_t) + (bytes::load_big_endian<std::uint32_t>(payload.data() + heads) & count_bits) +
         size_of_head;
}

}  // namespace

TEST_CASE("cell blocks are written byte by byte as ROOT writes them") {
  const auto bytes = histogram_payloads::from_hex(stored_payloads::sparse.hex);
  const std::size_t begin = begin_of_blocks(bytes);
  const auto cells_of_block = bytes::load_big_endian<std::int32_t>(bytes.data() + begin - size_of_head);
  const auto sparse = std::get<SparseHistogram>(stored_payloads::read(stored_payloads::sparse));
  object::ObjectWriter writer(stored_payloads::sparse.key_length + begin);
  write_cell_blocks(writer, sparse.parts(), stored_payloads::sparse.class_name, cells_of_block);
  const auto written = writer.payload();
  CHECK(histogram_payloads::copy_of(written) == histogram_payloads::copy_of(std::span(bytes).subspan(begin)));
}

TEST_CASE("bins of any widths are unpacked as they were packed") {
  std::vector<NamedAxis> axes;
  for (const std::uint32_t bins : {1U, 300U, 6U, 70'000U}) axes.push_back({.bins = RegularAxis{bins, 0, 1}});
  const BinPacking packing(axes);
  CHECK(packing.bytes_per_cell() == (2 + 9 + 4 + 17 + 7) / 8);
  for (const std::vector<std::uint32_t>& bins :
       {std::vector<std::uint32_t>{0, 0, 0, 0}, {2, 301, 7, 70'001}, {1, 256, 0, 65'535}}) {
    std::vector<std::uint8_t> packed;
    packing.pack(bins, packed);
    CHECK(packed.size() == packing.bytes_per_cell());
    std::vector<std::uint32_t> again;
    packing.unpack(std::vector<std::int8_t>(packed.begin(), packed.end()), again);
    CHECK(again == bins);
  }
}

TEST_CASE("cell blocks are of classes that ROOT has and that have room for the contents") {
  CHECK(has_room_for("THnSparseT<TArrayC>", std::vector<double>{-127, 127}));
  CHECK_FALSE(has_room_for("THnSparseT<TArrayC>", std::vector<double>{128}));
  CHECK(has_room_for("THnSparseT<TArrayF>", std::vector<double>{1e38}));
  CHECK_FALSE(has_room_for("THnSparseT<TArrayF>", std::vector<double>{1e39}));
  CHECK_FALSE(has_room_for("THnSparseT<TArrayL64>", std::vector<double>{0x1p63}));
  CHECK_FALSE(has_room_for("THnSparse", std::vector<double>{1}));
  const auto sparse = std::get<SparseHistogram>(stored_payloads::read(stored_payloads::sparse));
  object::ObjectWriter writer(0);
  CHECK_THROWS_WITH_AS(write_cell_blocks(writer, sparse.parts(), "THnSparse", 4),
                       "class 'THnSparse' has no room for the contents", Error);
}
