#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ramet/compression/compressor.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/recovery/internal/ntuple_salvage.hpp"
#include "ramet/recovery/internal/survey.hpp"
#include "ramet/recovery/internal/tree_salvage.hpp"

namespace ramet::inline v1::recovery::internal {

/// Writes the recovered file. Tables are added first, in the order of their old positions, so that no part moves to a
/// higher position. Threads: one thread.
class RecoveredFile {
 public:
  RecoveredFile(std::unique_ptr<io::ByteSink> sink, const io::ByteSource& source, compression::Settings compression);

  /// Copy the segments that are kept, then write the tree's record or the ntuple's metadata. Returns the classes of
  /// objects in the tree's record that are left out. Throws Error(unsupported), Error(io).
  std::vector<std::string> add(SalvagedTree& tree);
  void add(SalvagedNTuple& ntuple);

  /// Copy an object and return its new cycle. Throws Error(corrupt) when it cannot be read.
  std::uint16_t add(const FoundKey& object, const dataset::File& file);
  void add_directory(const std::string& path) { writer_->directory(path); }

  /// Set the layouts of classes: those of a file, or with null those of ramet.
  void set_layouts(const dataset::File* file);

  void close() { writer_->close(); }

 private:
  /// Write the baskets that are embedded in the tree's record as records of their own.
  void write_embedded(SalvagedTree& tree, std::uint64_t seek_directory);
  void copy_baskets(const SalvagedTree& tree, Segment& segment, std::uint64_t seek_directory);
  /// The new positions of pages that occur several times, by old position; 0 if not written yet.
  using PlacesOfPages = std::map<std::uint64_t, std::uint64_t>;
  void copy_pages(Segment& segment, std::uint64_t seek_directory, const ntuple::BlobReader& blobs,
                  PlacesOfPages& copied);

  std::unique_ptr<file::FileWriter> writer_;
  const io::ByteSource& source_;
  compression::Settings compression_;
  compression::Compressor compressor_;
};

}  // namespace ramet::inline v1::recovery::internal
