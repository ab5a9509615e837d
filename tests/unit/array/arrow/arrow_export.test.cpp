#include "ramet/array/arrow/arrow_export.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::array;

namespace {

template <class Value>
Array column_of(const std::vector<Value>& values) {
  ArrayBuilder array(ValueColumn<Value>::type());
  for (const Value& value : values) ValueColumn<Value>::append(array, value);
  return std::move(array).finish();
}

/// Released where it goes out of scope, as its readers do it. Threads: one thread.
template <class Exported>
struct Taken : Exported {
  Taken() : Exported{} {}
  ~Taken() {
    if (this->release != nullptr) this->release(this);
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
};

template <class Exported>
bool is_released(const Exported& exported) {
  return exported.release == nullptr;
}

template <class Number>
std::vector<Number> numbers_of(const ArrowArray& array, int buffer, std::int64_t count) {
  const auto* const first = static_cast<const Number*>(array.buffers[buffer]);
  return {first, first + count};
}

std::string format_of(std::string_view text) {
  Taken<ArrowSchema> schema;
  export_type(parse_type(text), "x", schema);
  CHECK(schema.name == std::string_view("x"));
  return schema.format;
}

}  // namespace

TEST_CASE("arrow: every type has its format") {
  for (const auto& [type, format] :
       std::vector<std::pair<const char*, const char*>>{{"bool", "b"},
                                                        {"int8", "c"},
                                                        {"uint8", "C"},
                                                        {"int16", "s"},
                                                        {"uint16", "S"},
                                                        {"int32", "i"},
                                                        {"uint32", "I"},
                                                        {"int64", "l"},
                                                        {"uint64", "L"},
                                                        {"float32", "f"},
                                                        {"float64", "g"},
                                                        {"string", "U"},
                                                        {"var * int8", "+L"},
                                                        {"3 * int8", "+w:3"},
                                                        {"{x: int8}", "+s"},
                                                        {"?int8", "c"},
                                                        {"union[int8, string]", "+ud:0,1,2"}}) {
    CAPTURE(type);
    CHECK(format_of(type) == format);
  }
}

TEST_CASE("arrow: what may be missing is nullable, and children are called as the members are") {
  Taken<ArrowSchema> schema;
  export_type(parse_type("{\"a.b\": ?int32, c: var * ??float32, d: union[int8]}"), "record", schema);
  REQUIRE(schema.n_children == 3);
  CHECK(schema.flags == 0);
  CHECK(schema.children[0]->name == std::string_view("a.b"));
  CHECK(schema.children[0]->flags == ARROW_FLAG_NULLABLE);
  CHECK(schema.children[0]->n_children == 0);
  CHECK(schema.children[1]->flags == 0);
  CHECK(schema.children[1]->children[0]->flags == ARROW_FLAG_NULLABLE);
  CHECK(schema.children[1]->children[0]->format == std::string_view("f"));
  CHECK(schema.children[2]->children[0]->format == std::string_view("n"));
  CHECK(schema.children[2]->children[1]->name == std::string_view("int8"));
}

TEST_CASE("arrow: a child that was moved out outlives its parent") {
  ArrowSchema schema{};
  export_type(parse_type("{x: int8, y: string}"), "", schema);
  Taken<ArrowSchema> child;
  static_cast<ArrowSchema&>(child) = *schema.children[1];
  schema.children[1]->release = nullptr;
  schema.release(&schema);
  CHECK(is_released(schema));
  CHECK(child.name == std::string_view("y"));
}

TEST_CASE("arrow: numbers, strings and lists are shared, and live until they are released") {
  std::optional<Array> lists = column_of<std::vector<std::string>>({{"a", "grün"}, {}, {"c"}});
  const auto* const offsets = lists->list_offsets().data();
  const std::byte* const characters = lists->content(0).values().data();
  Taken<ArrowArray> out;
  export_values(*lists, out);
  lists.reset();
  CHECK(out.length == 3);
  CHECK(out.n_buffers == 2);
  CHECK(out.buffers[0] == nullptr);
  CHECK(out.buffers[1] == offsets);
  REQUIRE(out.n_children == 1);
  const ArrowArray& strings = *out.children[0];
  CHECK(strings.length == 3);
  CHECK(strings.n_buffers == 3);
  CHECK(strings.buffers[2] == characters);
  CHECK(numbers_of<std::int64_t>(strings, 1, 4) == std::vector<std::int64_t>{0, 1, 6, 7});
}

TEST_CASE("arrow: slices are shared, too") {
  const Array lists = column_of<std::vector<std::string>>({{"\xff"}, {"a", "b"}, {"c"}});
  Taken<ArrowArray> out;
  CHECK_THROWS_AS(export_values(lists, out), Error);
  const Array strings = column_of<std::string>({"\xff", "ab", "c"});
  export_values(strings.slice(1, 3), out);
  CHECK(out.length == 2);
  CHECK(out.buffers[1] == strings.list_offsets().data() + 1);
  CHECK(out.buffers[2] == strings.values().data());
  const Array options = column_of<std::optional<std::int32_t>>({7, std::nullopt, 9, 10});
  Taken<ArrowArray> part;
  export_values(options.slice(1, 3), part);
  CHECK(part.null_count == 1);
  CHECK(numbers_of<std::int32_t>(part, 1, 2) == std::vector<std::int32_t>{0, 9});
  const Array variants = column_of<std::variant<std::int32_t, std::string>>({5, "a", 6});
  Taken<ArrowArray> last;
  export_values(variants.slice(2, 3), last);
  CHECK(numbers_of<std::int8_t>(last, 0, 1) == std::vector<std::int8_t>{1});
  CHECK(numbers_of<std::int32_t>(last, 1, 1) == std::vector<std::int32_t>{1});
}

TEST_CASE("arrow: empty columns have no null buffers") {
  Taken<ArrowArray> out;
  export_values(column_of<std::string>({}), out);
  CHECK(out.length == 0);
  CHECK(out.buffers[1] != nullptr);
  CHECK(out.buffers[2] != nullptr);
}

TEST_CASE("arrow: truths are packed, the first in the lowest bit") {
  Taken<ArrowArray> out;
  export_values(column_of<bool>({true, false, false, true, false, false, false, false, true}), out);
  CHECK(numbers_of<std::uint8_t>(out, 1, 2) == std::vector<std::uint8_t>{0b1001, 1});
}

TEST_CASE("arrow: missing values have a place and a bit, also in each other") {
  Taken<ArrowArray> out;
  export_values(column_of<std::optional<std::int32_t>>({7, std::nullopt, 9}), out);
  CHECK(out.length == 3);
  CHECK(out.null_count == 1);
  CHECK(numbers_of<std::uint8_t>(out, 0, 1) == std::vector<std::uint8_t>{0b101});
  CHECK(numbers_of<std::int32_t>(out, 1, 3) == std::vector<std::int32_t>{7, 0, 9});

  using Twice = std::optional<std::optional<std::int16_t>>;
  Taken<ArrowArray> twice;
  export_values(column_of<Twice>({Twice(std::nullopt), Twice(std::optional<std::int16_t>()), Twice(3)}), twice);
  CHECK(twice.null_count == 2);
  CHECK(numbers_of<std::uint8_t>(twice, 0, 1) == std::vector<std::uint8_t>{0b100});

  using Words = std::vector<std::string>;
  Taken<ArrowArray> words;
  export_values(column_of<std::optional<Words>>({std::nullopt, Words{"a"}, Words{}, std::nullopt}), words);
  CHECK(words.null_count == 2);
  CHECK(numbers_of<std::int64_t>(words, 1, 5) == std::vector<std::int64_t>{0, 0, 1, 1, 1});
}

TEST_CASE("arrow: a variant is a union, in which none is of the first kind") {
  using Either = std::variant<std::int32_t, std::string>;
  Taken<ArrowArray> out;
  export_values(column_of<Either>({Either(5), Either("a"), Either(6), Either("b")}), out);
  CHECK(out.n_buffers == 2);
  CHECK(numbers_of<std::int8_t>(out, 0, 4) == std::vector<std::int8_t>{1, 2, 1, 2});
  CHECK(numbers_of<std::int32_t>(out, 1, 4) == std::vector<std::int32_t>{0, 0, 1, 1});
  REQUIRE(out.n_children == 3);
  CHECK(out.children[0]->length == 0);

  Taken<ArrowArray> with_none;
  export_values(column_of<std::optional<Either>>({Either(5), std::nullopt, std::nullopt}), with_none);
  CHECK(numbers_of<std::int8_t>(with_none, 0, 3) == std::vector<std::int8_t>{1, 0, 0});
  CHECK(numbers_of<std::int32_t>(with_none, 1, 3) == std::vector<std::int32_t>{0, 0, 1});
  CHECK(with_none.children[0]->null_count == 2);
}

TEST_CASE("arrow: a string that is no UTF-8 is refused with its number") {
  for (const auto& [strings, number] : std::vector<std::pair<std::vector<std::string>, const char*>>{
           {{"a", "gr\xfcn"}, "string 1 is no UTF-8"}, {{"\xc3", "\xbc"}, "string 0 is no UTF-8"}}) {
    Taken<ArrowArray> out;
    try {
      export_values(column_of<std::string>(strings), out);
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::unsupported);
      CHECK(std::string_view(error.what()).starts_with(number));
    }
    CHECK(is_released(out));
  }
}

TEST_CASE("arrow: columns become one record, and must be of one length") {
  const std::vector<Array> columns = {column_of<float>({1, 2}), column_of<std::string>({"a", "b"})};
  const std::vector<std::string> names = {"x", "name"};
  Taken<ArrowArray> out;
  export_record(2, names, columns, out);
  CHECK(out.n_children == 2);
  CHECK(out.n_buffers == 1);
  CHECK(out.children[0]->buffers[1] == columns[0].values().data());
  Taken<ArrowArray> none;
  CHECK_THROWS_WITH_AS(export_record(3, names, columns, none), "column 'x' has 2 values, the record has 3", Error);
  CHECK(is_released(none));
  const std::vector<Array> wrong = {columns[0], column_of<std::string>({"a", "\xff"})};
  CHECK_THROWS_WITH_AS(export_record(2, names, wrong, none),
                       "column 'name': string 1 is no UTF-8, which Arrow's strings are", Error);
  CHECK(is_released(none));
}
