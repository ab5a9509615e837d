#pragma once

#include <algorithm>
#include <cstddef>

#include "ramet/array/batch.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"

namespace ramet::inline v1::array {

/// The loop over batches of trees and ntuples: have `decode` make batches of at most so many of these entries, one
/// after the other, and give them to `body`. Throws what the two throw, Error(cancelled) between batches.
inline void for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                           FunctionRef<Batch(EntryRange)> decode, FunctionRef<void(const Batch&)> body) {
  for (EntryNumber first = entries.first; first < entries.last;) {
    throw_if_stopped(stop);
    const std::uint64_t count = std::min<std::uint64_t>(batch_entries, entries.last.number - first.number);
    const EntryRange batch{first, {first.number + count}};
    body(decode(batch));
    first = batch.last;
  }
}

}  // namespace ramet::inline v1::array
