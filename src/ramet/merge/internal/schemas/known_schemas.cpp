#include "ramet/merge/internal/schemas/known_schemas.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// No more are kept: inputs that all differ would fill the memory.
constexpr std::size_t most_known = 64;

void write(const tree::Leaf& leaf, bytes::ByteWriter& to) {
  for (const std::string_view text : {std::string_view(leaf.class_name), std::string_view(leaf.name),
                                      std::string_view(leaf.title), std::string_view(leaf.count_leaf)})
    to.string(text);
  to.write(leaf.length);
  to.write(leaf.value_size);
  to.write(leaf.element_type);
  to.write(static_cast<std::uint8_t>((leaf.is_range ? 1 : 0) | (leaf.is_unsigned ? 2 : 0) | (leaf.is_virtual ? 4 : 0)));
}

/// Whether the type of a branch depends on nothing but its own members: not on the layouts of the file's classes.
bool is_plain(const tree::Branch& branch) noexcept {
  if (!branch.element_class.empty()) return true;
  for (const tree::Leaf& leaf : branch.leaves)
    if (leaf.class_name == "TLeafObject" || leaf.class_name == "TLeafElement") return false;
  return true;
}

/// All that the schema of a branch and of those below it depends on. False if there is more.
bool write(const tree::Branch& branch, bytes::ByteWriter& to) {
  if (!is_plain(branch)) return false;
  for (const std::string_view text : {std::string_view(branch.class_name), std::string_view(branch.name),
                                      std::string_view(branch.title), std::string_view(branch.element_class)})
    to.string(text);
  to.write(branch.element_class_version);
  to.write(branch.element_checksum);
  to.write(branch.element_id);
  to.write(branch.element_kind);
  to.write(branch.streamer_type);
  to.write(branch.io_features);
  to.write(static_cast<std::uint8_t>(basket_count(branch) == 0 ? 1 : 0));  // such a branch may only group others
  to.write(static_cast<std::uint32_t>(branch.leaves.size()));
  for (const tree::Leaf& leaf : branch.leaves) write(leaf, to);
  to.write(static_cast<std::uint32_t>(branch.branches.size()));
  for (const tree::Branch& below : branch.branches)
    if (!write(below, to)) return false;
  return true;
}

bool has_metadata(const tree::Companions& companions) noexcept {
  return !companions.user_info.empty() || !companions.aliases.empty() || !companions.friends.empty();
}

}  // namespace

std::shared_ptr<const TableSchema> KnownSchemas::of(const tree::Tree& tree) {
  const auto made = [&] { return std::make_shared<const TableSchema>(schema_of(tree)); };
  bytes::ByteWriter writer;
  if (has_metadata(tree.companions)) return made();
  for (const tree::Branch& branch : tree.branches)
    if (!write(branch, writer)) return made();
  const auto bytes = writer.span();
  std::string key(bytes.size(), '\0');
  std::ranges::transform(bytes, key.begin(), [](std::byte byte) { return static_cast<char>(byte); });
  {
    const MutexLock lock(mutex_);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
  }
  auto schema = made();
  const MutexLock lock(mutex_);
  if (known_.size() < most_known) known_.emplace(std::move(key), schema);
  return schema;
}

}  // namespace ramet::inline v1::merge::internal
