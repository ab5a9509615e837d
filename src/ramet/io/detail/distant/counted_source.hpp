#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/distant/stamped.hpp"
#include "ramet/io/traffic.hpp"

namespace ramet::inline v1::io {

/// A source whose reads are counted: each piece is a request. Of a local file these are the reads that it is asked for,
/// not the fewer calls that it makes of them. Threads: any.
class CountedSource final : public ByteSource, public Stamped {
 public:
  /// Neither may be null.
  CountedSource(std::shared_ptr<const ByteSource> source, std::shared_ptr<Traffic> traffic);

  const std::string& name() const noexcept override { return source_->name(); }
  std::uint64_t size() const noexcept override { return source_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const ReadPiece> pieces) const override;
  std::optional<ReadAhead> read_ahead() const noexcept override;
  std::uint64_t hint_bytes() const noexcept override { return source_->hint_bytes(); }
  bool will_read(std::span<const Extent> extents) const override { return source_->will_read(extents); }
  std::unique_ptr<Transfer> submit(std::vector<ReadPiece> pieces) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override;
  std::shared_ptr<const ByteSource> open_beside(const std::string& file) const override;
  std::string stamp() const override { return stamp_of(*source_); }

 private:
  std::shared_ptr<const ByteSource> source_;
  std::shared_ptr<Traffic> traffic_;
};

}  // namespace ramet::inline v1::io
