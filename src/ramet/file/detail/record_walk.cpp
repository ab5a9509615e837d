#include "ramet/file/detail/record_walk.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::size_t walk_window = 4096;
constexpr std::size_t size_field = sizeof(std::int32_t);

/// False for the file's own lists, baskets of trees, and pages of ntuples.
bool is_named_by_directories(const Key& key) {
  return key.class_name != "TFile" && key.class_name != basket_class && key.class_name != blob_class;
}

}  // namespace

/// `size` bytes at `position`, or fewer at the end of the source.
std::span<const std::byte> RecordWalk::bytes_at(std::uint64_t position, std::size_t size) {
  const std::uint64_t there = source_.size() - std::min(position, source_.size());
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, there));
  if (wanted == 0) return {};
  if (position < window_begin_ || position + wanted > window_begin_ + window_.size()) {
    window_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(std::max(wanted, walk_window), there)));
    source_.read_at(position, window_.span());
    window_begin_ = position;
  }
  return std::as_const(window_).span().subspan(static_cast<std::size_t>(position - window_begin_), wanted);
}

/// The head at `position`; nothing if there is none. If the head does not fit the bytes in memory, more are read.
std::optional<Key> RecordWalk::head_at(std::uint64_t position) {
  for (const std::size_t size : {std::size_t{256}, largest_key_length}) {
    bytes::ByteCursor cursor(bytes_at(position, size), position);
    try {
      Key key = read_record_head(cursor);
      if (key.seek != position || key.record_size > source_.size() - position) return std::nullopt;
      return key;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::corrupt) throw;
    }
  }
  return std::nullopt;
}

std::optional<Key> RecordWalk::next() {
  while (true) {
    const auto start = bytes_at(position_, size_field);
    if (start.size() < size_field) return std::nullopt;
    const auto size = static_cast<std::int32_t>(bytes::load_big_endian<std::uint32_t>(start.data()));
    if (size >= 0) break;
    const auto gap = static_cast<std::uint64_t>(-std::int64_t{size});  // fNbytes of a freed record is negative
    if (gap > source_.size() - position_) return std::nullopt;
    position_ += gap;
  }
  auto key = head_at(position_);
  if (!key || key->record_size == 0) return std::nullopt;
  position_ += key->record_size;
  return key;
}

RecoveredKeys recover_keys(const io::ByteSource& source, std::uint64_t begin) {
  RecordWalk walk(source, begin);
  RecoveredKeys found;
  while (auto key = walk.next()) {
    if (key->seek == begin || key->seek_parent != begin || !is_named_by_directories(*key)) continue;
    if (key->name == "StreamerInfo" && key->class_name == "TList") {
      found.streamer_info = std::move(key);
    } else {
      found.keys.push_back(std::move(*key));
    }
  }
  found.end = walk.position();
  return found;
}

}  // namespace ramet::inline v1::file
