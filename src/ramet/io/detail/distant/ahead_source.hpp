#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/distant/bookmark.hpp"
#include "ramet/io/detail/distant/stamped.hpp"

namespace ramet::inline v1::io {

/// How many bytes of all files of a session may be in memory before they are decoded: those that are requested ahead of
/// their readers, and those that readers wait for. The former are not requested when there is no room; the latter are
/// always, but then a reader gets them in smaller pieces (`left`). What nobody comes to read is given up when the room
/// is wanted for others. Threads: any.
class AheadBudget {
 public:
  /// Reads after which what was requested ahead is taken for forgotten: several times as many as lie between both when
  /// parts are read in order.
  static constexpr std::uint64_t most_reads = 512;

  explicit AheadBudget(std::uint64_t most) noexcept : most_(most) {}

  /// Take so many. False, and none is taken, if there are fewer; whoever is first gets also more than there are in all.
  bool take(std::uint64_t bytes) noexcept;
  /// Take so many, also if there are fewer.
  void take_anyway(std::uint64_t bytes) noexcept { taken_.fetch_add(bytes, std::memory_order_relaxed); }
  void give_back(std::uint64_t bytes) noexcept { taken_.fetch_sub(bytes, std::memory_order_relaxed); }
  std::uint64_t taken() const noexcept { return taken_.load(std::memory_order_relaxed); }
  /// How many a reader should have in memory at most: what nobody has taken, and never less than a sixteenth of all, so
  /// that many readers go on.
  std::uint64_t left() const noexcept { return std::max(most_ / 16, most_ - std::min(most_, taken())); }

  void note_read() noexcept { reads_.fetch_add(1, std::memory_order_relaxed); }
  /// Know of what was requested, and how to give it up. Of many, those that were forgotten are given up.
  void add(std::function<void()> give_up);
  /// Give up what was forgotten.
  void reclaim();

 private:
  struct Requested {
    std::uint64_t reads;  // until then
    std::function<void()> give_up;
  };

  const std::uint64_t most_;
  std::atomic<std::uint64_t> taken_ = 0;
  std::atomic<std::uint64_t> reads_ = 0;
  Mutex mutex_;
  std::deque<Requested> requested_ RAMET_GUARDED_BY(mutex_);  // the oldest first; also what was read meanwhile
};

/// A source with a read_ahead() that requests bytes when it is told of them (`will_read`), and keeps them until they
/// are read, once. Whatever else is read is requested then. Threads: any.
class AheadSource final : public ByteSource, public Bookmarked, public Stamped {
 public:
  /// Neither may be null.
  AheadSource(std::shared_ptr<const ByteSource> source, std::shared_ptr<AheadBudget> budget);
  ~AheadSource() override;
  AheadSource(const AheadSource&) = delete;
  AheadSource& operator=(const AheadSource&) = delete;

  const std::string& name() const noexcept override { return source_->name(); }
  std::uint64_t size() const noexcept override { return source_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const ReadPiece> pieces) const override;
  std::optional<ReadAhead> read_ahead() const noexcept override;
  std::uint64_t hint_bytes() const noexcept override { return source_->hint_bytes(); }
  bool will_read(std::span<const Extent> extents) const override;
  std::unique_ptr<Transfer> submit(std::vector<ReadPiece> pieces) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override {
    return source_->view(offset, size);
  }
  std::shared_ptr<const ByteSource> open_beside(const std::string& file) const override;
  std::shared_ptr<const Bookmark> bookmark() const override;
  std::string stamp() const override { return stamp_of(*source_); }

 private:
  struct Asked;
  struct Run;
  struct Share;
  class Runs;
  class Joined;
  class Counted;

  std::shared_ptr<const ByteSource> source_;
  std::shared_ptr<AheadBudget> budget_;
  std::shared_ptr<Runs> runs_;
};

}  // namespace ramet::inline v1::io
