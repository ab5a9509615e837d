#include "ramet/merge/internal/output_parts.hpp"

#include <doctest/doctest.h>

using namespace ramet::merge;
using namespace ramet::merge::internal;

namespace {

TablePart part(std::uint32_t input, std::uint64_t bytes) {
  TablePart made;
  made.schema = std::make_shared<const TableSchema>();
  made.occurrence.input = input;
  made.entries = 10;
  made.compression = 101;
  made.bytes = bytes;
  made.uncompressed_bytes = 2 * bytes;
  return made;
}

/// Two tables in five inputs, of which one has only objects, and an object of 7 bytes.
Catalogue catalogue_of_five() {
  Catalogue catalogue;
  MergedObject first{.kind = ObjectKind::tree, .directory = "d", .name = "t", .class_name = "TTree"};
  first.special.made().parts = {part(0, 40), part(1, 40), part(3, 30), part(4, 200)};
  MergedObject second{.kind = ObjectKind::tree, .directory = "", .name = "u", .class_name = "TTree"};
  second.special.made().parts = {part(3, 30)};
  MergedObject object{.directory = "", .name = "h", .class_name = "TH1D"};
  object.occurrences = {{.input = 2, .record_size = 7}, {.input = 4, .record_size = 7}};
  catalogue.objects = {first, object, second};
  catalogue.directories = {"d"};
  return catalogue;
}

}  // namespace

TEST_CASE("output parts: inputs follow each other, and one that is too large is alone and noted") {
  const Catalogue catalogue = catalogue_of_five();
  Differences differences;
  const Decisions decisions = decide(catalogue, {}, differences);
  const auto cuts = [&](const MergeOptions& options, std::size_t remarks) {
    Differences noted;
    std::vector<std::size_t> ends;
    std::size_t next = 0;
    for (const OutputPart& one : output_parts(catalogue, decisions, 5, {}, options, noted)) {
      CHECK(one.first == CutPlace{next, 0});
      next = one.last.input;
      ends.push_back(next);
    }
    CHECK(noted.all().size() == remarks);
    CHECK_FALSE(noted.loses_data());
    return ends;
  };
  using Ends = std::vector<std::size_t>;
  CHECK(cuts({}, 0) == Ends{5});
  CHECK(cuts({.max_size = 347}, 0) == Ends{5});
  CHECK(cuts({.max_size = 346}, 0) == Ends{4, 5});
  CHECK(cuts({.max_size = 100}, 1) == Ends{3, 4, 5});
  CHECK(cuts({.max_size = 46}, 3) == Ends{1, 3, 4, 5});  // the object is in the first
  MergeOptions unpacked{.compression = ramet::compression::Settings::from_code(0), .max_size = 346};
  unpacked.tables.on_other_compression = OnOtherCompression::pack_anew;
  CHECK(cuts(unpacked, 1) == Ends{4, 5});
  unpacked.compression = ramet::compression::Settings::from_code(505);
  CHECK(cuts(unpacked, 0) == Ends{4, 5});
}

TEST_CASE("output parts: the first file has the objects, each has the tables of its inputs") {
  const Catalogue catalogue = catalogue_of_five();
  Differences differences;
  const Decisions decisions = decide(catalogue, {}, differences);
  const auto parts = output_parts(catalogue, decisions, 5, {}, {.max_size = 100}, differences);
  REQUIRE(parts.size() == 3);
  const PartContents first = contents_of(catalogue, decisions, {}, parts[0]);
  CHECK(first.catalogue.directories.size() == 1);
  REQUIRE(first.catalogue.objects.size() == 2);
  CHECK(first.catalogue.objects[0].occurrences.size() == 2);
  REQUIRE(first.decisions.tables.size() == 1);
  CHECK(first.decisions.tables[0].object == &first.catalogue.objects[1]);
  CHECK(first.decisions.tables[0].entries() == 20);
  CHECK(first.decisions.tables[0].first_entry == 0);
  const PartContents second = contents_of(catalogue, decisions, {}, parts[1]);
  CHECK(second.catalogue.directories.empty());
  REQUIRE(second.decisions.tables.size() == 2);
  CHECK(second.decisions.tables[0].first_entry == 20);
  CHECK(second.decisions.tables[0].column_parts().size() == 4);
  CHECK(second.decisions.tables[1].planned == 1);
  const OutputFile file = planned_file(decisions, {}, parts[1]);
  CHECK(file.inputs == 1);
  REQUIRE(file.tables.size() == 2);
  CHECK(file.tables[0].path == "d/t");
  CHECK(file.tables[1].entries == 10);
}

TEST_CASE("output parts: names have a number before the extension") {
  CHECK(part_name("a.b/all.root", 0) == "a.b/all.root");
  CHECK(part_name("a.b/all.root", 1) == "a.b/all_1.root");
  CHECK(part_name("a.b/all", 12) == "a.b/all_12");
}
