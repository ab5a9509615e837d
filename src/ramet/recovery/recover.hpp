#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::recovery {

/// How to recover a file. Threads: a value.
struct RecoverOptions {
  /// A sound file of the same job, or null: what a table's columns are is taken from it where the file itself does not
  /// say, and so are the layouts of classes.
  std::shared_ptr<const dataset::File> like = nullptr;
  StopToken stop = {};
  /// As of a check: about how much memory may be taken, and how many bytes unpacked; 0: what the file justifies.
  std::uint64_t max_memory = std::uint64_t{1} << 30;
  std::uint64_t max_work = 0;
};

/// A tree or ntuple that was recovered. Threads: a value.
struct RecoveredTable {
  std::string path;
  std::string class_name;
  std::uint64_t entries = 0;        ///< in the new file
  std::uint64_t saved_entries = 0;  ///< that the file itself still leads to
  std::uint64_t clusters = 0;  ///< in the new file; of trees that others wrote, runs of entries that belong together
  std::uint64_t lost_entries = 0;  ///< that were found, damaged
  std::uint64_t lost_clusters = 0;
};

/// Something that is not in the new file. Threads: a value.
struct LostThing {
  std::string place;
  std::string reason;
};

/// What was recovered. Threads: a value.
struct RecoverReport {
  std::string problem;  ///< why the file could not be opened as it was; empty if it could
  std::vector<RecoveredTable> tables;
  std::vector<std::string> objects;  ///< paths of the others
  std::vector<LostThing>
      lost;  ///< of those whose reasons differ in names and numbers only the first, and how many more
  std::uint64_t skipped_bytes = 0;  ///< of the file that are no records
};

/// Look at all records of a file that its writer did not close, or that was damaged, and write a new one with
/// everything of it that can be read: what its keys lead to, and objects and clusters of entries that had reached the
/// disk when nothing led to them yet. Baskets and pages are checked and copied as they are; entries of clusters with a
/// damaged one are left out, as the report says. The source is only read. Throws Error(corrupt) when nothing can be
/// recovered, Error(io), Error(cancelled); the sink then has nothing of use.
RecoverReport recover(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                      std::unique_ptr<io::ByteSink> sink, const RecoverOptions& options = {});

/// The same from file to file: written under a name of its own beside `to` (io::ReplacedFile), read whole, as `check`
/// does, and given its name when it is complete and sound; it is removed when it is not. What turns out to be damaged
/// in it is left out, as the report says. Journals that processes which filled the file together have left beside it
/// are removed then, unless one of them is alive. Throws Error(misuse) when both are one file, or somebody is writing
/// `to`.
RecoverReport recover(const dataset::Session& session, const std::filesystem::path& from,
                      const std::filesystem::path& to, const RecoverOptions& options = {});

}  // namespace ramet::inline v1::recovery
