#include <string>
#include <vector>

#include "../../random_array.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/storing/write_plan.hpp"
#include "ramet/object/stored_form.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;

namespace {

std::string hex(const bytes::Buffer& bytes) {
  std::string text;
  for (const std::byte byte : bytes.span()) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

array::Array lists_of_int16() {
  array::ArrayBuilder lists(array::parse_type("var * int16"));
  const std::vector<std::int16_t> values = {1, 2, 3};
  lists.contents[0].values.append(std::as_bytes(std::span(values)));
  lists.contents[0].length = 3;
  for (const std::int64_t end : {2, 2, 3}) array::append_offset(lists, end);
  lists.length = 3;
  return std::move(lists).finish();
}

std::string written(Place place, bool is_column, std::size_t first, std::size_t count) {
  const array::Array lists = lists_of_int16();
  const auto stored = StoredType::compile({}, "vector<short>", place);
  const WritePlan plan = compile_write(stored->form(), lists.type());
  bytes::Buffer to;
  if (is_column)
    write_column(plan, lists, first, count, to);
  else
    write_each(plan, lists, first, count, to);
  return hex(to);
}

}  // namespace

TEST_CASE("collections in collections are counts and items") {
  CHECK(written(Place::item, false, 0, 3) ==
        "00000002"
        "00010002"
        "00000000"
        "00000001"
        "0003");
}

TEST_CASE("members have a head each, and one for all when they stand together") {
  CHECK(written(Place::member, false, 0, 2) ==
        "4000000a000a"
        "00000002"
        "00010002"
        "40000006000a"
        "00000000");
  CHECK(written(Place::member, true, 0, 3) ==
        "40000014000a"
        "00000002"
        "00010002"
        "00000000"
        "00000001"
        "0003");
}

TEST_CASE("a member of zero objects has its head, too") { CHECK(written(Place::member, true, 0, 0) == "40000002000a"); }

TEST_CASE("a long text has its length in four bytes more") {
  array::ArrayBuilder texts(array::Type::string());
  const std::string text(300, 'x');
  texts.values.append(std::as_bytes(std::span(text)));
  array::append_offset(texts, 300);
  texts.length = 1;
  const auto stored = StoredType::compile({}, "string", Place::item);
  bytes::Buffer to;
  write_each(compile_write(stored->form(), texts.type()), texts.borrow(), 0, 1, to);
  CHECK(hex(to).substr(0, 12) == "ff0000012c78");
  CHECK(to.size() == 305);
}
