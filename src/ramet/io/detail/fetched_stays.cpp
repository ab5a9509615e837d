#include "ramet/io/detail/fetched_stays.hpp"

#include <utility>

namespace ramet::inline v1::io {

FetchedStays::FetchedStays(const ByteSource& source, std::size_t count,
                           std::function<void(std::size_t, std::vector<Extent>&)> add_extents)
    : source_(source), count_(count), add_extents_(std::move(add_extents)) {}

FetchedStays::Stay FetchedStays::fetch(std::size_t part) const {
  std::vector<Extent> extents;
  add_extents_(part, extents);
  return {part, std::make_unique<const FetchedSource>(source_, extents, source_.read_ahead()->request)};
}

const ByteSource& FetchedStays::enter(std::size_t part) {
  const auto ahead = source_.read_ahead();
  if (!ahead) return source_;
  if (now_ && now_->part == part) return *now_->source;
  now_.reset();  // release its memory before more is requested
  now_ = next_ && next_->part == part ? std::exchange(next_, std::nullopt) : fetch(part);
  const bool is_small = now_->source->byte_count() <= ahead->most_bytes / 2;  // the next part has about the same size
  next_.reset();
  if (is_small && part + 1 < count_) next_ = fetch(part + 1);
  return *now_->source;
}

}  // namespace ramet::inline v1::io
