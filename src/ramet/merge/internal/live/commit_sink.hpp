#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_sink.hpp"

namespace ramet::inline v1::merge::internal {

/// Bytes and where they belong. Threads: a value.
struct PlacedBytes {
  std::uint64_t offset = 0;
  bytes::Buffer bytes;
};

/// Write them, in their order. Throws Error(io).
void write_all(std::span<const PlacedBytes> writes, io::ByteSink& to);
void write(bytes::ByteWriter& to, std::span<const PlacedBytes> writes);
/// Throws Error(corrupt).
std::vector<PlacedBytes> read_placed_bytes(bytes::ByteCursor& cursor);

/// What a CommitSink holds back.
enum class Holding {
  commit,   ///< what a commit writes from the header on; gap marks apart, so that who has the file open can still read
            ///< what was superseded
  all_old,  ///< all that is written below the end that the file has, and from the header on all, in order: the file
            ///< stays as it is, with what free segments have
  old,      ///< what is written below the end that the file has, in any number of commits: all else is not held
};

/// The writes of a commit that was held back. Threads: a value.
struct HeldCommit {
  std::vector<PlacedBytes> writes;  ///< header and root directory, then the bodies of older directories
  std::vector<PlacedBytes> marks;   ///< gap marks, which destroy the heads of records that the file no longer has

  /// Write them, except for the marks. Doing it twice does no harm. Throws Error(io).
  void apply(io::ByteSink& to) const;
};

/// A sink of a FileWriter that is stopped at the moment of its commit: up to then everything goes to the file, where
/// nothing leads to it; from the header on, all writes are held (file/internal/commit.cpp has their order). So a note
/// of them can be made first, and the commit is done by it whatever happens. Threads: as ByteSink; the sink that it
/// writes to, and what is held, outlive it.
class CommitSink final : public io::ByteSink {
 public:
  /// `end` is the size of the file, for Holding::all_old and Holding::old.
  CommitSink(io::ByteSink& to, HeldCommit& held, Holding holding = Holding::commit, std::uint64_t end = 0)
      : to_(to), held_(held), holding_(holding), end_(end) {}

  const std::string& name() const noexcept override { return to_.name(); }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override;
  void resize(std::uint64_t size) override { to_.resize(size); }
  void sync() override;
  /// Does nothing: the file stays open for the commit.
  void close() override {}

 private:
  io::ByteSink& to_;
  HeldCommit& held_;
  Holding holding_;
  std::uint64_t end_;
  std::atomic<bool> is_holding_ = false;  // set by the thread that commits, when nobody else writes
  Mutex mutex_;                           // of what is held
};

}  // namespace ramet::inline v1::merge::internal
