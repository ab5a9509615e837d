#include "ramet/file/detail/record_scan.hpp"

#include <algorithm>

#include "ramet/bytes/endian.hpp"
#include "ramet/file/detail/record_head.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::size_t window_size = 256 << 10;
constexpr std::size_t fixed_head = seek_offset + 8;
constexpr std::uint16_t largest_known_version = 100;
constexpr std::uint16_t first_big_version = 1001;
constexpr std::uint16_t largest_big_version = 1100;

/// Whether these bytes at `position`, at least fixed_head of them, may begin a record's head, which contains its own
/// position.
bool may_begin_record(const std::byte* bytes, std::uint64_t position) noexcept {
  const auto version = bytes::load_big_endian<std::uint16_t>(bytes + version_offset);
  if (version >= first_big_version && version <= largest_big_version)
    return bytes::load_big_endian<std::uint64_t>(bytes + seek_offset) == position;
  return version > 0 && version <= largest_known_version &&
         bytes::load_big_endian<std::uint32_t>(bytes + seek_offset) == position;
}

/// Whether ROOT could have written this head; its position alone may match by chance.
bool is_plausible(const Key& key) noexcept {
  return key.record_size >= key.key_length && !key.class_name.empty() && key.key_length >= fixed_head &&
         std::ranges::all_of(key.class_name, [](char letter) { return letter >= ' ' && letter <= '~'; });
}

}  // namespace

/// The first position from `position` on where a record begins, or the end of the source.
std::uint64_t RecordScan::next_head(std::uint64_t position) {
  while (position < source_.size() && source_.size() - position >= fixed_head) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(window_size, source_.size() - position));
    window_.remake(size);
    source_.read_at(position, window_.span());
    const std::byte* bytes = window_.data();
    for (std::size_t at = 0; at + fixed_head <= size; ++at) {
      if (!may_begin_record(bytes + at, position + at)) continue;
      if (const auto key = RecordWalk(source_, position + at).next();
          key && key->seek == position + at && is_plausible(*key))
        return position + at;
    }
    position += size - (fixed_head - 1);
  }
  return source_.size();
}

std::optional<Key> RecordScan::next() {
  while (true) {
    auto key = walk_->next();
    if (key) return key;
    const std::uint64_t hole = walk_->position();
    if (hole >= source_.size()) return std::nullopt;
    const std::uint64_t head = next_head(hole + 1);
    skipped_.push_back({hole, head - hole});
    if (head == source_.size()) return std::nullopt;
    walk_.emplace(source_, head);
  }
}

}  // namespace ramet::inline v1::file
