#pragma once

#include <cstdint>
#include <span>

#include "ramet/frame/action.hpp"
#include "ramet/hist/detail/fill_sums.hpp"

namespace ramet::inline v1::frame::internal {

/// A partial that takes values whose cells are known. Threads: one thread.
class BinnedPartial : public Partial {
 public:
  /// As add(), but the first column is `values` at `rows`, or all of them if it is empty; that of `chosen` has none.
  virtual void add_binned(const Chosen& chosen, const hist::BinnedValues& values,
                          std::span<const std::uint32_t> rows) = 0;
};

}  // namespace ramet::inline v1::frame::internal
