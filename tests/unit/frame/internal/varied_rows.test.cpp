#include "ramet/frame/internal/varied_rows.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame::internal;

namespace {

/// Columns "x", which varies under a:b, and "k", which does not; under c:d only entries differ.
VariedRows rows_of_two() {
  return {{array::parse_type("int32"), array::parse_type("var * float32")},
          {{"", {{0, false}, {1, false}}},
           {"a:b", {{0, false}, {0, true}, {1, false}}},
           {"c:d", {{0, false}, {1, false}}}}};
}

table::Schema nominal() {
  return {"T",
          "",
          {{.name = "x", .type = array::parse_type("int32")},
           {.name = "k", .type = array::parse_type("var * float32"), .counter = "nk"}}};
}

/// Add rows to a partial: entries 100 + `rows`, whose x is ten times the row, with these varied numbers and lists of
/// one number, the entry's.
void add(frame::Partial& partial, const std::vector<std::uint64_t>& rows, std::optional<std::vector<std::int32_t>> x) {
  std::vector<std::vector<float>> lists;
  std::vector<std::int32_t> nominal;
  for (const std::uint64_t row : rows) lists.push_back({static_cast<float>(100 + row)});
  for (const std::uint64_t row : rows) nominal.push_back(static_cast<std::int32_t>(10 * row));
  std::vector<array::Array> values = {sample::column_of(nominal)};
  if (x) values.push_back(sample::column_of(*x));
  values.push_back(sample::column_of(lists));
  partial.add({.batch = {{100}, {106}}, .rows = rows, .count = rows.size(), .values = values, .slot = {0}});
}

using Numbers = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("an entry that passed under any version is one row, with the values of those under which it passed") {
  VariedRows rows = rows_of_two();
  const frame::Task task{3, {{100}, {106}}};
  auto nominal = rows.partial(0), shifted = rows.partial(1), other = rows.partial(2);
  add(*nominal, {1, 4}, std::nullopt);
  add(*shifted, {2, 4}, Numbers{21, 41});
  add(*other, {5}, std::nullopt);
  CHECK(!rows.end(task, 1, std::move(shifted)));
  CHECK(!rows.end(task, 0, std::move(nominal)));
  const auto joined = rows.end(task, 2, std::move(other));
  REQUIRE(joined);
  REQUIRE(joined->size() == 4);
  CHECK(sample::numbers_of<std::uint64_t>((*joined)[0]) == std::vector<std::uint64_t>{1, 2, 3, 4});
  CHECK(sample::numbers_of<std::int32_t>((*joined)[1]) == Numbers{10, 20, 40, 50});
  CHECK(sample::numbers_of<float>((*joined)[2].content(0)) == std::vector<float>{101, 102, 104, 105});
  CHECK(sample::numbers_of<std::int32_t>((*joined)[3]) == Numbers{0, 21, 41, 0});
}

TEST_CASE("a task without rows has none under any version") {
  VariedRows rows = rows_of_two();
  const frame::Task task{0, {{0}, {6}}};
  for (const std::size_t version : {0U, 1U}) CHECK(!rows.end(task, version, rows.partial(version)));
  const auto joined = rows.end(task, 2, rows.partial(2));
  REQUIRE(joined);
  for (const array::Array& column : *joined) CHECK(column.length() == 0);
}

TEST_CASE("columns have the names that ROOT gives them, and the bits of their versions") {
  const VariedRows rows = rows_of_two();
  const table::Schema stored = rows.schema(nominal(), write::Format::ttree);
  std::vector<std::string> names;
  for (const table::Column& column : stored.columns) names.push_back(column.name);
  CHECK(names == std::vector<std::string>{"R_rdf_mask_T_0", "x", "k", "x__a_b"});
  CHECK(stored.columns[2].form == table::ListForm::standard_vector);
  CHECK(stored.columns[2].counter.empty());
  CHECK(stored.columns[0].type_name == "ULong_t");
  CHECK(rows.schema(nominal(), write::Format::rntuple).columns[0].type_name.empty());
  const std::vector<MaskBit> bits = rows.mask_bits(nominal());
  REQUIRE(bits.size() == 3);
  CHECK(bits[0].bit == 0);
  CHECK(bits[2].column == "x__a_b");
  CHECK(bits[2].mask == "R_rdf_mask_T_0");
  CHECK(bits[2].bit == 1);
}

TEST_CASE("masks of more than 64 versions are several columns") {
  std::vector<VariedVersion> versions = {{"", {{0, false}}}};
  for (int k = 1; k < 70; ++k) versions.push_back({"v:" + std::to_string(k), {{0, true}}});
  VariedRows rows({array::parse_type("int32")}, versions);
  const frame::Task task{0, {{0}, {2}}};
  std::optional<std::vector<array::Array>> joined;
  for (std::size_t version = 0; version < versions.size(); ++version) {
    auto partial = rows.partial(version);
    const std::vector<array::Array> values = [] {
      std::vector<array::Array> one;
      one.push_back(sample::column_of(Numbers{7}));
      return one;
    }();
    const std::vector<std::uint64_t> second = {1};
    if (version == 69) partial->add({.batch = {{0}, {2}}, .rows = second, .count = 1, .values = values, .slot = {0}});
    joined = rows.end(task, version, std::move(partial));
  }
  REQUIRE(joined);
  REQUIRE(joined->size() == 2 + 1 + 69);
  CHECK(sample::numbers_of<std::uint64_t>((*joined)[0]) == std::vector<std::uint64_t>{0});
  CHECK(sample::numbers_of<std::uint64_t>((*joined)[1]) == std::vector<std::uint64_t>{1U << 5U});
  CHECK(sample::numbers_of<std::int32_t>(joined->back()) == Numbers{7});
}
