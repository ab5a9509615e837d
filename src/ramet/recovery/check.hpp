#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::recovery {

/// How to check a file. Threads: a value that borrows.
struct CheckOptions {
  StopToken stop = {};
  ProgressSink* progress = nullptr;  ///< gets the numbers of entries and bytes read
  /// The approximate memory limit for all threads together. Parts that need more are not checked.
  std::uint64_t max_memory = std::uint64_t{1} << 30;
  /// The limit on bytes decompressed and decoded. 0: 1 GiB plus 4,096 times the file's size, which only files made to
  /// keep readers busy exceed. The rest is not checked.
  std::uint64_t max_work = 0;
  /// The number of findings listed that differ only in names and numbers; the others are counted.
  std::size_t most_alike = 20;
  /// The largest length of each of the three lists of findings in the report.
  std::size_t most_listed = 1000;
};

/// One finding of a check. Threads: a value.
struct Finding {
  std::string place;        ///< a path, with branch or field: "Events/x"; empty: the file itself
  std::string message;      ///< with the number of the basket or page, and the offset
  EntryRange entries = {};  ///< the entries concerned, if known; otherwise empty
};

/// The result of a check: counts of what was read, and findings. Threads: a value.
struct CheckReport {
  std::string name;        ///< of the file
  bool is_opened = false;  ///< the file is a ROOT file and its keys could be read
  std::uint64_t records = 0;
  std::uint64_t objects = 0;  ///< without trees and ntuples
  std::uint64_t tables = 0;
  std::uint64_t entries = 0;         ///< of all tables
  std::uint64_t pieces = 0;          ///< baskets and pages
  std::uint64_t work = 0;            ///< bytes decompressed and decoded
  bool is_limited = false;           ///< a limit on memory or work kept some parts from being checked
  std::vector<Finding> damage;       ///< unreadable or contradictory parts
  std::vector<Finding> not_checked;  ///< types that ramet cannot read yet; compressed bytes were checked
  std::vector<Finding> remarks;      ///< deviations that readers ignore

  bool is_sound() const noexcept { return is_opened && damage.empty(); }
};

/// The number of kinds of findings that a report distinguishes.
inline constexpr std::size_t most_findings = 1000;

/// Read and check a whole file: the header, the list of free segments, directories and keys against the records and
/// each other; streamer infos; all baskets of trees, decompressed and decoded, and their numbers of entries; the
/// envelopes, page lists and pages of ntuples, with checksums, and every field; objects with all objects that they
/// point to, and histograms. Damage is listed in the report and does not end the check. Reads with all threads of the
/// session. Throws Error(io), Error(cancelled).
CheckReport check(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                  const CheckOptions& options = {});
/// The same for a local file. If it cannot be opened, the report says so.
CheckReport check(const dataset::Session& session, const std::filesystem::path& path, const CheckOptions& options = {});

}  // namespace ramet::inline v1::recovery
