#include "ramet/ntuple/internal/ntuple_batches.hpp"

#include <memory>
#include <string>
#include <vector>

#include "fault/distant_source.hpp"
#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/object/array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ramet_test::text_of;

namespace {

const std::vector<std::string> paths = {"x", "v", "pair", "option", "variant", "names", "s"};

std::vector<const ntuple::Field*> fields_of(const ntuple::NTupleReader& reader) {
  std::vector<const ntuple::Field*> fields;
  for (const std::string& path : paths) fields.push_back(&reader.ntuple().at(path));
  return fields;
}

void check_batches(const ntuple::NTupleReader& reader, const std::vector<EntryRange>& ranges) {
  const auto batches = reader.batch_reader(fields_of(reader));
  for (const EntryRange range : ranges) {
    CAPTURE(range.first.number);
    const ntuple::Batch batch = batches->read(range);
    CHECK(batch.entries == range);
    REQUIRE(batch.columns.size() == paths.size());
    for (std::size_t field = 0; field < paths.size(); ++field) {
      array::validate(batch.columns[field]);
      CHECK(text_of(batch.columns[field]) ==
            sample::event_text(paths[field].c_str(), range.first.number, range.last.number));
    }
  }
}

std::shared_ptr<fault::DistantSource> distant(const sample::NTupleRecipe& recipe) {
  return std::make_shared<fault::DistantSource>(io::source_of(sample::NTupleFile(recipe).contents, "sample.root"));
}

const std::vector<EntryRange> forth_and_back = {{{0}, {3}}, {{3}, {10}}, {{10}, {11}}, {{11}, {20}}, {{2}, {5}}};

}  // namespace

TEST_CASE("ntuple batches: entries are read in any order, of near and distant sources") {
  const auto recipe = sample::events({true, true, 3}, {10, 10});
  check_batches(*sample::open_ntuple(recipe), forth_and_back);
  check_batches(*sample::open_ntuple(distant(recipe)), forth_and_back);
}

TEST_CASE("ntuple batches: a walk over a distant source makes one trip a cluster") {
  const auto recipe = sample::events({true, true, 3}, {10, 10});
  const auto reader = sample::open_ntuple(recipe);
  const auto far = distant(recipe);
  const ntuple::BlobReader blobs(*far, 0);
  const ntuple::internal::ClusterIndex index(reader->ntuple(), ntuple::BlobReader(reader->file().source(), 0));
  const ntuple::Field& field = reader->ntuple().at("x");
  const auto add_extents = [&](const ntuple::internal::ClusterPages& cluster, std::vector<io::Extent>& to) {
    for (const ntuple::Page& page : cluster.list->column(cluster.place, field.representations[0][0]).pages)
      blobs.add_extent({page.locator.offset, page.stored_size()}, to);
  };
  ntuple::internal::NTupleBatches batches(reader->ntuple().schema, blobs, {reader->layout(field)},
                                          index.overlapping({{0}, {20}}), add_extents, [] { return "here"; });
  for (std::uint64_t first = 0; first < 20; first += 2)
    CHECK(text_of(batches.read({{first}, {first + 2}}).columns[0]) == sample::event_text("x", first, first + 2));
  CHECK(far->trips() == 2);
}

TEST_CASE("ntuple batches: entries of two clusters, or of none, are refused, and others can be read after") {
  const auto reader = sample::open_ntuple(sample::events({true, true, 3}, {10, 10}));
  const ntuple::Field* const fields[] = {&reader->ntuple().at("x")};
  const auto batches = reader->batch_reader(fields);
  CHECK_THROWS_AS(batches->read({{5}, {11}}), Error);
  CHECK_THROWS_AS(batches->read({{20}, {21}}), Error);
  CHECK(text_of(batches->read({{10}, {20}}).columns[0]) == sample::event_text("x", 10, 20));
}
