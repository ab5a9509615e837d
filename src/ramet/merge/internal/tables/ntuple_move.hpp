#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"

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
  /// A page that is in the new file.
  struct MovedPage {
    std::uint64_t elements = 0;
    std::uint64_t size = 0;
    std::uint64_t seek = 0;
  };
  struct MovedColumn {
    std::vector<MovedPage> pages;
    bool is_suppressed = false;
  };
  struct MovedCluster {
    std::uint64_t entries = 0;
    std::vector<MovedColumn> columns;
  };
  struct OpenPart;
  struct Job;

  void open(const MergedObject& object, OpenPart& part) const;
  void place(const OpenPart& part, std::vector<Job>& jobs);
  void copy(Job& job);
  static void take_over(Job& job, const DoneExtent& done);
  ntuple::EnvelopeLink write_page_list(std::uint64_t header_checksum, std::size_t first, std::size_t last);
  void write(const MergedObject& object, const TablePart& first);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  std::vector<MovedCluster> clusters_;
  std::vector<std::uint64_t> elements_;  // of each column, in the page lists so far
  std::uint64_t entries_ = 0;            // likewise
  std::uint64_t seek_directory_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
