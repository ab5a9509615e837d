#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Merges the objects that are no tables. They are taken in runs whose memory is bounded; of each run a few inputs at a
/// time are read, objects in parallel, so files are read in order; of an object one input is added after the other, so
/// the sums do not depend on threads. Threads: one thread.
class ObjectMerge {
 public:
  ObjectMerge(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Differences& differences)
      : inputs_(inputs), executor_(executor), options_(options), differences_(differences) {}

  /// Merge the objects of a catalogue; with a null output only compare them. Throws BadInput, Error(io),
  /// Error(cancelled).
  void run(const Catalogue& catalogue, Output* output);

 private:
  void run_sums(std::span<const MergedObject* const> objects, const OccurrenceFile* file, Output* output);
  void copy_cycles(std::span<const MergedObject* const> objects, const OccurrenceFile* kept, Output* output);
  void note_rounded(const MergedObject& object);
  void refuse(const MergedObject& object, const Occurrence& occurrence, DifferenceKind kind, std::string part,
              std::string message);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Differences& differences_;
};

}  // namespace ramet::inline v1::merge::internal
