#include "ramet/hist/internal/stored/function_reader.hpp"

#include "unit/hist/stored/figure_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace stored_payloads;

TEST_CASE("a fitted function has its formula, parameters, errors and limits") {
  const Histogram histogram = std::get<Histogram>(read(fitted));
  REQUIRE(histogram.parts().functions.size() == 1);
  const Function& line = histogram.parts().functions[0];
  CHECK(line.class_name == "TF1");
  CHECK(line.formula == "[offset]+[slope]*x");
  CHECK(line.variables == 1);
  CHECK(line.ranges == std::vector<FunctionRange>{{0, 2}});
  CHECK(line.chi_square == 3);
  CHECK(line.degrees_of_freedom == 1);
  CHECK(line.parameters == std::vector<FunctionParameter>{{"offset", 0.5, 0.125, 0, 0}, {"slope", 0.25, 0, 0, 1}});
}

TEST_CASE("a function of two variables has two ranges") {
  const Bytes record = record_of(tf2);
  object::ObjectReader reader(record, tf2.key_length, layouts());
  const Function function = internal::FunctionReader().read(reader, tf2.class_name);
  CHECK(function.name == "paraboloid");
  CHECK(function.variables == 2);
  CHECK(function.ranges == std::vector<FunctionRange>{{-1, 1}, {-2, 2}});
  REQUIRE(function.parameters.size() == 2);
  CHECK(function.parameters[1] == FunctionParameter{.name = "p1", .value = 2});
  CHECK(reader.cursor().at_end());
}

TEST_CASE("a function of ROOT 5 is unsupported") {
  object::ObjectReader reader({}, 0, layouts());
  CHECK_THROWS_WITH_AS(internal::FunctionReader().read(reader, "TFormula"),
                       "function of class 'TFormula' in the format of ROOT 5, which is not supported", Error);
}
