#include "ramet/merge/internal/tables/tree_record.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("tree record: a tree that is not the one in the catalogue is refused") {
  sample::Inputs files;
  const auto columns = sample::entries_of(20);
  files.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 20); });
  const merge::internal::Inputs inputs(files.session(), files.paths());
  auto catalogue = merge::internal::read_catalogue(inputs, {false}, files.session().executor(), {});
  merge::internal::MergedObject& object = catalogue.objects.at(0);
  merge::internal::TablePart& part = object.special.made().parts.at(0);
  const merge::internal::OpenTree open(inputs, object, *part.schema, part);
  CHECK(open.branches.size() == part.schema->columns.size());
  part.entries = 21;
  CHECK(sample::error_of([&] {
          merge::internal::OpenTree(inputs, object, *part.schema, part);
        }).find("has changed while it was merged") != std::string::npos);
}
