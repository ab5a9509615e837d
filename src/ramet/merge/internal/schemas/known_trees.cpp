#include "ramet/merge/internal/schemas/known_trees.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// So many trees are known at most, of records that take so little memory.
constexpr std::size_t most_molds = 4;
constexpr std::uint32_t most_molded_bytes = 128 << 10;
/// Trees of the same size that are not alike are read twice, so many at most.
constexpr std::size_t most_misses = 8;

}  // namespace

/// Read a tree that is like a known one; false if it is not.
bool KnownTrees::Molds::read(const dataset::File& file, const file::Key& key,
                             FunctionRef<void(const tree::Tree&)> use) {
  const auto may_have = [&](const Known& one) { return one.mold != nullptr && one.may_have(file, key); };
  if (misses >= most_misses || std::ranges::none_of(known, may_have)) return false;
  file::Record record;
  try {
    record = file.reader().read_record(key, std::move(memory));
  } catch (const Error&) {  // it is read again, and then the error says where
    return false;
  }
  const tree::Tree* tree = nullptr;
  for (const Known& one : known)
    if (tree == nullptr && may_have(one)) tree = one.mold->tree_of(record);
  memory = std::move(record.bytes);
  misses = tree == nullptr ? misses + 1 : 0;
  if (tree != nullptr) use(*tree);
  return tree != nullptr;
}

/// Know a tree from now on, if it is a small one. It is the second of its size that others are compared with: most
/// trees that are read are alone.
void KnownTrees::Molds::add(const dataset::File& file, const file::Key& key, const tree::Tree& tree) {
  if (key.object_size > most_molded_bytes) return;
  const auto one = std::ranges::find_if(known, [&](const Known& other) { return other.may_have(file, key); });
  if (one == known.end()) {
    if (known.size() < most_molds) known.push_back({key.class_name, key.object_size, tree.classes, nullptr});
    return;
  }
  if (!std::exchange(one->is_tried, true))
    one->mold = tree::TreeMold::make(file.reader().read_record(key), key.class_name, tree.classes);
}

void KnownTrees::read(const dataset::File& file, const file::Key& key, FunctionRef<void(const tree::Tree&)> use) {
  const auto molds = molds_.lend();
  if (molds->read(file, key, use)) return;
  const auto reader = file.tree(key);
  use(reader->tree());
  molds->add(file, key, reader->tree());
}

}  // namespace ramet::inline v1::merge::internal
