#include "ramet/expr/internal/run/special/probabilities.hpp"

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/reference/tables.hpp"

using namespace ramet;

TEST_CASE("rows of ROOT::Math are sentences, and their examples have values") {
  REQUIRE(expr::described_probabilities().size() == expr::probabilities.size());
  for (const expr::DescriptionRow& row : expr::described_probabilities()) {
    CAPTURE(row.name);
    CHECK(row.says.ends_with('.'));
    CHECK_NOTHROW(sample::values(std::string(row.example)));
  }
}
