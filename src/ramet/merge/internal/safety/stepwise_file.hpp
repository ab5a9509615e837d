#pragma once

#include <filesystem>
#include <memory>

#include "ramet/core/function_ref.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/merge/internal/safety/journal.hpp"

namespace ramet::inline v1::merge::internal {

/// A complete file to which tables are added that are rewritten, in steps: each is one commit, and what the commit
/// writes is in the journal before it is done. So a step counts as soon as its record is complete, and the file can
/// always be brought to the state after it: the writes are done again, and what follows is cut off. Threads: one
/// thread.
class StepwiseFile {
 public:
  /// Begin with the steps of a file, or bring it to the state after the last one. The journal outlives this. Throws
  /// JournalMismatch when the file is not the one that the journal tells of; Error(io).
  StepwiseFile(std::filesystem::path path, Journal& journal);

  const std::filesystem::path& path() const noexcept { return path_; }
  const StepState& last() const noexcept { return journal_.last_step()->state; }

  /// Writes to the sink up to a commit, then closes it; the source has the file as it is before. Changes the state to
  /// that after the step.
  using Work = FunctionRef<void(std::unique_ptr<io::ByteSink> sink, std::shared_ptr<const io::ByteSource> source,
                                StepState& state)>;
  /// Do a step from this state on. Throws as `work`; Error(io).
  void add(StepState state, Work work) { add(state, work, Holding::all_old); }
  /// The same, for work that commits several times: only the last state of the file counts.
  void add_at_once(StepState state, Work work) { add(state, work, Holding::old); }

 private:
  void go_on();
  void add(StepState state, Work work, Holding holding);

  std::filesystem::path path_;
  Journal& journal_;
};

}  // namespace ramet::inline v1::merge::internal
