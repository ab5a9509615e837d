#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/expr/internal/run/math/math_kernels.hpp"

using namespace ramet;

TEST_CASE("behind the last whole vector nothing is written, and the values are the same") {
  const expr::ElementKernel kernel = expr::internal::math_kernels_of_any_machine().front();  // exp
  std::vector<double> from(40), one_by_one(40);
  for (std::size_t k = 0; k < from.size(); ++k) {
    from[k] = 0.1 * static_cast<double>(k);
    const void* const place[] = {&from[k]};
    kernel(place, &one_by_one[k], 1);
  }
  const void* const all[] = {from.data()};
  for (std::size_t count = 0; count <= from.size(); ++count) {
    CAPTURE(count);
    std::vector<double> to(from.size(), -1.);
    CHECK(kernel(all, to.data(), count) == count);
    std::vector<double> expected(from.size(), -1.);
    std::copy_n(one_by_one.begin(), count, expected.begin());
    CHECK(to == expected);
  }
}
