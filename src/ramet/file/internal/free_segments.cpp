#include "ramet/file/internal/free_segments.hpp"

#include <algorithm>

namespace ramet::inline v1::file {
namespace {

constexpr std::uint16_t free_version = 1;
constexpr std::uint16_t big_offset = 1000;
constexpr std::uint64_t largest_gap = 2'000'000'000;
// Beyond 2 GB, ROOT extends the last free segment in steps of this size.
constexpr std::uint64_t growth_step = 1'000'000'000;

std::uint64_t last_possible_byte(std::uint64_t end) noexcept {
  return end <= start_of_big_file ? start_of_big_file : (end / growth_step + 1) * growth_step;
}

std::size_t entry_size(std::uint64_t last) noexcept { return last > start_of_big_file ? 18 : 10; }

void write_entry(bytes::ByteWriter& writer, std::uint64_t first, std::uint64_t last) {
  if (last > start_of_big_file) {
    writer.write(static_cast<std::uint16_t>(free_version + big_offset));
    writer.write(first);
    writer.write(last);
  } else {
    writer.write(free_version);
    writer.write(static_cast<std::uint32_t>(first));
    writer.write(static_cast<std::uint32_t>(last));
  }
}

}  // namespace

void FreeSegments::add(io::Extent segment) {
  for (; segment.size > largest_gap; segment = {segment.offset + largest_gap, segment.size - largest_gap})
    add({segment.offset, largest_gap});
  if (segment.size == 0) return;
  auto next = std::ranges::lower_bound(segments_, segment.offset, {}, &io::Extent::offset);
  const auto joins = [](io::Extent a, io::Extent b) {
    return a.offset + a.size == b.offset && a.size + b.size <= largest_gap;
  };
  if (next != segments_.end() && joins(segment, *next)) {
    next->offset = segment.offset;
    next->size += segment.size;
  } else {
    next = segments_.insert(next, segment);
  }
  if (next == segments_.begin() || !joins(*std::prev(next), *next)) return;
  std::prev(next)->size += next->size;
  segments_.erase(next);
}

std::optional<FreeSegments::Taken> FreeSegments::take(std::uint64_t size) {
  const auto fits = [size](io::Extent segment) { return segment.size == size || segment.size >= size + gap_mark_size; };
  const auto found = std::ranges::find_if(segments_, fits);
  if (found == segments_.end()) return std::nullopt;
  const Taken taken{found->offset, found->size - size};
  if (taken.left == 0) {
    segments_.erase(found);
  } else {
    *found = {taken.offset + size, taken.left};
  }
  return taken;
}

bool FreeSegments::contains(io::Extent segment) const noexcept {
  const auto own = std::ranges::lower_bound(segments_, segment.offset, {}, &io::Extent::offset);
  return own != segments_.end() && own->offset == segment.offset && own->size == segment.size;
}

std::uint64_t FreeSegments::largest() const noexcept {
  std::uint64_t largest = 0;
  for (const io::Extent segment : segments_) largest = std::max(largest, segment.size);
  return largest;
}

void FreeSegments::remove(io::Extent part) {
  const auto next = std::ranges::upper_bound(segments_, part.offset, {}, &io::Extent::offset);
  const auto found = std::prev(next);
  const io::Extent whole = *found;
  segments_.erase(found);
  add({whole.offset, part.offset - whole.offset});
  add({part.offset + part.size, whole.offset + whole.size - part.offset - part.size});
}

std::size_t free_segments_size(const FreeSegments& segments, std::uint64_t end) noexcept {
  std::size_t size = entry_size(last_possible_byte(end));
  for (const io::Extent segment : segments.all()) size += entry_size(segment.offset + segment.size - 1);
  return size;
}

void write_free_segments(bytes::ByteWriter& writer, const FreeSegments& segments, std::uint64_t end) {
  for (const io::Extent segment : segments.all())
    write_entry(writer, segment.offset, segment.offset + segment.size - 1);
  write_entry(writer, end, last_possible_byte(end));
}

}  // namespace ramet::inline v1::file
