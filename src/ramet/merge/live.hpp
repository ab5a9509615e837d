#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/compression/codec.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge {

/// Options of a live merge. Threads: a value.
struct LiveOptions {
  OnDifference on_difference = OnDifference::refuse;  ///< refuse: the file, not others; not split
  OnBadInput on_bad_input = OnBadInput::stop;         ///< stop: throw, without that file; recover is not possible
  OnExisting on_existing = OnExisting::fail;          ///< of an output that is not of a live merge that goes on
  OnUnfinished on_unfinished = OnUnfinished::resume;  ///< discard: as if the output had no note
  std::vector<ClassRule> rules = {};
  NameFilter filter = {};
  std::optional<compression::Settings> compression = std::nullopt;  ///< of objects; by default the first file's
  /// When small baskets and pages of the files of a checkpoint are gathered. Those that the output has stay as they
  /// are.
  Gather gather = Gather::small;
  std::uint64_t cluster_bytes = TableOptions().cluster_bytes;   ///< of gathered clusters, uncompressed, about
  OnOtherMetadata on_other_metadata = OnOtherMetadata::refuse;  ///< join: with what the output has
  bool reproducible = false;                                    ///< fixed dates and UUIDs
  file::Durability durability = file::Durability::process;      ///< which failures a checkpoint survives
  /// A checkpoint is made when files of so many bytes, or so many files, were added since the last one.
  std::uint64_t checkpoint_bytes = std::uint64_t{256} << 20;
  std::uint64_t checkpoint_files = 1000;
  std::uint64_t max_memory = std::uint64_t{512} << 20;  ///< approximate limit, of which files in memory get half
  StopToken stop = {};
  ProgressSink* progress = nullptr;  ///< is told the bytes of tables that are copied
};

/// What of a file a live merge left out, and why. Threads: a value.
struct LeftOutFile {
  std::string file;
  Difference difference;    ///< of the file, whose number in it has no meaning
  bool is_refused = false;  ///< nothing of the file is in the output; otherwise all but this
};

/// What a live merge has done so far. Threads: a value.
struct LiveReport {
  std::uint64_t files = 0;         ///< in the output, also those of a live merge that this one goes on with
  std::uint64_t input_bytes = 0;   ///< of those that this one has merged
  std::uint64_t checkpoints = 0;   ///< of this one
  std::uint64_t output_bytes = 0;  ///< at the last of them
  std::vector<LeftOutFile> left_out;
};

/// Files were not merged; the others were, and the live merge can be used as before. Threads: immutable.
class RefusedError : public Error {
 public:
  using Error::Error;
};

/// Merges files into one as they are finished. What was added becomes part of the output at the next checkpoint, in the
/// order in which it was added; checkpoints are made when enough was added, and on request. Baskets and pages are
/// copied behind those that the output has, which stay where they are; histograms are added to its sums, and other
/// objects follow their rules, as in `merge`. What a checkpoint costs depends on what is new, and on the sizes of the
/// output's records of tables and of the objects that are new, too; not on its baskets and pages.
///
/// The output is a valid file at every moment, with the files of all checkpoints and nothing else, also when the
/// process is killed. A note beside it, "NAME.live", says which files it has: a live merge with the same output goes
/// on, and does not merge them again. Programs that read the file meanwhile have what it was when they opened it until
/// the checkpoint after the next one begins; baskets and pages stay as long as the file.
///
/// Threads: `add` and `checkpoint` from any at any time; `finish` once, after all others.
class LiveMerge {
 public:
  /// Begin a merge, or go on with the one whose note is beside the output. Throws Error(misuse) when the output exists
  /// without a note and the options do not say what to do, when somebody else is writing it, or for options that are
  /// not possible; Error(io).
  LiveMerge(const dataset::Session& session, const std::filesystem::path& output, LiveOptions options = {});
  LiveMerge(const LiveMerge&) = delete;
  LiveMerge& operator=(const LiveMerge&) = delete;
  /// What was added since the last checkpoint is not merged; the note stays.
  ~LiveMerge();

  /// Add a finished file, which must stay as it is until it is merged. False if the output has it already, that is a
  /// file of this path that is the same by size, date and UUID; or if it is bad and may be left out. May make a
  /// checkpoint, whose errors are those of `checkpoint`, after which this file waits, too; except for errors of files,
  /// which wait for the next one on request. Throws InputError when it cannot be read or was not closed.
  bool add(const std::filesystem::path& path);
  /// Add a finished file that is in memory, or elsewhere; its name is used in messages only. It is kept until it is
  /// merged; when there are too many, the call waits until they are.
  void add(std::shared_ptr<const io::ByteSource> file);

  const std::filesystem::path& output() const noexcept;
  /// Whether a file of this path is merged, or waits for it.
  enum class Known {
    no,
    same,     ///< it has the same size and date as then
    changed,  ///< it has not
  };
  Known knows(const std::filesystem::path& path) const;

  /// Make all that was added part of the output. Throws RefusedError, naming the files, when some were refused because
  /// of differences (unsupported) or because they are bad (corrupt), once. Throws Error(io) and Error(cancelled), after
  /// which what was added still waits.
  LiveReport checkpoint();

  /// Make the last checkpoint, and remove the note; nothing can be added afterwards. Throws as checkpoint; the note
  /// stays then.
  LiveReport finish();

  /// What was done so far.
  LiveReport report() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::merge
