#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("values do not depend on the batches") {
  for (const char* const text : {"v * x", "i > 0 ? v[0] : x", "Sum(v * x)", "rdfentry_ * i",
                                 "float t = 0; for (auto q : v) t += q; return t;"}) {
    CAPTURE(text);
    CHECK(sample::values(text, 1) == sample::values(text, 3));
    CHECK(sample::values(text, 2) == sample::values(text, 3));
  }
}

TEST_CASE("a batch has a place: its first entry and its slot") {
  CHECK(sample::values("rdfentry_ * 100 + rdfslot_", 2) == "7 107 207");
}

TEST_CASE("entries that do not follow one another have numbers") {
  sample::Columns columns;
  const std::string texts[] = {"rdfentry_ * 1.", "uniform()"};
  expr::Evaluator evaluator(expr::Program::compile(texts, columns.scope));
  const std::uint64_t numbers[] = {1, 2};
  const auto two = evaluator.run({}, 2, {.first_entry = 1, .numbers = numbers});
  const auto three = evaluator.run({}, 3, {});
  CHECK(two[0].numbers<double>()[1] == 2);
  CHECK(two[1].numbers<double>()[1] == three[1].numbers<double>()[2]);
  CHECK_THROWS_WITH_AS(evaluator.run({}, 3, {.numbers = numbers}), doctest::Contains("2 numbers of entries"), Error);
}

TEST_CASE("columns of the wrong number or length are refused") {
  sample::Columns columns;
  expr::Evaluator evaluator(expr::Program::compile("x + i", columns.scope));
  const std::vector<array::Array> one = {columns.arrays[3]};
  CHECK_THROWS_WITH_AS(evaluator.run(one, 3, {}), doctest::Contains("2 columns is run with 1"), Error);
  const std::vector<array::Array> two = {columns.arrays[3], columns.arrays[0]};
  CHECK_THROWS_WITH_AS(evaluator.run(two, 4, {}), doctest::Contains("3 values in a batch of 4"), Error);
}

TEST_CASE("records and lists of records come out as such") {
  CHECK(sample::values("p") == "{0.5,1} {1.5,2} {2.5,3}");
  CHECK(sample::values("Construct<ROOT::Math::XYZVector>(v, v, v)") == "[{3,3,3},{1,1,1},{2,2,2}] [] [{4,4,4}]");
}

TEST_CASE("records in lists inside of records in lists come out as such") {
  // Of two entries: one with two records, whose lists have one and two records; and one without.
  const array::Type inner =
      array::Type::record_of({"s", "n"}, {array::Type::string(), array::Type::of(array::NumberType::int32)});
  const array::Type outer =
      array::Type::record_of({"k", "a"}, {array::Type::of(array::NumberType::int32), array::Type::list_of(inner)});
  array::ArrayBuilder builder(array::Type::list_of(outer));
  array::ArrayBuilder& records = builder.contents[0];
  array::ArrayBuilder& lists = records.contents[1];
  array::ArrayBuilder& inside = lists.contents[0];
  for (const char* const text : {"x", "yy", "z"}) {
    array::ValueColumn<std::string>::append(inside.contents[0], text);
    array::ValueColumn<std::int32_t>::append(inside.contents[1], static_cast<std::int32_t>(inside.length));
    ++inside.length;
  }
  for (const std::int64_t end : {1, 3}) {
    array::ValueColumn<std::int32_t>::append(records.contents[0], static_cast<std::int32_t>(10 * end));
    array::append_offset(lists, end);
    ++lists.length;
    ++records.length;
  }
  for (const std::int64_t end : {2, 2}) {
    array::append_offset(builder, end);
    ++builder.length;
  }
  const array::Array column = std::move(builder).finish();
  expr::Scope scope;
  scope.columns.push_back({"r", column.type()});
  const std::vector<array::Array> columns = {column};
  const std::vector<array::Array> found = expr::Evaluator(expr::Program::compile("r", scope)).run(columns, 2, {});
  array::validate(found[0]);
  CHECK(found[0].type() == column.type());
  CHECK(found[0].list_offsets()[2] == 2);
  const array::Array again = found[0].content(0).content(1);
  CHECK(again.list_offsets()[2] == 3);
  CHECK(again.content(0).content(1).numbers<std::int32_t>()[2] == 2);
}

TEST_CASE("an empty batch gives no values") {
  sample::Columns columns;
  expr::Evaluator evaluator(expr::Program::compile("Sort(v) * x", columns.scope));
  const std::vector<array::Array> none = {columns.arrays[7].slice(0, 0), columns.arrays[3].slice(0, 0)};
  CHECK(evaluator.run(none, 0, {})[0].length() == 0);
}
