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

/// What a file that is to be changed has in it. Threads: a value.
struct ExistingFile {
  FileHeader header;
  bytes::Buffer root_names;                 ///< the root directory's record up to its body
  std::vector<DirectoryState> directories;  ///< the root first
  Key streamer_infos;                       ///< record_size is 0 without
  FreeSegments free;                        ///< what may be filled
  std::vector<io::Extent> unmarked;         ///< free too, but nothing on disk says so yet
  std::vector<io::Extent> left_over;        ///< free segments with clusters that a ramet died with
  std::vector<std::string> contradictions;  ///< between key lists and their directories, which no reader minds
  bool has_list_checksums = false;          ///< its key lists have checksums
};

/// Look at all that a file's header leads to, but for the insides of objects. `leftovers`: what to do when a ramet that
/// died has left records behind its end, or clusters in its free segments. Throws Error(corrupt) when it was cut, was
/// not closed, or its parts contradict each other, Error(unsupported) for a header that leaves no room for what has to
/// be written.
ExistingFile look_at(const FileReader& reader, OnLeftovers leftovers);

/// The segments that the payload of a list of `count` free segments names, without the one behind the end of the file.
/// Throws Error(corrupt) unless they are in order, do not overlap, and lie in [begin, end); with `remarks`, that the
/// one behind the end begins before it is not an error, but a remark: no reader minds.
std::vector<io::Extent> read_free_segments(bytes::ByteCursor& cursor, std::uint32_t count, std::uint64_t begin,
                                           std::uint64_t end, std::vector<std::string>* remarks = nullptr);

}  // namespace ramet::inline v1::file
