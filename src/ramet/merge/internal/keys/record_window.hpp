#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::merge::internal {

/// A file of which a part is in memory, so that the many small records in it are read by one call of the system.
/// Threads: immutable.
class RecordWindow final : public io::ByteSource {
 public:
  /// Read the part. The file must outlive this. Throws as its source.
  RecordWindow(const io::ByteSource& file, io::Extent part);

  const std::string& name() const noexcept override { return file_.name(); }
  std::uint64_t size() const noexcept override { return file_.size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override;

 private:
  bool has(std::uint64_t offset, std::size_t size) const noexcept;

  const io::ByteSource& file_;
  std::uint64_t begin_;
  bytes::Buffer part_;
};

}  // namespace ramet::inline v1::merge::internal
