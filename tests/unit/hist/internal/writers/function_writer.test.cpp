#include "ramet/hist/internal/writers/function_writer.hpp"

#include <string>
#include <variant>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/written_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/figures/written_function.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::written;

namespace {

Function sample() {
  return {.class_name = "TF1",
          .name = "peak",
          .title = "gaus",
          .formula = "gaus",
          .parameters = {{.name = "Constant", .value = 10, .error = 1},
                         {.name = "Mean", .value = 5, .error = 0.5, .low = 1, .high = 9},
                         {.name = "Sigma", .value = 2, .error = 0, .low = 2, .high = 2}},
          .ranges = {{0, 10}},
          .chi_square = 12.5,
          .degrees_of_freedom = 8,
          .drawn_points = 100,
          .saved_values = {1, 2, 1, 0, 10},
          .minimum = -1111,
          .maximum = -1111};
}

FigureReader reader() { return FigureReader(stored_payloads::layouts()); }

}  // namespace

TEST_CASE("a function is read as it was written") {
  const Function function = sample();
  const bytes::Buffer payload = written(function, function.name);
  CHECK(std::get<Function>(reader().read(copy_of(payload.span()), 0, "TF1")) == function);
}

TEST_CASE("a histogram is written with those of its functions that have a formula of one variable") {
  Function without_formula = sample(), of_two_variables = sample();
  without_formula.formula = "";
  of_two_variables.variables = 2;
  const Histogram histogram({.class_name = "TH1D",
                             .name = "h",
                             .axes = {{.bins = RegularAxis{10, 0, 10}, .name = "xaxis"}},
                             .contents = std::vector<double>(12, 1.0),
                             .functions = {sample(), without_formula, of_two_variables, sample()}});
  const bytes::Buffer payload = written(histogram, "h");
  const auto read = std::get<Histogram>(reader().read(copy_of(payload.span()), 0, "TH1D"));
  CHECK(read.parts().functions == std::vector<Function>{sample(), sample()});
  CHECK(object::payload_of(histogram).known_classes == std::vector<std::string>{"TH1D", "TF1", "TFormula"});
  CHECK_THROWS_AS(object::payload_of(without_formula), Error);
  CHECK_THROWS_AS(object::payload_of(of_two_variables), Error);
}
