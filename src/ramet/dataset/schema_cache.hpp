#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::dataset {

/// Streamer infos by the bytes of the record they were parsed from: files written by the same program share them, and
/// a record seen before is recognised and not parsed again. Grows only.
/// Threads: any, without a lock: a list whose nodes never change is read, and added to by one exchange.
class SchemaCache {
 public:
  using Parse = FunctionRef<schema::StreamerInfos()>;

  SchemaCache() = default;
  ~SchemaCache();
  SchemaCache(const SchemaCache&) = delete;
  SchemaCache& operator=(const SchemaCache&) = delete;

  /// The infos of a record: those of equal bytes seen before, or what `parse` makes. When several threads meet new
  /// bytes at once, each may parse, and all get the same.
  std::shared_ptr<const schema::StreamerInfos> find_or_parse(std::span<const std::byte> record, Parse parse);

 private:
  struct Node;
  static const Node* find(const Node* first, std::uint64_t hash, std::span<const std::byte> record) noexcept;

  std::array<std::atomic<Node*>, 64> lists_{};
};

}  // namespace ramet::inline v1::dataset
