#include "ramet/tree/internal/companion_parser.hpp"

#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::tree;
using namespace ramet_test;
using object::ObjectReader;
using object::ObjectWriter;

namespace {

/// What a parser makes of a record that one of its functions reads.
Companions parsed(const ObjectWriter& writer, void (CompanionParser::*read)(ObjectReader&)) {
  const auto catalogue = schema::make_catalogue();
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {nullptr, catalogue.get()});
  CompanionParser parser;
  (parser.*read)(reader);
  CHECK(reader.cursor().at_end());
  return parser.take();
}

void write_index(ObjectWriter& writer, std::uint16_t version, const std::vector<std::vector<std::int64_t>>& numbers,
                 std::int64_t count) {
  writer.object("TTreeIndex", [&] {
    writer.versioned(version, [&] {
      writer.versioned(1, [&] { writer.tnamed("", ""); });
      writer.string("run");
      writer.string("event");
      writer.write(count);
      for (const auto& each : numbers) writer.numbers(std::span<const std::int64_t>(each));
    });
  });
}

}  // namespace

TEST_CASE("companion parser: aliases are named formulas") {
  ObjectWriter writer(key_length);
  writer.object("TList", [&] {
    writer.list("", 2, [&](std::size_t k) {
      writer.object("TNamed", [&] { writer.tnamed(k == 0 ? "sum" : "half", k == 0 ? "x+y" : "x/2"); });
    });
  });
  const Companions found = parsed(writer, &CompanionParser::read_aliases);
  REQUIRE(found.aliases.size() == 2);
  CHECK(found.aliases[1].name == "half");
  CHECK(found.aliases[1].formula == "x/2");
}

TEST_CASE("companion parser: a friend is a tree in a file, by its own name or another") {
  ObjectWriter writer(key_length);
  writer.object("TList", [&] {
    writer.list("", 1, [&](std::size_t) {
      writer.object("TFriendElement", [&] {
        writer.versioned(2, [&] {
          writer.tnamed("other", "file.root");
          writer.string("Events");
          writer.write(true);
        });
      });
    });
  });
  const Companions found = parsed(writer, &CompanionParser::read_friends);
  REQUIRE(found.friends.size() == 1);
  CHECK(found.friends[0].name == "other");
  CHECK(found.friends[0].tree_name == "Events");
  CHECK(found.friends[0].file_name == "file.root");
}

TEST_CASE("companion parser: an index has pairs and their entries; the first version had one number for a pair") {
  ObjectWriter now(key_length);
  write_index(now, 2, {{1, 1}, {7, 9}, {1, 0}}, 2);
  const auto index = parsed(now, &CompanionParser::read_index).index;
  REQUIRE(index != nullptr);
  CHECK(index->major_name == "run");
  CHECK(index->minor == std::vector<std::int64_t>{7, 9});
  CHECK(index->entry == std::vector<std::int64_t>{1, 0});
  ObjectWriter first(key_length);
  write_index(first, 1, {{(std::int64_t{5} << 31) + 3}, {8}}, 1);
  const auto old = parsed(first, &CompanionParser::read_index).index;
  CHECK(old->major == std::vector<std::int64_t>{5});
  CHECK(old->minor == std::vector<std::int64_t>{3});
  CHECK(old->entry == std::vector<std::int64_t>{8});
}

TEST_CASE("companion parser: an index with more entries than bytes is corrupt") {
  for (const std::int64_t count : {std::int64_t{3}, std::int64_t{-1}, std::int64_t{1} << 61}) {
    ObjectWriter writer(key_length);
    write_index(writer, 2, {{1, 1}, {7, 9}, {1, 0}}, count);
    CHECK_THROWS_AS(parsed(writer, &CompanionParser::read_index), Error);
  }
}

TEST_CASE("companion parser: objects of unknown classes are known by their class alone, absent lists are empty") {
  ObjectWriter writer(key_length);
  writer.object("TList", [&] {
    writer.list("", 2, [&](std::size_t k) {
      if (k == 0) return void(writer.object("Secret", [&] { writer.versioned(3, [&] { writer.write(7); }); }));
      writer.object("TObjString", [&] { writer.object_string("hello"); });
    });
  });
  const Companions found = parsed(writer, &CompanionParser::read_user_info);
  REQUIRE(found.user_info.size() == 2);
  CHECK(found.user_info[0].class_name == "Secret");
  CHECK(found.user_info[0].name.empty());
  CHECK(found.user_info[1].text == "hello");
  ObjectWriter nothing(key_length);
  nothing.null();
  CHECK(parsed(nothing, &CompanionParser::read_user_info).user_info.empty());
  CHECK(parsed(nothing, &CompanionParser::read_index).index == nullptr);
}
