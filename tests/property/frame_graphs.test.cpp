// For random graphs of verbs: the results under each variation are those of the same graph written without `vary`, and
// those of a loop over entries, for any number of threads.
#include <array>
#include <random>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;

namespace {

constexpr std::size_t entries = 20'000;  // of two tasks

std::string column(std::size_t number) { return "c" + std::to_string(number); }

/// (a op b) % 1009, or the smaller of a and b, of two columns or numbers: it cannot fail. Threads: a value.
struct Expression {
  char operation = '+';
  std::array<std::size_t, 2> columns = {};
  std::array<std::int32_t, 2> numbers = {};  // instead of a column, if not 0

  std::string operand(std::size_t k) const {
    return numbers[k] != 0 ? fmt::format("({})", numbers[k]) : column(columns[k]);
  }
  std::string text() const {
    const std::string a = operand(0), b = operand(1);
    if (operation == '<') return fmt::format("({} < {} ? {} : {})", a, b, a, b);
    return fmt::format("(({} {} {}) % 1009)", a, operation, b);
  }
  std::int32_t value(const std::vector<std::int32_t>& row) const {
    const std::int32_t a = numbers[0] != 0 ? numbers[0] : row[columns[0]];
    const std::int32_t b = numbers[1] != 0 ? numbers[1] : row[columns[1]];
    if (operation == '<') return a < b ? a : b;
    return (operation == '+' ? a + b : operation == '-' ? a - b : a * b) % 1009;
  }
};

/// Threads: a value.
struct Verb {
  enum class Kind : std::uint8_t { define, redefine, filter, range, vary };
  Kind kind;
  std::size_t column = 0;  // of a definition or variation; the number that is added to those of a filter
  Expression expression = {};
  Expression up = {};  // of a variation: its other value
  std::array<std::uint64_t, 3> range = {};
};

class Graph {
 public:
  explicit Graph(std::uint64_t seed) : random_(seed) {
    for (std::size_t count = 3 + below(7); count > 0; --count) add_verb();
  }

  /// The names of variations, and under "" none.
  std::vector<std::string> variations() const {
    std::vector<std::string> names = {""};
    for (std::size_t verb = 0; verb < verbs_.size(); ++verb)
      if (verbs_[verb].kind == Verb::Kind::vary)
        for (const char* const tag : {"down", "up"}) names.push_back(fmt::format("v{}:{}", verb, tag));
    return names;
  }

  Frame varied(Frame of) const {
    for (std::size_t verb = 0; verb < verbs_.size(); ++verb) {
      const Verb& one = verbs_[verb];
      of = one.kind == Verb::Kind::vary
               ? of.vary({column(one.column)}, fmt::format("RVecI{{{}, {}}}", one.expression.text(), one.up.text()),
                         {"down", "up"}, fmt::format("v{}", verb))
               : applied(of, one);
    }
    return of;
  }

  /// The graph of one variation, in which nothing varies.
  Frame written(Frame of, const std::string& variation) const {
    for (std::size_t verb = 0; verb < verbs_.size(); ++verb) {
      const Verb& one = verbs_[verb];
      if (one.kind != Verb::Kind::vary) {
        of = applied(of, one);
      } else if (const Expression* const chosen = chosen_of(verb, variation)) {
        of = of.redefine(column(one.column), chosen->text());
      }
    }
    return of;
  }

  /// The values of the last column, one entry after the other.
  std::vector<std::int32_t> looped(const std::string& variation) const {
    std::vector<std::uint64_t> came(verbs_.size());
    std::vector<const Expression*> chosen;
    for (std::size_t verb = 0; verb < verbs_.size(); ++verb) chosen.push_back(chosen_of(verb, variation));
    std::vector<std::int32_t> values, row;
    for (std::size_t entry = 0; entry < entries; ++entry) {
      row = {static_cast<std::int32_t>(entry % 997), static_cast<std::int32_t>(entry % 13)};
      if (keeps(row, chosen, came)) values.push_back(row.back());
    }
    return values;
  }

  std::size_t columns() const { return columns_; }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  Expression random_expression() {
    Expression made{.operation = "+-*<"[below(4)]};
    for (std::size_t k = 0; k < 2; ++k) {
      made.columns[k] = below(columns_);
      if (below(4) == 0) made.numbers[k] = static_cast<std::int32_t>(1 + below(50)) - 60;
    }
    return made;
  }

  void add_verb() {
    Verb verb{.kind = static_cast<Verb::Kind>(below(5)), .column = below(columns_), .expression = random_expression()};
    verb.up = random_expression();
    if (verb.kind == Verb::Kind::redefine && is_varied_[verb.column]) verb.kind = Verb::Kind::define;
    if (verb.kind == Verb::Kind::define) {
      verb.column = columns_++;
      is_varied_.push_back(false);
    }
    if (verb.kind == Verb::Kind::vary) is_varied_[verb.column] = true;
    const std::uint64_t first = below(4) == 0 ? below(6000) : below(50);
    verb.range = {first, below(3) == 0 ? 0 : first + 1 + below(15'000), 1 + below(3)};
    verbs_.push_back(verb);
  }

  static Frame applied(const Frame& of, const Verb& verb) {
    switch (verb.kind) {
      case Verb::Kind::define:
        return of.define(column(verb.column), verb.expression.text());
      case Verb::Kind::redefine:
        return of.redefine(column(verb.column), verb.expression.text());
      case Verb::Kind::filter:
        return of.filter(verb.expression.text() + " % 3 != 1");
      default:
        return of.range(verb.range[0], verb.range[1], verb.range[2]);
    }
  }

  const Expression* chosen_of(std::size_t verb, const std::string& variation) const {
    if (variation == fmt::format("v{}:down", verb)) return &verbs_[verb].expression;
    return variation == fmt::format("v{}:up", verb) ? &verbs_[verb].up : nullptr;
  }

  bool keeps(std::vector<std::int32_t>& row, const std::vector<const Expression*>& chosen,
             std::vector<std::uint64_t>& came) const {
    for (std::size_t number = 0; number < verbs_.size(); ++number) {
      const Verb& verb = verbs_[number];
      if (verb.kind == Verb::Kind::define) {
        row.push_back(verb.expression.value(row));
      } else if (verb.kind == Verb::Kind::redefine) {
        row[verb.column] = verb.expression.value(row);
      } else if (verb.kind == Verb::Kind::vary) {
        if (chosen[number] != nullptr) row[verb.column] = chosen[number]->value(row);
      } else if (verb.kind == Verb::Kind::filter) {
        if (verb.expression.value(row) % 3 == 1) return false;
      } else {
        const std::uint64_t at = came[number]++;
        const auto& [first, last, step] = verb.range;
        if (at < first || (last != 0 && at >= last) || (at - first) % step != 0) return false;
      }
    }
    return true;
  }

  std::mt19937_64 random_;
  std::vector<Verb> verbs_;
  std::size_t columns_ = 2;
  std::vector<bool> is_varied_ = {false, false};
};

Frame source(const sample::Threads& threads) {
  return threads.counting(entries).define("c0", "x % 997").define("c1", "x % 13");
}

}  // namespace

TEST_CASE("frame graphs: variations are what graphs without them give, and what a loop over entries gives") {
  const sample::Threads one(1), many(3);
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const Graph graph(seed);
    const std::string last = column(graph.columns() - 1);
    const auto varied = sample::varied_values_of<std::int32_t>(graph.varied(source(many)), last);
    for (const std::string& variation : graph.variations()) {
      CAPTURE(variation);
      const auto expected = graph.looped(variation);
      REQUIRE(sample::values_of<std::int32_t>(graph.written(source(one), variation), last) == expected);
      // A variation that neither the entries nor the column depend on gives no other result.
      const auto found = varied.find(variation);
      REQUIRE((found != varied.end() ? found->second : varied.at("")) == expected);
      compared += found != varied.end() ? 1 : 0;
    }
  }
  CHECK(compared > 60);
}
