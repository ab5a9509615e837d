#include "ramet/object/internal/columns/bulk.hpp"

#include "../../array_text.hpp"
#include "../../made_up_class.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

const schema::StreamerInfos& classes() {
  static const schema::StreamerInfos infos(
      {layout("Base", 1, {base_element("TObject", 1), element("a", code::short_, "short")}),
       layout("Hit", 2,
              {base_element("Base", 1), element("x", code::float_, "float"),
               array_element("cell", code::int_ + code::fixed_array, 2)}),
       layout("Pair", 1, {[] {
                auto hits = array_element("hits", code::any + code::fixed_array, 2);
                hits.type_name = "Hit";
                return hits;
              }()}),
       layout("Text", 1, {element("t", code::tstring, "TString")})});
  return infos;
}

struct Compiled {
  std::shared_ptr<const StoredType> stored;
  WholeColumnPlan column;
  array::ArrayBuilder values;

  explicit Compiled(std::string_view type)
      : stored(StoredType::compile({.file = &classes()}, type, Place::item)),
        column(compile_column(stored->form(), column_type(stored->form()))),
        values(column_type(stored->form())) {}
};

void hit(ObjectWriter& writer, int number, std::uint32_t bits = 0) {
  writer.versioned(2, [&] {
    writer.versioned(1, [&] {
      writer.tobject(bits);
      if (bits != 0) writer.write(std::uint16_t{1});
      writer.write(static_cast<std::int16_t>(number));
    });
    writer.write(static_cast<float>(number) + 0.5F);
    writer.write(number);
    writer.write(-number);
  });
}

}  // namespace

TEST_CASE("objects that look like the first are read together, and reading stops before one that does not") {
  ObjectWriter writer(key_length);
  for (const int number : {1, 2, 3}) hit(writer, number);
  hit(writer, 4, 1U << 4);  // referenced: two bytes more
  Compiled hits("Hit");
  bytes::ByteCursor cursor(writer.payload(), key_length);
  const auto bulk = Bulk::learn(hits.column.plan, cursor);
  REQUIRE(bulk);
  CHECK(bulk->read(cursor, 4, hits.values) == 3);
  CHECK(text_of(hits.values) ==
        "[{a: 1, x: 1.5, cell: [1, -1]}, {a: 2, x: 2.5, cell: [2, -2]}, {a: 3, x: 3.5, cell: [3, -3]}]");
  array::validate(hits.values.borrow());
  CHECK(bulk->read(cursor, 1, hits.values) == 0);
}

TEST_CASE("objects in objects and in arrays are read together, too") {
  ObjectWriter writer(key_length);
  for (const int number : {1, 2})
    writer.versioned(1, [&] {
      hit(writer, number);
      hit(writer, 10 * number);
    });
  Compiled pairs("Pair");
  bytes::ByteCursor cursor(writer.payload(), key_length);
  const auto bulk = Bulk::learn(pairs.column.plan, cursor);
  REQUIRE(bulk);
  CHECK(bulk->read(cursor, 2, pairs.values) == 2);
  CHECK(cursor.at_end());
  array::validate(pairs.values.borrow());
  CHECK(text_of(pairs.values) ==
        "[{hits: [{a: 1, x: 1.5, cell: [1, -1]}, {a: 10, x: 10.5, cell: [10, -10]}]}, "
        "{hits: [{a: 2, x: 2.5, cell: [2, -2]}, {a: 20, x: 20.5, cell: [20, -20]}]}]");
}

TEST_CASE("objects with other members than numbers, and truncated ones, are not read in bulk") {
  ObjectWriter text(key_length);
  text.versioned(1, [&] { text.string("abc"); });
  const Compiled texts("Text");
  CHECK(texts.column.bulks == 0);
  CHECK_FALSE(Bulk::learn(texts.column.plan, bytes::ByteCursor(text.payload(), key_length)));
  ObjectWriter writer(key_length);
  hit(writer, 1);
  const Compiled hits("Hit");
  for (std::size_t size = 0; size < writer.payload().size(); ++size)
    CHECK_FALSE(Bulk::learn(hits.column.plan, bytes::ByteCursor(writer.payload().first(size), key_length)));
}

TEST_CASE("the pairs of a map are read together") {
  ObjectWriter writer(key_length);
  for (const int number : {1, 2}) {
    writer.write(static_cast<std::int16_t>(number));
    writer.write(0.25 * number);
  }
  Compiled map("map<short,double>");
  bytes::ByteCursor cursor(writer.payload(), key_length);
  const ColumnPlan& pair = map.column.plan.contents.at(0);
  const auto bulk = Bulk::learn(pair, cursor);
  REQUIRE(bulk);
  CHECK(bulk->read(cursor, 2, map.values.contents[0]) == 2);
  CHECK(text_of(map.values.contents[0]) == "[{first: 1, second: 0.25}, {first: 2, second: 0.5}]");
}
