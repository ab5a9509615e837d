#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

using namespace ramet;
using namespace ramet::schema;

namespace {

constexpr std::size_t key_length = 64;

std::vector<std::byte> record_of(std::span<const std::byte> payload) {
  std::vector<std::byte> record(key_length + payload.size());
  std::ranges::copy(payload, record.begin() + key_length);
  return record;
}

void check_same(const StreamerElement& left, const StreamerElement& right) {
  CHECK(left.element_class == right.element_class);
  CHECK(left.name == right.name);
  CHECK(left.title == right.title);
  CHECK(left.type == right.type);
  CHECK(left.size == right.size);
  CHECK(left.array_length == right.array_length);
  CHECK(left.array_dimensions == right.array_dimensions);
  CHECK(left.dimensions == right.dimensions);
  CHECK(left.type_name == right.type_name);
  CHECK(left.base_version == right.base_version);
  CHECK(left.base_checksum == right.base_checksum);
  CHECK(left.count_version == right.count_version);
  CHECK(left.count_name == right.count_name);
  CHECK(left.count_class == right.count_class);
  CHECK(left.stl_type == right.stl_type);
  CHECK(left.content_type == right.content_type);
  CHECK(left.range == right.range);
}

void check_same(const StreamerInfo& left, const StreamerInfo& right) {
  CHECK(left.class_name == right.class_name);
  CHECK(left.title == right.title);
  CHECK(left.checksum == right.checksum);
  CHECK(left.version == right.version);
  REQUIRE(left.elements.size() == right.elements.size());
  for (std::size_t i = 0; i < left.elements.size(); ++i) check_same(left.elements[i], right.elements[i]);
}

StreamerElement element_of(std::string kind, std::string name, int type, std::string type_name) {
  StreamerElement element;
  element.element_class = "TStreamer" + kind;
  element.name = std::move(name);
  element.type = type;
  element.type_name = std::move(type_name);
  return element;
}

/// A class with an element of every kind.
StreamerInfo everything() {
  StreamerInfo info;
  info.class_name = "Everything";
  info.checksum = 0xdeadbeef;
  info.version = 7;
  auto base = element_of("Base", "TNamed", type_code::tnamed, "BASE");
  base.base_version = 1;
  base.base_checksum = 0xdfb74a3c;
  base.dimensions[base_checksum_place] = static_cast<std::int32_t>(base.base_checksum);
  auto matrix = element_of("BasicType", "matrix", type_code::fixed_array + type_code::float_, "float");
  matrix.array_length = 6;
  matrix.array_dimensions = 2;
  matrix.dimensions = {2, 3, 0, 0, 0};
  auto ranged = element_of("BasicType", "angle", type_code::double32, "Double32_t");
  ranged.title = "[-pi,pi,12] an angle";
  ranged.range = parse_range(ranged.title);
  auto counted = element_of("BasicPointer", "values", type_code::counted_array + type_code::int_, "int*");
  counted.count_version = 7;
  counted.count_name = "n";
  counted.count_class = "Everything";
  auto loop = element_of("Loop", "objects", type_code::streamer_loop, "Point*");
  loop.count_name = "n";
  auto container = element_of("STL", "numbers", type_code::streamer, "vector<float>");
  container.stl_type = 1;
  container.content_type = type_code::float_;
  auto text = element_of("STLstring", "text", type_code::streamer, "string");
  text.stl_type = type_code::stl_string;
  text.content_type = type_code::stl_string;
  info.elements = {base,
                   element_of("BasicType", "n", type_code::counter, "int"),
                   matrix,
                   ranged,
                   counted,
                   loop,
                   container,
                   text,
                   element_of("Object", "array", type_code::object, "TObjArray"),
                   element_of("ObjectPointer", "list", type_code::object_pointer, "TList*"),
                   element_of("ObjectAny", "point", type_code::any, "Point"),
                   element_of("ObjectAnyPointer", "points", type_code::any_pointer, "Point*"),
                   element_of("String", "label", type_code::tstring, "TString"),
                   element_of("Artificial", "made", type_code::artificial, "int"),
                   element_of("Element", "plain", type_code::int_, "int")};
  info.elements[8].title = std::string(300, 't');  // longer than a one-byte length can say
  return info;
}

/// Reading gives infos or an Error, whatever the bytes.
void check_harmless(const std::vector<std::byte>& record) {
  try {
    read_streamer_infos(record, key_length);
  } catch (const Error& error) {
    CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
  }
}

}  // namespace

TEST_CASE("the whole catalogue comes back as it was written") {
  const auto catalogue = make_catalogue();
  const auto record = record_of(write_streamer_infos(catalogue->all(), key_length).span());
  const auto infos = read_streamer_infos(record, key_length);
  REQUIRE(infos.size() == catalogue->all().size());
  for (std::size_t i = 0; i < infos.size(); ++i) check_same(infos[i], catalogue->all()[i]);
}

TEST_CASE("elements of every kind come back as they were written") {
  const StreamerInfo written = everything();
  const auto infos = read_streamer_infos(record_of(write_streamer_infos({&written, 1}, key_length).span()), key_length);
  REQUIRE(infos.size() == 1);
  check_same(infos[0], written);
}

TEST_CASE("other objects in the list, such as rules, are skipped") {
  TagWriter tags(key_length);
  bytes::ByteWriter& out = tags.out();
  tags.versioned(5, [&] {
    out.write(std::uint16_t{1});
    out.zeros(8);
    out.string("");
    out.write(std::uint32_t{3});
    tags.object("TList", [&] { tags.versioned(5, [&] { out.string("rules"); }); });
    out.string("an option");
    tags.null();
    out.string("");
    tags.object("TObjString", [&] { out.zeros(3); });
    out.string("");
  });
  CHECK(read_streamer_infos(record_of(out.span()), key_length).empty());
}

TEST_CASE("an old boolean, marked as an unsigned char, is a boolean") {
  StreamerInfo written;
  written.class_name = "Old";
  written.elements = {element_of("BasicType", "flag", type_code::unsigned_char, "Bool_t"),
                      element_of("BasicType", "letter", type_code::unsigned_char, "UChar_t")};
  const auto infos = read_streamer_infos(record_of(write_streamer_infos({&written, 1}, key_length).span()), key_length);
  CHECK(infos.at(0).elements.at(0).type == type_code::bool_);
  CHECK(infos.at(0).elements.at(1).type == type_code::unsigned_char);
}

TEST_CASE("a record that is cut anywhere is an error") {
  const StreamerInfo written = everything();
  const auto record = record_of(write_streamer_infos({&written, 1}, key_length).span());
  for (std::size_t size = 0; size < record.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(read_streamer_infos(std::span(record).first(size), key_length), Error);
  }
}

TEST_CASE("a record with any byte changed gives infos or an error") {
  const StreamerInfo written = everything();
  const auto record = record_of(write_streamer_infos({&written, 1}, key_length).span());
  for (std::size_t at = key_length; at < record.size(); ++at) {
    for (const int change : {0x01, 0x40, 0x80, 0xff}) {
      auto damaged = record;
      damaged[at] ^= static_cast<std::byte>(change);
      CAPTURE(at);
      CAPTURE(change);
      check_harmless(damaged);
    }
  }
}

TEST_CASE("a count that the bytes cannot hold is corrupt, and the message has both numbers") {
  auto record = record_of(write_streamer_infos({}, key_length).span());
  record[record.size() - 2] = std::byte{0xff};
  try {
    read_streamer_infos(record, key_length);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    CHECK(std::string(error.what()).find("is 65280, but only 0 bytes follow") != std::string::npos);
  }
}

TEST_CASE("an error inside of an info names its class") {
  StreamerInfo written = everything();
  written.elements.resize(1);
  written.elements[0].array_dimensions = 6;
  const auto record = record_of(write_streamer_infos({&written, 1}, key_length).span());
  try {
    read_streamer_infos(record, key_length);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("streamer info of 'Everything': member 'TNamed' has 6 dimensions") == 0);
  }
}
