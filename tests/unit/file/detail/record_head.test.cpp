#include "ramet/file/detail/record_head.hpp"

#include <algorithm>
#include <utility>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/file/key.hpp"

using namespace ramet;

namespace {

bytes::Buffer head_of(bool big) {
  bytes::ByteWriter head;
  file::write_key(head, {.record_size = 500,
                         .version = big ? file::big_key_version : file::small_key_version,
                         .key_length = file::key_length_of("TBasket", "x", "Events", big),
                         .seek = 7,
                         .seek_parent = 100,
                         .process_id_offset = static_cast<std::uint16_t>(big ? 3 : 0),
                         .class_name = "TBasket",
                         .name = "x",
                         .title = "Events"});
  return std::move(head).take();
}

file::Key key_of(const bytes::Buffer& head) {
  bytes::ByteCursor cursor(head.span());
  return file::read_key(cursor);
}

}  // namespace

TEST_CASE("record head: a record gets a position, and keeps its parent") {
  for (const bool big : {false, true}) {
    bytes::Buffer head = head_of(big);
    CHECK(file::has_big_head(head.span()) == big);
    file::place_record(head.span(), big, 80'000);
    CHECK(key_of(head).seek == 80'000);
    CHECK(key_of(head).seek_parent == 100);
  }
}

TEST_CASE("record head: a copied record gets a new directory, and keeps the rest") {
  for (const bool big : {false, true}) {
    bytes::Buffer head = head_of(big);
    file::move_record(head.span(), 80'000, 250);
    const file::Key key = key_of(head);
    CHECK(key.seek == 80'000);
    CHECK(key.seek_parent == 250);
    CHECK(key.process_id_offset == (big ? 3 : 0));
    CHECK(key.record_size == 500);
    CHECK(key.title == "Events");
  }
}

TEST_CASE(
    "record head: without its place, a record is the same wherever and whenever it was written, and in nothing else") {
  for (const bool big : {false, true}) {
    const auto made = [&](const auto& change) {
      file::Key key = key_of(head_of(big));
      change(key);
      bytes::ByteWriter head;
      file::write_key(head, key);
      bytes::Buffer record = std::move(head).take();
      file::forget_place(record.span());
      return record;
    };
    const auto is_same = [](const bytes::Buffer& left, const bytes::Buffer& right) {
      return std::ranges::equal(left.span(), right.span());
    };
    const bytes::Buffer first = made([](file::Key&) {});
    CHECK(is_same(first, made([](file::Key& key) { key.seek = 80'000; })));
    CHECK(is_same(first, made([](file::Key& key) { key.seek_parent = 250; })));
    CHECK(is_same(first, made([](file::Key& key) { key.date += 1; })));
    CHECK_FALSE(is_same(first, made([](file::Key& key) { key.record_size += 1; })));
    CHECK_FALSE(is_same(first, made([](file::Key& key) { key.object_size += 1; })));
    CHECK_FALSE(is_same(first, made([](file::Key& key) { key.cycle += 1; })));
    CHECK_FALSE(is_same(first, made([](file::Key& key) { key.title = "events"; })));
  }
}

TEST_CASE("record head: what is shorter than a head stays as it is") {
  for (const std::size_t size : {0U, 17U, 25U}) {
    bytes::Buffer record(size);
    std::ranges::fill(record.span(), std::byte{1});
    file::forget_place(record.span());
    CHECK(std::ranges::count(record.span(), std::byte{1}) == static_cast<std::ptrdiff_t>(size));
  }
}
