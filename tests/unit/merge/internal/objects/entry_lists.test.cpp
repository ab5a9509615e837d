#include "ramet/merge/internal/objects/entry_lists.hpp"

#include "unit/merge/sample_references.hpp"
#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::merge;
using internal::EntryList;

namespace {

/// A file with a tree "Events" of so many entries, and a list of some of them.
void add(sample::Inputs& files, std::size_t entries, std::vector<std::uint64_t> listed, std::string file = {},
         std::string tree = "Events") {
  const std::vector<array::Array> columns = sample::entries_of(entries);
  const EntryList list{
      .name = "", .title = "x > 2", .tree = std::move(tree), .file = std::move(file), .entries = std::move(listed)};
  files.add([&](write::ParallelWriter& writer) {
    sample::put_entries(writer, columns, 0, entries);
    writer.put("list", sample::payload_of(list));
  });
}

std::vector<EntryList> lists_in(const dataset::File& file, const std::string& path = "list") {
  return internal::read_entry_lists(file.reader().read_record(file.reader().key(path)), file.forms().layouts());
}

}  // namespace

TEST_CASE("entry lists: what is written is read, in blocks of numbers and of bits, with empty ones between") {
  EntryList list{.name = "l", .title = "cut", .tree = "t", .file = "/data/f.root", .reapplies = true, .entries = {}};
  for (std::uint64_t entry = 0; entry < 64'000; entry += 3) list.entries.push_back(entry);  // bits
  for (const std::uint64_t entry : {64'000, 64'001, 300'000, 319'999}) list.entries.push_back(entry);
  file::Record record;
  record.key_length = 40;
  record.bytes.resize(record.key_length);
  record.bytes.append(internal::payload_of(list, record.key_length).span());
  const auto catalogue = schema::make_catalogue();
  const std::vector<EntryList> found = internal::read_entry_lists(record, {nullptr, catalogue.get()});
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == "l");
  CHECK(found[0].title == "cut");
  CHECK(found[0].tree == "t");
  CHECK(found[0].file == "/data/f.root");
  CHECK(found[0].reapplies);
  CHECK(found[0].entries == list.entries);
}

TEST_CASE("entry lists: entries of merged trees have the numbers that they have in the output") {
  sample::Inputs files;
  add(files, 100, {0, 7, 99}, files.path("in0.root"));
  add(files, 50, {});
  add(files, 30, {1, 29}, "/elsewhere/before/it/was/moved.root");
  const MergeReport report = files.merged();
  REQUIRE(report.is_written);
  CHECK(report.plan.differences.empty());
  const auto lists = lists_in(*files.result());
  REQUIRE(lists.size() == 1);
  CHECK(lists[0].entries == std::vector<std::uint64_t>{0, 7, 99, 151, 179});
  CHECK(lists[0].file == files.path("merged.root"));
  CHECK(lists[0].title == "x > 2");
  const auto planned = std::ranges::find(report.plan.objects, "list", &PlannedObject::path);
  CHECK(planned->way == Way::append);
}

TEST_CASE("entry lists: a list in one file may be of the tree in another") {
  sample::Inputs files;
  add(files, 10, {2}, files.path("in1.root"));
  add(files, 10, {3}, files.path("in0.root"));
  REQUIRE(files.merged().is_written);
  CHECK(lists_in(*files.result())[0].entries == std::vector<std::uint64_t>{3, 12});
}

TEST_CASE("entry lists: of trees that are not merged, and by rule, they stay as they are") {
  sample::Inputs files;
  add(files, 10, {2}, "", "others");
  add(files, 10, {3}, "", "others");
  REQUIRE(files.merged().is_written);
  CHECK(lists_in(*files.result(), "list;1")[0].entries == std::vector<std::uint64_t>{2});
  CHECK(lists_in(*files.result(), "list;2")[0].entries == std::vector<std::uint64_t>{3});
  sample::Inputs ruled;
  for (int file = 0; file < 2; ++file) add(ruled, 10, {2});
  REQUIRE(ruled.merged({.rules = {{"TEntryList", Rule::all}}}).is_written);
  CHECK(lists_in(*ruled.result(), "list;2")[0].entries == std::vector<std::uint64_t>{2});
}

TEST_CASE("entry lists: of filtered trees they stay as they are, and the report says so") {
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) add(files, 10, {2});
  MergeOptions options;
  options.tables.where = {"true"};
  const MergeReport report = files.merged(options);
  REQUIRE(report.is_written);
  REQUIRE(report.plan.differences.size() == 1);
  CHECK_FALSE(report.plan.differences[0].is_loss);
  CHECK(report.plan.differences[0].message.find("its tree is filtered") != std::string::npos);
}

TEST_CASE("entry lists: an output that is merged again is the first part") {
  sample::Inputs files;
  add(files, 100, {5});
  add(files, 100, {6});
  REQUIRE(files.merged().is_written);
  REQUIRE(files.merged({.on_existing = OnExisting::append}).is_written);
  CHECK(lists_in(*files.result())[0].entries == std::vector<std::uint64_t>{5, 106, 205, 306});
}
