#include "ramet/frame/internal/fills/fill_columns.hpp"

#include <limits>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::internal::FillColumns;

namespace {

frame::Chosen chosen(const std::vector<array::Array>& values, std::span<const std::uint64_t> rows = {}) {
  return {.batch = {{10}, {20}}, .rows = rows, .count = values[0].length(), .values = values, .slot = {}};
}

std::vector<double> loaded(const hist::NumberView& view) {
  std::vector<double> scratch(view.size());
  const auto numbers = view.load(scratch);
  return {numbers.begin(), numbers.end()};
}

template <class... Arrays>
std::vector<array::Array> all(Arrays&&... arrays) {
  std::vector<array::Array> columns;
  (columns.push_back(std::forward<Arrays>(arrays)), ...);
  return columns;
}

}  // namespace

TEST_CASE("a number goes with each element of the lists beside it") {
  const auto columns = all(sample::column_of<std::int32_t>({1, 2, 3}),
                           sample::column_of<std::vector<float>>({{0.5F, 1.5F}, {}, {2.5F}}));
  FillColumns fill("test");
  const auto views = fill.align(chosen(columns));
  CHECK(loaded(views[0]) == std::vector<double>{1, 1, 3});
  CHECK(loaded(views[1]) == std::vector<double>{0.5, 1.5, 2.5});
}

TEST_CASE("lists that are a part of longer ones are aligned by their own lengths") {
  const auto whole = sample::column_of<std::vector<float>>({{9}, {1, 2}, {3}, {8, 8}});
  const auto other = sample::column_of<std::vector<float>>({{4, 5}, {6}});
  const auto columns = all(whole.slice(1, 3), array::Array(other), sample::column_of<double>({7, 8}));
  FillColumns fill("test");
  const auto views = fill.align(chosen(columns));
  CHECK(loaded(views[0]) == std::vector<double>{1, 2, 3});
  CHECK(loaded(views[1]) == std::vector<double>{4, 5, 6});
  CHECK(loaded(views[2]) == std::vector<double>{7, 7, 8});
}

TEST_CASE("lists of different lengths are an error that names the entry") {
  const auto columns =
      all(sample::column_of<std::vector<float>>({{1}, {1, 2}}), sample::column_of<std::vector<float>>({{1}, {1}}));
  const std::uint64_t rows[] = {2, 5};
  FillColumns fill("histogram 'h'");
  CHECK(sample::error_of([&] { fill.align(chosen(columns, rows)); }) ==
        "misuse: histogram 'h': lists of 2 and 1 values in entry 15");
}

TEST_CASE("weights other than 1 are found anywhere") {
  using frame::internal::has_other_than_one;
  std::vector<float> weights(1000, 1);
  CHECK_FALSE(has_other_than_one(weights));
  CHECK_FALSE(has_other_than_one(std::span<const float>()));
  for (const std::size_t place : {0, 255, 256, 999}) {
    weights[place] = place == 999 ? std::numeric_limits<float>::quiet_NaN() : 0.5F;
    CHECK(has_other_than_one(weights));
    weights[place] = 1;
  }
}

TEST_CASE("columns are numbers or lists of numbers") {
  const std::vector<std::string> names = {"a", "b"};
  const auto require = [&](const char* second) {
    const std::vector<array::Type> types = {array::parse_type("int32"), array::parse_type(second)};
    frame::internal::require_numbers("sums", names, types);
  };
  for (const char* const type : {"bool", "uint64", "float32", "var * int8"}) CHECK_NOTHROW(require(type));
  for (const char* const type : {"string", "var * string", "var * var * int32", "{x: int32}", "3 * int32"})
    CHECK(sample::error_of([&] { require(type); }).starts_with("misuse: sums: column 'b' is of type "));
}
