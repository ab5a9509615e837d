#include "ramet/expr/internal/run/random_values.hpp"

#include <array>
#include <numeric>
#include <set>

#include "../../samples.hpp"
#include <doctest/doctest.h>

#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"
#include "ramet/random/gamma_family.hpp"

using namespace ramet;

namespace {

using Numbers = std::vector<double>;

void collect(const array::Array& values, Numbers& numbers) {
  if (values.kind() == array::Kind::list) return collect(values.content(0), numbers);
  if (values.number() == array::NumberType::int64)
    for (const std::int64_t value : values.numbers<std::int64_t>()) numbers.push_back(static_cast<double>(value));
  else
    for (const double value : values.numbers<double>()) numbers.push_back(value);
}

/// All numbers of a column `noise`, also those in lists, of samples' columns for batches of `batch` entries.
Numbers drawn(const std::string& text, std::size_t batch = 3, std::uint64_t first_entry = 0,
              std::vector<std::string> key = {}) {
  sample::Columns columns;
  columns.scope.definitions = {{"noise", text}};
  columns.scope.seed = 5;
  columns.scope.random_key = std::move(key);
  const auto program = expr::Program::compile("noise", columns.scope);
  expr::Evaluator evaluator(program);
  Numbers numbers;
  for (std::size_t first = 0; first < 3; first += batch) {
    const std::size_t last = std::min<std::size_t>(first + batch, 3);
    std::vector<array::Array> parts;
    for (const std::size_t column : program.columns()) parts.push_back(columns.arrays[column].slice(first, last));
    collect(evaluator.run(parts, last - first, {first_entry + first, 0})[0], numbers);
  }
  return numbers;
}

const random::Stream noise = random::Stream::named(5, "noise");

// Of the lists v of the samples: three elements in entry 0, one in entry 2.
const std::vector<std::uint64_t> entries_of_v{0, 0, 0, 2};
const std::vector<std::uint32_t> elements_of_v{0, 1, 2, 0};

bool all_differ(const Numbers& numbers) { return std::set(numbers.begin(), numbers.end()).size() == numbers.size(); }

}  // namespace

TEST_CASE("Numbers are those of module random: seed, name, entry, call") {
  Numbers wanted(3);
  random::fill_normal(noise, {.first_entry = 7}, wanted, 2, 3);
  CHECK(drawn("normal(2, 3)", 3, 7) == wanted);
  random::fill_normal(noise, {.first_entry = 7, .call = 1}, wanted);
  CHECK(drawn("uniform() * 0 + normal()", 3, 7) == wanted);
}

TEST_CASE("All distributions") {
  Numbers wanted(3);
  std::vector<random::Count> counts(3);
  const auto check = [&](const std::string& text, auto&& fill) {
    CAPTURE(text);
    fill();
    CHECK(drawn(text) == wanted);
  };
  const auto check_counts = [&](const std::string& text, auto&& fill) {
    CAPTURE(text);
    fill();
    CHECK(drawn(text) == Numbers(counts.begin(), counts.end()));
  };
  check("uniform(-1, 2)", [&] { random::fill_uniform(noise, {}, wanted, -1, 2); });
  check("gRandom->Uniform(2)", [&] { random::fill_uniform(noise, {}, wanted, 0, 2); });
  check("gaus(1, 2)", [&] { random::fill_normal(noise, {}, wanted, 1, 2); });
  check("exponential(3)", [&] { random::fill_exponential(noise, {}, wanted, 3); });
  check("breit_wigner(91, 2.5)", [&] { random::fill_breit_wigner(noise, {}, wanted, 91, 2.5); });
  check("logistic(1, 2)", [&] { random::fill_logistic(noise, {}, wanted, 1, 2); });
  check("landau(1, 2)", [&] { random::fill_landau(noise, {}, wanted, 1, 2); });
  check("moyal(1, 2)", [&] { random::fill_moyal(noise, {}, wanted, 1, 2); });
  check("triangle(0, 1, 3)", [&] { random::fill_triangle(noise, {}, wanted, 0, 1, 3); });
  check("weibull(2)", [&] { random::fill_weibull(noise, {}, wanted, 2); });
  check("random::gamma(2, 3)", [&] { random::fill_gamma(noise, {}, wanted, 2, 3); });
  check("chi_squared(4)", [&] { random::fill_chi_square(noise, {}, wanted, 4); });
  check("student(4)", [&] { random::fill_student_t(noise, {}, wanted, 4); });
  check("random::beta(2, 3)", [&] { random::fill_beta(noise, {}, wanted, 2, 3); });
  check_counts("integer(10)", [&] { random::fill_integers(noise, {}, counts, 10); });
  check_counts("poisson(3)", [&] { random::fill_poisson(noise, {}, counts, 3); });
  check_counts("binomial(20, 0.3)", [&] { random::fill_binomial(noise, {}, counts, 20, 0.3); });
}

TEST_CASE("Parameters may be columns, and have the bits of one value") {
  Numbers wanted(3);
  random::fill_normal(noise, {}, wanted, Numbers{1.5, -2, 4}, Numbers{2, 0, 5});
  CHECK(drawn("normal(x, i)") == wanted);
  CHECK(drawn("poisson(i * 0 + 3)") == drawn("poisson(3)"));
  CHECK(drawn("random::gamma(i * 0 + 3., 2)") == drawn("random::gamma(3, 2)"));
}

TEST_CASE("Lists have a number for each element") {
  Numbers wanted(4);
  random::fill_normal(noise, {.entries = entries_of_v, .elements = elements_of_v}, wanted, Numbers{3, 1, 2, 4}, 2);
  CHECK(drawn("normal(v, 2)") == wanted);
  random::fill_uniform(noise, {.entries = entries_of_v, .elements = elements_of_v}, wanted);
  CHECK(drawn("uniform_like(v)") == wanted);
  CHECK(drawn("uniform_like(v * 0 + 1)") == wanted);
  CHECK(drawn("Map(v, [](float) { return uniform(); })") == wanted);
  CHECK(all_differ(drawn("uniform_like(vv)")));
  CHECK(drawn("uniform_like(vv)").size() == 3);
  CHECK(drawn("bootstrap(100)").size() == 300);
  CHECK(drawn("bootstrap(n)").size() == 4);
}

TEST_CASE("Any batches give the same bits") {
  for (const std::string text :
       {"normal()", "normal(x, 1) + uniform()", "normal(v, 2)", "uniform_like(vv)", "bootstrap(5)", "poisson(abs(d))",
        "v.size() > 0 ? exponential(v[0]) : uniform()", "d > 0 ? poisson(d) : integer(i + 1)",
        "double s = 0; for (int k = 0; k < n; ++k) s += normal(); return s;",
        "double s = 0; for (int k = 0; k < n; ++k) s += Sum(normal(v, 1)); return s;"}) {
    CAPTURE(text);
    const Numbers whole = drawn(text);
    CHECK(drawn(text, 1) == whole);
    CHECK(drawn(text, 2) == whole);
  }
}

TEST_CASE("The branch that runs makes no difference to the numbers of others") {
  Numbers wanted(3);
  random::fill_uniform(noise, {.call = 2}, wanted);
  CHECK(drawn("(b ? normal() : uniform()) * 0 + uniform()") == wanted);
  CHECK(drawn("if (b) { if (i > 3) return normal() * 0 + uniform(1, 2); } return uniform();")[1] == wanted[1]);
  // What may throw is drawn only where it is wanted; the numbers are those that all entries would have.
  CHECK(drawn("i > 0 ? poisson(i) : 0")[2] == drawn("poisson(i)")[2]);
  CHECK(drawn("v.size() > 0 ? v * 0. + poisson(d * 0 + 9) : v * 0.")[0] == drawn("poisson(d * 0 + 9)")[0]);
}

TEST_CASE("What may throw gives all elements of an entry its number") {
  Numbers wanted = drawn("poisson(d * d * 50)");
  const Numbers found = drawn("v * 0. + poisson(d * d * 50)");
  CHECK(found == Numbers{wanted[0], wanted[0], wanted[0], wanted[2]});
}

TEST_CASE("Runs of a loop draw numbers of their own, those of their place") {
  const std::string sum = "double s = 0; for (int k = 0; k < 2; ++k) s += uniform(); return s;";
  Numbers first(3), second(3);
  const std::vector<std::uint64_t> entries{0, 1, 2};
  random::fill_uniform(noise, {.entries = entries, .elements = std::vector<std::uint32_t>(3, 0)}, first);
  random::fill_uniform(noise, {.entries = entries, .elements = std::vector<std::uint32_t>(3, 1)}, second);
  for (std::size_t k = 0; k < 3; ++k) CHECK(drawn(sum)[k] == first[k] + second[k]);
  // Lists in a loop: other numbers in each run.
  const Numbers lists = drawn(
      "std::vector<double> all; for (int k = 0; k < 4; ++k) all.push_back(uniform_like(w)[0]);"
      "return i > 0 ? all : std::vector<double>();");
  CHECK(all_differ(lists));
}

TEST_CASE("A lambda that is called twice draws twice") {
  const Numbers difference = drawn("auto f = [] { return uniform(); }; return f() - f();");
  CHECK(std::count(difference.begin(), difference.end(), 0) == 0);
}

TEST_CASE("Columns may be the key of the entry") {
  Numbers wanted(3);
  const std::vector<std::uint64_t> keys{random::key_of(std::array<std::uint64_t, 2>{2, 3}),
                                        random::key_of(std::array<std::uint64_t, 2>{0, 0}),
                                        random::key_of(std::array<std::uint64_t, 2>{5, 1})};
  random::fill_normal(noise, {.entries = keys}, wanted);
  CHECK(drawn("normal()", 3, 100, {"i", "n"}) == wanted);
  CHECK(drawn("normal()", 1, 0, {"i", "n"}) == wanted);
  CHECK_THROWS_WITH_AS(drawn("normal()", 3, 0, {"ii"}), doctest::Contains("key of random numbers: no column ii"),
                       Error);
  CHECK_THROWS_WITH_AS(drawn("normal()", 3, 0, {"x"}), doctest::Contains("x is no whole number but float"), Error);
}

TEST_CASE("Parameters out of range name the entry and the place") {
  CHECK(sample::error("1 + poisson(d)") == "entry 2: mean is -8, not in 0..1e15\n  1 + poisson(d)\n      ^~~~~~~~~~");
  CHECK(sample::error("2 * poisson(-1)") == "mean is -1, not in 0..1e15\n  2 * poisson(-1)\n      ^~~~~~~~~~~");
  CHECK(sample::error("b ? 1 : poisson(d)").empty());  // not asked for in entry 2
  CHECK(sample::error("integer(n)").find("entry 1:") == 0);
  CHECK(sample::error("random::gamma(v - 3, 1)").find("entry 0:") == 0);
}

TEST_CASE("Parameters are checked with one draw") {
  const double mean = -1;
  const std::array<expr::RandomParameter, 1> parameters{{{&mean, false}}};
  CHECK_THROWS_AS(expr::check_parameters(expr::Distribution::poisson, parameters), Error);
  CHECK_NOTHROW(expr::check_parameters(expr::Distribution::exponential, parameters));
}
