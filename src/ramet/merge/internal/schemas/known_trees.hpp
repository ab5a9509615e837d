#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/merge/internal/schemas/known_schemas.hpp"
#include "ramet/tree/detail/tree_mold.hpp"

namespace ramet::inline v1::merge::internal {

/// Reads the descriptions of many trees, of which most are alike: then only their numbers are read. Threads: any.
class KnownTrees {
 public:
  using Use = FunctionRef<void(const tree::Tree&, const std::shared_ptr<const TableSchema>&)>;

  /// Call `use` with the tree of a key, as dataset::File::tree has it, and its schema; throws as that. The tree is good
  /// until `use` ends.
  void read(const dataset::File& file, const file::Key& key, Use use);

 private:
  /// A tree to which others may be alike. Threads: one thread.
  struct Known {
    std::string class_name;
    std::uint32_t object_size = 0;
    std::shared_ptr<const tree::ClassLayouts> classes;
    std::unique_ptr<tree::TreeMold> mold;  // null until it is tried, and if it cannot be made
    bool is_tried = false;
    std::shared_ptr<const TableSchema> schema;  // of the tree that was read last
    std::vector<std::int32_t> shape;            // what it depends on, of all that differs between trees of the mold

    bool may_have(const dataset::File& file, const file::Key& key) const noexcept {
      return key.object_size == object_size && classes->cache.get() == &file.forms() && key.class_name == class_name;
    }
  };
  /// Those that one thread knows. Threads: one thread.
  struct Molds {
    std::vector<Known> known;
    bytes::Buffer memory;
    std::size_t misses = 0;  // in turn

    bool read(const dataset::File& file, const file::Key& key, KnownSchemas& schemas, Use use);
    void add(const dataset::File& file, const file::Key& key, const tree::Tree& tree);
  };

  ObjectPool<Molds> molds_;
  KnownSchemas schemas_;
};

}  // namespace ramet::inline v1::merge::internal
