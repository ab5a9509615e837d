#include "ramet/fit/internal/general/general_shape.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::fit::internal {

void GeneralShape::check_range(const Interval& range) const {
  if (!(range.low < range.high))
    detail::fail(ErrorKind::misuse, "the range of '{}' is {} to {}, which does not ascend", name(), range.low,
                 range.high);
}

}  // namespace ramet::inline v1::fit::internal
