#include "ramet/object/form_cache.hpp"

#include <functional>
#include <string>

#include <fmt/format.h>

namespace ramet::inline v1::object {
namespace {

std::string key_of(std::string_view type, Place place) { return fmt::format("{}{}", static_cast<int>(place), type); }

}  // namespace

struct FormCache::Node {
  const void* type;
  std::string key;
  std::shared_ptr<const void> made;
  Node* next;
};

FormCache::~FormCache() {
  for (auto& list : lists_)
    for (Node* node = list.load(); node != nullptr;) {
      const std::unique_ptr<Node> owned(node);
      node = owned->next;
    }
}

const FormCache::Node* FormCache::find(const Node* first, const void* type, std::string_view key) noexcept {
  for (const Node* node = first; node != nullptr; node = node->next)
    if (node->type == type && node->key == key) return node;
  return nullptr;
}

std::shared_ptr<const void> FormCache::find_or_make_any(const void* type, std::string_view key,
                                                        FunctionRef<std::shared_ptr<const void>()> make) const {
  auto& list = lists_[(std::hash<std::string_view>()(key) ^ std::hash<const void*>()(type)) % lists_.size()];
  Node* head = list.load(std::memory_order_acquire);
  if (const Node* known = find(head, type, key)) return known->made;
  auto node = std::make_unique<Node>(Node{type, std::string(key), make(), nullptr});
  for (;;) {
    node->next = head;
    if (list.compare_exchange_weak(head, node.get(), std::memory_order_acq_rel, std::memory_order_acquire))
      return node.release()->made;
    if (const Node* known = find(head, type, key)) return known->made;
  }
}

std::shared_ptr<const StoredType> FormCache::stored(std::string_view type, Place place) const {
  return find_or_make<StoredType>(key_of(type, place), [&] { return StoredType::compile(layouts(), type, place); });
}

std::shared_ptr<const ColumnReader> FormCache::columns(std::string_view type, Place place) const {
  return find_or_make<ColumnReader>(key_of(type, place), [&]() -> std::shared_ptr<const ColumnReader> {
    return std::make_shared<const ColumnReader>(stored(type, place));
  });
}

}  // namespace ramet::inline v1::object
