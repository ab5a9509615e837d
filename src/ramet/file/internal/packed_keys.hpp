#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/key.hpp"

namespace ramet::inline v1::file {

/// The keys of a new directory, of different names, as its key list will have them: about 90 bytes each, where a Key
/// and its name in a table take 300. A directory may have a million. Threads: one thread.
class PackedKeys {
 public:
  std::size_t size() const noexcept { return count_; }
  /// The keys in their order, as in a key list.
  std::span<const std::byte> bytes() const noexcept { return keys_.span(); }
  /// Whether a key may have this name; if not, none has.
  bool may_have(std::string_view name) const noexcept;
  /// Append a key. None may have its name. All or nothing.
  void add(const Key& key);
  /// The keys.
  std::vector<Key> keys() const;

 private:
  void insert(std::uint64_t hash) noexcept;

  bytes::Buffer keys_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> hashes_;  // of the names; 0 is an empty place, of which there are as many at least
};

}  // namespace ramet::inline v1::file
