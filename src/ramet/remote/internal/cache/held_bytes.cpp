#include "ramet/remote/internal/cache/held_bytes.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::remote::internal {

HeldBytes::Part::Part(std::uint64_t from, io::RequestMemory some)
    : offset(from), bytes(std::move(some)), notes((bytes.size() + note_bytes - 1) / note_bytes) {}

void HeldBytes::add(std::uint64_t offset, io::RequestMemory bytes) { parts_.emplace_back(offset, std::move(bytes)); }

std::optional<std::span<const std::byte>> HeldBytes::view(std::uint64_t offset, std::size_t size) const {
  for (const Part& part : parts_) {
    if (!part.has(offset, size)) continue;
    const auto begin = static_cast<std::size_t>(offset - part.offset);
    for (std::size_t note = begin / note_bytes; note * note_bytes < begin + size; ++note)
      part.notes[note].store(true, std::memory_order_relaxed);
    return part.bytes.span().subspan(begin, size);
  }
  return std::nullopt;
}

std::uint64_t HeldBytes::byte_count() const noexcept {
  std::uint64_t count = 0;
  for (const Part& part : parts_) count += part.bytes.size();
  return count;
}

std::shared_ptr<const HeldBytes> HeldBytes::looked_at() const {
  auto copy = std::make_shared<HeldBytes>();
  for (const Part& part : parts_) {
    const auto is_noted = [&](std::size_t note) { return part.notes[note].load(std::memory_order_relaxed); };
    for (std::size_t first = 0; first < part.notes.size(); ++first) {
      if (!is_noted(first)) continue;
      std::size_t last = first;
      while (last < part.notes.size() && is_noted(last)) ++last;
      const std::size_t begin = first * note_bytes, end = std::min(last * note_bytes, part.bytes.size());
      io::RequestMemory some(end - begin);
      std::ranges::copy(part.bytes.span().subspan(begin, end - begin), some.span().begin());
      copy->add(part.offset + begin, std::move(some));
      first = last;
    }
  }
  return copy;
}

}  // namespace ramet::inline v1::remote::internal
