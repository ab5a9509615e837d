#include "ramet/expr/internal/text/syntax.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("namespaces are left out") {
  CHECK(expr::without_namespaces("ROOT::VecOps::Sum") == "Sum");
  CHECK(expr::without_namespaces("::std::sqrt") == "sqrt");
  CHECK(expr::without_namespaces("TMath::Sin") == "TMath::Sin");
}
