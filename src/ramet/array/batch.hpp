#pragma once

#include <span>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::array {

/// Entries that lie one after the other, as columns in the order asked for. Threads: a view, valid during the call that
/// it is passed to.
struct Batch {
  EntryRange entries;
  std::span<const Array> columns;
};

}  // namespace ramet::inline v1::array
