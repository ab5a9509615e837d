#include "ramet/hist/axis.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Make>
void check_misuse(const Make& make) {
  try {
    make();
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
  }
}

}  // namespace

TEST_CASE("a regular axis has edges at equal distances, and ends where it was told to") {
  const Axis axis = RegularAxis{3, 0.1, 0.7};
  CHECK(axis.is_regular());
  CHECK(axis.bins() == 3);
  CHECK(axis.cells() == 5);
  const auto edges = axis.edges();
  REQUIRE(edges.size() == 4);
  CHECK(edges.front() == 0.1);
  CHECK(edges[1] == doctest::Approx(0.3));
  CHECK(edges.back() == 0.7);
  CHECK(axis.center(1) == doctest::Approx(0.2));
}

TEST_CASE("a variable axis keeps its edges") {
  const Axis axis = VariableAxis{{0, 1, 10, 100}};
  CHECK_FALSE(axis.is_regular());
  CHECK(axis.bins() == 3);
  CHECK(axis.low() == 0);
  CHECK(axis.high() == 100);
  CHECK(axis.edges() == std::vector<double>{0, 1, 10, 100});
  CHECK(axis.center(3) == 55);
  CHECK(axis.index(-0.5) == 0);
  CHECK(axis.index(0) == 1);
  CHECK(axis.index(1) == 2);
  CHECK(axis.index(99) == 3);
  CHECK(axis.index(100) == 4);
  CHECK(axis.index(not_a_number) == 4);
}

TEST_CASE("an axis without bins, or whose edges do not rise or are not finite, is misuse") {
  check_misuse([] { return Axis(RegularAxis{0, 0, 1}); });
  check_misuse([] { return Axis(RegularAxis{Axis::most_bins + 1, 0, 1}); });
  check_misuse([] { return Axis(RegularAxis{1, 1, 1}); });
  check_misuse([] { return Axis(RegularAxis{1, 2, 1}); });
  check_misuse([] { return Axis(RegularAxis{1, not_a_number, 1}); });
  check_misuse([] { return Axis(RegularAxis{1, 0, infinity}); });
  check_misuse([] { return Axis(RegularAxis{1, -1.7e308, 1.7e308}); });
  check_misuse([] { return Axis(VariableAxis{{}}); });
  check_misuse([] { return Axis(VariableAxis{{1}}); });
  check_misuse([] { return Axis(VariableAxis{{1, 1}}); });
  check_misuse([] { return Axis(VariableAxis{{1, 2, 1.5}}); });
  check_misuse([] { return Axis(VariableAxis{{1, not_a_number, 2}}); });
  check_misuse([] { return Axis(VariableAxis{{1, 2, infinity}}); });
  check_misuse([] { return Axis::without_range(0); });
  check_misuse([] { return Axis::without_range(1, infinity); });
}

TEST_CASE("every value is outside of an axis whose range is not chosen yet") {
  const Axis axis = Axis::without_range(10);
  CHECK_FALSE(axis.has_range());
  CHECK(axis.bins() == 10);
  CHECK(axis.index(-1) == 0);
  CHECK(axis.index(0) == 11);
  CHECK(axis.index(1) == 11);
  CHECK(axis.index(not_a_number) == 11);
}

TEST_CASE("axes are equal when all their edges are, and both are regular or variable") {
  const Axis regular = RegularAxis{2, 0, 2};
  CHECK(regular == Axis(RegularAxis{2, 0, 2}));
  CHECK_FALSE(regular == Axis(RegularAxis{3, 0, 2}));
  CHECK_FALSE(regular == Axis(RegularAxis{2, 0, 2.5}));
  CHECK_FALSE(regular == Axis(VariableAxis{{0, 1, 2}}));
  CHECK(Axis(VariableAxis{{0, 1, 2}}) == Axis(VariableAxis{{0, 1, 2}}));
}
