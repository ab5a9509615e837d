#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::io {

/// A source with a read_ahead(), for those who read all of it by many small reads, mostly in order: its bytes are
/// requested in large blocks, of which the last ones stay in memory, and the next ones are requested before they are
/// needed. To its readers it is like a local file. Once several times as many bytes were requested as it has, because
/// its readers go back and forth, what is not in memory is read alone. Threads: any.
class BlockSource final : public ByteSource {
 public:
  /// `source` may not be null; it must have a read_ahead(). When a stop is requested, waiting throws Error(cancelled).
  explicit BlockSource(std::shared_ptr<const ByteSource> source, StopToken stop = {});
  ~BlockSource() override;
  BlockSource(const BlockSource&) = delete;
  BlockSource& operator=(const BlockSource&) = delete;

  const std::string& name() const noexcept override { return source_->name(); }
  std::uint64_t size() const noexcept override { return source_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  /// Bytes that the source itself has in memory.
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override {
    return source_->view(offset, size);
  }
  std::shared_ptr<const ByteSource> open_beside(const std::string& file) const override {
    return source_->open_beside(file);
  }

 private:
  struct Block;

  std::shared_ptr<Block> block(std::uint64_t number) const;
  std::shared_ptr<Block> ask(std::uint64_t number) const RAMET_REQUIRES(mutex_);
  void ask_ahead(std::uint64_t number) const RAMET_REQUIRES(mutex_);
  std::size_t place_of(std::uint64_t number) const RAMET_REQUIRES(mutex_);
  void read_block(std::uint64_t number, std::uint64_t begin, std::span<std::byte> into) const;
  void forget(const Block& block) const;
  bool fits() const noexcept { return size() <= block_size_ * most_blocks_; }

  std::shared_ptr<const ByteSource> source_;
  StopToken stop_;
  std::uint64_t block_size_;
  std::size_t most_blocks_;
  mutable Mutex mutex_;
  mutable std::vector<std::shared_ptr<Block>> blocks_ RAMET_GUARDED_BY(mutex_);  // the last one used first
  mutable std::uint64_t asked_bytes_ RAMET_GUARDED_BY(mutex_) = 0;
};

/// For a source with a read_ahead(): the same as a BlockSource. For others: the source itself.
std::shared_ptr<const ByteSource> in_blocks(std::shared_ptr<const ByteSource> source, const StopToken& stop = {});

}  // namespace ramet::inline v1::io
