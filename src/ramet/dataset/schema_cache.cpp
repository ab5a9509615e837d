#include "ramet/dataset/schema_cache.hpp"

#include <cstring>

#include "ramet/bytes/detail/checksum.hpp"

namespace ramet::inline v1::dataset {

struct SchemaCache::Node {
  std::uint64_t hash;
  bytes::Buffer record;
  std::shared_ptr<const object::FormCache> forms;
  Node* next;
};

SchemaCache::~SchemaCache() {
  for (auto& list : lists_)
    for (Node* node = list.load(); node != nullptr;) {
      const std::unique_ptr<Node> owned(node);
      node = owned->next;
    }
}

const SchemaCache::Node* SchemaCache::find(const Node* first, std::uint64_t hash,
                                           std::span<const std::byte> record) noexcept {
  // The bytes are compared too, because a file's author can construct a hash collision.
  const auto is_same = [&](std::span<const std::byte> seen) {
    return seen.size() == record.size() && (seen.empty() || std::memcmp(seen.data(), record.data(), seen.size()) == 0);
  };
  for (const Node* node = first; node != nullptr; node = node->next)
    if (node->hash == hash && is_same(node->record.span())) return node;
  return nullptr;
}

std::shared_ptr<const object::FormCache> SchemaCache::find_or_parse(std::span<const std::byte> record, Parse parse) {
  const std::uint64_t hash = bytes::xxh3(record);
  auto& list = lists_[hash % lists_.size()];
  Node* head = list.load(std::memory_order_acquire);
  if (const Node* known = find(head, hash, record)) return known->forms;
  auto forms =
      std::make_shared<const object::FormCache>(std::make_shared<const schema::StreamerInfos>(parse()), catalogue_);
  auto node = std::make_unique<Node>(Node{hash, {}, std::move(forms), nullptr});
  node->record.append(record);
  for (;;) {
    node->next = head;
    if (list.compare_exchange_weak(head, node.get(), std::memory_order_acq_rel, std::memory_order_acquire))
      return node.release()->forms;
    if (const Node* known = find(head, hash, record)) return known->forms;
  }
}

}  // namespace ramet::inline v1::dataset
