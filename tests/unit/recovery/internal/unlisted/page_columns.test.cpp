#include "ramet/recovery/internal/unlisted/page_columns.hpp"

#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::recovery::internal;
using ntuple::ColumnType;
using ntuple::FieldRole;

namespace {

ntuple::Field& add_field(ntuple::Schema& schema, FieldRole role, std::optional<std::uint64_t> parent = std::nullopt) {
  const ntuple::FieldNumber number{schema.fields.size()};
  ntuple::Field& field = schema.fields.emplace_back();
  field.number = number;
  field.parent = parent ? ntuple::FieldNumber{*parent} : number;
  field.role = role;
  field.name = std::string(1, static_cast<char>('a' + number.number));
  field.representations.emplace_back();
  if (parent) {
    schema.fields[*parent].fields.push_back(number);
  } else {
    schema.top.push_back(number);
  }
  return schema.fields.back();
}

void add_column(ntuple::Schema& schema, std::uint64_t field, ColumnType type, std::uint16_t bits) {
  schema.fields[field].representations.front().push_back({schema.columns.size()});
  schema.columns.push_back({.field = {field}, .coding = {.type = type, .bits = bits}});
}

/// a: int32; b: list of c: float.
ntuple::Schema lists() {
  ntuple::Schema schema;
  add_field(schema, FieldRole::leaf);
  add_field(schema, FieldRole::collection);
  add_field(schema, FieldRole::leaf, 1);
  add_column(schema, 0, ColumnType::int32, 32);
  add_column(schema, 1, ColumnType::index64, 64);
  add_column(schema, 2, ColumnType::real32, 32);
  return schema;
}

ntuple::Schema columns_of(std::initializer_list<std::uint16_t> bits) {
  ntuple::Schema schema;
  for (const std::uint16_t count : bits) {
    add_field(schema, FieldRole::leaf);
    add_column(schema, schema.fields.size() - 1, count == 1 ? ColumnType::bit : ColumnType::int32, count);
  }
  return schema;
}

/// Consecutive pages of a cluster. Threads: one thread.
struct Pages {
  bytes::ByteWriter bytes;
  std::vector<BlobPage> pages;

  template <class Number>
  void add(std::initializer_list<Number> numbers) {
    pages.push_back({bytes.size(), numbers.size() * sizeof(Number), numbers.size() * sizeof(Number)});
    for (Number number : numbers) bytes.append(std::as_bytes(std::span(&number, 1)));
  }
  Segment assigned(const ntuple::Schema& schema) {
    bytes::Buffer copy;
    copy.append(bytes.span());
    return assign_pages(*io::source_of(std::move(copy), "pages"), schema, pages);
  }
  std::string error(const ntuple::Schema& schema) {
    try {
      assigned(schema);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }
};

std::vector<std::size_t> page_counts(const Segment& segment) {
  std::vector<std::size_t> counts;
  for (const Part& part : segment.parts) counts.push_back(part.pieces.size());
  return counts;
}

}  // namespace

TEST_CASE("page columns: ends of collections determine the pages of their items") {
  Pages pages;
  pages.add<std::int32_t>({1, 2, 3});
  pages.add<std::uint64_t>({2, 2, 5});
  pages.add<float>({1, 2});
  pages.add<float>({3, 4, 5});
  const Segment segment = pages.assigned(lists());
  CHECK(segment.entries == 3);
  CHECK(page_counts(segment) == std::vector<std::size_t>{1, 1, 2});
  CHECK(segment.parts[2].number == 5);
  CHECK(segment.parts[2].pieces[1].seek == pages.pages[3].seek);
  CHECK(segment.parts[2].pieces[1].elements == 3);
}

TEST_CASE("page columns: the first column may have several pages; all lists may be empty") {
  Pages pages;
  pages.add<std::int32_t>({1});
  pages.add<std::int32_t>({2, 3});
  pages.add<std::uint64_t>({0, 0, 0});
  const Segment segment = pages.assigned(lists());
  CHECK(segment.entries == 3);
  CHECK(page_counts(segment) == std::vector<std::size_t>{2, 1, 0});
}

TEST_CASE("page columns: an earlier page is used again if no other one fits") {
  ntuple::Schema schema = lists();  // b and d have lists of the same lengths
  add_field(schema, FieldRole::collection);
  add_field(schema, FieldRole::leaf, 3);
  add_column(schema, 3, ColumnType::index64, 64);
  add_column(schema, 4, ColumnType::int16, 16);
  Pages pages;
  pages.add<std::int32_t>({1, 2, 3});
  pages.add<std::uint64_t>({2, 2, 5});
  pages.add<float>({1, 2, 3, 4, 5});
  pages.add<std::int16_t>({1, 2, 3, 4, 5});
  const Segment segment = pages.assigned(schema);
  CHECK(segment.entries == 3);
  CHECK(segment.parts[3].pieces.at(0).seek == pages.pages[1].seek);
  CHECK(segment.parts[4].pieces.at(0).seek == pages.pages[3].seek);
}

TEST_CASE("page columns: pages that fit in several ways are refused") {
  Pages pages;
  pages.add<std::int32_t>({1, 2});
  pages.add<std::int32_t>({3, 4});
  // Two of the three columns are equal, but any two could be.
  CHECK(pages.error(columns_of({32, 32, 32})).find("in more than one way") != std::string::npos);
}

TEST_CASE("page columns: too many or too few pages match no cluster of the schema") {
  Pages pages;
  pages.add<std::int32_t>({1, 2, 3});
  CHECK(pages.error(lists()).find("do not match the columns") != std::string::npos);
  pages.add<std::uint64_t>({2, 2, 1});  // ends that decrease
  pages.add<float>({1});
  CHECK(pages.error(lists()).find("do not match the columns") != std::string::npos);
  Pages more;
  more.add<std::int32_t>({1, 2, 3});
  more.add<std::uint64_t>({0, 0, 1});
  more.add<float>({1});
  CHECK(more.error(lists()) == "none");
  more.add<float>({1});
  CHECK(more.error(lists()).find("do not match the columns") != std::string::npos);
}

TEST_CASE("page columns: the number of bits used in a page follows from the other columns") {
  Pages pages;
  pages.add<std::uint8_t>({0xff, 0x07});
  pages.add<std::int32_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const Segment segment = pages.assigned(columns_of({1, 32}));
  CHECK(segment.entries == 11);
  CHECK(segment.parts[0].pieces.at(0).elements == 11);
  Pages alone;
  alone.add<std::uint8_t>({0xff, 0x07});
  CHECK(alone.error(columns_of({1})).find("in more than one way") != std::string::npos);
}

TEST_CASE("page columns: alternatives of variants and members of arrays are counted") {
  ntuple::Schema schema;  // a: variant of b: int32 and c: float; d: three of e: int16
  add_field(schema, FieldRole::variant);
  add_field(schema, FieldRole::leaf, 0);
  add_field(schema, FieldRole::leaf, 0);
  add_field(schema, FieldRole::leaf).array_size = 3;
  add_field(schema, FieldRole::leaf, 3);
  add_column(schema, 0, ColumnType::dispatch, 96);
  add_column(schema, 1, ColumnType::int32, 32);
  add_column(schema, 2, ColumnType::real32, 32);
  add_column(schema, 4, ColumnType::int16, 16);
  Pages pages;
  pages.add<std::uint32_t>({0, 0, 1, 0, 0, 2, 1, 0, 2, 0, 0, 0});  // 4 entries: b, c, c, none
  pages.add<std::int32_t>({7});
  pages.add<float>({1, 2});
  pages.add<std::int16_t>({1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4});
  const Segment segment = pages.assigned(schema);
  CHECK(segment.entries == 4);
  CHECK(page_counts(segment) == std::vector<std::size_t>{1, 1, 1, 1});
}

TEST_CASE("page columns: the search among many equal pages is limited") {
  std::vector<std::uint16_t> bits(400, 32);
  ntuple::Schema schema;
  for (int column = 0; column < 400; ++column) {
    add_field(schema, FieldRole::leaf);
    add_column(schema, schema.fields.size() - 1, ColumnType::int32, 32);
  }
  Pages pages;
  for (std::int32_t page = 0; page < 385; ++page) pages.add<std::int32_t>({page});
  CHECK(pages.error(schema) != "none");
}
