#pragma once

#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/internal/free_segments.hpp"
#include "ramet/file/internal/writer_state.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/extent_allocator.hpp"

namespace ramet::inline v1::file {

/// The contents of a file that is opened for update. Threads: a value.
struct ExistingFile {
  FileHeader header;
  bytes::Buffer root_names;                 ///< the root directory's record up to its body
  std::vector<DirectoryState> directories;  ///< the root first
  Key streamer_infos;                       ///< record_size is 0 if there are none
  FreeSegments free;                        ///< segments that may be reused
  std::vector<io::Extent> unmarked;         ///< also free, but not marked on disk yet
  std::vector<io::Extent> left_over;        ///< free segments with clusters of a ramet writer that died
  std::vector<std::string> contradictions;  ///< between key lists and their directories; readers ignore them
  bool has_list_checksums = false;          ///< its key lists have checksums
};

/// Read everything that a file's header refers to, except the contents of objects. `leftovers` decides about records
/// after the end, and clusters in free segments, of a writer that died. Throws Error(corrupt) when the file is
/// truncated, was not closed, or its parts contradict each other, Error(unsupported) for a header without room for the
/// new one.
ExistingFile look_at(const FileReader& reader, OnLeftovers leftovers);

/// Read a list of `count` free segments, without the last one, which begins at the end of the file. Throws
/// Error(corrupt) unless they are in order, do not overlap, and lie in [begin, end). With `remarks`, a last segment
/// that begins before the end is a remark instead of an error, because readers ignore it.
std::vector<io::Extent> read_free_segments(bytes::ByteCursor& cursor, std::uint32_t count, std::uint64_t begin,
                                           std::uint64_t end, std::vector<std::string>* remarks = nullptr);

}  // namespace ramet::inline v1::file
