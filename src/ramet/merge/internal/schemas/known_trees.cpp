#include "ramet/merge/internal/schemas/known_trees.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/tables/joined_metadata.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// So many trees are known at most, of records that take so little memory.
constexpr std::size_t most_molds = 4;
constexpr std::uint32_t most_molded_bytes = 128 << 10;
/// Trees of the same size that are not alike are read twice, so many at most.
constexpr std::size_t most_misses = 8;

/// Which branches have no baskets, and how long the texts of leaves are.
void add_shape(const std::vector<tree::Branch>& branches, std::vector<std::int32_t>& to) {
  for (const tree::Branch& branch : branches) {
    to.push_back(basket_count(branch) == 0 ? 1 : 0);
    for (const tree::Leaf& leaf : branch.leaves) to.push_back(leaf.length);
    add_shape(branch.branches, to);
  }
}

/// Whether all of it is in its companions: texts and numbers.
bool is_described(const tree::UserObject& object) noexcept {
  return object.value || object.class_name == "TNamed" || object.class_name == "TObjString";
}

/// The schema of a tree; its record is read again if its user info has more than companions tell.
std::shared_ptr<const TableSchema> schema_in(KnownSchemas& schemas, const dataset::File& file, const file::Key& key,
                                             const tree::Tree& tree) {
  auto schema = schemas.of(tree);
  if (std::ranges::all_of(tree.companions.user_info, is_described)) return schema;
  auto fuller = std::make_shared<TableSchema>(*schema);
  add_user_info(*fuller, user_info_hash(file.reader().read_record(key), key.class_name, file.forms().layouts()));
  return fuller;
}

}  // namespace

/// Read a tree that is like a known one; false if it is not.
bool KnownTrees::Molds::read(const dataset::File& file, const file::Key& key, KnownSchemas& schemas, Use use) {
  const auto may_have = [&](const Known& one) { return one.mold != nullptr && one.may_have(file, key); };
  if (misses >= most_misses || std::ranges::none_of(known, may_have)) return false;
  file::Record record;
  try {
    record = file.reader().read_record(key, std::move(memory));
  } catch (const Error&) {  // it is read again, and then the error says where
    return false;
  }
  const tree::Tree* tree = nullptr;
  const auto like = std::ranges::find_if(known, [&](const Known& one) {
    if (may_have(one)) tree = one.mold->tree_of(record);
    return tree != nullptr;
  });
  memory = std::move(record.bytes);
  misses = tree == nullptr ? misses + 1 : 0;
  if (tree == nullptr) return false;
  std::vector<std::int32_t> shape;
  add_shape(tree->branches, shape);
  if (like->schema == nullptr || shape != like->shape) {
    like->schema = schema_in(schemas, file, key, *tree);
    like->shape = std::move(shape);
  }
  use(*tree, like->schema);
  return true;
}

/// Know a tree from now on, if it is a small one. It is the second of its size that others are compared with: most
/// trees that are read are alone.
void KnownTrees::Molds::add(const dataset::File& file, const file::Key& key, const tree::Tree& tree) {
  if (key.object_size > most_molded_bytes) return;
  const auto one = std::ranges::find_if(known, [&](const Known& other) { return other.may_have(file, key); });
  if (one == known.end()) {
    if (known.size() < most_molds)
      known.push_back({key.class_name, key.object_size, tree.classes, nullptr, false, nullptr, {}});
    return;
  }
  if (!std::exchange(one->is_tried, true))
    one->mold = tree::TreeMold::make(file.reader().read_record(key), key.class_name, tree.classes);
}

void KnownTrees::read(const dataset::File& file, const file::Key& key, Use use) {
  const auto molds = molds_.lend();
  if (molds->read(file, key, schemas_, use)) return;
  const auto reader = file.tree(key);
  use(reader->tree(), schema_in(schemas_, file, key, reader->tree()));
  molds->add(file, key, reader->tree());
}

}  // namespace ramet::inline v1::merge::internal
