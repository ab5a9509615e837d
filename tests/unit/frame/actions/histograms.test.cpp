#include "ramet/frame/actions/histograms.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;
using frame::HistogramAction;
using frame::SparseHistogramAction;
using hist::Histogram;
using sample::ask;
using Names = std::vector<std::string>;

namespace {

std::vector<hist::NamedAxis> axes_of(const std::vector<hist::RegularAxis>& axes) {
  std::vector<hist::NamedAxis> named;
  for (const hist::RegularAxis& axis : axes) named.push_back({.bins = axis});
  return named;
}

Histogram model(const std::vector<hist::RegularAxis>& axes) {
  return Histogram::empty({.name = "h", .axes = axes_of(axes)});
}

Histogram profile_model(const hist::RegularAxis& axis) {
  return Histogram::empty({.name = "p", .axes = axes_of({axis}), .profile = hist::ProfileSums()});
}

/// The histogram of the columns of a frame, filled entry by entry.
Histogram filled(const Frame& of, Histogram histogram, const Names& columns, const std::string& weight = {}) {
  std::vector<std::vector<double>> values;
  for (const std::string& column : columns) values.push_back(sample::values_of<double>(of, column));
  std::vector<double> weights;
  if (!weight.empty()) {
    weights = sample::values_of<double>(of, weight);
    histogram.keep_squared_weights();
  }
  for (std::size_t k = 0; k < values[0].size(); ++k) {
    std::vector<double> fill;
    for (const auto& column : values) fill.push_back(column[k]);
    histogram.fill(fill, weights.empty() ? 1 : weights[k]);
  }
  return histogram;
}

void check_same(const Histogram& one, const Histogram& other) {
  const auto near = [](double a, double b) { return a == doctest::Approx(b).epsilon(1e-12); };
  CHECK(std::ranges::equal(one.parts().contents, other.parts().contents, near));
  CHECK(std::ranges::equal(one.parts().squares, other.parts().squares, near));
  CHECK(one.parts().moments.entries == other.parts().moments.entries);
  CHECK(one.mean() == doctest::Approx(other.mean()));
  CHECK(one.standard_deviation() == doctest::Approx(other.standard_deviation()));
}

double sum_of(const Histogram& histogram) {
  double sum = 0;
  for (const double content : histogram.parts().contents) sum += content;
  return sum;
}

}  // namespace

TEST_CASE("histograms are those of filling entry by entry, and the same bits for any number of threads") {
  const hist::RegularAxis y_axis{50, 100, 30'000}, z_axis{20, 0, 50};
  std::optional<Histogram> weighted_of_one;
  for (const std::size_t count : {1, 2, 7}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(sample::many).define("w", "z * 0.01 + 0.5");
    const Frame some = all.filter("x % 3 == 0");
    const auto plain = ask<HistogramAction>(some, model({y_axis}), Names{"y"});
    const auto weighted = ask<HistogramAction>(some, model({y_axis}), Names{"y"}, "w");
    const auto two = ask<HistogramAction>(all, model({y_axis, z_axis}), Names{"y", "z"});
    const auto profile = ask<HistogramAction>(all, profile_model(y_axis), Names{"y", "z"}, "w");
    check_same(plain.run().histogram(), filled(some, model({y_axis}), {"y"}));
    check_same(weighted.run().histogram(), filled(some, model({y_axis}), {"y"}, "w"));
    check_same(two.run().histogram(), filled(all, model({y_axis, z_axis}), {"y", "z"}));
    check_same(profile.run().histogram(), filled(all, profile_model(y_axis), {"y", "z"}, "w"));
    if (!weighted_of_one) weighted_of_one = weighted.run().histogram();
    CHECK(weighted.run().histogram() == *weighted_of_one);
  }
}

TEST_CASE("a large histogram of counts, which tasks share, is that of filling entry by entry") {
  const hist::RegularAxis x_axis{300, 0, 60'000}, z_axis{100, 2, 50};
  std::optional<Histogram> of_one;
  for (const std::size_t count : {1, 2, 7}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(200'000, 50'000).define("d", "1. * x");
    const auto shared = ask<HistogramAction>(all, model({x_axis, z_axis}), Names{"d", "z"});
    const auto weighted = ask<HistogramAction>(all.define("one", "1"), model({x_axis, z_axis}), Names{"d", "z"}, "one");
    const Histogram expected = filled(all, model({x_axis, z_axis}), {"d", "z"});
    check_same(shared.run().histogram(), expected);
    CHECK(shared.run().histogram().parts().contents == expected.parts().contents);
    CHECK(weighted.run().histogram().parts().contents == expected.parts().contents);
    if (!of_one) of_one = shared.run().histogram();
    CHECK(shared.run().histogram() == *of_one);
  }
}

TEST_CASE("squares of weights are kept if one of the weights is not 1") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many).define("one", "1").define("last", "x == 4999 ? 2. : 1.");
  const hist::RegularAxis axis{10, 0, 100};
  const auto ones = ask<HistogramAction>(all, model({axis}), Names{"x"}, "one");
  const auto others = ask<HistogramAction>(all, model({axis}), Names{"x"}, "last");
  const auto none = ask<HistogramAction>(all.filter("x < 0"), model({axis}), Names{"x"}, "last");
  const auto profile = ask<HistogramAction>(all, profile_model(axis), Names{"x", "z"}, "one");
  const auto other_profile = ask<HistogramAction>(all, profile_model(axis), Names{"x", "z"}, "last");
  Histogram before = model({axis});
  before.keep_squared_weights();
  const auto kept = ask<HistogramAction>(all, before, Names{"x"}, "one");
  CHECK(ones.run().histogram() == ask<HistogramAction>(all, model({axis}), Names{"x"}).run().histogram());
  CHECK(others.run().histogram().is_weighted());
  CHECK_FALSE(none.run().histogram().is_weighted());
  CHECK_FALSE(profile.run().histogram().is_weighted());
  CHECK(other_profile.run().histogram().is_weighted());
  CHECK(kept.run().histogram().is_weighted());
}

TEST_CASE("contents of the model stay") {
  const sample::Threads threads;
  for (const std::uint32_t bins : {10U, 10'000U}) {
    Histogram before = model({{bins, 0, 10}});
    const double inside[] = {2.5}, below[] = {-1};
    before.fill(inside);
    before.fill(below);
    const auto more = ask<HistogramAction>(threads.counting(5), before, Names{"x"});
    CHECK(sum_of(more.run().histogram()) == 7);
    CHECK(more.run().histogram().parts().moments.entries == 7);
    CHECK(more.run().histogram().mean() == doctest::Approx(12.5 / 6));
  }
}

TEST_CASE("lists are filled element by element, with numbers beside them") {
  const sample::Threads threads;
  const Frame all = threads.counting(6).define("m", "v * 2");  // v: 1, 2 2, 4, 5 5
  const hist::RegularAxis axis{12, 0, 12};
  const auto lists = ask<HistogramAction>(all, model({axis}), Names{"v"}, "x");
  const auto both = ask<HistogramAction>(all, model({axis, axis}), Names{"v", "m"});
  const auto mixed = ask<HistogramAction>(all, model({axis, axis}), Names{"x", "v"});
  CHECK(lists.run().histogram().values() == std::vector<double>{0, 1, 4, 0, 4, 10, 0, 0, 0, 0, 0, 0});
  const std::uint32_t two_four[] = {3, 5}, five_five[] = {6, 6};
  CHECK(both.run().histogram().parts().contents[both.run().histogram().cell(two_four)] == 2);
  CHECK(mixed.run().histogram().parts().contents[mixed.run().histogram().cell(five_five)] == 2);
  CHECK(sum_of(mixed.run().histogram()) == 6);
}

TEST_CASE("lists of different lengths are an error that names the entry") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many).define("u", "x == 50'000 ? RVecF{1, 2, 3} : v");
  const auto both = ask<HistogramAction>(all.filter("x > 7"), model({{10, 0, 1}, {10, 0, 1}}), Names{"v", "u"});
  CHECK(sample::error_of([&] { both.run(); }) == "misuse: histogram 'h': lists of 2 and 3 values in entry 50000");
}

TEST_CASE("histograms need as many columns as axes, of numbers") {
  using sample::error_of;
  const sample::Threads threads;
  const Frame all = threads.counting(3);
  CHECK(error_of([&] { HistogramAction(model({{10, 0, 1}}), {"x", "y"}); }) ==
        "misuse: histogram 'h' takes 1 columns, not 2");
  CHECK(error_of([&] { HistogramAction(profile_model({10, 0, 1}), {"x"}); }) ==
        "misuse: histogram 'p' takes 2 columns, not 1");
  CHECK(error_of([&] { SparseHistogramAction({.name = "s", .axes = axes_of({{10, 0, 1}})}, {}); }) ==
        "misuse: histogram 's' takes 1 columns, not 0");
  CHECK(error_of([&] {
          SparseHistogramAction({.name = "s", .axes = axes_of(std::vector(8, hist::RegularAxis{1000, 0, 1}))},
                                Names(8, "x"));
        }) == "unsupported: histogram 's' has more cells than 64 bits can number");
  CHECK(error_of([&] {
          ask<HistogramAction>(all.define("s", "std::string(\"a\")"), model({{10, 0, 1}}), Names{"s"});
        }).starts_with("misuse: histogram 'h': column 's' is of type string"));
}

TEST_CASE("histograms of variations are called after them") {
  const sample::Threads threads;
  const Frame varied = threads.counting(10).vary({"x"}, "RVecI{x + 1}", {"up"}, "shift");
  const auto nominal = ask<HistogramAction>(varied, model({{20, 0, 20}}), Names{"x"});
  const auto up = nominal.booked.varied().at("shift:up");
  nominal.run();
  const Histogram& histogram = static_cast<const HistogramAction&>(*up.action()).histogram();
  CHECK(histogram.parts().name == "h_shift_up");
  CHECK(histogram.mean() == 5.5);
  CHECK(frame::varied_name("h", "a:b:c") == "h_a_b_c");
}

TEST_CASE("a sparse histogram has its cells in the order of their first fills, for any number of threads") {
  for (const std::size_t count : {1, 2, 7}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(sample::many).define("a", "(x * 7) % 10").define("w", "0.5");
    const hist::SparseHistogramParts parts{.name = "s", .axes = axes_of({{10, 0, 10}, {2, 0, 100'000}})};
    const auto plain = ask<SparseHistogramAction>(all, parts, Names{"a", "x"});
    const auto weighted = ask<SparseHistogramAction>(all, parts, Names{"a", "x"}, "w");
    const hist::SparseHistogram& histogram = plain.run().histogram();
    REQUIRE(histogram.filled_cells() == 20);
    CHECK(std::vector(histogram.parts().bins.begin(), histogram.parts().bins.begin() + 8) ==
          std::vector<std::uint32_t>{1, 1, 8, 1, 5, 1, 2, 1});
    CHECK(histogram.parts().bins[21] == 2);
    CHECK(histogram.parts().contents[0] == 5000);
    CHECK(histogram.parts().contents[10] == 2000);
    CHECK(histogram.parts().moments.entries == sample::many);
    CHECK(histogram.parts().squares.empty());
    CHECK(weighted.run().histogram().parts().contents[0] == 2500);
    CHECK(weighted.run().histogram().parts().squares[0] == 1250);
    CHECK(weighted.run().histogram().parts().moments.weights == sample::many / 2.);
  }
}

TEST_CASE("a sparse histogram without fills has no cells, and one may be of lists") {
  const sample::Threads threads;
  const hist::SparseHistogramParts parts{.name = "s", .axes = axes_of({{10, 0, 10}})};
  const auto none = ask<SparseHistogramAction>(threads.counting(3).filter("false"), parts, Names{"x"});
  CHECK(none.run().histogram().filled_cells() == 0);
  const auto lists = ask<SparseHistogramAction>(threads.counting(6), parts, Names{"v"});
  CHECK(lists.run().histogram().parts().contents == std::vector<double>{1, 2, 1, 2});
  CHECK(lists.run().histogram().parts().bins == std::vector<std::uint32_t>{2, 3, 5, 6});
}
