#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/reference/tables.hpp"

using namespace ramet;

TEST_CASE("rows of methods are sentences, and their examples have values") {
  for (const expr::DescriptionRow& row : expr::described_list_methods()) {
    CAPTURE(row.name);
    CHECK_FALSE(row.signature.empty());
    CHECK(row.says.ends_with('.'));
    CHECK_NOTHROW(sample::values(std::string(row.example)));
  }
  for (const expr::DescriptionRow& row : expr::described_string_methods()) {
    CAPTURE(row.name);
    CHECK_FALSE(row.signature.empty());
    CHECK(row.says.ends_with('.'));
    CHECK_NOTHROW(sample::values(std::string(row.example)));
  }
  for (const expr::DescriptionRow& row : expr::described_vector_methods()) {
    CAPTURE(row.name);
    CHECK_FALSE(row.signature.empty());
    CHECK(row.says.ends_with('.'));
    CHECK_NOTHROW(sample::values(std::string(row.example)));
  }
}
