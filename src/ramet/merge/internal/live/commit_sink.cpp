#include "ramet/merge/internal/live/commit_sink.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t gap_mark_size = 4;  // no other write of a commit is as small

}  // namespace

void write_all(std::span<const PlacedBytes> writes, io::ByteSink& to) {
  for (const PlacedBytes& write : writes) to.write_at(write.offset, write.bytes.span());
}

void write(bytes::ByteWriter& to, std::span<const PlacedBytes> writes) {
  to.write(static_cast<std::uint32_t>(writes.size()));
  for (const PlacedBytes& write : writes) {
    to.write(write.offset);
    to.write(static_cast<std::uint32_t>(write.bytes.size()));
    to.append(write.bytes.span());
  }
}

std::vector<PlacedBytes> read_placed_bytes(bytes::ByteCursor& cursor) {
  std::vector<PlacedBytes> writes(cursor.count(12, "writes"));
  for (PlacedBytes& write : writes) {
    write.offset = cursor.read<std::uint64_t>();
    write.bytes.append(cursor.take(cursor.count(1, "bytes")));
  }
  return writes;
}

void HeldCommit::apply(io::ByteSink& to) const { write_all(writes, to); }

void CommitSink::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  const bool is_old = offset == 0 || (holding_ != Holding::commit && offset < end_);
  if (!is_holding_ && !is_old) return to_.write_at(offset, bytes);
  if (offset == 0 && holding_ != Holding::old) is_holding_ = true;
  const MutexLock lock(mutex_);
  auto& held = holding_ == Holding::commit && bytes.size() == gap_mark_size ? held_.marks : held_.writes;
  held.push_back({offset, {}});
  held.back().bytes.append(bytes);
}

void CommitSink::sync() {
  if (!is_holding_) to_.sync();
}

}  // namespace ramet::inline v1::merge::internal
