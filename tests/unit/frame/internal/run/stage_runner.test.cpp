#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;
using sample::error_of;
using sample::values_of;

namespace {

/// Two files of ten entries, of which the second lacks q.
frame::Source lacking(const sample::Place& place) {
  sample::write_tree(place.folder / "part1.root", {{"x", sample::count_from<std::int32_t>(0, 10)},
                                                   {"q", sample::count_from<std::int32_t>(100, 10)}});
  sample::write_tree(place.folder / "part2.root", {{"x", sample::count_from<std::int32_t>(10, 10)}});
  return frame::Source(std::make_shared<const dataset::Dataset>(place.session, place.at("part*.root") + ":Events"));
}

}  // namespace

TEST_CASE("entries of files that lack a column are filtered, or have a default") {
  const sample::Place place(2);
  const Frame all(lacking(place), *place.executor);
  const std::vector<std::int32_t> first = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  CHECK(values_of<std::int32_t>(all.filter_available("q"), "x") == first);
  CHECK(values_of<std::int32_t>(all.filter_available("q").filter("q > 105"), "q") == std::vector{106, 107, 108, 109});
  CHECK(values_of<std::int32_t>(all.filter_missing("q").range(3), "x") == std::vector{10, 11, 12});
  const Frame filled = all.default_value_for("q", sample::column_of<std::int32_t>({-1})).define("r", "q + x");
  CHECK(values_of<std::int32_t>(filled.filter("x % 6 == 5"), "r") == std::vector{110, 10, 16});
  CHECK(error_of([&] { values_of<std::int32_t>(all, "q"); }).starts_with("not_found"));
}

TEST_CASE("entries of a friend without partners are filtered, or have a default") {
  const sample::Place place(2);
  sample::write_tree(place.folder / "main.root", {{"id", sample::column_of<std::int32_t>({1, 2, 3, 4})}});
  sample::write_tree(place.folder / "friend.root",
                     {{"id", sample::column_of<std::int32_t>({4, 2})}, {"w", sample::column_of<double>({40, 20})}});
  dataset::Friend other;
  other.name = "f";
  other.dataset = std::make_shared<const dataset::Dataset>(place.session, place.at("friend.root") + ":Events");
  other.index = dataset::make_index(*other.dataset, "id", "", place.options);
  other.major = "id";
  dataset::DatasetOptions options;
  options.friends = {other};
  const Frame all(frame::Source(std::make_shared<const dataset::Dataset>(place.session,
                                                                         place.at("main.root") + ":Events", options)),
                  *place.executor);
  CHECK(values_of<std::int32_t>(all.filter_available("w"), "id") == std::vector{2, 4});
  CHECK(values_of<std::int32_t>(all.filter_missing("f.w"), "id") == std::vector{1, 3});
  CHECK(values_of<double>(all.default_value_for("w", sample::column_of<double>({-1})), "w") ==
        std::vector<double>{-1, 20, -1, 40});
  CHECK(error_of([&] { values_of<double>(all, "w"); }).starts_with("not_found"));
}

TEST_CASE("defaults are one value of the column's type, and of columns of the source") {
  const sample::Place place;
  const Frame all(lacking(place), *place.executor);
  const auto error = [&](const Frame& of, const std::string& column, array::Array value) {
    return error_of([&] { of.default_value_for(column, std::move(value)); });
  };
  CHECK(error(all, "q", sample::column_of<std::int32_t>({1, 2})) == "misuse: a default for 'q' of 2 values");
  CHECK(error(all, "q", sample::column_of<double>({1})).find("the column is of type int32") != std::string::npos);
  CHECK(error(all, "none", sample::column_of<double>({1})).starts_with("not_found: there is no column 'none'"));
  CHECK(error(all.define("d", "x"), "d", sample::column_of<std::int32_t>({1})) ==
        "misuse: 'd' is no column of the source");
  CHECK(error_of([&] { all.filter_missing("none"); }).starts_with("not_found"));
}

TEST_CASE("columns of samples have the value of the file") {
  const sample::Place place(2);
  const Frame all(lacking(place), *place.executor,
                  {.samples = {{.name = "a", .metadata = {{"w", 0.5}}}, {.name = "b", .metadata = {{"w", 2.0}}}}});
  const Frame weighted = all.define_per_sample("w", "rdfsampleinfo_.GetD(\"w\")").filter("x % 9 == 0");
  CHECK(values_of<double>(weighted.define("y", "w * x"), "y") == std::vector<double>{0, 4.5, 36});
  CHECK(error_of([&] { all.define_per_sample("u", "rdfsampleinfo_.GetD(\"none\")"); }).starts_with("not_found"));
}
