#include "ramet/write/internal/sheaf.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"

using namespace ramet;
using namespace ramet::write::internal;

namespace {

std::vector<std::int64_t> numbers_of(const Sheaf& sheaf) {
  const auto numbers = sheaf.columns[0].numbers<std::int64_t>();
  return {numbers.begin(), numbers.end()};
}

Sheaf counting(table::ClusterPlace place, std::int64_t first, std::size_t count) {
  Sheaf sheaf;
  sheaf.append(sample::counting(first, count), 0, count, place);
  sheaf.parts.back().is_over = true;
  return sheaf;
}

}  // namespace

TEST_CASE("sheaf: rows of an open part are added to it, and rows after its end are another part") {
  Sheaf sheaf;
  const auto rows = sample::counting(0, 10);
  sheaf.append(rows, 0, 0, {3, 0});
  CHECK(sheaf.empty());
  sheaf.append(rows, 0, 4, {3, 0});
  sheaf.append(rows, 4, 5, {3, 0});
  sheaf.parts.back().is_over = true;
  sheaf.append(rows, 5, 8, {2, 7});
  REQUIRE(sheaf.parts.size() == 2);
  CHECK(sheaf.parts[0].entries() == 5);
  CHECK(sheaf.parts[0].bytes == 40);
  CHECK(sheaf.parts[1].place == table::ClusterPlace{2, 7});
  CHECK(sheaf.parts[1].first == 5);
  CHECK(sheaf.parts[1].last == 8);
  CHECK(sheaf.entries == 8);
  CHECK(sheaf.bytes == 64);
  CHECK(sheaf.lowest == 2);
  CHECK(sheaf.highest == 3);
  CHECK(numbers_of(sheaf) == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("sheaf: a run of a whole sheaf takes its columns and memory, without a copy") {
  MemoryBudget budget(1000);
  Sheaf sheaf = counting({1, 0}, 0, 4);
  sheaf.memory = budget.reserve(100);
  const std::byte* data = sheaf.columns[0].values.data();
  RowRun run;
  for (Slice& slice : slices_of(sheaf)) run.append(std::move(slice));
  CHECK(sheaf.empty());
  CHECK(run.entries == 4);
  CHECK(run.bytes == 32);
  const Sheaf joined = join(run);
  CHECK(joined.columns[0].values.data() == data);
  CHECK(budget.used() == 100);
  CHECK(run.empty());
}

TEST_CASE("sheaf: rows of several sheaves are joined in the order of the run; memory is released with the last slice") {
  MemoryBudget budget(1000);
  Sheaf first;
  const auto rows = sample::counting(0, 10);
  for (std::uint64_t part = 0; part < 5; ++part) {
    first.append(rows, 2 * part, 2 * part + 2, {2 * part, 0});
    first.parts.back().is_over = true;
  }
  first.memory = budget.reserve(200);
  Sheaf second = counting({3, 5}, 100, 3);
  const auto of_first = slices_of(first);
  RowRun run;
  for (const std::size_t part : {0, 1}) run.append(Slice(of_first[part]));
  run.append(std::move(slices_of(second)[0]));
  run.append(Slice(of_first[2]));
  CHECK(run.place == table::ClusterPlace{0, 0});
  Sheaf joined = join(run);
  CHECK(numbers_of(joined) == std::vector<std::int64_t>{0, 1, 2, 3, 100, 101, 102, 4, 5});
  REQUIRE(joined.parts.size() == 4);
  CHECK(joined.parts[2].place == table::ClusterPlace{3, 5});
  CHECK(joined.parts[3].first == 7);
  CHECK(budget.used() == 200);  // of_first has slices of it
}

TEST_CASE("sheaf: the place of a run is that of the last slice of its first part") {
  RowRun run;
  for (const table::ClusterPlace place :
       {table::ClusterPlace{4, 2}, table::ClusterPlace{4, 9}, table::ClusterPlace{5, 11}}) {
    Sheaf sheaf = counting(place, 0, 1);
    run.append(std::move(slices_of(sheaf)[0]));
  }
  CHECK(run.place == table::ClusterPlace{4, 9});
}

TEST_CASE("sheaf: rows are appended to all columns or to none") {
  std::vector<array::ArrayBuilder> to;
  for (int column = 0; column < 2; ++column)
    array::append(to.emplace_back(array::parse_type("int64")), sample::counting(0, 3)[0]);
  auto from = sample::counting(0, 2);
  from.push_back(sample::counting(0, 2)[0]);
  append_rows<array::Array>(to, from, 1, 2);
  CHECK(to[0].length == 4);
  CHECK(to[1].length == 4);
}

TEST_CASE("sheaf: rows within a number of bytes, and a larger row") {
  array::ArrayBuilder texts(array::parse_type("string"));
  for (const std::size_t size : {0, 0, 100, 0, 50, 0, 0, 0})
    array::ValueColumn<std::string>::append(texts, std::string(size, 'x'));
  std::vector<array::Array> columns;  // 8 bytes more for each
  columns.push_back(std::move(texts).finish());
  CHECK(bytes_of_rows(columns, 0, 8) == 214);
  CHECK(bytes_of_rows(columns, 2, 3) == 108);
  CHECK(end_within(columns, 0, 8, 214) == 8);
  CHECK(end_within(columns, 0, 8, 213) == 4);
  CHECK(end_within(columns, 0, 8, 30) == 2);
  CHECK(end_within(columns, 2, 8, 30) == 3);
  CHECK(find_larger(columns, 0, 8, 107) == 2);
  CHECK(find_larger(columns, 3, 8, 57) == 4);
  CHECK(find_larger(columns, 0, 8, 108) == 8);
  CHECK(find_larger(columns, 8, 8, 1) == 8);
}
