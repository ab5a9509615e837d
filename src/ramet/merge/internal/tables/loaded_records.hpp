#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::merge::internal {

/// Records of files that are read together and then stay in memory. Threads: one thread.
class LoadedRecords {
 public:
  LoadedRecords();
  ~LoadedRecords();

  /// Ask for a record of a source, which must outlive this.
  void add(const io::ByteSource& source, io::Extent record);
  /// Read all records that were asked for, with as few requests as the sources can make. Throws Error(corrupt) for
  /// those that reach past the end, Error(io).
  void read();
  /// A source that has views of the records that were read of another source.
  const io::ByteSource& of(const io::ByteSource& source) const;
  /// The bytes of all records.
  std::uint64_t size() const noexcept { return size_; }

 private:
  class View;

  std::map<const io::ByteSource*, std::unique_ptr<View>> views_;
  std::uint64_t size_ = 0;
};

}  // namespace ramet::inline v1::merge::internal
