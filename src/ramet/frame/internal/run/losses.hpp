#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/frame/running/run_options.hpp"

namespace ramet::inline v1::frame::internal {

/// After an error of a task's data: what cannot be read of its batch, or the whole batch if it is not known, is added
/// to what is lost, and the task begins again without that. Throws as TaskBatches::unreadable.
void leave_out(TaskBatches& batches, const Error& error, std::vector<LostEntries>& lost);

/// Go through a task; after an error of its data once more without what cannot be read, if the run may lose entries.
/// `begin` is called each time before `work`. Returns what was lost, in order. Throws what `work` throws.
template <class Begin, class Work>
std::vector<LostEntries> run_batches(TaskBatches& batches, OnError on_error, Begin&& begin, Work&& work) {
  std::vector<LostEntries> lost;
  for (;;) {
    begin();
    try {
      work();
      return lost;
    } catch (const Error& error) {
      if (on_error == OnError::fail || !is_of_data(error)) throw;
      leave_out(batches, error, lost);
    }
  }
}

/// Put what was lost in order, and neighbours with the same reason together.
void join_neighbours(std::vector<LostEntries>& lost);

/// What is left of ranges without what was lost; both are in order.
std::vector<EntryRange> without(const std::vector<EntryRange>& ranges, const std::vector<LostEntries>& lost);

}  // namespace ramet::inline v1::frame::internal
