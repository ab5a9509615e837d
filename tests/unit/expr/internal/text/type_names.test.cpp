#include "ramet/expr/internal/text/type_names.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using array::NumberType;

TEST_CASE("names of C++ and ROOT are types") {
  CHECK(expr::number_type_named("unsigned long long") == NumberType::uint64);
  CHECK(expr::number_type_named("Float_t") == NumberType::float32);
  CHECK_FALSE(expr::number_type_named("vector"));
  CHECK(expr::list_type_named("RVecUL") == NumberType::uint64);
  CHECK(expr::names_type("PtEtaPhiMVector"));
  CHECK(expr::names_template("RVec"));
  CHECK(expr::is_type_word("unsigned"));
}
