#include "ramet/io/internal/read_plan.hpp"

#include <algorithm>
#include <iterator>

namespace ramet::inline v1::io {

namespace {

/// Whether the piece that follows a run may be joined to it.
bool is_joined(const ReadRun& run, const ReadPiece& next, const ReadRunLimits& limits) noexcept {
  const std::uint64_t end = run.offset + run.size;
  return next.offset >= end && next.offset - end <= limits.largest_gap && run.pieces.size() < limits.most_pieces &&
         next.offset + next.into.size() - run.offset <= limits.most_bytes;
}

}  // namespace

ReadPlan::ReadPlan(std::span<const ReadPiece> pieces, const ReadRunLimits& limits) {
  pieces_.reserve(pieces.size());
  std::ranges::copy_if(pieces, std::back_inserter(pieces_), [](const ReadPiece& piece) { return !piece.into.empty(); });
  if (!std::ranges::is_sorted(pieces_, {}, &ReadPiece::offset)) std::ranges::sort(pieces_, {}, &ReadPiece::offset);
  for (const ReadPiece& piece : pieces_) {
    if (runs_.empty() || !is_joined(runs_.back(), piece, limits)) {
      runs_.push_back({piece.offset, piece.into.size(), {&piece, 1}});
    } else {
      ReadRun& run = runs_.back();
      run.size = piece.offset + piece.into.size() - run.offset;
      run.pieces = {run.pieces.data(), run.pieces.size() + 1};
    }
  }
}

}  // namespace ramet::inline v1::io
