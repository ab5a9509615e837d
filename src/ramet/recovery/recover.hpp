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
  /// An undamaged file written by the same program, or null. Tables that the damaged file does not describe, and
  /// layouts of classes, are taken from it.
  std::shared_ptr<const dataset::File> like = nullptr;
  StopToken stop = {};
  /// The approximate memory limit, as in CheckOptions, and the limit on bytes decompressed (0: depends on the file's
  /// size).
  std::uint64_t max_memory = std::uint64_t{1} << 30;
  std::uint64_t max_work = 0;
};

/// A tree or ntuple that was recovered. Threads: a value.
struct RecoveredTable {
  std::string path;
  std::string class_name;
  std::uint64_t entries = 0;        ///< in the new file
  std::uint64_t saved_entries = 0;  ///< entries listed in the old file's metadata
  std::uint64_t clusters = 0;       ///< in the new file; for trees of other writers: runs of entries
  std::uint64_t lost_entries = 0;   ///< entries found, but damaged
  std::uint64_t lost_clusters = 0;
};

/// Something that could not be recovered. Threads: a value.
struct LostThing {
  std::string place;
  std::string reason;
};

/// The result of a recovery. Threads: a value.
struct RecoverReport {
  std::string problem;  ///< why the old file cannot be opened; empty if it can
  std::vector<RecoveredTable> tables;
  std::vector<std::string> objects;  ///< paths of recovered objects
  std::vector<LostThing> lost;       ///< of reasons that differ only in names and numbers: the first ones and a count
  std::uint64_t skipped_bytes = 0;   ///< bytes of the old file that are not in any record
};

/// Write a new file with everything that can be read from a file that was not closed or is damaged: objects and tables
/// listed by its keys, and also objects and clusters that reached the disk without being listed. Baskets and pages are
/// checked and copied without recompression. Clusters with a damaged basket or page are left out and reported. The
/// source is only read. Throws Error(corrupt) if nothing can be recovered, Error(io), Error(cancelled); the contents of
/// the sink are then undefined.
RecoverReport recover(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                      std::unique_ptr<io::ByteSink> sink, const RecoverOptions& options = {});

/// The same for local files. The new file is written under a temporary name beside `to` (io::ReplacedFile), read back
/// as `check` does, and renamed when it is complete and undamaged; otherwise it is removed. Parts that turn out to be
/// damaged when they are read back are left out and reported. Journals that writing processes left beside the old file
/// are removed afterwards, unless one of the processes is alive. Throws Error(misuse) when `from` and `to` are the same
/// file, or when `to` is being written.
RecoverReport recover(const dataset::Session& session, const std::filesystem::path& from,
                      const std::filesystem::path& to, const RecoverOptions& options = {});

}  // namespace ramet::inline v1::recovery
