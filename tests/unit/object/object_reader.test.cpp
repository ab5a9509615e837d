#include "ramet/object/object_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;

namespace {

std::string corrupt(FunctionRef<void()> work) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    return error.what();
  }
  return "no error";
}

/// An array of named objects, one of them twice, and a null pointer.
std::vector<std::byte> array_record() {
  ObjectWriter writer(key_length);
  ObjectIdentity first;
  writer.object_array("names", 4, [&](std::size_t item) {
    if (item == 0) first = writer.object("TNamed", [&] { writer.tnamed("one", "1"); });
    if (item == 1) writer.null();
    if (item == 2) writer.object("TNamed", [&] { writer.tnamed("two", "2"); });
    if (item == 3) writer.reference(first);
  });
  writer.write(std::uint8_t{99});
  return record_of(writer);
}

}  // namespace

TEST_CASE("layouts are looked up in the file first, then in the catalogue") {
  const schema::StreamerInfos file({layout("A", 1, {}, 11), layout("B", 2, {}, 22)});
  const schema::StreamerInfos catalogue({layout("A", 1, {}, 33), layout("A", 5, {}, 55)});
  const Layouts layouts{&file, &catalogue};
  CHECK(layouts.find("A", 1)->checksum == 11);
  CHECK(layouts.find("A", 5)->checksum == 55);
  CHECK(layouts.find("B", 0, 22)->version == 2);
  CHECK(layouts.find("B", 3) == nullptr);
  CHECK(Layouts{}.find("A", 1) == nullptr);
}

TEST_CASE("an array's items are visited, whatever is read of them") {
  const auto record = array_record();
  ObjectReader reader(record, key_length, {});
  std::vector<std::string> seen;
  reader.for_each_in_array([&](const ObjectTag& tag) {
    if (tag.kind == ObjectTag::Kind::null) seen.emplace_back("null");
    if (tag.kind == ObjectTag::Kind::object && seen.empty())
      seen.emplace_back(reader.read_tnamed().name);
    else if (tag.kind == ObjectTag::Kind::object)
      seen.emplace_back(tag.class_name);
    if (tag.kind == ObjectTag::Kind::reference)
      reader.revisit(tag.identity, [&](const ObjectTag&) { seen.emplace_back(reader.read_tnamed().title); });
  });
  CHECK(seen == std::vector<std::string>{"one", "null", "TNamed", "1"});
  CHECK(reader.cursor().read<std::uint8_t>() == 99);
}

TEST_CASE("a list's items are visited, their options passed over") {
  ObjectWriter writer(key_length);
  const auto string_object = [&](const char* text) {
    writer.object("TObjString", [&] { writer.object_string(text); });
  };
  writer.list("texts", 2, [&](std::size_t item) { string_object(item == 0 ? "a" : "b"); });
  writer.write(std::uint8_t{99});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  std::size_t visits = 0;
  reader.for_each_in_list([&](const ObjectTag& tag) {
    CHECK(tag.class_name == "TObjString");
    ++visits;
  });
  CHECK(visits == 2);
  CHECK(reader.cursor().read<std::uint8_t>() == 99);
}

TEST_CASE("a collection behind a pointer is visited by its class; a null one has no items") {
  ObjectWriter writer(key_length);
  ObjectIdentity list;
  writer.null();
  list = writer.object("TList", [&] { writer.list("", 1, [&](std::size_t) { writer.null(); }); });
  writer.reference(list);
  writer.object("TObjArray", [&] { writer.object_array("", 3, [&](std::size_t) { writer.null(); }); });
  writer.object("TMap", [&] { writer.write(std::uint32_t{0}); });
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  const auto items = [&] {
    std::size_t count = 0;
    reader.for_each_in_collection([&](const ObjectTag&) { ++count; });
    return count;
  };
  CHECK(items() == 0);
  CHECK(items() == 1);
  CHECK(items() == 1);
  CHECK(items() == 3);
  CHECK_THROWS_AS(items(), Error);
}

TEST_CASE("a collection whose bytes hold more than the objects it counts is corrupt, since one has been lost") {
  for (const bool is_list : {false, true}) {
    CAPTURE(is_list);
    ObjectWriter writer(key_length);
    const auto write_items = [&](std::size_t) { writer.object("TNamed", [&] { writer.tnamed("one", "1"); }); };
    if (is_list)
      writer.list("", 2, write_items);
    else
      writer.object_array("", 2, write_items);
    auto record = record_of(writer);
    const auto read = [&] {
      ObjectReader reader(record, key_length, {});
      std::size_t count = 0;
      const auto visit = [&](const ObjectTag&) { ++count; };
      is_list ? reader.for_each_in_list(visit) : reader.for_each_in_array(visit);
      return count;
    };
    CHECK(read() == 2);
    const std::size_t count_place = key_length + 4 + 2 + 10 + 1;  // byte count, version, TObject, name
    record[count_place + 3] = std::byte{1};
    CHECK(corrupt([&] { read(); }).find("but its objects end at byte") != std::string::npos);
    record[count_place + 3] = std::byte{2};
    std::fill_n(record.begin() + count_place + (is_list ? 4 : 8), 4, std::byte{0});  // the first is null
    CHECK_THROWS_AS(read(), Error);
  }
}

TEST_CASE("lists of ROOT 3 have no options") {
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] {
    writer.tobject();
    writer.string("");
    writer.write(std::uint32_t{2});
    writer.null();
    writer.null();
  });
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  std::size_t visits = 0;
  reader.for_each_in_list([&](const ObjectTag&) { ++visits; });
  CHECK(visits == 2);
  CHECK(reader.cursor().at_end());
}

TEST_CASE("a referenced TObject has a process number after its bits") {
  ObjectWriter writer(key_length);
  writer.tobject(1U << 4 | 1U << 20, 77);
  writer.write(std::uint16_t{5});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  const ObjectBits object = reader.read_tobject();
  CHECK(object.unique_id == 77);
  CHECK(object.bits == (1U << 4 | 1U << 20));
  CHECK(reader.cursor().at_end());
}

TEST_CASE("an object is skipped by its byte count, and cannot be without") {
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] { writer.string("whatever"); });
  writer.write(std::uint16_t{3});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  reader.skip_object();
  CHECK(reader.cursor().remaining() == 2);
  try {
    reader.skip_object();
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
  }
}

TEST_CASE("a pointer is skipped with its object, and tells which one it was") {
  ObjectWriter writer(key_length);
  const ObjectIdentity identity = writer.object("A", [&] { writer.string("body"); });
  writer.reference(identity);
  writer.null();
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  CHECK(reader.skip_pointer() == identity);
  CHECK(reader.skip_pointer() == identity);
  CHECK_FALSE(static_cast<bool>(reader.skip_pointer()));
  CHECK(reader.cursor().at_end());
}

TEST_CASE("only a checksum that a layout has is taken for one") {
  const schema::StreamerInfos file({layout("A", 3, {}, 0xabcd)});
  ObjectWriter writer(key_length);
  writer.checksummed(0xabcd, [] {});
  writer.checksummed(0x1234, [] {});
  writer.versioned(3, [&] { writer.write(0xabcd); });
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {&file, nullptr});
  const auto checksum_of_next = [&] {
    const VersionHeader header = reader.read_version();
    const std::uint32_t checksum = reader.read_checksum(header, "A");
    reader.finish(header);
    return checksum;
  };
  CHECK(checksum_of_next() == 0xabcd);
  CHECK(checksum_of_next() == 0);
  CHECK(checksum_of_next() == 0);
}

TEST_CASE("an object that reaches past what it lies in is corrupt, and the message has both ends") {
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::uint32_t{0x40000006});  // an inner object of two bytes more than there are
    writer.write(std::uint16_t{1});
    writer.write(std::uint16_t{0});
  });
  writer.write(std::uint32_t{0});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  const VersionHeader outer = reader.read_version();
  const ObjectReader::Within within(reader, outer);
  CHECK(corrupt([&] { reader.read_version(); }).find("claims 6 bytes, but only 4 follow") != std::string::npos);
}

TEST_CASE("reading more of an object than it has is corrupt") {
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] { writer.write(std::uint16_t{0}); });
  writer.write(std::uint32_t{0});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  const VersionHeader header = reader.read_version();
  reader.cursor().skip(4);
  CHECK(corrupt([&] { reader.finish(header); }).find("but its members reach byte") != std::string::npos);
}

TEST_CASE("an array that contains itself ends at the nesting limit") {
  ObjectWriter writer(key_length);
  writer.object("TObjArray", [&] {
    const ObjectIdentity self{key_length + 2};
    writer.object_array("", 3, [&](std::size_t) { writer.reference(self); });
  });
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {});
  std::size_t visits = 0;
  const auto follow = [&](auto& self) -> void {
    reader.for_each_in_array([&](const ObjectTag& tag) {
      ++visits;
      reader.revisit(tag.identity, [&](const ObjectTag&) { self(self); });
    });
  };
  reader.read_tag();
  CHECK(corrupt([&] { follow(follow); }).find("are followed more than") != std::string::npos);
  CHECK(visits < record.size());
}

TEST_CASE("nesting has a limit") {
  const std::vector<std::byte> record(key_length);
  ObjectReader reader(record, key_length, {});
  const auto nest = [&](auto& self, int levels) -> void {
    if (levels == 0) return;
    const ObjectReader::Nesting nesting(reader);
    self(self, levels - 1);
  };
  CHECK_NOTHROW(nest(nest, 100));
  CHECK(corrupt([&] { nest(nest, 101); }).find("deeper than 100") != std::string::npos);
}

TEST_CASE("an array with any byte changed, or cut anywhere, gives items or an error") {
  const auto record = array_record();
  const auto visit_all = [](std::span<const std::byte> bytes) {
    std::size_t visits = 0;
    try {
      ObjectReader reader(bytes, key_length, {});
      reader.for_each_in_array([&](const ObjectTag& tag) {
        ++visits;
        if (tag.kind == ObjectTag::Kind::object) reader.read_tnamed();
        if (tag.kind == ObjectTag::Kind::reference)
          reader.revisit(tag.identity, [&](const ObjectTag&) { reader.read_tnamed(); });
      });
    } catch (const Error& error) {
      CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
    }
    CHECK(visits <= bytes.size());
  };
  for (std::size_t size = 0; size < record.size(); ++size) visit_all(std::span(record).first(size));
  for (std::size_t at = key_length; at < record.size(); ++at) {
    for (const int change : {0x01, 0x40, 0x80, 0xff}) {
      auto damaged = record;
      damaged[at] ^= static_cast<std::byte>(change);
      visit_all(damaged);
    }
  }
}
