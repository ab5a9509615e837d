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

/// The new file. Tables are added first, in order of their place in the old one, so that nothing lies further back than
/// it did. Threads: one thread.
class RecoveredFile {
 public:
  RecoveredFile(std::unique_ptr<io::ByteSink> sink, const io::ByteSource& source, compression::Settings compression);

  /// Copy the segments that are kept, then write what leads to them. Returns the classes of objects of the tree that
  /// are left out. Throws Error(unsupported), Error(io).
  std::vector<std::string> add(SalvagedTree& tree);
  void add(SalvagedNTuple& ntuple);

  /// Copy an object. Returns its new cycle. Throws Error(corrupt) when it cannot be read.
  std::uint16_t add(const FoundKey& object, const dataset::File& file);
  void add_directory(const std::string& path) { writer_->directory(path); }

  /// The layouts of classes: those of a file, or of what ramet writes by itself.
  void set_layouts(const dataset::File* file);

  void close() { writer_->close(); }

 private:
  /// Baskets that were inside of the tree's record get records of their own.
  void write_embedded(SalvagedTree& tree, std::uint64_t seek_directory);
  void copy_baskets(const SalvagedTree& tree, Segment& segment, std::uint64_t seek_directory);
  /// Where a page is in the new file, by its place in the old one; 0: not yet. Of those that stand in several places.
  using PlacesOfPages = std::map<std::uint64_t, std::uint64_t>;
  void copy_pages(Segment& segment, std::uint64_t seek_directory, const ntuple::BlobReader& blobs,
                  PlacesOfPages& copied);

  std::unique_ptr<file::FileWriter> writer_;
  const io::ByteSource& source_;
  compression::Settings compression_;
  compression::Compressor compressor_;
};

}  // namespace ramet::inline v1::recovery::internal
