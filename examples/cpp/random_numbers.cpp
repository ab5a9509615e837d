// Random numbers of entries, and an engine for a distribution of the standard library.
// Says: the same numbers; 8 between 0 and 9; the same numbers in an expression
#include <algorithm>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "ramet/expression.hpp"
#include "ramet/random.hpp"

using namespace ramet;

int main() {
  // docs: begin numbers
  const auto smearing = random::Stream::named(1, "smearing");  // a seed and a name
  const std::vector<double> pt(100'000, 25.0);
  std::vector<double> smeared(pt.size()), part(10);
  random::fill_normal(smearing, {.first_entry = 0}, smeared, pt, 1.5);  // a mean for each, one sigma for all
  random::fill_normal(smearing, {.first_entry = 500}, part, 25, 1.5);
  const bool is_same = std::equal(part.begin(), part.end(), smeared.begin() + 500);

  random::Engine<> engine(smearing, 500);  // of one entry, for std:: distributions
  const int digit = std::uniform_int_distribution<int>(0, 9)(engine);
  // docs: end numbers
  // docs: begin expressions
  expr::Scope scope;
  scope.seed = 1;
  scope.definitions = {{"smearing", "normal(25, 1.5)"}};  // the name is that of the stream
  expr::Evaluator evaluator(expr::Program::compile("smearing", scope));
  const array::Array column = evaluator.run({}, part.size(), {.first_entry = 500}).front();
  const bool is_same_column = std::ranges::equal(column.numbers<double>(), part);
  // docs: end expressions
  fmt::print("{} numbers; {} between 0 and 9; {} numbers in an expression\n", is_same ? "the same" : "other", digit,
             is_same_column ? "the same" : "other");
}
