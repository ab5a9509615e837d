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
  ProgressSink* progress = nullptr;  ///< told of the entries and bytes of columns that were read
  /// About how much memory all threads together may take for what they read. What needs more is not checked.
  std::uint64_t max_memory = std::uint64_t{1} << 30;
  /// How many bytes may be unpacked and decoded; 0: 1 GiB and 4,096 for each byte of the file, more than any file
  /// comes to that was not made to keep readers busy. What is beyond is not checked.
  std::uint64_t max_work = 0;
  /// Of findings that differ in names and numbers only so many are listed, and the others counted.
  std::size_t most_alike = 20;
  /// As damage, as not checked and as remarks only so many are listed, each.
  std::size_t most_listed = 1000;
};

/// Something that was found. Threads: a value.
struct Finding {
  std::string place;        ///< "Events/x": a path in the file, and a branch or field of it; empty: the file itself
  std::string message;      ///< with basket or page, and offset
  EntryRange entries = {};  ///< of the table, when it is about no others; else empty
};

/// What a check looked at, and what it found. Threads: a value.
struct CheckReport {
  std::string name;        ///< of the file
  bool is_opened = false;  ///< it is a ROOT file whose keys could be read
  std::uint64_t records = 0;
  std::uint64_t objects = 0;  ///< trees and ntuples not counted
  std::uint64_t tables = 0;
  std::uint64_t entries = 0;         ///< of all tables
  std::uint64_t pieces = 0;          ///< baskets and pages
  std::uint64_t work = 0;            ///< bytes that were unpacked and decoded
  bool is_limited = false;           ///< something was not checked for the memory or work that it would have taken
  std::vector<Finding> damage;       ///< what cannot be read, or contradicts itself
  std::vector<Finding> not_checked;  ///< what ramet does not read yet: its bytes were checked as far as they are packed
  std::vector<Finding> remarks;      ///< what no reader minds

  bool is_sound() const noexcept { return is_opened && damage.empty(); }
};

/// The kinds of findings that a report tells apart.
inline constexpr std::size_t most_findings = 1000;

/// Read everything in a file, and check all that can be checked: the header, the list of free segments, directories
/// and keys against the records themselves and each other; streamer infos; of trees every basket, decompressed and
/// decoded, and the numbers of entries; of ntuples the envelopes, page lists and pages with their checksums, and every
/// field; objects, with all that they point to, and histograms. Whatever is wrong is in the report; the rest is
/// checked all the same. Many threads of the session work on one file. Throws Error(io), Error(cancelled).
CheckReport check(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                  const CheckOptions& options = {});
/// The same of a local file; one that cannot be opened is a report that says so.
CheckReport check(const dataset::Session& session, const std::filesystem::path& path, const CheckOptions& options = {});

}  // namespace ramet::inline v1::recovery
