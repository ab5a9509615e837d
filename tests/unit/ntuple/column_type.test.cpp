#include "ramet/ntuple/column_type.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using ntuple::ColumnCoding;
using ntuple::ColumnType;

TEST_CASE("a type is known with the bits that it can have, and otherwise not") {
  CHECK(ColumnCoding{ColumnType::bit, 1}.is_known());
  CHECK_FALSE(ColumnCoding{ColumnType::bit, 8}.is_known());
  CHECK(ColumnCoding{ColumnType::dispatch, 96}.is_known());
  for (const auto bits : std::vector<std::uint16_t>{10, 31})
    CHECK(ColumnCoding{ColumnType::real32_trunc, bits}.is_known());
  for (const auto bits : std::vector<std::uint16_t>{9, 32})
    CHECK_FALSE(ColumnCoding{ColumnType::real32_trunc, bits}.is_known());
  for (const auto bits : std::vector<std::uint16_t>{1, 32})
    CHECK(ColumnCoding{ColumnType::real32_quant, bits}.is_known());
  for (const auto bits : std::vector<std::uint16_t>{0, 33})
    CHECK_FALSE(ColumnCoding{ColumnType::real32_quant, bits}.is_known());
  CHECK_FALSE(ColumnCoding{static_cast<ColumnType>(0x1e), 8}.is_known());
  CHECK_FALSE(ColumnCoding{static_cast<ColumnType>(0xffff), 8}.is_known());
}

TEST_CASE("a page is as long as its elements' bits, rounded up to bytes") {
  CHECK(ColumnCoding{ColumnType::bit, 1}.page_size(0) == 0);
  CHECK(ColumnCoding{ColumnType::bit, 1}.page_size(9) == 2);
  CHECK(ColumnCoding{ColumnType::real32_trunc, 21}.page_size(3) == 8);
  CHECK(ColumnCoding{ColumnType::dispatch, 96}.page_size(2) == 24);
  CHECK(ColumnCoding{ColumnType::dispatch, 96}.page_size(std::uint64_t{1} << 31) == std::uint64_t{12} << 31);
}

TEST_CASE("indexes and dispatches are told from numbers") {
  CHECK(ColumnCoding{ColumnType::split_index32, 32}.kind() == ntuple::ElementKind::index);
  CHECK(ColumnCoding{ColumnType::index64, 64}.kind() == ntuple::ElementKind::index);
  CHECK(ColumnCoding{ColumnType::dispatch, 96}.kind() == ntuple::ElementKind::dispatch);
  CHECK(ColumnCoding{ColumnType::character, 8}.kind() == ntuple::ElementKind::number);
}

TEST_CASE("only what lies in a page as in memory is plain") {
  CHECK(ColumnCoding{ColumnType::real64, 64}.is_plain());
  CHECK(ColumnCoding{ColumnType::index64, 64}.is_plain());
  CHECK_FALSE(ColumnCoding{ColumnType::index32, 32}.is_plain());  // offsets have 64 bits in memory
  CHECK_FALSE(ColumnCoding{ColumnType::real16, 16}.is_plain());
  CHECK_FALSE(ColumnCoding{ColumnType::bit, 1}.is_plain());
  CHECK_FALSE(ColumnCoding{ColumnType::split_int32, 32}.is_plain());
}

TEST_CASE("types have the specification's names") {
  CHECK(to_string(ColumnType::split_real32) == "SplitReal32");
  CHECK(to_string(ColumnType::dispatch) == "Switch");
  CHECK(to_string(static_cast<ColumnType>(99)) == "unknown");
}
