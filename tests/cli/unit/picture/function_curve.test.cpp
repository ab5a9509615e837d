#include "cli/picture/function_curve.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::cli;

TEST_CASE("function curve: its values are those of the formula") {
  hist::Function line{.formula = "[slope]*x+[0]",
                      .parameters = {{.name = "p0", .value = 1}, {.name = "slope", .value = 2}},
                      .ranges = {{0, 4}}};
  const Curve curve = curve_of(line, 3);
  CHECK(curve.x == std::vector<double>{0, 2, 4});
  CHECK(curve.y == std::vector<double>{1, 5, 9});
  line.parameters[1].name = "other";  // then their order counts
  CHECK(curve_of(line, 3).y == std::vector<double>{1, 5, 9});
}

TEST_CASE("function curve: a function without values has none") {
  const hist::Function line{.formula = "[0]*x", .parameters = {{.name = "p0", .value = 1}}, .ranges = {{0, 1}}};
  hist::Function changed = line;
  changed.formula = "no_such_function(x)";
  CHECK(curve_of(changed, 3).x.empty());
  changed.formula = "";
  CHECK(curve_of(changed, 3).x.empty());
  changed = line;
  changed.parameters.clear();
  CHECK(curve_of(changed, 3).x.empty());
  CHECK(curve_of(line, 1).x.empty());
}
