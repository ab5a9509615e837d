#include "ramet/hist/detail/same_edges.hpp"

#include <doctest/doctest.h>

using namespace ramet::hist;

TEST_CASE("axes have the same edges if they differ by rounding alone, and one has no edges") {
  const Axis regular = RegularAxis{2, 0, 0.3};
  CHECK(have_same_edges(regular, regular));
  CHECK(have_same_edges(regular, VariableAxis{{0, 0.15, 0.3}}));
  CHECK(have_same_edges(VariableAxis{{0, 0.15 + 1e-16, 0.3}}, regular));
  CHECK_FALSE(have_same_edges(regular, VariableAxis{{0, 0.15 + 1e-9, 0.3}}));
  CHECK_FALSE(have_same_edges(regular, VariableAxis{{0, 0.3}}));
  CHECK_FALSE(have_same_edges(regular, RegularAxis{2, 0, 0.4}));
  CHECK_FALSE(have_same_edges(VariableAxis{{0, 1, 2}}, VariableAxis{{0, 1 + 1e-15, 2}}));
}
