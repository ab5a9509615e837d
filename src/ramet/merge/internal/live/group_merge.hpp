#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/live/commit_sink.hpp"
#include "ramet/merge/internal/live/live_note.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/live.hpp"

namespace ramet::inline v1::merge::internal {

/// A file that waits to be merged. Threads: a value.
struct WaitingInput {
  InputMark mark;
  std::shared_ptr<const io::ByteSource> source;  ///< null for a local file
};

/// Merges a group of files into an existing output, with one commit: the output as it was is the first input, of which
/// everything stays in place that is not joined with something new. Threads: one thread, once.
class GroupMerge {
 public:
  /// `marks` are those of the commit before, which are written first; those of this one replace them.
  GroupMerge(const dataset::Session& session, const std::filesystem::path& output, const LiveOptions& options,
             LiveNote& note, std::vector<PlacedBytes>& marks);

  /// Merge the group. Files that are refused or bad are left out and reported; the others are merged. Throws Error(io),
  /// Error(corrupt) of the output, Error(cancelled): nothing of the group is merged then.
  std::vector<LeftOutFile> run(const std::vector<WaitingInput>& group);

  /// What went into the output.
  std::uint64_t merged_bytes() const noexcept { return merged_bytes_; }

 private:
  class Attempt;

  void leave_out(std::size_t number, Difference difference);
  bool attempt();
  bool refuse(const std::vector<Difference>& differences);

  const dataset::Session& session_;
  std::filesystem::path output_;
  const LiveOptions& options_;
  LiveNote& note_;
  std::vector<PlacedBytes>& marks_;
  std::vector<WaitingInput> inputs_;  // that are left
  std::vector<LeftOutFile> left_out_;
  std::uint64_t merged_bytes_ = 0;
};

/// Make an empty output, which gets its name as a whole, and begin its note.
void begin_output(const std::filesystem::path& output, const LiveOptions& options, compression::Settings compression,
                  LiveNote& note);

}  // namespace ramet::inline v1::merge::internal
