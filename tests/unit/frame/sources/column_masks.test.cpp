#include "ramet/frame/sources/column_masks.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/sources/open.hpp"
#include "ramet/front/file.hpp"

using namespace ramet;

namespace {

/// Entries x = 0 .. 99, of which those in 20 .. 39 pass, shifted by 10.
void write_varied(const sample::Place& place, write::Format format, const std::string& directory = {}) {
  sample::write_hundred(place);
  const auto all = ramet::open_frame(place.at("hundred.root") + ":Events")
                       .vary({"x"}, "RVecI{x - 10, x + 10}", {"down", "up"}, "s")
                       .filter("x >= 20 && x < 40");
  const std::vector<std::string> columns = {"x", "y", "v"};
  frame::StoredColumns stored = stored_columns(all, columns, format, frame::CountedLists::as_vectors);
  stored.schema.name = "T";
  frame::SnapshotPlace to{.path = place.folder / "varied.root",
                          .directory = directory,
                          .table = {.format = format},
                          .variations = frame::SnapshotVariations::included};
  all.snapshot(std::move(to), std::move(stored.schema), stored.columns).value();
}

}  // namespace

TEST_CASE("values have masks: those without their bit are none") {
  const array::Array values = sample::column_of(std::vector<double>{1, 2, 3, 4});
  const array::Array masks = sample::column_of(std::vector<std::uint64_t>{2, 1, 3, 0});
  const array::Array some = frame::masked_values(values, masks, 1);
  CHECK(some.type() == array::Type::option_of(values.type()));
  CHECK(some.length() == 4);
  CHECK(sample::numbers_of<double>(some.items()) == std::vector<double>{1, 3});
  CHECK(sample::numbers_of<double>(frame::masked_values(values, masks, 0).items()) == std::vector<double>{2, 3});
  CHECK(frame::masked_values(values, masks, 63).items().length() == 0);
}

TEST_CASE("tbb session: frames know which entries of a snapshot with variations have a column") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple})
    for (const std::string directory : {"", "a"}) {
      const sample::Place place;
      write_varied(place, format, directory);
      const std::string table = directory.empty() ? "T" : directory + "/T";
      const auto read = ramet::open_frame(place.at("varied.root") + ":" + table);
      CHECK(*read.count() == 40);
      CHECK(*read.filter_available("x").min("x") == 20);
      CHECK(*read.filter_available("x").count() == 20);
      CHECK(*read.filter_available("x__s_up").mean("x__s_up") == 29.5);
      CHECK(*read.filter_missing("x__s_down").count() == 20);
      CHECK(*read.filter_available("y").filter_available("v").count() == 20);
      const array::Array fill = sample::column_of(std::vector<std::int32_t>{-1});
      CHECK(*read.default_value_for("x__s_up", fill).filter("x__s_up == -1").count() == 20);
      CHECK(sample::error_of([&] { *read.sum("x"); }).find("has no value of column 'x'") != std::string::npos);
      const std::vector<std::string> filters = {"FilterAvailable", "Unnamed Filter", "FilterMissing"};
      CHECK(read.filter_available("x").filter("x > 0").filter_missing("y").filter_names() == filters);
    }
}

TEST_CASE("tbb session: entries that have a column are stored with its values") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const sample::Place place;
    write_varied(place, format);
    const auto read = ramet::open_frame(place.at("varied.root") + ":T").filter_available("x");
    const std::vector<std::string> names = {"x"};
    frame::StoredColumns stored = frame::stored_columns(read, names, format);
    CHECK(array::to_string(stored.schema.columns[0].type) == array::to_string(read.type("x")));
    stored.schema.name = "T";
    frame::SnapshotPlace output{.path = place.folder / "some.root", .table = {.format = format}};
    CHECK(read.snapshot(std::move(output), std::move(stored.schema), stored.columns).value().entries == 20);
    CHECK(*ramet::open_frame(place.at("some.root") + ":T").min("x") == 20);
  }
}

TEST_CASE("tbb session: a table of an open file has masks, too, and tables without them are as ever") {
  const sample::Place place;
  write_varied(place, write::Format::ttree);
  const ramet::File file(place.folder / "varied.root");
  CHECK(*ramet::frame_of(file.table("T")).filter_available("x__s_down").count() == 20);
  const auto opened = place.session.open(place.folder / "hundred.root");
  CHECK(frame::read_column_masks(*opened, "Events").empty());
  CHECK(frame::read_column_masks(*place.session.open(place.folder / "varied.root"), "T").size() == 5);
}
