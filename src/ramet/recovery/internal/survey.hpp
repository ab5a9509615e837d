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

/// A record that a directory of the file names, or would have. Threads: a value.
struct FoundKey {
  file::Key key;
  std::string directory;   ///< path, "" for the root
  bool is_listed = false;  ///< a key list names it
};

/// All records of a file, whether something leads to them or not. Threads: immutable.
struct Survey {
  std::shared_ptr<const dataset::File> file;  ///< with keys as far as they could be read
  std::string problem;                        ///< why the file cannot be opened as it is; empty if it can
  std::vector<FoundKey> tables;               ///< trees and ntuples; those that are listed first, then by their place
  std::vector<FoundKey> objects;              ///< everything else; each name and cycle of a directory once
  std::vector<file::Key> baskets;
  std::vector<file::Key> marks;     ///< records behind ramet's clusters
  std::vector<file::Key> blobs;     ///< records of ntuples, by their place, but for clusters with marks
  std::vector<io::Extent> skipped;  ///< bytes that are no records

  /// Where a directory's record is; the root's when it is not known.
  std::uint64_t seek_of(const std::string& directory) const;
  std::map<std::uint64_t, std::string> directories;  ///< paths, by the place of their records
};

/// Look at all records of a file; streamer infos beyond what is allowed are left out. Throws Error(io) as the source
/// does; damage is said in the survey.
Survey survey_file(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                   Allowance& allowance, const StopToken& stop);

}  // namespace ramet::inline v1::recovery::internal
