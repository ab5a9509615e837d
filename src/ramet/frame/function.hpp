#pragma once

#include <cstddef>
#include <span>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::frame {

/// A function of the user's that computes a column from others, batch by batch. Threads: `call` is called from many
/// threads at once, with different slots.
class BatchFunction {
 public:
  BatchFunction() = default;
  BatchFunction(const BatchFunction&) = delete;
  BatchFunction& operator=(const BatchFunction&) = delete;
  virtual ~BatchFunction() = default;

  /// The values for `count` entries, of which the columns have one each. What it throws ends the run, with the column
  /// and the entries named if it is an Error.
  virtual array::Array call(std::span<const array::Array> columns, std::size_t count, SlotNumber slot) const = 0;
};

}  // namespace ramet::inline v1::frame
