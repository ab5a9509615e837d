#include "ramet/tree/internal/branch_parser.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/detail/branch_clones.hpp"

namespace ramet::inline v1::tree::internal {
namespace {

using BranchMember = object::Member<BranchFields>;
using ClonesMember = object::Member<ClonesFields>;
using LeafMember = object::Member<LeafFields>;
using object::ObjectReader;
using object::ObjectTag;

constexpr std::size_t smallest_branch = 100;  // bytes: every version of a TBranch has at least as many

std::vector<BranchMember> branch_members() {
  return {BranchMember::at<&BranchFields::name>("fName"),
          BranchMember::at<&BranchFields::title>("fTitle"),
          BranchMember::at<&BranchFields::basket_size>("fBasketSize"),
          BranchMember::at<&BranchFields::entry_offset_length>("fEntryOffsetLen"),
          BranchMember::at<&BranchFields::split_level>("fSplitLevel"),
          BranchMember::at<&BranchFields::write_basket>("fWriteBasket"),
          BranchMember::at<&BranchFields::read_io_features>("fIOFeatures"),
          BranchMember::at<&BranchFields::entries>("fEntries"),
          BranchMember::at<&BranchFields::first_entry>("fFirstEntry"),
          BranchMember::at<&BranchFields::total_bytes>("fTotBytes"),
          BranchMember::at<&BranchFields::zip_bytes>("fZipBytes"),
          BranchMember::at<&BranchFields::read_branches>("fBranches"),
          BranchMember::at<&BranchFields::read_leaves>("fLeaves"),
          BranchMember::at<&BranchFields::read_baskets>("fBaskets"),
          BranchMember::at<&BranchFields::basket_bytes>("fBasketBytes"),
          BranchMember::at<&BranchFields::basket_entry>("fBasketEntry"),
          BranchMember::at<&BranchFields::basket_seek>("fBasketSeek"),
          BranchMember::at<&BranchFields::file_name>("fFileName"),
          BranchMember::at<&BranchFields::element_class>("fClassName"),
          BranchMember::at<&BranchFields::element_class_version>("fClassVersion"),
          BranchMember::at<&BranchFields::element_checksum>("fCheckSum"),
          BranchMember::at<&BranchFields::element_id>("fID"),
          BranchMember::at<&BranchFields::element_kind>("fType"),
          BranchMember::at<&BranchFields::streamer_type>("fStreamerType"),
          BranchMember::at<&BranchFields::maximum>("fMaximum")};
}

std::vector<LeafMember> leaf_members() {
  return {LeafMember::at<&LeafFields::name>("fName"),         LeafMember::at<&LeafFields::title>("fTitle"),
          LeafMember::at<&LeafFields::length>("fLen"),        LeafMember::at<&LeafFields::value_size>("fLenType"),
          LeafMember::at<&LeafFields::is_range>("fIsRange"),  LeafMember::at<&LeafFields::is_unsigned>("fIsUnsigned"),
          LeafMember::at<&LeafFields::count>("fLeafCount"),   LeafMember::at<&LeafFields::stored_maximum>("fMaximum"),
          LeafMember::at<&LeafFields::element_type>("fType"), LeafMember::at<&LeafFields::is_virtual>("fVirtual")};
}

std::vector<ClonesMember> clones_members() {
  return {ClonesMember::at<&ClonesFields::name>("fName"), ClonesMember::at<&ClonesFields::title>("fTitle"),
          ClonesMember::at<&ClonesFields::read_counting>("fBranchCount"),
          ClonesMember::at<&ClonesFields::element_class>("fClassName"),
          ClonesMember::at<&ClonesFields::read_branches>("fBranches")};
}

/// Read the key of a basket that has no record: its sizes and positions are those in memory, mostly 0.
std::uint32_t read_embedded_key(bytes::ByteCursor& cursor) {
  cursor.skip(4);  // record size
  const bool is_big = cursor.read<std::uint16_t>() > 1000;
  cursor.skip(4 + 4);  // object size, date
  const auto key_length = cursor.read<std::uint16_t>();
  cursor.skip(2 + (is_big ? 16U : 8U));  // cycle, seeks
  for (int text = 0; text < 3; ++text) cursor.string();
  return key_length;
}

/// A TBasket inside the tree's record (TBasket::Streamer): a key head, the basket's head, then offsets and bytes.
EmbeddedBasket read_embedded_basket(ObjectReader& reader) {
  auto& cursor = reader.cursor();
  const std::uint32_t key_length = read_embedded_key(cursor);
  const auto version = cursor.read<std::uint16_t>();
  cursor.skip(4);                                       // buffer size
  if (cursor.read<std::int32_t>() < 0) cursor.skip(1);  // entry size; followed by I/O features
  const auto entries = cursor.read<std::int32_t>();
  const auto last = cursor.read<std::int32_t>();
  auto flag = cursor.read<std::uint8_t>();
  EmbeddedBasket basket;
  basket.key_length = key_length;
  basket.entries = detail::narrow<std::uint32_t>(entries, "entries of a basket");
  if (flag == 0 || basket.entries == 0) return basket;
  if (last < 0 || static_cast<std::uint32_t>(last) < key_length)
    detail::fail(ErrorKind::corrupt, "a basket's last byte is {}, its key has {}", last, key_length);
  constexpr std::uint8_t offsets_left_out = 80;  // offsets are computed from the counting branch
  const bool has_offsets = flag < offsets_left_out && flag % 10 != 2;
  if (flag >= offsets_left_out) flag -= offsets_left_out;
  const std::uint32_t data_size = static_cast<std::uint32_t>(last) - key_length;
  if (has_offsets) {
    const std::size_t count = cursor.count(4, "number of entry offsets");
    const auto stored = cursor.take(count * 4);
    if (count < basket.entries)
      detail::fail(ErrorKind::corrupt, "{} entry offsets for {} entries", count, basket.entries);
    for (std::size_t entry = 0; entry < basket.entries; ++entry) {
      constexpr std::uint32_t displacement_mask = 0xFF000000;
      auto offset = bytes::load_big_endian<std::uint32_t>(stored.data() + 4 * entry);
      if (flag > 20 && flag < 40) offset &= ~displacement_mask;
      offset -= key_length;
      if (offset > data_size || (entry > 0 && offset < basket.offsets.back()))
        detail::fail(ErrorKind::corrupt, "entry {} begins at byte {} of {}", entry, offset, data_size);
      basket.offsets.push_back(offset);
    }
    basket.offsets.push_back(data_size);
    if (flag > 40) cursor.skip(cursor.count(4, "number of displacements") * 4);
  }
  if (flag == 1 || flag > 10) {
    if (version < 2) cursor.skip(4);  // the size again
    cursor.skip(key_length);          // the buffer begins with room for its key
    basket.data.append(cursor.take(data_size));
  } else {
    basket.entries = 0;  // a head alone, of a basket that has a record (groot writes these)
  }
  return basket;
}

/// Drop embedded baskets that also have a record, which is read instead. After the last written basket there are no
/// records; ROOT 3 left old values there.
void erase_recorded(BranchFields& fields) {
  std::erase_if(fields.numbered, [&](const auto& numbered) {
    const std::uint64_t number = numbered.first;
    const bool was_written = fields.write_basket >= 0 && number < static_cast<std::uint64_t>(fields.write_basket);
    return was_written && number < fields.basket_seek.size() && fields.basket_seek[number] != 0;
  });
}

/// Extract the embedded baskets that precede others with a record. ROOT uses a basket in memory whatever its number
/// (TBranch::GetBasket); its first entry is in the same array as for the others.
std::map<std::uint64_t, std::shared_ptr<const EmbeddedBasket>> baskets_between(BranchFields& fields) {
  std::map<std::uint64_t, std::shared_ptr<const EmbeddedBasket>> baskets;
  auto next = fields.numbered.begin();
  for (; next != fields.numbered.end() && next->first < fields.baskets.size(); ++next) {
    auto& [number, basket] = *next;
    const EntryRange entries = fields.baskets.entries({number});
    if (basket.entries != entries.size())
      detail::fail(ErrorKind::corrupt, "embedded basket {} has {} entries, the tree says {}", number, basket.entries,
                   entries.size());
    basket.first_entry = entries.first.number;
    baskets.emplace(number, std::make_shared<const EmbeddedBasket>(std::move(basket)));
  }
  fields.numbered.erase(fields.numbered.begin(), next);
  return baskets;
}

/// The other embedded baskets, which must follow those with a record, without gaps.
std::vector<std::shared_ptr<const EmbeddedBasket>> embedded_baskets(BranchFields& fields) {
  std::vector<std::shared_ptr<const EmbeddedBasket>> baskets;
  std::uint64_t next = fields.baskets.size();
  std::uint64_t entry = fields.baskets.size() > 0
                            ? fields.baskets.entries().last.number
                            : detail::narrow<std::uint64_t>(fields.first_entry, "first entry of a branch");
  for (auto& [number, basket] : fields.numbered) {
    const bool has_start = number < fields.basket_entry.size();
    if (number != next || (has_start && static_cast<std::uint64_t>(fields.basket_entry[number]) != entry))
      detail::fail(ErrorKind::corrupt, "embedded basket {} begins at entry {}, expected basket {} at entry {}", number,
                   has_start ? fields.basket_entry[number] : -1, next, entry);
    basket.first_entry = entry;
    entry += basket.entries;
    ++next;
    baskets.push_back(std::make_shared<const EmbeddedBasket>(std::move(basket)));
  }
  return baskets;
}

}  // namespace

std::int64_t whole_number(double maximum) noexcept {
  return std::isnan(maximum) ? 0 : static_cast<std::int64_t>(std::clamp(maximum, -9e18, 9e18));
}

BasketIndex basket_index(const BranchFields& fields) {
  const auto written = detail::narrow<std::size_t>(fields.write_basket, "number of baskets");
  if (written > fields.basket_seek.size() || written > fields.basket_bytes.size() ||
      written > fields.basket_entry.size())
    detail::fail(ErrorKind::corrupt, "{} baskets, but only {} positions", written, fields.basket_seek.size());
  std::size_t recorded = written;
  while (recorded > 0 && fields.numbered.contains(recorded - 1)) --recorded;
  std::vector<BasketLocation> locations;
  std::vector<std::uint64_t> first_entries;
  locations.reserve(recorded);
  first_entries.reserve(recorded + 1);
  std::size_t basket = 0;
  for (; basket < recorded; ++basket) {
    BasketLocation location;
    if (!fields.numbered.contains(basket))
      location = {detail::narrow<std::uint64_t>(fields.basket_seek[basket], "position of a basket"),
                  detail::narrow<std::uint32_t>(fields.basket_bytes[basket], "size of a basket")};
    locations.push_back(location);
    first_entries.push_back(detail::narrow<std::uint64_t>(fields.basket_entry[basket], "first entry of a basket"));
  }
  // If the array is full, nothing follows the last basket, which then ends at the branch's number of entries.
  const std::int64_t end = basket < fields.basket_entry.size() ? fields.basket_entry[basket] : fields.entries;
  first_entries.push_back(detail::narrow<std::uint64_t>(end, "end of the last basket"));
  return {std::move(first_entries), std::move(locations)};
}

void BranchFields::read_io_features(ObjectReader& reader) {
  const auto header = reader.read_version();
  auto& cursor = reader.cursor();
  // A class without a version: the checksum of its layout comes first. There is only one layout.
  if (header.has_end() && header.end - cursor.position() > sizeof io_features) cursor.skip(sizeof(std::uint32_t));
  io_features = cursor.read<std::uint8_t>();
}

void BranchFields::read_branches(ObjectReader& reader) { branches = parser->read_branches(reader); }

void BranchFields::read_leaves(ObjectReader& reader) { leaves = parser->read_leaves(reader); }

void BranchFields::read_baskets(ObjectReader& reader) {
  std::uint64_t number = 0;
  reader.for_each_in_array([&](const ObjectTag& tag) {
    if (tag.kind == ObjectTag::Kind::object) {
      auto basket = detail::while_doing([&] { return fmt::format("embedded basket {}", number); },
                                        [&] { return read_embedded_basket(reader); });
      if (basket.entries > 0) numbered[number] = std::move(basket);
    }
    ++number;
  });
}

void ClonesFields::read_counting(ObjectReader& reader) {
  const ObjectTag tag = reader.read_tag();
  const auto read = [&](const ObjectTag& there) { parser->read_branch(reader, there, counting); };
  if (tag.kind == ObjectTag::Kind::object) read(tag);
  if (tag.kind == ObjectTag::Kind::reference) reader.revisit(tag.identity, read);
}

void ClonesFields::read_branches(ObjectReader& reader) { branches = parser->read_branches(reader); }

BranchParser::BranchParser()
    : branch_plans_(branch_members()), clones_plans_(clones_members()), leaf_plans_(leaf_members()) {}

std::vector<Branch> BranchParser::read_branches(ObjectReader& reader) {
  std::vector<Branch> branches;
  const auto read = [&](const ObjectTag& tag) { read_branch(reader, tag, branches); };
  reader.for_each_in_array(
      [&](const ObjectTag& tag) {
        if (tag.kind == ObjectTag::Kind::object) read(tag);
        if (tag.kind == ObjectTag::Kind::reference) reader.revisit(tag.identity, read);
      },
      [&](std::size_t count) { branches.reserve(std::min(count, reader.cursor().remaining() / smallest_branch)); });
  return branches;
}

std::vector<Leaf> BranchParser::read_leaves(ObjectReader& reader) {
  std::vector<Leaf> leaves;
  reader.for_each_in_array([&](const ObjectTag& tag) {
    if (tag.kind == ObjectTag::Kind::object) {
      leaves.push_back(read_leaf(reader, tag));
    } else if (tag.kind == ObjectTag::Kind::reference) {
      // The leaf was read before, as the counter of an earlier leaf.
      reader.revisit(tag.identity, [&](const ObjectTag& there) { leaves.push_back(read_leaf(reader, there)); });
    }
  });
  return leaves;
}

void BranchParser::read_branch(ObjectReader& reader, const ObjectTag& tag, std::vector<Branch>& into) {
  if (tag.class_name == "TBranchClones") return into.push_back(read_clones(reader));
  BranchFields fields;
  fields.parser = this;
  static_cast<BasketArrays&>(fields) = std::exchange(spare_, {});
  detail::while_doing([&] { return fmt::format("branch '{}'", fields.name); },
                      [&] {
                        branch_plans_.read(reader, tag.class_name, fields);
                        erase_recorded(fields);
                        fields.baskets = basket_index(fields);
                        fields.between = baskets_between(fields);
                        fields.embedded = embedded_baskets(fields);
                      });
  fields.class_name = tag.class_name;
  fields.basket_bytes.clear();
  fields.basket_entry.clear();
  fields.basket_seek.clear();
  spare_ = std::move(static_cast<BasketArrays&>(fields));
  into.push_back(std::move(static_cast<Branch&>(fields)));
}

Branch BranchParser::read_clones(ObjectReader& reader) {
  ClonesFields fields;
  fields.parser = this;
  const std::size_t first = counts_.size();
  detail::while_doing(
      [&] { return fmt::format("branch '{}'", fields.name); },
      [&] {
        const ObjectReader::Nesting nesting(reader);
        const auto header = reader.read_version();
        {
          const ObjectReader::Within within(reader, header);
          const int version = schema::clones_layout_version(header, reader.cursor());
          clones_plans_.read_members(reader, "TBranchClones", version, fields);
        }
        reader.finish(header);
        if (fields.counting.size() != 1 || fields.counting[0].is_group() || fields.counting[0].leaves.size() != 1)
          detail::fail(ErrorKind::corrupt, "an array of clones without a branch that counts them");
      });
  // Leaves are finished after those of the sub-branches, but the counting leaf was read before them.
  std::ranges::rotate(counts_.begin() + static_cast<std::ptrdiff_t>(first),
                      counts_.begin() + static_cast<std::ptrdiff_t>(first) + 1, counts_.end());
  Branch clones = std::move(fields.counting.front());
  clones.class_name = "TBranchClones";
  clones.name = std::move(fields.name);
  clones.title = std::move(fields.title);
  clones.element_class = std::move(fields.element_class);
  clones.element_kind = 3;  // as for the branch of a TClonesArray in current trees
  clones.branches = std::move(fields.branches);
  return clones;
}

Leaf BranchParser::read_leaf(ObjectReader& reader, const ObjectTag& tag) {
  LeafFields fields;
  fields.is_virtual = tag.class_name == "TLeafObject";  // default for old versions
  detail::while_doing([&] { return fmt::format("leaf '{}'", fields.name); },
                      [&] { leaf_plans_.read(reader, tag.class_name, fields); });
  counts_.push_back(fields.count);
  fields.class_name = tag.class_name;
  fields.maximum = whole_number(fields.stored_maximum);
  return std::move(static_cast<Leaf&>(fields));
}

const std::string& BranchParser::leaf_name(ObjectReader& reader, object::ObjectIdentity identity) {
  if (const auto known = leaf_names_.find(identity); known != leaf_names_.end()) return known->second;
  std::string name;
  reader.revisit(identity, [&](const ObjectTag& there) {
    LeafFields fields;
    leaf_plans_.read(reader, there.class_name, fields);
    name = std::move(fields.name);
  });
  return leaf_names_[identity] = std::move(name);
}

void BranchParser::finish(ObjectReader& reader, std::vector<Branch>& branches, const ClassLayouts* classes) {
  for (Branch& branch : branches) {
    finish(reader, branch.branches, classes);  // sub-branches were read before the leaves of their parent
    for (Leaf& leaf : branch.leaves)
      if (const auto count = counts_.at(next_count_++)) leaf.count_leaf = leaf_name(reader, count);
    branch.classes = classes;
  }
}

}  // namespace ramet::inline v1::tree::internal
