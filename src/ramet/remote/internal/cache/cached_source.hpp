#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/distant/bookmark.hpp"
#include "ramet/io/detail/distant/stamped.hpp"
#include "ramet/remote/internal/cache/disk_cache.hpp"

namespace ramet::inline v1::remote::internal {

/// A file of a server whose bytes are taken from a cache on a disk where that has them, and kept there otherwise.
/// Threads: any.
class CachedSource final : public io::ByteSource, public io::Bookmarked, public io::Stamped {
 public:
  /// `identity` as of CachedExtents.
  CachedSource(std::shared_ptr<const io::ByteSource> source, std::shared_ptr<DiskCache> cache,
               const std::string& identity);

  const std::string& name() const noexcept override { return source_->name(); }
  std::uint64_t size() const noexcept override { return source_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const io::ReadPiece> pieces) const override;
  std::optional<io::ReadAhead> read_ahead() const noexcept override { return source_->read_ahead(); }
  std::unique_ptr<io::Transfer> submit(std::vector<io::ReadPiece> pieces) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override {
    return source_->view(offset, size);
  }
  std::shared_ptr<const io::ByteSource> open_beside(const std::string& file) const override {
    return source_->open_beside(file);
  }
  /// Of the source below, which is opened with the cache again.
  std::shared_ptr<const io::Bookmark> bookmark() const override { return io::bookmark_of(*source_); }
  std::string stamp() const override { return io::stamp_of(*source_); }

 private:
  std::shared_ptr<const io::ByteSource> source_;
  std::shared_ptr<CachedExtents> extents_;
};

}  // namespace ramet::inline v1::remote::internal
