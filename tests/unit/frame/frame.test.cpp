#include "ramet/frame/frame.hpp"

#include <cmath>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;
using sample::count_of;
using sample::error_of;
using sample::values_of;
using sample::varied_values_of;

TEST_CASE("definitions, aliases and filters are computed in the order of the verbs") {
  const sample::Threads threads;
  const Frame all = threads.counting(10);
  const Frame chosen =
      all.define("a", "2 * x").filter("a > 4").alias("b", "a").define("c", "b + y").filter("x % 2 == 1");
  CHECK(values_of<std::int32_t>(chosen, "x") == std::vector{3, 5, 7, 9});
  CHECK(values_of<double>(chosen, "c") == std::vector{7.5, 12.5, 17.5, 22.5});
  CHECK(count_of(all) == 10);
  CHECK(count_of(chosen.filter("false")) == 0);
  CHECK(values_of<std::uint64_t>(chosen, "#v") == std::vector<std::uint64_t>{0, 2, 1, 0});
  CHECK(values_of<std::uint64_t>(chosen, "rdfentry_") == std::vector<std::uint64_t>{3, 5, 7, 9});
}

TEST_CASE("another name of a column means what the column is redefined or varied to") {
  const sample::Threads threads;
  const Frame named = threads.counting(3).define("a", "2 * x").alias("b", "a").alias("c", "b");
  const Frame changed = named.define("before", "c").redefine("a", "b * 10");
  CHECK(values_of<std::int32_t>(changed, "b") == std::vector{0, 20, 40});
  CHECK(values_of<std::int32_t>(changed, "c") == std::vector{0, 20, 40});
  CHECK(values_of<std::int32_t>(changed, "before") == std::vector{0, 2, 4});
  CHECK(values_of<std::int32_t>(named, "c") == std::vector{0, 2, 4});
  const Frame wider = named.redefine("a", "0.5 * x");
  CHECK(wider.type("c") == array::Type::of(array::NumberType::float64));
  for (const frame::FrameColumn& column : wider.columns())
    if (column.name == "c") CHECK(column.type == array::Type::of(array::NumberType::float64));
  CHECK(values_of<double>(wider, "c") == std::vector{0.0, 0.5, 1.0});
  const auto varied =
      varied_values_of<std::int32_t>(named.vary({"a"}, "RVecI{a - 1, a + 1}", {"down", "up"}, "v"), "c");
  CHECK(varied.at("v:up") == std::vector{1, 3, 5});
  CHECK(error_of([&] { named.redefine("b", "1"); }) ==
        "misuse: 'b' is another name of column 'a', and cannot be redefined");
  CHECK(error_of([&] { named.vary({"c"}, "RVecI{1, 2}", {"down", "up"}, "v"); }) ==
        "misuse: 'c' is another name of column 'b', and cannot be varied");
}

TEST_CASE("what a filter excludes is not computed behind it") {
  const sample::Threads threads;
  const Frame first = threads.counting(10).filter("v.size() > 0").define("first", "v.at(0)");
  CHECK(values_of<float>(first, "first") == std::vector<float>{1, 2, 4, 5, 7, 8});
  CHECK(error_of([&] { values_of<float>(threads.counting(10).define("f", "v.at(0)"), "f"); }) != "none");
}

TEST_CASE("a redefinition sees the former values, and is seen by later verbs only") {
  const sample::Threads threads;
  const Frame before = threads.counting(3).define("a", "x + 1").define("sum", "a + x");
  const Frame after = before.redefine("x", "10 * x").redefine("a", "a + x");
  CHECK(values_of<std::int32_t>(after, "x") == std::vector{0, 10, 20});
  CHECK(values_of<std::int32_t>(after, "a") == std::vector{1, 12, 23});
  CHECK(values_of<std::int32_t>(after, "sum") == std::vector{1, 3, 5});
  CHECK(values_of<std::int32_t>(before, "x") == std::vector{0, 1, 2});
}

TEST_CASE("functions of batches may use expressions and each other, and filters may use them") {
  const sample::Threads threads(2);
  const auto type = array::parse_type("int32");
  const auto twice = sample::doubling<std::int32_t>();
  const Frame made = threads.counting(sample::many)
                         .define("a", "x + 1")
                         .define("b", twice, {"a"}, type)
                         .define("c", "b + a")
                         .define("d", twice, {"c"}, type)
                         .filter("d % 4 == 2");
  const auto is_large = std::make_shared<sample::Function>([](std::span<const array::Array> columns, std::size_t) {
    std::vector<bool> large;
    for (const std::int32_t value : columns[0].numbers<std::int32_t>()) large.push_back(value > 400'000);
    return sample::column_of(large);
  });
  std::vector<std::int32_t> expected;
  for (std::int32_t x = 0; x < static_cast<std::int32_t>(sample::many); ++x)
    if (6 * (x + 1) % 4 == 2 && 6 * (x + 1) > 400'000) expected.push_back(6 * (x + 1));
  CHECK(values_of<std::int32_t>(made.filter(is_large, {"d"}), "d") == expected);
  CHECK(values_of<std::int32_t>(made.redefine("a", twice, {"d"}, type).range(2), "a") == std::vector{12, 36});
}

TEST_CASE("columns are listed with their kinds, those of the source first") {
  const sample::Threads threads;
  const Frame made = threads.counting(3).define("a", "x > 1").filter("a").alias("b", "a").redefine("y", "y + 1");
  std::string text;
  for (const frame::FrameColumn& column : made.columns())
    text += fmt::format("{} {} {}; ", column.name, array::to_string(column.type), static_cast<int>(column.kind));
  CHECK(text == "x int32 0; z float64 0; v var * float32 0; a bool 1; b bool 2; y float64 1; ");
  CHECK(made.has_column("a"));
  CHECK(!made.has_column("c"));
  CHECK(made.type("v") == array::parse_type("var * float32"));
  CHECK(made.source_entries() == 3);
  CHECK(error_of([&] { (void)made.type("xx"); }).starts_with("not_found: there is no column 'xx'"));
}

TEST_CASE("wrong names are errors of the verb, with similar names") {
  const sample::Threads threads;
  const Frame all = threads.counting(3).define("energy", "y");
  CHECK(error_of([&] { all.define("x", "1"); }) == "misuse: there is a column 'x' already: redefine it");
  CHECK(error_of([&] { all.define("energy", "1"); }).starts_with("misuse: there is a column 'energy' already"));
  for (const char* const name : {"", "1a", "a b", "a.b", "?a", "a-b"})
    CHECK(error_of([&] { all.define(name, "1"); }).ends_with("is no name for a column"));
  CHECK(error_of([&] { all.redefine("q", "1"); }) ==
        "misuse: there is no column 'q' that could be redefined: define it");
  CHECK(error_of([&] { all.define("a", "enrgy + 1"); }).find("energy") != std::string::npos);
  CHECK(error_of([&] { all.filter("enrgy > 1"); }).find("energy") != std::string::npos);
  CHECK(error_of([&] { all.alias("a", "enrgy"); }).find("energy") != std::string::npos);
  CHECK(error_of([&] { all.alias("x", "y"); }).starts_with("misuse: there is a column 'x' already"));
  CHECK(error_of([&] { sample::ask<frame::TakeAction>(all, std::vector<std::string>{"enrgy"}); }).find("energy") !=
        std::string::npos);
  CHECK(error_of([&] {
          all.define("a", sample::doubling<double>(), {"enrgy"}, array::parse_type("float64"));
        }).starts_with("not_found: there is no column 'enrgy'"));
}

TEST_CASE("a filter is of type bool, and a range has entries") {
  const sample::Threads threads;
  const Frame all = threads.counting(3);
  CHECK(error_of([&] { all.filter("x + 1"); }) == "misuse: the filter 'x + 1' is of type int32: bool is wanted");
  CHECK(error_of([&] { all.filter("v > 1"); }).find("bool is wanted") != std::string::npos);
  for (const auto& [first, last, step] : std::vector<std::array<std::uint64_t, 3>>{{4, 3, 1}, {3, 2, 1}, {0, 2, 0}})
    CHECK(error_of([&] { all.range(first, last, step); }).starts_with("misuse: a range of entries"));
  CHECK(count_of(all.range(0)) == 3);
  CHECK(count_of(all.range(1, 1)) == 0);
  CHECK(count_of(all.range(5, 0)) == 0);
}

TEST_CASE("filters are counted by name, and listed") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(100);
  const Frame even = all.filter("x % 2 == 0", "even").define("a", "x").filter("a >= 10");
  const Frame large = even.filter("x >= 50", "large");
  const frame::Filters of_large = large.filters(), of_all = all.filters();
  CHECK(of_large.counts() == std::vector<frame::FilterCount>{{"even", 100, 50}, {"large", 45, 25}});
  CHECK(of_all.counts() == of_large.counts());
  CHECK(all.define("w", "x").filters().counts().empty());  // as in ROOT
  CHECK(even.filters().counts() == std::vector<frame::FilterCount>{{"even", 100, 50}});
  CHECK(large.filter_names() == std::vector<std::string>{"even", "Unnamed Filter", "large"});
  CHECK(all.filter_names() == large.filter_names());
}

TEST_CASE("a variation goes through definitions, filters and results") {
  const sample::Threads threads;
  const Frame varied = threads.counting(6)
                           .vary({"x"}, "RVecI{x - 2, x + 2}", {"down", "up"}, "shift")
                           .define("d", "10 * x")
                           .filter("d >= 20");
  CHECK(varied.variations() == std::vector<std::string>{"shift:down", "shift:up"});
  CHECK(varied_values_of<std::int32_t>(varied, "d") ==
        std::map<std::string, std::vector<std::int32_t>>{
            {"", {20, 30, 40, 50}}, {"shift:down", {20, 30}}, {"shift:up", {20, 30, 40, 50, 60, 70}}});
  CHECK(varied_values_of<std::uint64_t>(varied, "rdfentry_") ==
        std::map<std::string, std::vector<std::uint64_t>>{
            {"", {2, 3, 4, 5}}, {"shift:down", {4, 5}}, {"shift:up", {0, 1, 2, 3, 4, 5}}});
}

TEST_CASE("a variation may be of several columns, and columns of two variations follow each other") {
  const sample::Threads threads;
  const Frame varied = threads.counting(2)
                           .define("w", "x + 10")
                           .vary({"x", "w"}, "RVec<RVecI>{{x + 1, x + 2}, {w + 100, w + 200}}", {"a", "b"}, "both")
                           .vary({"w"}, "RVecI{-w}", {"minus"}, "")
                           .define("s", "x * w");
  CHECK(varied_values_of<std::int32_t>(varied, "s") ==
        std::map<std::string, std::vector<std::int32_t>>{
            {"", {0, 11}}, {"both:a", {110, 222}}, {"both:b", {420, 633}}, {"w:minus", {0, -11}}});
  CHECK(varied_values_of<std::int32_t>(varied, "x") ==
        std::map<std::string, std::vector<std::int32_t>>{{"", {0, 1}}, {"both:a", {1, 2}}, {"both:b", {2, 3}}});
}

TEST_CASE("functions of batches are called for each variation of their columns") {
  const sample::Threads threads;
  const Frame varied = threads.counting(3)
                           .vary({"x"}, "RVecI{x + 1}", {"up"}, "n")
                           .define("d", sample::doubling<std::int32_t>(), {"x"}, array::parse_type("int32"))
                           .define("e", "d + x");
  CHECK(varied_values_of<std::int32_t>(varied, "e") ==
        std::map<std::string, std::vector<std::int32_t>>{{"", {0, 3, 6}}, {"n:up", {3, 6, 9}}});
}

TEST_CASE("variations that make no sense are errors") {
  const sample::Threads threads;
  const Frame all = threads.counting(3);
  const auto error = [&](std::vector<std::string> columns, const std::string& text, std::vector<std::string> tags,
                         const std::string& name) { return error_of([&] { all.vary(columns, text, tags, name); }); };
  CHECK(error({}, "x", {"a"}, "n").starts_with("misuse: a variation of no columns"));
  CHECK(error({"x"}, "RVecI{x}", {}, "n").starts_with("misuse: a variation of no columns, or without tags"));
  CHECK(error({"x", "y"}, "x", {"a"}, "").starts_with("misuse: variations of several columns need a name"));
  CHECK(error({"q"}, "RVecI{x}", {"a"}, "n") == "misuse: there is no column 'q' that could vary");
  CHECK(error({"x"}, "RVecD{y}", {"a"}, "n").find("of type float64: the column is of type int32") != std::string::npos);
  CHECK(error({"x"}, "RVecI{x, x}", {"a", "a"}, "n").find("two variations 'n:a'") != std::string::npos);
  CHECK(error({"x"}, "x", {"a"}, "n").find("a list of 1 values is wanted") != std::string::npos);
  CHECK(error({"x"}, "RVecI{x, x, x}", {"a", "b"}, "n").find("a list of 2 values is wanted, found one of 3") !=
        std::string::npos);
  CHECK(error({"x", "y"}, "RVec<RVecI>{{x}, {x}, {x}}", {"a"}, "n").find("list of 2 values") != std::string::npos);
  CHECK(error({"x", "x"}, "RVec<RVecI>{{x}, {x}}", {"a"}, "n") == "misuse: a variation of column 'x' twice");
  const Frame varied = all.vary({"x"}, "RVecI{x}", {"a"}, "n");
  CHECK(error_of([&] { varied.redefine("x", "1"); }) == "misuse: column 'x' has variations, and cannot be redefined");
  CHECK(error_of([&] { varied.vary({"x"}, "RVecI{x}", {"a"}, "n"); }) == "misuse: 'x' has a variation 'n:a' already");
}

TEST_CASE("a frame of so many entries needs no source") {
  const sample::Threads threads(2);
  const Frame made = Frame::of_entries(5, *threads.executor).define("a", "rdfentry_ * 2");
  CHECK(values_of<std::uint64_t>(made, "a") == std::vector<std::uint64_t>{0, 2, 4, 6, 8});
  CHECK(count_of(Frame::of_entries(0, *threads.executor)) == 0);
}

TEST_CASE("random numbers are a function of seed and entry, for any number of threads") {
  const auto numbers = [](std::size_t count, std::uint64_t seed) {
    const sample::Threads threads(count);
    const Frame made = Frame::of_entries(sample::many, *threads.executor, {.seed = seed}).define("u", "uniform()");
    return values_of<double>(made.filter("rdfentry_ % 7 == 3"), "u");
  };
  CHECK(numbers(1, 1) == numbers(3, 1));
  CHECK(numbers(1, 1) != numbers(1, 2));
}

TEST_CASE("expressions may be Python's") {
  const sample::Threads threads;
  const Frame all = threads.of(sample::counting_rows(5), {.language = expr::Language::python});
  CHECK(values_of<std::int32_t>(all.filter("(x > 1) & ~(x == 3)"), "x") == std::vector{2, 4});
  CHECK(values_of<std::uint64_t>(all, "#v") == std::vector<std::uint64_t>{0, 1, 2, 0, 1});
  CHECK(count_of(all.filter_available("x")) == 5);
  CHECK(count_of(all.filter_missing("x")) == 0);
}

namespace {

/// An exception as those of another language.
class Foreign final : public std::runtime_error, public frame::ForeignError {
 public:
  explicit Foreign(bool interrupts = false) : std::runtime_error("foreign"), interrupts_(interrupts) {}
  void add_note(const std::string& note) noexcept override { notes += note; }
  std::string summary() const override { return "Foreign: says so"; }
  bool is_interruption() const noexcept override { return interrupts_; }
  std::string notes;

 private:
  bool interrupts_;
};

}  // namespace

TEST_CASE("an exception of another language is told the column and the entries") {
  const sample::Threads threads(2);
  const auto throwing = std::make_shared<sample::Function>(
      [](std::span<const array::Array>, std::size_t) -> array::Array { throw Foreign(); });
  const Frame made = threads.counting(100).define("a", throwing, {"x"}, array::parse_type("int32"));
  std::string notes;
  try {
    values_of<std::int32_t>(made, "a");
  } catch (const Foreign& error) {
    notes = error.notes;
  }
  CHECK(notes == "column 'a' in entries 0 to 99");
}

TEST_CASE("weights are summed beside the counts of filters, in the same pass") {
  for (const std::size_t count : {1U, 3U}) {
    const sample::Threads threads(count);
    const auto rows = sample::counting_rows(100);
    const Frame all = threads.of(rows).define("w", "x < 50 ? 2. : 1.");
    const Frame late = all.filter("x >= 40", "late").filter("x % 2 == 0").filter("x < 60", "early");
    const auto counts = late.filters("w").counts();
    REQUIRE(counts.size() == 2);
    CHECK(counts[0].all_weights == frame::WeightSum{150, std::sqrt(250)});
    CHECK(counts[0].passed_weights == frame::WeightSum{70, std::sqrt(90)});
    CHECK(counts[1].name == "early");
    CHECK(counts[1].all == 30);
    CHECK(counts[1].all_weights == frame::WeightSum{35, std::sqrt(45)});
    CHECK(counts[1].passed_weights == frame::WeightSum{15, std::sqrt(25)});
    CHECK(rows->values_read == 100);
    CHECK(!late.filters().counts()[0].all_weights);
  }
}

TEST_CASE("of the source's frame, weights are those of all filters that there are") {
  const sample::Threads threads;
  const Frame all = threads.counting(10);
  const Frame small = all.filter("x < 4", "small"), large = all.filter("x > 5", "large");
  const frame::Filters filters = all.filters("y");
  const Frame later = all.filter("x == 0", "later");
  const auto counts = filters.counts();
  REQUIRE(counts.size() == 3);
  CHECK(counts[0].passed_weights == frame::WeightSum{3, std::sqrt(3.5)});
  CHECK(counts[1].all_weights == frame::WeightSum{22.5, std::sqrt(71.25)});
  CHECK(!counts[2].all_weights);
}

TEST_CASE("a weight is a number and the same before all filters") {
  const sample::Threads threads;
  const Frame late = threads.counting(10).filter("x > 3", "first").define("w", "y").redefine("x", "x + 1");
  CHECK(error_of([&] { late.filters("w"); }) ==
        "misuse: the weight 'w' is not defined before the filter 'first', or differs there: define it first");
  CHECK(error_of([&] {
          late.filters("x");
        }).starts_with("misuse: the weight 'x' is not defined before the filter 'first'"));
  CHECK(error_of([&] { late.filters("v"); }).starts_with("misuse: the weight 'v' is of type"));
  CHECK(error_of([&] { late.filters("nothing"); }).starts_with("not_found"));
  CHECK(late.filters("y").counts()[0].passed_weights->sum == 19.5);
}

TEST_CASE("what ran together with an exception of another language tells its summary") {
  const sample::Threads threads;
  const auto throwing = std::make_shared<sample::Function>(
      [](std::span<const array::Array>, std::size_t) -> array::Array { throw Foreign(); });
  const Frame all = threads.counting(10);
  const auto failing = all.define("a", throwing, {"x"}, array::parse_type("int32")).sum("a");
  const auto other = all.count();
  CHECK_THROWS_AS(failing.value(), Foreign);
  CHECK(error_of([&] { (void)other.value(); }).ends_with("Foreign: says so"));
}

TEST_CASE("an interruption leaves results of the tasks that were done") {
  const sample::Threads threads;
  const auto twice = std::make_shared<sample::Function>([](std::span<const array::Array> columns, std::size_t) {
    if (columns[0].numbers<std::int32_t>().back() > 40'000) throw Foreign(true);
    return columns[0];
  });
  const Frame made = threads.counting(sample::many).define("a", twice, {"x"}, array::parse_type("int32"));
  const auto count = made.count();
  const auto sum = made.sum("a");
  CHECK_THROWS_AS(sum.value(), Foreign);
  CHECK(sum.booked().is_ready());
  const frame::RunReport report = count.booked().report();
  CHECK(report.was_stopped);
  std::uint64_t covered = 0;
  for (const EntryRange& range : report.covered) covered += range.size();
  CHECK(count.value() == covered);
  CHECK(covered < sample::many);
}
