#include "ramet/ntuple/internal/split_elements.hpp"

#include <doctest/doctest.h>

using namespace ramet::ntuple;

TEST_CASE("split elements: columns of the split types are split, and signed integers among them zigzagged") {
  for (const auto type : {ColumnType::bit, ColumnType::int32, ColumnType::index64, ColumnType::dispatch,
                          ColumnType::real32_trunc, ColumnType::real32_quant}) {
    CHECK_FALSE(is_split(type));
    CHECK_FALSE(is_zigzag(type));
  }
  for (const auto type : {ColumnType::split_uint16, ColumnType::split_uint64, ColumnType::split_real16,
                          ColumnType::split_real64, ColumnType::split_index32, ColumnType::split_index64}) {
    CHECK(is_split(type));
    CHECK_FALSE(is_zigzag(type));
  }
  for (const auto type : {ColumnType::split_int16, ColumnType::split_int32, ColumnType::split_int64}) {
    CHECK(is_split(type));
    CHECK(is_zigzag(type));
  }
}
