#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/tables/ntuple_record.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Joins ntuples that are stored alike: the pages of one input after the other are copied with their checksums, which
/// are compared; header and schema are those of the first. Threads: one thread.
class NTupleMove {
 public:
  NTupleMove(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output)
      : inputs_(inputs), executor_(executor), options_(options), output_(output) {}

  /// Write the ntuple of an object whose parts have the same schema. `parts` is not empty. Throws BadInput,
  /// Error(unsupported) as ntuple::copy_pages, Error(io), Error(cancelled).
  void run(const MergedObject& object, std::span<const TablePart* const> parts);

 private:
  struct Job;

  void place(const OpenNTuple& part, std::vector<Job>& jobs);
  void copy(Job& job);
  static void take_over(Job& job, const DoneExtent& done);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  std::vector<MovedCluster> clusters_;
  std::uint64_t seek_directory_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
