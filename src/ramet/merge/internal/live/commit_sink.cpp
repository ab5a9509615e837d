#include "ramet/merge/internal/live/commit_sink.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t gap_mark_size = 4;  // no other write of a commit is as small

}  // namespace

void HeldCommit::apply(io::ByteSink& to) const {
  for (const PlacedBytes& write : writes) to.write_at(write.offset, write.bytes.span());
}

void CommitSink::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (!is_holding_ && offset != 0) return to_.write_at(offset, bytes);
  is_holding_ = true;
  auto& held = bytes.size() == gap_mark_size ? held_.marks : held_.writes;
  held.push_back({offset, {}});
  held.back().bytes.append(bytes);
}

void CommitSink::sync() {
  if (!is_holding_) to_.sync();
}

}  // namespace ramet::inline v1::merge::internal
