#include "ramet/array/detail/packed_columns.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "unit/array/sample_arrays.hpp"
#include "unit/array/sample_builder.hpp"
#include <doctest/doctest.h>

using namespace ramet::array;
using namespace sample;

namespace {

std::shared_ptr<const std::vector<ArrayBuilder>> types_of(std::span<const ArrayBuilder> columns) {
  auto types = std::make_shared<std::vector<ArrayBuilder>>();
  for (const ArrayBuilder& column : columns) types->emplace_back(column.type());
  return types;
}

/// Columns of each kind, with four rows.
std::vector<ArrayBuilder> columns() {
  std::vector<ArrayBuilder> made;
  made.push_back(builder_of<std::uint8_t>({1, 2, 3, 4}));
  made.push_back(builder_of<double>({1.5, 2.5, 3.5, 4.5}));
  made.push_back(builder_of<std::string>({"a", "", "bcd", "ef"}));
  made.push_back(builder_of<std::vector<std::vector<float>>>({{{1, 2}, {}}, {}, {{3}}, {{4, 5, 6}, {7}}}));
  made.push_back(builder_of<std::optional<std::int16_t>>({1, std::nullopt, 3, std::nullopt}));
  made.push_back(builder_of<std::array<std::int32_t, 3>>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}}));
  made.push_back(
      builder_of<std::pair<std::vector<std::string>, float>>({{{"x"}, 1.F}, {{}, 2.F}, {{"y", "z"}, 3.F}, {{}, 4.F}}));
  made.push_back(builder_of<std::variant<float, std::string>>({1.F, "a", 2.F, "b"}));
  return made;
}

}  // namespace

TEST_CASE("packed columns: any rows are those that were packed, for each kind of column") {
  const std::vector<ArrayBuilder> original = columns();
  const PackedColumns packed(original, types_of(original));
  REQUIRE(packed.size() == original.size());
  for (std::size_t first = 0; first <= 4; ++first)
    for (std::size_t last = first; last <= 4; ++last) {
      CAPTURE(first);
      CAPTURE(last);
      std::vector<ArrayBuilder> found = packed.builders(), expected = packed.builders();
      for (int time = 0; time < 2; ++time) {  // also behind others
        packed.append_to(found, first, last);
        for (std::size_t column = 0; column < original.size(); ++column)
          append(expected[column], original[column], first, last);
      }
      for (std::size_t column = 0; column < original.size(); ++column) {
        CAPTURE(column);
        CHECK(equal(found[column].borrow(), expected[column].borrow()));
      }
    }
}

TEST_CASE("packed columns: none, and none with rows") {
  CHECK(PackedColumns().empty());
  std::vector<ArrayBuilder> one;
  one.push_back(builder_of<std::vector<float>>({}));
  const PackedColumns packed(one, types_of(one));
  CHECK_FALSE(packed.empty());
  std::vector<ArrayBuilder> found = packed.builders();
  packed.append_to(found, 0, 0);
  CHECK(found[0].length == 0);
}
