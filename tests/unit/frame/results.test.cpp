#include <map>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/frame.hpp"

using namespace ramet;
using frame::Frame;

TEST_CASE("a frame gives numbers, values and histograms in one pass") {
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(1000);
  const Frame all = threads.of(rows);
  const auto count = all.count();
  const auto sum = all.sum("x");
  const auto mean = all.mean("x");
  const auto deviation = all.standard_deviation("x");
  const auto low = all.min("x");
  const auto high = all.max("x");
  const auto stats = all.stats("x", "y");
  const auto taken = all.take({"x", "y"});
  const auto histogram = all.histogram("x", {10, 0, 500}, "y");
  CHECK(*count == 1000);
  CHECK(*sum == 499500);
  CHECK(*mean == 499.5);
  CHECK(*deviation == doctest::Approx(288.8194360957494));
  CHECK(*low == 0);
  CHECK(*high == 999);
  CHECK(stats.value().weights == 499500 / 2.0);
  CHECK(taken.value().at(1).numbers<double>().back() == 499.5);
  CHECK(histogram.value().parts().moments.entries == 1000);
  CHECK(histogram.value().is_weighted());
  CHECK(rows->values_read == 2000);
}

TEST_CASE("results have variations") {
  const sample::Threads threads(2);
  const Frame varied = threads.counting(100).vary({"y"}, "RVecD{y - 1, y + 1}", {"down", "up"}, "scale");
  const auto sum = varied.sum("y");
  const auto others = sum.varied();
  CHECK(*sum == 4950 / 2.0);
  CHECK(others.at("scale:down").value() == 4950 / 2.0 - 100);
  CHECK(others.at("scale:up").value() == 4950 / 2.0 + 100);
}

TEST_CASE("a snapshot of columns is a tree in a file; of none that are named, all are stored") {
  const sample::Place place(2);
  const Frame frame = Frame(sample::hundred(place), *place.executor).define("twice", "2 * x").filter("x >= 90");
  const std::filesystem::path file = place.folder / "skim.root";
  CHECK(frame.snapshot(file, "Events", {"twice", "v"}).value().entries == 10);
  const auto written = [&](const char* name) {
    std::vector<std::string> names;
    for (const dataset::Column& column : dataset::open_table(place.session.open(file), name)->columns())
      names.push_back(column.name);
    return names;
  };
  CHECK(written("Events") == std::vector<std::string>{"twice", "nv", "v"});
  frame::SnapshotPlace also{.path = file, .updates = true};
  also.table.format = write::Format::rntuple;
  CHECK(frame.snapshot(also, "dir/All").value().entries == 10);
  CHECK(written("dir/All").size() == 5);
  CHECK(written("Events").size() == 3);
}

TEST_CASE("a sparse histogram keeps the cells that are filled") {
  const sample::Threads threads(2);
  hist::SparseHistogramParts model{.class_name = "THnSparseT<TArrayD>", .name = "s", .title = {}, .axes = {}};
  model.axes.push_back({.bins = hist::RegularAxis{1'000'000, 0, 1e6}, .title = "x"});
  model.axes.push_back({.bins = hist::RegularAxis{1'000'000, 0, 1e6}, .title = "y"});
  const auto sparse = threads.counting(100).sparse_histogram(std::move(model), {"x", "y"});
  CHECK(sparse.value().parts().moments.entries == 100);
}

TEST_CASE("a cache has the values of columns in memory") {
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(1000);
  const Frame kept = threads.of(rows).filter("x >= 990").define("twice", "2 * x").cache({"twice", "v"});
  const std::uint64_t read = rows->values_read;
  CHECK(kept.source_entries() == 10);
  CHECK(*kept.sum("twice") == 2 * (990 + 999) * 5);
  CHECK(kept.type("v") == array::Type::list_of(array::Type::of(array::NumberType::float32)));
  CHECK(rows->values_read == read);
}

TEST_CASE("four-vectors in a cache have their methods") {
  const sample::Threads threads(2);
  const auto vectors = threads.counting(10).define("p", "ROOT::Math::XYZTVector(x, 0, 0, 2 * x)");
  CHECK(*vectors.cache({"p"}).define("px", "p.Px()").sum("px") == 45);
}
