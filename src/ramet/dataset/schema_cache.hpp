#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/object/form_cache.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::dataset {

/// Streamer infos, and what was compiled from them, by the bytes of the record they were parsed from: files written by
/// the same program share them, and a record seen before is recognised and not parsed again. Grows only.
/// Threads: any, without a lock: a list whose nodes never change is read, and added to by one exchange.
class SchemaCache {
 public:
  using Parse = FunctionRef<schema::StreamerInfos()>;

  /// The catalogue goes into each file's FormCache; it may be null.
  explicit SchemaCache(std::shared_ptr<const schema::StreamerInfos> catalogue = nullptr)
      : catalogue_(std::move(catalogue)) {}
  ~SchemaCache();
  SchemaCache(const SchemaCache&) = delete;
  SchemaCache& operator=(const SchemaCache&) = delete;

  /// The infos of a record: those of equal bytes seen before, or what `parse` makes. When several threads meet new
  /// bytes at once, each may parse, and all get the same.
  std::shared_ptr<const object::FormCache> find_or_parse(std::span<const std::byte> record, Parse parse);

 private:
  struct Node;
  static const Node* find(const Node* first, std::uint64_t hash, std::span<const std::byte> record) noexcept;

  std::shared_ptr<const schema::StreamerInfos> catalogue_;
  std::array<std::atomic<Node*>, 64> lists_{};
};

}  // namespace ramet::inline v1::dataset
