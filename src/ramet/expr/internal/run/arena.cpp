#include "ramet/expr/internal/run/arena.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

bytes::Buffer ArenaPool::take(std::size_t bytes) {
  if (bytes > most_bytes - used_)
    detail::fail(ErrorKind::misuse, "an expression needs more than {} MiB for a batch of entries", most_bytes >> 20U);
  const auto fits = std::find_if(free_.begin(), free_.end(), [&](const auto& piece) { return piece.size() >= bytes; });
  bytes::Buffer piece;
  if (fits == free_.end()) {
    piece = bytes::Buffer(std::max(bytes, piece_bytes));
  } else {
    std::swap(*fits, free_.back());
    piece = std::move(free_.back());
    free_.pop_back();
  }
  used_ += piece.size();
  ++taken_;
  free_.reserve(free_.size() + taken_);
  return piece;
}

void ArenaPool::give_back(bytes::Buffer piece) noexcept {
  used_ -= piece.size();
  --taken_;
  // Large pieces are for one batch. There is room for all: take() has made it.
  if (piece.size() <= 4 * piece_bytes && free_.size() < free_.capacity()) free_.push_back(std::move(piece));
}

void* Arena::allocate(std::size_t count, std::size_t size) {
  if (count > ArenaPool::most_bytes / std::max<std::size_t>(size, 1)) pool_->take(ArenaPool::most_bytes + 1);
  const std::size_t bytes =
      (count * size + bytes::Buffer::alignment - 1) / bytes::Buffer::alignment * bytes::Buffer::alignment;
  if (pieces_.empty() || bytes > pieces_.back().size() - used_) {
    pieces_.push_back(pool_->take(bytes));
    used_ = 0;
  }
  void* const place = pieces_.back().data() + used_;
  used_ += bytes;
  return place;
}

void Arena::clear() noexcept {
  for (bytes::Buffer& piece : pieces_) pool_->give_back(std::move(piece));
  pieces_.clear();
  used_ = 0;
}

}  // namespace ramet::inline v1::expr
