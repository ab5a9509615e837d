#include "ramet/file/internal/packed_keys.hpp"

#include <algorithm>
#include <utility>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::size_t fewest_places = 16;

std::uint64_t hash_of(std::string_view name) noexcept {
  return std::max<std::uint64_t>(bytes::xxh3(std::as_bytes(std::span(name))), 1);
}

}  // namespace

bool PackedKeys::may_have(std::string_view name) const noexcept {
  if (hashes_.empty()) return false;
  const std::uint64_t hash = hash_of(name);
  const std::size_t mask = hashes_.size() - 1;
  for (std::size_t place = hash & mask; hashes_[place] != 0; place = (place + 1) & mask)
    if (hashes_[place] == hash) return true;
  return false;
}

void PackedKeys::insert(std::uint64_t hash) noexcept {
  const std::size_t mask = hashes_.size() - 1;
  std::size_t place = hash & mask;
  while (hashes_[place] != 0) place = (place + 1) & mask;
  hashes_[place] = hash;
}

void PackedKeys::add(const Key& key) {
  if (2 * (count_ + 1) > hashes_.size()) {
    std::vector<std::uint64_t> more(std::max(fewest_places, 2 * hashes_.size()));
    std::swap(more, hashes_);
    for (const std::uint64_t hash : more)
      if (hash != 0) insert(hash);
  }
  bytes::ByteWriter one;
  write_key(one, key);
  keys_.append(one.span());
  insert(hash_of(key.name));
  ++count_;
}

std::vector<Key> PackedKeys::keys() const {
  std::vector<Key> keys;
  keys.reserve(count_);
  bytes::ByteCursor cursor(keys_.span());
  for (std::size_t number = 0; number < count_; ++number) keys.push_back(read_key(cursor));
  return keys;
}

}  // namespace ramet::inline v1::file
