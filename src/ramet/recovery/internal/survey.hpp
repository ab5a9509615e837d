#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/recovery/internal/limits/allowance.hpp"

namespace ramet::inline v1::recovery::internal {

/// A record of an object or table, and the directory that lists it or was about to. Threads: a value.
struct FoundKey {
  file::Key key;
  std::string directory;   ///< path, "" for the root
  bool is_listed = false;  ///< in a key list
};

/// All records of a file, listed or not. Threads: immutable.
struct Survey {
  std::shared_ptr<const dataset::File> file;  ///< with all keys that could be read
  std::string problem;                        ///< why the file cannot be opened; empty if it can
  std::vector<FoundKey> tables;               ///< trees and ntuples: listed ones first, then by position
  std::vector<FoundKey> objects;              ///< all other objects; each name and cycle of a directory once
  std::vector<file::Key> baskets;
  std::vector<file::Key> marks;     ///< records after ramet's clusters
  std::vector<file::Key> blobs;     ///< records of ntuples by position, without clusters with marks
  std::vector<io::Extent> skipped;  ///< bytes that are not records

  /// The position of a directory's record; for unknown directories, the root's.
  std::uint64_t seek_of(const std::string& directory) const;
  std::map<std::uint64_t, std::string> directories;  ///< paths, by position of the record
};

/// Find all records of a file; streamer infos that exceed the limits are not read. Throws Error(io) as the source does;
/// damage is noted in the survey.
Survey survey_file(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                   Allowance& allowance, const StopToken& stop);

}  // namespace ramet::inline v1::recovery::internal
