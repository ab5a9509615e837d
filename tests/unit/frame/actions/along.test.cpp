#include "ramet/frame/actions/along.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/hist/figure_reader.hpp"

using namespace ramet;
using frame::Along;

namespace {

using Texts = std::vector<std::string>;

/// A file with the table "Events", runs in another one, a tag, and a histogram with one fill.
void write_file(const sample::Place& place, const std::string& name, int first_run, const std::string& tag,
                std::uint32_t bins = 2) {
  sample::write_tree(place.folder / name, {{"x", sample::count_from<std::int32_t>(0, 5)}});
  const auto writer = write::ParallelWriter::update(place.folder / name);
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const bool is_tree = format == write::Format::ttree;
    write::TableWriter table = writer->add_table({is_tree ? "Runs" : "meta/Lumis",
                                                  is_tree ? "of data" : "",
                                                  {{.name = "run", .type = array::parse_type("int32")},
                                                   {.name = "v", .type = array::parse_type("var * float32")}}},
                                                 {.format = format});
    write::FillContext context = table.context();
    const std::vector<std::vector<float>> lists = {{1}, {2, 3}};
    const std::vector<array::Array> columns = {sample::count_from<std::int32_t>(first_run, 2),
                                               sample::column_of(lists)};
    context.extend(columns);
    context.close();
  }
  writer->put("tag", tag);
  hist::HistogramParts parts;
  parts.name = "h";
  parts.axes.push_back({.bins = hist::RegularAxis{bins, 0, 2}});
  hist::Histogram histogram = hist::Histogram::empty(std::move(parts));
  const std::vector<double> value = {0.5};
  histogram.fill(value);
  writer->put("meta/h", histogram);
  writer->close();
}

std::shared_ptr<const Along> along(const sample::Place& place, const frame::Source& source, const Texts& patterns) {
  return std::make_shared<const Along>(place.session, source, patterns);
}

frame::Source source_of(const sample::Place& place, const std::string& files) {
  return frame::Source(std::make_shared<const dataset::Dataset>(place.session, place.at(files) + ":Events"));
}

/// Write a snapshot of "x" that takes objects along, and open it.
std::shared_ptr<const dataset::File> snapshot(const sample::Place& place, const frame::Source& source,
                                              std::shared_ptr<const Along> with) {
  const frame::Frame frame(source, *place.executor);
  const Texts columns = {"x"};
  frame::StoredColumns stored = stored_columns(frame, columns, write::Format::ttree);
  stored.schema.name = "Kept";
  frame::SnapshotPlace to{.path = place.folder / "out.root", .along = std::move(with)};
  static_cast<void>(frame.snapshot(std::move(to), std::move(stored.schema), stored.columns).value());
  return place.session.open(place.folder / "out.root");
}

std::vector<std::int32_t> runs_in(const sample::Place& place, const std::shared_ptr<const dataset::File>& file,
                                  const std::string& table) {
  const auto rows = dataset::open_table(file, table);
  const Texts names = {"run", "v"};
  const auto columns = rows->read(names, {{0}, {rows->entries()}}, place.options);
  CHECK(columns[1].list_offsets().size() == rows->entries() + 1);
  return sample::numbers_of<std::int32_t>(columns[0]);
}

Texts paths_in(const dataset::File& file) {
  Texts paths;
  for (const file::PlacedKey& key : file.reader().keys_below(""))
    if (!key.key.is_directory()) paths.push_back(fmt::format("{};{}", key.path, key.key.cycle));
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST_CASE("tables of several files are joined in their order, histograms added, equal objects taken once") {
  for (const std::size_t threads : {1, 3}) {
    const sample::Place place(threads);
    write_file(place, "a0.root", 10, "2026");
    write_file(place, "a1.root", 20, "2026");
    const frame::Source source = source_of(place, "a?.root");
    const auto taken = along(place, source, {"*"});
    Texts paths = taken->paths();
    std::ranges::sort(paths);
    CHECK(paths == Texts{"Runs", "meta/Lumis", "meta/h", "tag"});
    const auto file = snapshot(place, source, taken);
    CHECK(paths_in(*file) == Texts{"Kept;1", "Runs;1", "meta/Lumis;1", "meta/h;1", "tag;1"});
    CHECK(runs_in(place, file, "Runs") == std::vector<std::int32_t>{10, 11, 20, 21});
    CHECK(runs_in(place, file, "meta/Lumis") == std::vector<std::int32_t>{10, 11, 20, 21});
    CHECK(file->reader().key("Runs").title == "of data");
    CHECK(file->reader().key("meta/Lumis").class_name == "ROOT::RNTuple");
    const file::Key key = file->reader().key("meta/h");
    const file::Record record = file->reader().read_record(key);
    hist::FigureReader reader({&file->streamer_infos(), &file->catalogue()});
    const auto sum = std::get<hist::Histogram>(reader.read(record.bytes.span(), record.key_length, key.class_name));
    CHECK(sum.values() == std::vector<double>{2, 0});
  }
}

TEST_CASE("objects of one file are copied byte by byte, others are cycles of one name") {
  const sample::Place place;
  write_file(place, "a0.root", 10, "one");
  write_file(place, "a1.root", 20, "another", 3);
  const frame::Source one(dataset::open_table(place.session.open(place.folder / "a0.root"), "Events"));
  const auto file = snapshot(place, one, along(place, one, {"tag", "meta/h"}));
  const auto before = place.session.open(place.folder / "a0.root");
  for (const char* path : {"tag", "meta/h"}) {
    const file::Record old = before->reader().read_record(before->reader().key(path));
    const file::Record copy = file->reader().read_record(file->reader().key(path));
    CHECK(std::ranges::equal(old.payload(), copy.payload()));
  }
  CHECK(file->streamer_infos().find_latest("TH1D") != nullptr);
  const frame::Source both = source_of(place, "a?.root");
  CHECK(paths_in(*snapshot(place, both, along(place, both, {"t*"}))) == Texts{"Kept;1", "tag;1", "tag;2"});
  const auto unequal = along(place, both, {"meta/h"});
  CHECK(sample::error_of([&] { snapshot(place, both, unequal); }).find("'meta/h'") != std::string::npos);
}

TEST_CASE("patterns that name nothing are errors, and the table that is read is not taken along") {
  const sample::Place place;
  write_file(place, "a0.root", 10, "one");
  const frame::Source source = source_of(place, "a0.root");
  CHECK(sample::error_of([&] { along(place, source, {"Rums"}); }) ==
        "not_found: nothing called 'Rums' could be taken along; did you mean 'Runs'?");
  CHECK(sample::error_of([&] { along(place, source, {"Runs", "Ev*"}); }).starts_with("not_found"));
}
