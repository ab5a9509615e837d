#include "ramet/dataset/rows.hpp"

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;

TEST_CASE("rows: a tree has them, a missing name and what is no tree do not") {
  const sample::Place place;
  const auto writer = write::ParallelWriter::recreate(place.folder / "x.root");
  writer->add_table(sample::counting_schema(), {}, "dir").context().close();
  writer->close();
  const auto file = place.session.open(place.folder / "x.root");
  CHECK(open_rows(file, "dir/Events")->entries() == 0);
  CHECK(open_rows(file, "dir/Events")->name() == "'" + (place.folder / "x.root").string() + "': tree 'Events'");
  CHECK(has_rows(file->reader().key("dir/Events")));
  CHECK_FALSE(has_rows(file->reader().key("dir")));
  CHECK(error_of([&] { open_rows(file, "dir/Event"); }).starts_with("not_found: "));
  CHECK(error_of([&] { open_rows(file, "dir/Event"); }).find("'Events'") != std::string::npos);
  CHECK(error_of([&] { open_rows(file, "dir"); }).starts_with("misuse: "));
}
