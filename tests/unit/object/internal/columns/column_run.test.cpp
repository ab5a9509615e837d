#include "ramet/object/internal/columns/column_run.hpp"

#include "../../array_text.hpp"
#include "../../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

std::string read(const ObjectWriter& writer, std::size_t count) {
  const schema::StreamerInfos infos(
      {layout("A", 3, {element("x", code::int_, "int"), element("t", code::tstring, "TString")})});
  const auto stored = StoredType::compile({.file = &infos}, "A", Place::item);
  const WholeColumnPlan column = compile_column(stored->form(), column_type(stored->form()));
  array::ArrayBuilder values(column_type(stored->form()));
  bytes::ByteCursor cursor(writer.payload(), key_length);
  ColumnRun(cursor, column).each(column.plan, count, values);
  return text_of(values);
}

}  // namespace

TEST_CASE("an object has a head with a byte count, or, as very old ones, a version alone") {
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] {
    writer.write(1);
    writer.string("a");
  });
  writer.write(std::uint16_t{3});
  writer.write(2);
  writer.string("b");
  CHECK(read(writer, 2) == "[{x: 1, t: \"a\"}, {x: 2, t: \"b\"}]");
}

TEST_CASE("a byte count that reaches past the record, or is too small for a version, is corrupt") {
  for (const std::uint32_t size : {1U, 100U}) {
    CAPTURE(size);
    ObjectWriter writer(key_length);
    writer.write(schema::byte_count_mask | size);
    writer.write(std::uint16_t{3});
    writer.write(1);
    writer.string("a");
    CHECK_THROWS_AS(read(writer, 1), Error);
  }
}

TEST_CASE("an object that is longer or shorter than its members is corrupt") {
  for (const std::size_t more : {0U, 2U}) {
    CAPTURE(more);
    ObjectWriter writer(key_length);
    writer.versioned(3, [&] {
      writer.write(1);
      if (more > 0) writer.string("a");
      for (std::size_t i = 1; i < more; ++i) writer.write(std::uint8_t{0});
    });
    writer.string("");
    CHECK_THROWS_AS(read(writer, 1), Error);
  }
}
