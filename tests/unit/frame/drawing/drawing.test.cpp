#include "ramet/frame/drawing/drawing.hpp"

#include <cmath>
#include <limits>

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::DrawingOptions;
using frame::RowsQuery;

namespace {

frame::Drawn drawn(const sample::Place& place, const frame::Source& source, const std::string& text,
                   const std::string& cut = "", const std::string& option = "") {
  const frame::DrawText parts = frame::split_draw_text(text);
  const RowsQuery query =
      RowsQuery::compile(source, std::span(&parts.expressions, 1), cut, {{0}, {source.entries(place.options)}});
  return frame::draw(query,
                     {.expressions = parts.expressions,
                      .cut = cut,
                      .target = parts.target.value_or(frame::DrawTarget{}),
                      .option = frame::draw_option(option)},
                     place.options);
}

}  // namespace

TEST_CASE("a histogram with bins counts the rows in them") {
  const sample::Place place(2);
  const auto [selected, without_number, histogram] =
      drawn(place, sample::two_hundred(place), "x>>h(10,0,50)", "x%2==0");
  CHECK(selected == 100);
  CHECK(without_number == 0);
  const auto& parts = histogram.parts();
  CHECK(parts.name == "h");
  CHECK(parts.title == "x {x%2==0}");
  CHECK(parts.class_name == "TH1F");
  CHECK(parts.contents == std::vector<double>{0, 6, 4, 6, 4, 6, 4, 6, 4, 6, 4, 50});
  CHECK(parts.squares.empty());
  CHECK(parts.moments.entries == 100);
  CHECK(parts.moments.weights == 50);
}

TEST_CASE("axes suit the values: whole numbers get whole bins") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  const auto whole = drawn(place, source, "x").histogram;
  CHECK(whole.parts().axes[0].bins == hist::Axis(hist::RegularAxis{104, -1, 103}));
  CHECK(whole.parts().axes[0].title == "x");
  const auto any = drawn(place, source, "y>>named").histogram;
  CHECK(any.parts().axes[0].bins.bins() == 100);
  CHECK(any.parts().axes[0].bins.low() < 0);
  CHECK(any.parts().axes[0].title.empty());
  CHECK(any.parts().name == "named");
}

TEST_CASE("the last expression is of the x axis; weights give squares") {
  const sample::Place place;
  const auto histogram = drawn(place, sample::hundred(place), "y:x>>h(2,0,100,5,0,50)", "y").histogram;
  CHECK(histogram.dimensions() == 2);
  CHECK(histogram.parts().axes[0].bins.high() == 100);
  CHECK(histogram.parts().axes[1].bins.high() == 50);
  CHECK(histogram.is_weighted());
  CHECK(histogram.parts().moments.weights == 99 * 50 / 2.0);
}

TEST_CASE("a profile has means") {
  const sample::Place place;
  const auto histogram = drawn(place, sample::hundred(place), "y:x>>p(2,0,100)", "", "prof").histogram;
  CHECK(histogram.is_profile());
  CHECK(histogram.values() == std::vector{49 / 4.0, 149 / 4.0});
}

TEST_CASE("texts are labels of bins") {
  const sample::Place place;
  sample::write_tree(place.folder / "words.root",
                     {{"w", sample::column_of(std::vector<std::string>{"b", "a", "b", "c"})}});
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "words.root"), "Events"));
  const auto histogram = drawn(place, source, "w").histogram;
  const auto& axis = histogram.parts().axes[0];
  CHECK(axis.bins == hist::Axis(hist::RegularAxis{3, 0, 3}));
  CHECK(axis.bin_labels.at(1) == "b");
  CHECK(axis.bin_labels.at(3) == "c");
  CHECK(histogram.values() == std::vector<double>{2, 1, 1});
}

TEST_CASE("texts beside numbers have as many bins as they are, as wide as is said") {
  const sample::Place place;
  sample::write_tree(place.folder / "words.root",
                     {{"w", sample::column_of(std::vector<std::string>{"b", "a", "b", "c"})}});
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "words.root"), "Events"));
  const auto histogram = drawn(place, source, "1:w>>h(2,0,4,1,0,2)").histogram;
  const auto& axis = histogram.parts().axes[0];
  CHECK(axis.bins == hist::Axis(hist::RegularAxis{3, 0, 6}));
  CHECK(axis.bin_labels.at(3) == "c");
  CHECK(histogram.values() == std::vector<double>{3, 1, 0});
}

TEST_CASE("the bits are the same for any number of threads") {
  const sample::Place one;
  const auto alone = drawn(one, sample::two_hundred(one), "x*0.1:y", "y+0.3").histogram;
  for (const std::size_t threads : {2, 5}) {
    const sample::Place many(threads);
    CHECK(drawn(many, sample::two_hundred(many), "x*0.1:y", "y+0.3").histogram == alone);
  }
}

TEST_CASE("rows behind the first million extend the axis") {
  const sample::Place place(2);
  constexpr std::size_t entries = 1'200'000;
  std::vector<double> values(entries, 0.5);
  values[0] = 0;
  values[1'100'000] = 3;
  sample::write_tree(place.folder / "x.root", {{"x", sample::column_of(values)}}, 200'000);
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "x.root"), "Events"));
  const auto axis = drawn(place, source, "x").histogram.parts().axes[0].bins;
  CHECK(axis.low() == doctest::Approx(-0.005));
  CHECK(axis.high() > 3);
  CHECK(axis.bins() == 100);
}

TEST_CASE("infinite values and those that are no numbers are outside") {
  const sample::Place place;
  const double infinity = std::numeric_limits<double>::infinity();
  sample::write_tree(place.folder / "x.root",
                     {{"x", sample::column_of(std::vector<double>{0.5, infinity, 2.5, std::nan(""), -infinity})}});
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "x.root"), "Events"));
  const auto result = drawn(place, source, "x");
  CHECK(result.without_number == 1);
  const auto& parts = result.histogram.parts();
  CHECK(parts.axes[0].bins == hist::Axis(hist::RegularAxis{100, -1, 1}));
  CHECK(parts.contents.front() == 1);
  CHECK(parts.contents.back() == 3);
  CHECK(parts.moments.weights == 1);
}

TEST_CASE("options: kept squares, a norm, errors of profiles, colors") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  CHECK(drawn(place, source, "x>>h(2,0,100)", "", "e").histogram.is_weighted());
  CHECK_FALSE(drawn(place, source, "x:y>>h(2,0,100)", "", "e").histogram.is_weighted());
  const auto norm = drawn(place, source, "x>>h(4,0,200)", "", "norm").histogram;
  CHECK(norm.values() == std::vector{0.5, 0.5, 0.0, 0.0});
  CHECK(norm.variances()[0] == 0.005);
  const auto profile = drawn(place, source, "y:x", "", "profs").histogram;
  CHECK(profile.parts().profile.value().errors == hist::ProfileErrors::spread);
  CHECK(drawn(place, source, "y:x:y", "", "prof").histogram.parts().axes[0].bins.bins() == 100);
  CHECK_THROWS_AS(drawn(place, source, "x:y:x", "", "colz"), Error);
  CHECK(drawn(place, source, "x:y", "", "colz").selected == 100);
}

TEST_CASE("titles of axes keep their blanks") {
  const sample::Place place;
  const auto histogram = drawn(place, sample::hundred(place), " x + 1 : (y) ").histogram;
  CHECK(histogram.parts().axes[0].title == " (y) ");
  CHECK(histogram.parts().axes[1].title == " x + 1 ");
}

TEST_CASE("a value that is no number ends the extension of axes") {
  const sample::Place place;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto axis_of = [&](std::size_t nan) {
    std::vector<double> values(2000, 0.5);
    values[0] = infinity;
    values[10] = -1.5;
    values[1500] = 2.5;
    values[nan] = std::nan("");
    const std::string file = "x" + std::to_string(nan) + ".root";
    sample::write_tree(place.folder / file, {{"x", sample::column_of(values)}});
    const frame::Source source(dataset::open_table(place.session.open(place.folder / file), "Events"));
    return drawn(place, source, "x").histogram.parts().axes[0].bins;
  };
  CHECK(axis_of(20) == hist::Axis(hist::RegularAxis{100, -3, 1}));
  CHECK(axis_of(1600) == hist::Axis(hist::RegularAxis{100, -3, 5}));
}

TEST_CASE("rows are added to a histogram") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  hist::Histogram histogram = drawn(place, source, "x>>h(2,0,100)").histogram;
  const std::string text = "y";
  const RowsQuery query = RowsQuery::compile(source, std::span(&text, 1), "", {{0}, {100}});
  CHECK(frame::draw_into(histogram, query, place.options) == 100);
  CHECK(histogram.values() == std::vector<double>{150, 50});
  CHECK(histogram.parts().moments.entries == 200);
  const std::string two = "y:x";
  const RowsQuery other = RowsQuery::compile(source, std::span(&two, 1), "", {{0}, {100}});
  CHECK_THROWS_AS(frame::draw_into(histogram, other, place.options), Error);
}

TEST_CASE("too many expressions are refused") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  CHECK_THROWS_AS(drawn(place, source, "x:x:x:x:x"), Error);
  CHECK_THROWS_AS(drawn(place, source, "x", "", "prof"), Error);
  const auto four = drawn(place, source, "x:x:x:x");
  CHECK(four.selected == 100);
  CHECK(four.histogram.parts().moments.entries == 100);
  CHECK(four.histogram.parts().moments.weights == 0);
}
