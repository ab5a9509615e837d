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

/// Streamer infos, and what was compiled from them, by the bytes of their record. Files of the same program share them,
/// and a record that was parsed before is not parsed again. It never shrinks. Threads: any, without a lock: its list
/// has immutable nodes, and adding one is a single exchange.
class SchemaCache {
 public:
  using Parse = FunctionRef<schema::StreamerInfos()>;

  /// The catalogue is passed to each file's FormCache; it may be null.
  explicit SchemaCache(std::shared_ptr<const schema::StreamerInfos> catalogue = nullptr)
      : catalogue_(std::move(catalogue)) {}
  ~SchemaCache();
  SchemaCache(const SchemaCache&) = delete;
  SchemaCache& operator=(const SchemaCache&) = delete;

  /// The cached infos of a record with equal bytes, or the result of `parse`. When several threads have the same new
  /// record at once, each may parse it, and all get the same object.
  std::shared_ptr<const object::FormCache> find_or_parse(std::span<const std::byte> record, Parse parse);

 private:
  struct Node;
  static const Node* find(const Node* first, std::uint64_t hash, std::span<const std::byte> record) noexcept;

  std::shared_ptr<const schema::StreamerInfos> catalogue_;
  std::array<std::atomic<Node*>, 64> lists_{};
};

}  // namespace ramet::inline v1::dataset
