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

/// Adds ntuples to one that is stored alike: the pages of one input after the other are copied with their checksums,
/// which are compared. Threads: one thread.
class NTupleMove {
 public:
  NTupleMove(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output,
             GrowingNTuple& ntuple)
      : inputs_(inputs), executor_(executor), options_(options), output_(output), ntuple_(ntuple) {}

  /// Add parts of the ntuple. Throws BadInput, Error(unsupported) as ntuple::copy_pages, Error(io), Error(cancelled).
  void add(std::span<const TablePart* const> parts);

 private:
  struct Job;

  void place(const OpenNTuple& part, std::vector<Job>& jobs);
  void copy(Job& job);
  static void take_over(Job& job, const DoneExtent& done);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  GrowingNTuple& ntuple_;
};

}  // namespace ramet::inline v1::merge::internal
