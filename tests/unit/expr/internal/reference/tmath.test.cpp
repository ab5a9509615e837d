#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/reference/tables.hpp"

using namespace ramet;

TEST_CASE("rows of TMath are sentences, and their examples have values") {
  for (const expr::DescriptionRow& row : expr::described_tmath()) {
    CAPTURE(row.name);
    CHECK_FALSE(row.signature.empty());
    CHECK(row.says.ends_with('.'));
    CHECK_NOTHROW(sample::values(std::string(row.example)));
  }
}
