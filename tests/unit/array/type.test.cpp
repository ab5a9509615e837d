#include "ramet/array/type.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::array;

namespace {

std::string error_of(const std::string& text) {
  try {
    parse_type(text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
    return error.what();
  }
  return "no error";
}

Type random_type(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 6 : 2)) {
    case 0:
      return Type::of(static_cast<NumberType>(*rc::gen::inRange(0, 11)));
    case 1:
      return Type::string();
    case 2:
      return Type::list_of(random_type(depth - 1));
    case 3:
      return Type::regular_of(*rc::gen::arbitrary<std::uint64_t>(), random_type(depth - 1));
    case 4:
      return Type::option_of(random_type(depth - 1));
    default:
      break;
  }
  if (*rc::gen::arbitrary<bool>()) {
    std::vector<Type> alternatives;
    for (int count = *rc::gen::inRange(0, 4); count > 0; --count) alternatives.push_back(random_type(depth - 1));
    return Type::variant_of(alternatives);
  }
  const auto names = *rc::gen::arbitrary<std::vector<std::string>>();
  std::vector<Type> contents;
  for (std::size_t i = 0; i < names.size(); ++i) contents.push_back(random_type(depth - 1));
  return Type::record_of(names, contents);
}

}  // namespace

TEST_CASE("types are written as in awkward") {
  CHECK(to_string(Type::of(NumberType::float32)) == "float32");
  CHECK(to_string(Type::string()) == "string");
  CHECK(to_string(Type::list_of(Type::list_of(Type::of(NumberType::int32)))) == "var * var * int32");
  CHECK(to_string(Type::regular_of(2, Type::regular_of(3, Type::of(NumberType::float64)))) == "2 * 3 * float64");
  const auto record = Type::record_of({"x", "n_1"}, {Type::of(NumberType::float32), Type::list_of(Type::string())});
  CHECK(to_string(record) == "{x: float32, n_1: var * string}");
  CHECK(to_string(Type::record_of({}, {})) == "{}");
  CHECK(to_string(Type::option_of(Type::list_of(Type::of(NumberType::int8)))) == "?var * int8");
  CHECK(to_string(Type::variant_of({Type::string(), Type::of(NumberType::int8)})) == "union[string, int8]");
}

TEST_CASE("names of members that are not identifiers are quoted") {
  const auto number = Type::of(NumberType::int8);
  const auto record = Type::record_of({"Muon.pt", "", "a \"b\" \\c", "3"}, {number, number, number, number});
  CHECK(to_string(record) == R"({"Muon.pt": int8, "": int8, "a \"b\" \\c": int8, 3: int8})");
  CHECK(parse_type(to_string(record)) == record);
}

TEST_CASE("spaces do not matter") {
  CHECK(parse_type("  var*int32 ") == parse_type("var * int32"));
  CHECK(parse_type("{ x :float32,n:  2*string }") == parse_type("{x: float32, n: 2 * string}"));
  CHECK(parse_type("{ }") == Type::record_of({}, {}));
  CHECK(parse_type("var * ? union[ int8,string ]") == parse_type("var*?union[int8, string]"));
}

TEST_CASE("whatever type is written is read back") {
  CHECK(rc::check([] {
    const Type type = random_type(*rc::gen::inRange(0, 4));
    RC_ASSERT(parse_type(to_string(type)) == type);
  }));
}

TEST_CASE("text that is not a type is misuse, and the message has the place and the expected text") {
  CHECK(error_of("") ==
        "type '' is not understood at character 0: expected a type such as float32, string, 'var * int32' or '3 * "
        "float64'");
  CHECK(error_of("var int32") == "type 'var int32' is not understood at character 4: expected '*'");
  CHECK(error_of("int32 int32") == "type 'int32 int32' is not understood at character 6: expected the end");
  CHECK(error_of("{x float32}") == "type '{x float32}' is not understood at character 3: expected ':'");
  CHECK(error_of("{: float32}") == "type '{: float32}' is not understood at character 1: expected a member's name");
  for (const char* text :
       {"float", "var *", "3", "3 *", "-1 * int8", "18446744073709551616 * int8", "{x: int8", "{x:", "{x: int8,}",
        "{\"x: int8}", "{\"x\\", "}", "*", "\xff", "?", "union", "union[", "union[int8,", "union[int8 int8]"}) {
    CAPTURE(text);
    CHECK(error_of(text).starts_with("type '"));
  }
}

TEST_CASE("a variant has no more alternatives than its tags can tell") {
  CHECK(Type::variant_of(std::vector<Type>(127)).contents.size() == 127);
  CHECK_THROWS_AS(Type::variant_of(std::vector<Type>(128)), Error);
}

TEST_CASE("a type that is nested too deep is refused before the stack ends") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "var * ";
  CHECK(error_of(text + "int8").ends_with("is nested deeper than 64"));
  CHECK(parse_type(text.substr(0, 60 * 6) + "int8").kind == Kind::list);
}
