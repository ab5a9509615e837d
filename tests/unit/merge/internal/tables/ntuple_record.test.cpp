#include "ramet/merge/internal/tables/ntuple_record.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("ntuple record: an ntuple that is not the one in the catalogue is refused") {
  sample::Inputs files;
  const auto columns = sample::entries_of(20);
  files.add(
      [&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 20, write::Format::rntuple); });
  const merge::internal::Inputs inputs(files.session(), files.paths());
  auto catalogue = merge::internal::read_catalogue(inputs, {false}, files.session().executor(), {});
  merge::internal::MergedObject& object = catalogue.objects.at(0);
  merge::internal::TablePart& part = object.special.made().parts.at(0);
  const merge::internal::OpenNTuple open(inputs, object, part);
  REQUIRE(open.lists.size() == 1);
  CHECK(open.lists[0].cluster_count() == 1);
  part.entries = 21;
  CHECK(sample::error_of([&] {
          merge::internal::OpenNTuple(inputs, object, part);
        }).find("has changed while it was merged") != std::string::npos);
}
