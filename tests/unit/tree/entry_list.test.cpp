#include "ramet/tree/entry_list.hpp"

#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;
using namespace ramet_test;
using object::ObjectWriter;
namespace code = schema::type_code;

namespace {

schema::StreamerInfos entry_list_classes() {
  return schema::StreamerInfos(
      {layout("TEntryList", 2,
              {base_element("TNamed", 1), element("fLists", code::object_pointer, "TList*"),
               element("fNBlocks", code::int_, "int"), element("fBlocks", code::object_pointer, "TObjArray*"),
               element("fTreeName", code::tstring, "TString"), element("fFileName", code::tstring, "TString")}),
       layout("TNamed", 1,
              {element("TObject", code::tobject, "BASE"), element("fName", code::tstring, "TString"),
               element("fTitle", code::tstring, "TString")}),
       layout("TEntryListBlock", 1,
              {element("fN", code::counter, "int"),
               counted_element("fIndices", code::counted_array + code::unsigned_short, "fN"),
               element("fType", code::int_, "int"), element("fPassing", code::bool_, "bool")}),
       layout("TEventList", 4,
              {base_element("TNamed", 1), element("fN", code::counter, "int"),
               counted_element("fList", code::counted_array + code::long64, "fN")})});
}

/// A block of a list. Threads: a value.
struct Block {
  std::vector<std::uint16_t> indices;
  std::int32_t type;
  bool is_passing;
};

void write_list(ObjectWriter& writer, const std::vector<Block>& blocks, int nested = 0) {
  writer.versioned(2, [&] {
    writer.tnamed("chosen", "");
    if (nested == 0) {
      writer.null();
    } else {
      writer.object("TList", [&] {
        writer.list("", 1,
                    [&](std::size_t) { writer.object("TEntryList", [&] { write_list(writer, blocks, nested - 1); }); });
      });
    }
    writer.write(static_cast<std::int32_t>(blocks.size()));
    writer.object("TObjArray", [&] {
      writer.object_array("", blocks.size(), [&](std::size_t k) {
        writer.object("TEntryListBlock", [&] {
          writer.versioned(1, [&] {
            writer.write(static_cast<std::int32_t>(blocks[k].indices.size()));
            writer.counted(std::span<const std::uint16_t>(blocks[k].indices));
            writer.write(blocks[k].type);
            writer.write(blocks[k].is_passing);
          });
        });
      });
    });
    writer.string("Events");
    writer.string("file.root");
  });
}

EntryList list_of(const ObjectWriter& writer, std::string_view class_name = "TEntryList") {
  const schema::StreamerInfos infos = entry_list_classes();
  file::Record record;
  record.key_length = key_length;
  record.bytes.append(record_of(writer));
  return read_entry_list(record, class_name, {&infos, nullptr});
}

}  // namespace

TEST_CASE("entry list: blocks are bits, lists of entries, or lists of those left out") {
  ObjectWriter writer(key_length);
  write_list(writer, {{{0x8001, 0x0002}, 0, true}, {{3, 70}, 1, true}, {{0, 5}, 1, false}});
  const EntryList list = list_of(writer);
  CHECK(list.name == "chosen");
  CHECK(list.tree_name == "Events");
  CHECK(list.file_name == "file.root");
  REQUIRE(list.entries.size() == 5 + 63998);
  CHECK(list.entries[1] == 15);
  CHECK(list.entries[2] == 17);
  CHECK(list.entries[3] == 64003);
  CHECK(list.entries[5] == 128001);
  CHECK(list.entries[9] == 128006);
  CHECK(list.entries.back() == 191999);
}

TEST_CASE("entry list: of a chain it has one for each tree; too many in each other are corrupt") {
  ObjectWriter writer(key_length);
  write_list(writer, {{{1}, 1, true}}, 2);
  CHECK(list_of(writer).lists.at(0).lists.at(0).entries == std::vector<std::uint64_t>{1});
  ObjectWriter deep(key_length);
  write_list(deep, {}, 12);
  CHECK_THROWS_AS(list_of(deep), Error);
}

TEST_CASE("entry list: a TEventList is a list of numbers, which rise") {
  const auto events = [](std::vector<std::int64_t> numbers) {
    ObjectWriter writer(key_length);
    writer.versioned(4, [&] {
      writer.tnamed("events", "");
      writer.write(static_cast<std::int32_t>(numbers.size()));
      writer.counted(std::span<const std::int64_t>(numbers));
    });
    return list_of(writer, "TEventList").entries;
  };
  CHECK(events({2, 5, 9}) == std::vector<std::uint64_t>{2, 5, 9});
  CHECK_THROWS_AS(events({5, 2}), Error);
  CHECK_THROWS_AS(events({-5}), Error);
}

TEST_CASE("entry list: other classes are none") {
  CHECK(is_entry_list_class("TEventList"));
  CHECK_FALSE(is_entry_list_class("TList"));
  CHECK_THROWS_AS(list_of(ObjectWriter(key_length), "TList"), Error);
}
