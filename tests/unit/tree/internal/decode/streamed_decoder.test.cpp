#include "ramet/tree/internal/decode/streamed_decoder.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/tree/internal/layout/streamed_layout.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

/// Bytes of entries, and where each begins. Threads: one thread.
struct Entries {
  std::vector<std::byte> data;
  std::vector<std::uint32_t> offsets = {0};

  Basket basket() const { return {data, offsets, static_cast<std::uint32_t>(offsets.size() - 1), 60}; }
};

Entries entries_of(const std::vector<std::vector<int>>& entries) {
  Entries made;
  for (const auto& entry : entries) {
    for (const int byte : entry) made.data.push_back(static_cast<std::byte>(byte));
    made.offsets.push_back(static_cast<std::uint32_t>(made.data.size()));
  }
  return made;
}

ColumnLayout layout_of(const char* type, object::Place place = object::Place::item) {
  return streamed_layout({}, type, place);
}

array::Array decoded(const ColumnLayout& layout, const Basket& basket, BasketRows rows,
                     std::vector<std::int32_t> counts = {}) {
  array::ArrayBuilder to(layout.type);
  decode_streamed(layout, basket, rows, CountsView(counts), to);
  array::validate(to.borrow());
  return std::move(to).finish();
}

std::string error_of(const ColumnLayout& layout, const Entries& entries, std::vector<std::int32_t> counts = {}) {
  try {
    decoded(layout, entries.basket(), {0, entries.offsets.size() - 1}, std::move(counts));
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

/// Of objects in a split collection.
ColumnLayout repeated(ColumnLayout layout) {
  layout.is_repeated = true;
  layout.type = array::Type::list_of(layout.type);
  return layout;
}

}  // namespace

TEST_CASE("streamed decoder: some of the entries, wherever they begin") {
  const ColumnLayout layout = layout_of("vector<unsigned char>");
  const Entries entries = entries_of({{0, 0, 0, 1, 7}, {0, 0, 0, 0}, {0, 0, 0, 2, 8, 9}});
  const array::Array some = decoded(layout, entries.basket(), {1, 3});
  CHECK(some.length() == 2);
  CHECK(some.list_offsets()[1] == 0);
  CHECK(some.content(0).numbers<std::uint8_t>()[1] == 9);
  CHECK(decoded(layout, Basket{}, {0, 0}).length() == 0);
}

TEST_CASE("streamed decoder: entries without offsets have one size") {
  const ColumnLayout layout = layout_of("array<unsigned char,2>");
  const Entries entries = entries_of({{1, 2}, {3, 4}});
  const array::Array last = decoded(layout, {entries.data, {}, 2, 60}, {1, 2});
  CHECK(last.content(0).numbers<std::uint8_t>()[0] == 3);
  CHECK_THROWS_AS(decoded(layout, {entries.data, {}, 3, 60}, {0, 3}), Error);
}

TEST_CASE("streamed decoder: bytes that are left over, or lacking, are corrupt") {
  const ColumnLayout layout = layout_of("vector<unsigned char>");
  CHECK(error_of(layout, entries_of({{0, 0, 0, 1, 7, 8}})) == "corrupt: entry 0 of the basket has 1 bytes left over");
  CHECK(error_of(layout, entries_of({{0, 0, 0, 3, 7, 8}})).starts_with("corrupt: "));
}

TEST_CASE("streamed decoder: objects of a split collection are as many as the collection says") {
  const ColumnLayout layout = repeated(layout_of("vector<unsigned char>", object::Place::member));
  const Entries entries = entries_of({{0x40, 0, 0, 11, 0, 9, 0, 0, 0, 1, 7, 0, 0, 0, 0}, {0x40, 0, 0, 2, 0, 9}, {}});
  const array::Array all = decoded(layout, entries.basket(), {0, 3}, {2, 0, 0});
  CHECK(all.length() == 3);
  CHECK(all.list_offsets()[3] == 2);
  CHECK(all.content(0).list_offsets()[2] == 1);
  CHECK(error_of(layout, entries, {1, 0, 0}).starts_with("corrupt: "));
  CHECK(error_of(layout, entries, {3, 0, 0}).starts_with("corrupt: entry 0 of the basket"));
  CHECK(error_of(layout, entries, {-1, 0, 0}).starts_with("corrupt: "));
  CHECK(error_of(layout, entries) == "unsupported: members of a collection with an unknown number of objects");
}

TEST_CASE("streamed decoder: the name of an object's class may come first, and is the branch's") {
  ColumnLayout layout = layout_of("vector<unsigned char>");
  layout.has_class_name = true;
  layout.type_name = "V";
  CHECK(error_of(layout, entries_of({{1, 'V', 0, 0, 0, 0, 0}})) == "none");
  CHECK(error_of(layout, entries_of({{1, 'W', 0, 0, 0, 0, 0}})) ==
        "unsupported: entry 0 of the basket: an object of class W in a branch of V");
  CHECK(error_of(layout, entries_of({{9, 'V', 0}})).starts_with("corrupt: entry 0 of the basket"));
  CHECK(error_of(layout, entries_of({{1, 'V', 0, 0, 0, 0, 0, 5}})) ==
        "corrupt: entry 0 of the basket has 1 bytes left over");
}
