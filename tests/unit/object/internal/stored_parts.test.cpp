#include "ramet/object/internal/stored_parts.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;

namespace {

const StoredForm number{.kind = FormKind::number, .number = schema::Fundamental::int32};

/// Where skipping ends among the bytes.
std::uint64_t end_of(const StoredForm& form, const ObjectWriter& writer, std::uint32_t counted = 0) {
  bytes::ByteCursor cursor(writer.payload());
  skip_value(form, counted, cursor);
  return cursor.position();
}

}  // namespace

TEST_CASE("stored parts: a part with a length is skipped") {
  ObjectWriter words(0);
  for (int i = 0; i < 8; ++i) words.write(i == 0 ? 2 : 0);
  CHECK(end_of(number, words) == 4);
  CHECK(end_of({.kind = FormKind::fixed_array, .size = 3, .contents = {number}}, words) == 12);
  CHECK(end_of({.kind = FormKind::sized_array, .contents = {number}}, words) == 12);
  CHECK(end_of({.kind = FormKind::characters}, words) == 6);
  CHECK(end_of({.kind = FormKind::counted_objects, .contents = {number}}, words, 4) == 16);
  CHECK(end_of({.kind = FormKind::counted_array, .contents = {number}}, words, 4) == 1);  // the byte says: none
  CHECK(end_of({.kind = FormKind::counted_array, .size = 3, .contents = {number}}, words, 4) == 1);
  CHECK(end_of({.kind = FormKind::bytes, .size = 11}, words) == 11);
  CHECK(end_of({.kind = FormKind::reference}, words) == 12);
  CHECK(end_of({.kind = FormKind::tobject}, words) == 10);
}

TEST_CASE("stored parts: a byte count is believed, within the record") {
  ObjectWriter writer(0);
  writer.versioned(3, [&] { writer.write(1.5); });
  writer.write(7);
  CHECK(end_of({.kind = FormKind::object, .head = Head::each}, writer) == 14);
  bytes::ByteCursor cut(writer.payload().first(10));
  CHECK_THROWS_AS(skip_value({.kind = FormKind::object, .head = Head::each}, 0, cut), Error);
}

TEST_CASE("stored parts: a part without a length is refused with the reason") {
  ObjectWriter writer(0);
  writer.write(1);
  CHECK_THROWS_WITH_AS(end_of({.kind = FormKind::unsupported, .reason = "of its own"}, writer),
                       doctest::Contains("of its own"), Error);
}

TEST_CASE("stored parts: a counted array may be several, or of another type") {
  const StoredForm wide{.kind = FormKind::number, .number = schema::Fundamental::int64};
  ObjectWriter writer(0);
  writer.write(std::uint8_t{2});
  for (int i = 0; i < 12; ++i) writer.write(0);
  CHECK(end_of({.kind = FormKind::counted_array, .size = 3, .contents = {number}}, writer, 4) == 1 + 3 * 4 * 4);
  CHECK(end_of({.kind = FormKind::counted_array, .contents = {number, wide}}, writer, 4) == 1 + 4 * 8);
}

TEST_CASE("stored parts: a TObject may have a byte count, and a process number if it is referenced") {
  ObjectWriter plain(0);
  plain.write(std::uint16_t{1});
  plain.write(std::uint32_t{7});
  plain.write(std::uint32_t{1U << 4});
  plain.write(std::uint16_t{1});
  bytes::ByteCursor cursor(plain.payload());
  CHECK(read_object_bits(cursor).unique_id == 7);
  CHECK(cursor.at_end());
  ObjectWriter counted(0);
  counted.versioned(1, [&] {
    counted.write(std::uint32_t{7});
    counted.write(std::uint32_t{8});
    counted.write(std::uint32_t{9});  // of a later version
  });
  bytes::ByteCursor within(counted.payload());
  CHECK(read_object_bits(within).bits == 8);
  CHECK(within.at_end());
}
