#include "../../array_text.hpp"
#include "../../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/column_plan.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

std::string run(std::string_view type, std::string_view wanted, const ObjectWriter& writer) {
  const auto stored = StoredType::compile({}, type, Place::item);
  const array::Type type_wanted = array::parse_type(wanted);
  const WholeColumnPlan compiled = compile_column(stored->form(), type_wanted);
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(type_wanted);
  run_column(compiled, cursor, 1, values, false);
  array::validate(values.borrow());
  CHECK(cursor.at_end());
  return text_of(values);
}

}  // namespace

TEST_CASE("an array of fixed size becomes a list, and a list of the right size an array") {
  ObjectWriter array(key_length);
  for (const std::int32_t value : {1, 2, 3}) array.write(value);
  CHECK(run("array<int,3>", "3 * int32", array) == "[[1, 2, 3]]");
  CHECK(run("array<int,3>", "var * int64", array) == "[[1, 2, 3]]");
  ObjectWriter list(key_length);
  list.write(std::uint32_t{2});
  for (const std::int32_t value : {1, 2}) list.write(value);
  CHECK(run("vector<int>", "2 * float32", list) == "[[1, 2]]");
  CHECK_THROWS_AS(run("vector<int>", "3 * float32", list), Error);
}

TEST_CASE("the objects of a TArray are its count and its numbers") {
  ObjectWriter writer(key_length);
  writer.array(std::span<const double>(std::vector{0.5, 1.5}));
  CHECK(run("TArrayD", "var * float64", writer) == "[[0.5, 1.5]]");
}

TEST_CASE("a TRef is the unique id of what it refers to, a TRefArray a list of such") {
  ObjectWriter reference(key_length);
  reference.tobject(1U << 4, 77);
  reference.write(std::uint16_t{1});
  CHECK(run("TRef", "{ref: uint32}", reference) == "[{ref: 77}]");
  ObjectWriter array(key_length);
  array.versioned(1, [&] {
    array.tobject();
    array.string("name");
    array.write(std::uint32_t{2});
    array.write(std::uint32_t{0});
    array.write(std::uint16_t{0});
    for (const std::uint32_t id : {5U, 6U}) array.write(id);
  });
  CHECK(run("TRefArray", "{fName: string, fSize: int32, refs: var * uint32}", array) ==
        "[{fName: \"name\", fSize: 2, refs: [5, 6]}]");
}

TEST_CASE("a count that the bytes cannot hold allocates nothing") {
  ObjectWriter writer(key_length);
  writer.write(std::uint32_t{0x3fffffff});
  CHECK_THROWS_AS(run("vector<string>", "var * string", writer), Error);
  CHECK_THROWS_AS(run("vector<vector<int> >", "var * var * int32", writer), Error);
}

TEST_CASE("arrays of nothing are no more than the bytes justify") {
  auto arrays = counted_element("x", code::short_ + code::counted_array, "n");
  arrays.array_length = 0x7fffffff;
  const schema::StreamerInfos infos({layout("A", 1, {element("n", code::counter, "int"), arrays})});
  const auto stored = StoredType::compile({.file = &infos}, "A", Place::item);
  const WholeColumnPlan compiled = compile_column(stored->form(), column_type(stored->form()));
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{0});
    writer.write(std::uint8_t{0});
  });
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(column_type(stored->form()));
  CHECK_THROWS_AS(run_column(compiled, cursor, 1, values, false), Error);
}
