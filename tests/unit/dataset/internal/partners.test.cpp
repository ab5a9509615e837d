#include "ramet/dataset/internal/partners.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/detail/gather.hpp"

using namespace ramet;
using namespace ramet::dataset;
using sample::column_of;
using sample::error_of;

namespace {

const std::vector<std::string> on = {"run", "event"};

/// The partners of runs 1, 2, 3 and events 5, 6, 7 in a table that has (3, 7), (1, 5).
std::vector<std::uint64_t> partners(Unmatched unmatched) {
  const Index index(std::vector<std::int64_t>{3, 1}, std::vector<std::int64_t>{7, 5});
  return internal::partners_of({{1, 2, 3}, {5, 6, 7}}, index, unmatched, on, 10, "friend 'f'");
}

}  // namespace

TEST_CASE("partners: an index is of integers of any width") {
  const auto numbers = [](sample::Array column) {
    const std::vector<sample::Array> columns = {std::move(column)};
    const std::vector<std::string> names = {"n"};
    return internal::index_numbers(columns, names);
  };
  CHECK(numbers(column_of(std::vector<std::uint8_t>{255})).major == std::vector<std::int64_t>{255});
  CHECK(numbers(column_of(std::vector<std::int16_t>{-2})).major == std::vector<std::int64_t>{-2});
  CHECK(numbers(column_of(std::vector<std::uint64_t>{~std::uint64_t{0}})).major == std::vector<std::int64_t>{-1});
  CHECK(numbers(column_of(std::vector<bool>{true})).minor == std::vector<std::int64_t>{0});
  CHECK(error_of([&] { numbers(column_of(std::vector<double>{1})); }) ==
        "unsupported: column 'n' is float64: an index needs integers");
}

TEST_CASE("partners: an entry without one is an error with its numbers, or marked") {
  CHECK(partners(Unmatched::fill) == std::vector<std::uint64_t>{1, no_row, 0});
  CHECK(error_of([] { partners(Unmatched::error); }) ==
        "not_found: friend 'f' has no entry for run = 2, event = 6, which entry 11 has");
}

TEST_CASE("partners: their values are read from the first to the last, and put in order") {
  const auto values = [](std::vector<std::uint64_t> rows, EntryRange wanted) {
    return internal::values_of_partners(std::move(rows), Unmatched::fill, [&](EntryRange range) {
      CHECK(range == wanted);
      return std::vector<sample::Array>{
          sample::count_from<double>(static_cast<int>(range.first.number), static_cast<std::size_t>(range.size()))};
    });
  };
  const auto read = values({9, no_row, 4}, {{4}, {10}});
  CHECK(sample::numbers_of<double>(read[0]) == std::vector<double>{9, 0, 4});
  CHECK(sample::numbers_of<double>(values({no_row}, {})[0]) == std::vector<double>{0});
  CHECK(values({}, {})[0].length() == 0);
}

TEST_CASE("partners: a name may say whose column it is") {
  const auto name = [](std::string_view prefix, std::string_view asked) {
    return internal::name_in_other(prefix, asked, [](std::string_view column) { return column == "x"; });
  };
  CHECK(name("f", "f.x") == "x");
  CHECK(name("f", "x") == "x");
  CHECK(!name("f", "f.y"));
  CHECK(!name("f", "g.x"));
  CHECK(!name("", ".x"));
}
