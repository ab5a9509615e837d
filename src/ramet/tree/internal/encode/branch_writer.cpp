#include "ramet/tree/internal/encode/branch_writer.hpp"

#include <algorithm>

// The members of TBranch (version 13), TBranchElement (10) and the leaves (1 and 2) in the order of their streamer
// infos (root-project/root, tree/tree/inc/TBranch.h, TBranchElement.h, TLeaf.h).

namespace ramet::inline v1::tree::internal {
namespace {

using array::NumberType;
using object::ObjectIdentity;
using object::ObjectWriter;

constexpr std::uint32_t do_not_use_buffer_map = 0x00400000;  // TBranch::kDoNotUseBufferMap
constexpr std::uint32_t branch_of_any = 0x00020000;          // TBranchElement::kBranchAny
constexpr std::uint32_t io_features_checksum = 0x1aa12f10;   // ROOT::TIOFeatures has no version

bool is_unsigned(NumberType type) noexcept {
  return type == NumberType::uint8 || type == NumberType::uint16 || type == NumberType::uint32 ||
         type == NumberType::uint64;
}

std::int32_t product(std::span<const std::uint64_t> shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape) count *= size;
  return static_cast<std::int32_t>(count);
}

/// TBranch::fBits. Readers record objects with heads for references; this bit tells them to start anew with each entry.
std::uint32_t bits_of(const BranchPlan& plan) noexcept {
  if (plan.writer && plan.writer->holds_objects()) return branch_of_any;
  const bool is_top = plan.element && plan.element->id < 0 && plan.packing != Packing::streamed;
  const bool is_split = is_top && (!plan.element->clones_name.empty() || plan.packing == Packing::nothing);
  return do_not_use_buffer_map | (is_split ? branch_of_any : 0);
}

/// fMinimum and fMaximum, whose type depends on the leaf's class; of a TLeafElement, fID and fType.
void write_limits(ObjectWriter& writer, const LeafMembers& leaf) {
  const std::string_view leaf_class = leaf.leaf_class;
  const std::int64_t maximum = leaf.maximum;
  const auto both = [&](auto zero, auto value) {
    writer.write(zero);
    writer.write(value);
  };
  if (leaf_class == "TLeafObject") return writer.write(true);  // fVirtual
  if (leaf_class == "TLeafO") return both(false, false);
  if (leaf_class == "TLeafB")
    return both(std::int8_t{0}, static_cast<std::int8_t>(std::min<std::int64_t>(maximum, 0x7f)));
  if (leaf_class == "TLeafS")
    return both(std::int16_t{0}, static_cast<std::int16_t>(std::min<std::int64_t>(maximum, 0x7fff)));
  if (leaf_class == "TLeafI" || leaf_class == "TLeafC")
    return both(std::int32_t{0}, static_cast<std::int32_t>(std::min<std::int64_t>(maximum, 0x7fffffff)));
  if (leaf_class == "TLeafL" || leaf_class == "TLeafG") return both(std::int64_t{0}, maximum);
  if (leaf_class == "TLeafD") return both(0.0, 0.0);
  if (leaf_class == "TLeafElement") return both(leaf.element_id, leaf.element_type);
  if (leaf_class == "TLeafF16") {  // a Float16_t is three bytes
    const std::byte zeros[6] = {};
    return writer.append(zeros);
  }
  both(0.0F, 0.0F);  // TLeafF, and TLeafD32, whose Double32_t are floats
}

}  // namespace

void write_fill_attributes(ObjectWriter& writer) {
  writer.versioned(2, [&] {  // TAttFill: color, style
    writer.write(std::int16_t{0});
    writer.write(std::int16_t{1001});
  });
}

void write_io_features(ObjectWriter& writer) {
  writer.checksummed(io_features_checksum, [&] { writer.write(std::uint8_t{0}); });
}

BranchWriter::BranchWriter(ObjectWriter& writer, std::span<const BranchPlan> branches, const TreeContents& contents,
                           std::uint32_t basket_size, compression::Settings compression)
    : writer_(writer),
      branches_(branches),
      contents_(contents),
      basket_size_(basket_size),
      compression_(compression),
      children_(branches.size()),
      identities_(branches.size()),
      first_leaf_(branches.size()) {
  for (std::size_t branch = 0; branch < branches.size(); ++branch)
    (branches[branch].parent ? children_[*branches[branch].parent] : top_).push_back(branch);
}

void BranchWriter::write_all() {
  writer_.object_array("", top_.size(), [&](std::size_t branch) { write(top_[branch]); });
}

void BranchWriter::write(std::size_t branch) {
  const BranchPlan& plan = branches_[branch];
  identities_[branch] = writer_.next_identity();
  if (!plan.element) {
    writer_.object("TBranch", [&] { write_branch_members(branch); });
    return;
  }
  if (plan.element->has_class_name) {
    writer_.object("TBranchObject", [&] {
      writer_.versioned(1, [&] {
        write_branch_members(branch);
        writer_.string(plan.element->class_name);
      });
    });
    return;
  }
  writer_.object("TBranchElement", [&] {
    writer_.versioned(10, [&] {
      write_branch_members(branch);
      write_element_members(branch);
    });
  });
}

void BranchWriter::write_branch_members(std::size_t branch) {
  const BranchPlan& plan = branches_[branch];
  const BranchContents& contents = contents_.branches[branch];
  writer_.versioned(13, [&] {
    writer_.tnamed(plan.name, plan.title, bits_of(plan));
    write_fill_attributes(writer_);
    writer_.write(static_cast<std::int32_t>(plan.compression.value_or(compression_).code()));  // fCompress
    writer_.write(basket_size_);                                                               // fBasketSize
    writer_.write(std::int32_t{plan.has_offsets() ? 1000 : 0});                                // fEntryOffsetLen
    writer_.write(static_cast<std::int32_t>(contents.baskets.size()));                         // fWriteBasket
    writer_.write(static_cast<std::int64_t>(contents_.entries));                               // fEntryNumber
    write_io_features(writer_);
    writer_.write(std::int32_t{0});  // fOffset
    const std::size_t places = std::max<std::size_t>(10, contents.baskets.size() + 1);
    writer_.write(static_cast<std::int32_t>(places));                           // fMaxBaskets
    writer_.write(std::int32_t{plan.element ? plan.element->split_level : 0});  // fSplitLevel
    writer_.write(static_cast<std::int64_t>(contents_.entries));                // fEntries
    writer_.write(std::int64_t{0});                                             // fFirstEntry
    std::int64_t total = 0;
    std::int64_t stored = 0;
    for (const EncodedBasket& basket : contents.baskets) {
      total += basket.plain_size;
      stored += basket.record_size;
    }
    writer_.write(total);   // fTotBytes
    writer_.write(stored);  // fZipBytes
    const auto& children = children_[branch];
    writer_.object_array("", children.size(), [&](std::size_t child) { write(children[child]); });  // fBranches
    write_leaves(branch);
    writer_.object_array("", 0, [](std::size_t) {});  // fBaskets
    write_baskets(contents);
    writer_.string("");  // fFileName
  });
}

void BranchWriter::write_baskets(const BranchContents& contents) {
  const std::size_t places = std::max<std::size_t>(10, contents.baskets.size() + 1);
  std::vector<std::int32_t> sizes(places);
  std::vector<std::int64_t> first_entries(places);
  std::vector<std::int64_t> seeks(places);
  std::int64_t entry = 0;
  for (std::size_t basket = 0; basket < contents.baskets.size(); ++basket) {
    sizes[basket] = static_cast<std::int32_t>(contents.baskets[basket].record_size);
    seeks[basket] = static_cast<std::int64_t>(contents.baskets[basket].offset);
    first_entries[basket] = entry;
    entry += contents.baskets[basket].entries;
  }
  first_entries[contents.baskets.size()] = entry;
  writer_.counted(std::span<const std::int32_t>(sizes));
  writer_.counted(std::span<const std::int64_t>(first_entries));
  writer_.counted(std::span<const std::int64_t>(seeks));
}

/// Write fLeaves. A leaf that counts those of sub-branches was written with the first of them.
void BranchWriter::write_leaves(std::size_t branch) {
  const auto leaves = leaves_of(branch);
  writer_.object_array("", leaves.size(), [&](std::size_t leaf) {
    if (leaf == 0 && first_leaf_[branch]) return writer_.reference(first_leaf_[branch]);
    if (leaf == 0) first_leaf_[branch] = writer_.next_identity();
    write_leaf(leaves[leaf]);
  });
}

void BranchWriter::write_element_members(std::size_t branch) {
  const ElementPlan& element = *branches_[branch].element;
  const bool is_split_collection = !element.clones_name.empty();
  const auto maximum = static_cast<std::int32_t>(contents_.branches[branch].maximum.value);
  writer_.string(element.class_name);
  writer_.string(element.parent_name);
  writer_.string(element.clones_name);
  writer_.write(element.checksum);
  writer_.write(element.version);
  writer_.write(element.id);
  writer_.write(element.type);
  writer_.write(element.streamer_type);
  writer_.write(is_split_collection ? maximum : std::int32_t{0});  // fMaximum
  if (branches_[branch].counter)
    writer_.reference(identities_[*branches_[branch].counter]);  // fBranchCount
  else
    writer_.null();
  writer_.null();  // fBranchCount2
}

std::vector<LeafMembers> BranchWriter::leaves_of(std::size_t branch) const {
  const BranchPlan& plan = branches_[branch];
  const auto maximum = static_cast<std::int64_t>(contents_.branches[branch].maximum.value);
  std::vector<LeafMembers> leaves;
  if (plan.packing == Packing::leaf_list) {
    std::int32_t offset = 0;
    for (std::size_t leaf = 0; leaf < plan.leaves.size(); ++leaf) {
      const NumberCoding& coding = plan.leaves[leaf].coding;
      const auto size = static_cast<std::int32_t>(array::size_of(coding.type));
      const std::int32_t length = product(plan.leaf_shapes[leaf]);
      std::string title = plan.leaf_names[leaf];
      for (const std::uint64_t dimension : plan.leaf_shapes[leaf]) title += fmt::format("[{}]", dimension);
      leaves.push_back({.name = plan.leaf_names[leaf],
                        .title = std::move(title),
                        .leaf_class = std::string(plan.leaves[leaf].is_long ? long_leaf_class : leaf_class_of(coding)),
                        .length = length,
                        .value_size = size,
                        .offset = offset,
                        .is_unsigned = is_unsigned(coding.type),
                        .counter_branch = {}});
      offset += size * length;
    }
    return leaves;
  }
  if (plan.element) {
    if (plan.element->leaf) leaves.push_back(element_leaf(branch));
    return leaves;
  }
  LeafMembers leaf{.name = plan.name, .title = plan.title, .leaf_class = plan.leaf_class, .counter_branch = {}};
  // The title of a packed number keeps its range; for others, everything after name and dimensions is removed.
  if (plan.coding.form == NumberCoding::Form::plain || !plan.title.ends_with(']'))
    leaf.title = plan.title.substr(0, plan.title.rfind('/'));
  leaf.is_range = plan.is_counter;
  if (plan.is_counter || plan.packing == Packing::c_string) leaf.maximum = maximum;
  if (plan.packing == Packing::c_string) {
    leaf.length = static_cast<std::int32_t>(std::max<std::int64_t>(maximum, 1));
    leaf.value_size = 1;
  } else {
    leaf.length = product(plan.shape);
    leaf.value_size = static_cast<std::int32_t>(array::size_of(plan.coding.type));
    leaf.is_unsigned = is_unsigned(plan.coding.type);
  }
  leaf.counter_branch = plan.counter;
  leaves.push_back(std::move(leaf));
  return leaves;
}

LeafMembers BranchWriter::element_leaf(std::size_t branch) const {
  const BranchPlan& plan = branches_[branch];
  const ElementLeaf& leaf = *plan.element->leaf;
  return {.name = leaf.name,
          .title = leaf.title,
          .leaf_class = plan.leaf_class,
          .length = leaf.length,
          .value_size = leaf.value_size,
          .is_range = leaf.is_range,
          .is_unsigned = leaf.is_unsigned,
          .counter_branch = plan.counter,
          .element_id = plan.element->id,
          .element_type = plan.element->streamer_type};
}

/// Write fLeafCount: the leaf of the counting branch, as an object the first time and as a reference afterwards.
void BranchWriter::write_counter(std::optional<std::size_t> branch) {
  if (!branch) return writer_.null();
  ObjectIdentity& leaf = first_leaf_[*branch];
  if (leaf) return writer_.reference(leaf);
  leaf = writer_.next_identity();
  write_leaf(leaves_of(*branch).front());
}

void BranchWriter::write_leaf(const LeafMembers& leaf) {
  leaves_.push_back(writer_.next_identity());
  const bool has_range = leaf.leaf_class == "TLeafF16" || leaf.leaf_class == "TLeafD32";
  std::uint16_t version = has_range ? 2 : 1;
  if (leaf.leaf_class == "TLeafObject") version = 4;
  writer_.object(leaf.leaf_class, [&] {
    writer_.versioned(version, [&] {
      writer_.versioned(2, [&] {
        writer_.tnamed(leaf.name, leaf.title);
        writer_.write(leaf.length);
        writer_.write(leaf.value_size);
        writer_.write(leaf.offset);
        writer_.write(leaf.is_range);
        writer_.write(leaf.is_unsigned);
        write_counter(leaf.counter_branch);
      });
      write_limits(writer_, leaf);
    });
  });
}

}  // namespace ramet::inline v1::tree::internal
