#include "ramet/array/internal/append_range.hpp"

#include "unit/array/sample_arrays.hpp"
#include "unit/array/sample_builder.hpp"
#include <doctest/doctest.h>

using namespace ramet::array;
using namespace sample;

TEST_CASE("append_range: a part of lists, from an array and from a builder") {
  const std::vector<std::vector<float>> values{{1}, {2, 3}, {}, {4}};
  ArrayBuilder to = builder_of<std::vector<float>>({{0}});
  internal::append_range(to, builder_of(values), 1, 3);
  internal::append_range(to, array_of(values), 3, 4);
  CHECK(equal(to.borrow(), array_of<std::vector<float>>({{0}, {2, 3}, {}, {4}})));
}
