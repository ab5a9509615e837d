#include "ramet/tree/detail/tree_amender.hpp"

#include <algorithm>
#include <limits>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/detail/stream_copy.hpp"

// The members of TTree, TBranch, TBranchElement and the leaves that describe baskets (TTree.h, TBranch.h,
// TBranchElement.h, TLeaf.h). Their types have changed between versions, their names have not.

namespace ramet::inline v1::tree {
namespace {

namespace code = schema::type_code;
using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

constexpr std::string_view clones_class = "TBranchClones";  // replaced by the branch that counts for it

bool is_branch_class(std::string_view name) noexcept {
  return name.starts_with("TBranch") && name != "TBranchRef" && name != clones_class;
}
bool is_leaf_class(std::string_view name) noexcept { return name.starts_with("TLeaf"); }

constexpr std::int64_t largest_int = 0x7fffffff;

/// Write a number as a member of this type code.
void write_number(ByteWriter& to, int type, std::int64_t value) {
  switch (type) {
    case code::char_:
      return to.write(static_cast<std::int8_t>(value));
    case code::short_:
      return to.write(static_cast<std::int16_t>(value));
    case code::int_:
    case code::counter:
    case code::unsigned_int:
      if (value > largest_int)
        detail::fail(ErrorKind::unsupported, "{} does not fit into the 4 bytes of the old version of the class", value);
      return to.write(static_cast<std::int32_t>(value));
    case code::double_:
      return to.write(static_cast<double>(value));
    case code::long_:
    case code::long64:
    case code::unsigned_long:
    case code::unsigned_long64:
      return to.write(value);
    default:
      detail::fail(ErrorKind::unsupported, "a number of type {} in the record of a tree", type);
  }
}

std::int64_t read_number(ByteCursor from, int type) {
  if (type == code::char_) return from.read<std::int8_t>();
  if (type == code::short_) return from.read<std::int16_t>();
  return type == code::int_ || type == code::counter ? std::int64_t{from.read<std::int32_t>()}
                                                     : from.read<std::int64_t>();
}

/// The largest value of a member of this type code: limits of leaves have the type of their values.
std::int64_t largest_of(int type) noexcept {
  constexpr std::int64_t largest_char = 0x7f, largest_short = 0x7fff;
  if (type == code::char_) return largest_char;
  if (type == code::short_) return largest_short;
  return type == code::int_ ? largest_int : std::numeric_limits<std::int64_t>::max();
}

/// Rewrites the members of one tree. Threads: one thread.
class Amender {
 public:
  Amender(const Tree& tree, const TreeContents& contents)
      : contents_(contents), ranges_(ranges_of(contents.cluster_sizes)) {
    for (const NamedBranch& named : all_branches(tree)) branches_.push_back(named.branch);
    if (branches_.size() != contents.branches.size())
      detail::fail(ErrorKind::misuse, "contents of {} branches for a tree of {}", contents.branches.size(),
                   branches_.size());
    for (const BranchContents& branch : contents.branches) {
      total_ += uncompressed_bytes(branch);
      stored_ += compressed_bytes(branch);
    }
  }

  void begin(std::string_view class_name) {
    if (parts_.empty()) {
      parts_.push_back({Kind::tree, {}});
    } else if (is_branch_class(class_name)) {
      if (next_ == branches_.size()) detail::fail(ErrorKind::unsupported, "a branch that is in no list of branches");
      open_.push_back(next_++);
      parts_.push_back({Kind::branch, {}});
    } else if (class_name == clones_class) {
      parts_.push_back({Kind::clones, {}});
    } else if (is_leaf_class(class_name)) {
      parts_.push_back({Kind::leaf, class_name});
    } else {
      parts_.push_back({Kind::other, {}});
    }
  }
  void end(std::string_view) {
    if (parts_.back().kind == Kind::branch) open_.pop_back();
    parts_.pop_back();
  }

  bool replace(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    switch (parts_.back().kind) {
      case Kind::tree:
        return replace_in_tree(member, there, to);
      case Kind::branch:
        return replace_in_branch(member, there, to);
      case Kind::clones:
        return replace_in_clones(member, to);
      case Kind::leaf:
        return replace_in_leaf(member, there, to);
      case Kind::other:  // other classes may have such a member, too: a histogram in the user info has an fEntries
        break;
    }
    return false;
  }
  bool is_complete() const noexcept { return next_ == branches_.size(); }
  bool dropped_references() const noexcept { return dropped_references_; }

 private:
  enum class Kind : std::uint8_t { tree, branch, clones, leaf, other };

  /// An object that is being copied. Threads: a value that borrows.
  struct Part {
    Kind kind;
    std::string_view leaf_class;
    bool is_range = false;  // a counting leaf
  };

  static bool write(ByteWriter& to, const StreamerElement& member, std::int64_t value) {
    write_number(to, member.type, value);
    return true;
  }
  /// Write a counted array of numbers.
  template <class Value>
  static bool write_all(ByteWriter& to, const StreamerElement& member, std::size_t count, Value&& value) {
    to.write(static_cast<std::uint8_t>(count == 0 ? 0 : 1));
    for (std::size_t index = 0; index < count; ++index)
      write_number(to, member.type - code::counted_array, static_cast<std::int64_t>(value(index)));
    return true;
  }

  bool replace_in_tree(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    if (member.name == "fBranchRef" && contents_.is_elsewhere) {  // it has baskets, which stay where they were
      dropped_references_ = there.read<std::uint32_t>() != 0;
      to.write(std::uint32_t{0});
      return true;
    }
    if (member.name == "fTreeIndex" && contents_.index != nullptr) return write_index(there, *contents_.index, to);
    if (member.name == "fEntries") return write(to, member, static_cast<std::int64_t>(contents_.entries));
    if (member.name == "fTotBytes" || member.name == "fSavedBytes") return write(to, member, total_);
    if (member.name == "fZipBytes" || member.name == "fFlushedBytes") return write(to, member, stored_);
    if (member.name == "fAutoFlush") return write(to, member, ranges_.auto_flush);
    if (member.name == "fNClusterRange") return write(to, member, static_cast<std::int64_t>(ranges_.size.size()));
    if (member.name == "fClusterRangeEnd")
      return write_all(to, member, ranges_.size.size(), [&](std::size_t i) { return ranges_.last_entry[i]; });
    if (member.name == "fClusterSize")
      return write_all(to, member, ranges_.size.size(), [&](std::size_t i) { return ranges_.size[i]; });
    return false;
  }

  /// Write a pointer to a TTreeIndex with other numbers; its base stays. Drawn in companion_parser.cpp.
  static bool write_index(ByteCursor there, const StoredIndex& index, ByteWriter& to) {
    constexpr std::uint32_t byte_count_bit = 0x40000000;
    constexpr std::uint32_t new_class = 0xffffffff;
    constexpr std::uint16_t index_version = 2;
    there.skip(4);
    if (there.read<std::uint32_t>() != new_class)
      detail::fail(ErrorKind::unsupported, "an index that is not the first of its class in the record of a tree");
    while (there.read<std::uint8_t>() != 0) {
    }
    there.skip(4 + 2);
    ByteCursor base = there;
    const std::uint32_t base_size = base.read<std::uint32_t>() & ~byte_count_bit;
    ByteWriter object;
    object.write(index_version);
    object.append(there.take(base_size + 4));
    object.string(index.major_name);
    object.string(index.minor_name);
    object.write(static_cast<std::int64_t>(index.entry.size()));
    for (const auto* numbers : {&index.major, &index.minor, &index.entry})
      for (const std::int64_t number : *numbers) object.write(number);
    constexpr std::string_view class_name = "TTreeIndex";
    to.write(static_cast<std::uint32_t>(4 + class_name.size() + 1 + 4 + object.size()) | byte_count_bit);
    to.write(new_class);
    for (const char letter : class_name) to.write(static_cast<std::uint8_t>(letter));
    to.write(std::uint8_t{0});
    to.write(static_cast<std::uint32_t>(object.size()) | byte_count_bit);
    to.append(object.span());
    return true;
  }

  bool replace_in_branch(const StreamerElement& member, ByteCursor there, ByteWriter& to) const {
    const BranchContents& branch = contents_.branches[open_.back()];
    const auto& baskets = branch.baskets;
    const std::size_t places = std::max<std::size_t>(10, baskets.size() + 1);
    if (member.name == "fWriteBasket") return write(to, member, static_cast<std::int64_t>(baskets.size()));
    if (member.name == "fMaxBaskets") return write(to, member, static_cast<std::int64_t>(places));
    if (member.name == "fEntries") return write(to, member, entries_of(branch));
    if (member.name == "fEntryNumber")
      return write(to, member, entries_of(branch) + static_cast<std::int64_t>(branch.first_entry));
    if (member.name == "fFirstEntry")
      return write(to, member, static_cast<std::int64_t>(baskets.empty() ? 0 : branch.first_entry));
    if (member.name == "fCompress" && contents_.compression)
      return write(to, member, std::int64_t{contents_.compression->code()});
    if (member.name == "fFileName") return write_own_file(to);
    if (member.name == "fTotBytes") return write(to, member, uncompressed_bytes(branch));
    if (member.name == "fZipBytes") return write(to, member, compressed_bytes(branch));
    if (member.name == "fBaskets") return write_no_baskets(to);
    if (member.name == "fMaximum" && branches_[open_.back()]->is_collection())
      return write(to, member,
                   std::max(read_number(there, member.type), static_cast<std::int64_t>(branch.maximum.value)));
    if (member.name == "fBasketBytes")
      return write_all(to, member, places,
                       [&](std::size_t i) { return i < baskets.size() ? baskets[i].record_size : 0; });
    if (member.name == "fBasketSeek")
      return write_all(to, member, places, [&](std::size_t i) { return i < baskets.size() ? baskets[i].offset : 0; });
    if (member.name == "fBasketEntry") {
      std::uint64_t entry = branch.first_entry;
      return write_all(to, member, places, [&](std::size_t i) {
        const std::uint64_t first = i <= baskets.size() && !baskets.empty() ? entry : 0;
        if (i < baskets.size()) entry += baskets[i].entries;
        return first;
      });
    }
    return false;
  }

  bool replace_in_clones(const StreamerElement& member, ByteWriter& to) const {
    if (member.name != "fEntries" && member.name != "fEntryNumber") return false;
    return write(to, member, static_cast<std::int64_t>(contents_.entries));
  }

  /// Replace the maximum of a counting leaf, or the length of a leaf of strings.
  bool replace_in_leaf(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    if (open_.empty()) return false;  // a leaf in the tree's list that belongs to no branch
    const auto found = static_cast<std::int64_t>(contents_.branches[open_.back()].maximum.value);
    const std::int64_t maximum = std::min(found, largest_of(member.type));
    Part& leaf = parts_.back();
    if (member.name == "fIsRange") leaf.is_range = there.read<std::uint8_t>() != 0;
    const bool is_string = leaf.leaf_class == "TLeafC";
    if (member.name == "fLen" && is_string)
      return write(to, member, std::max(read_number(there, member.type), maximum));
    const bool is_integer = member.type == code::char_ || member.type == code::short_ || member.type == code::int_ ||
                            member.type == code::long64 || member.type == code::long_;
    if (member.name == "fMaximum" && (leaf.is_range || is_string) && is_integer)
      return write(to, member, std::max(read_number(there, member.type), maximum));
    return false;
  }

  /// Write an empty object array for the baskets.
  static bool write_no_baskets(ByteWriter& to) {
    object::ObjectWriter writer(0);
    writer.object_array("", 0, [](std::size_t) {});
    to.append(writer.payload());
    return true;
  }

  /// Write an empty file name: all baskets are in the file of the tree.
  static bool write_own_file(ByteWriter& to) {
    to.string("");
    return true;
  }

  std::int64_t entries_of(const BranchContents& branch) const {
    std::int64_t entries = 0;
    for (const EncodedBasket& basket : branch.baskets) entries += basket.entries;
    return branch.baskets.empty() ? static_cast<std::int64_t>(contents_.entries) : entries;
  }
  static std::int64_t uncompressed_bytes(const BranchContents& branch) noexcept {
    std::int64_t bytes = branch.more_uncompressed_bytes;
    for (const EncodedBasket& basket : branch.baskets) bytes += basket.plain_size;
    return bytes;
  }
  static std::int64_t compressed_bytes(const BranchContents& branch) noexcept {
    std::int64_t bytes = 0;
    for (const EncodedBasket& basket : branch.baskets) bytes += basket.record_size;
    return bytes;
  }

  const TreeContents& contents_;
  ClusterRanges ranges_;
  std::vector<const Branch*> branches_;
  std::int64_t total_ = 0;
  std::int64_t stored_ = 0;
  bool dropped_references_ = false;
  std::size_t next_ = 0;           // branch that begins next
  std::vector<Part> parts_;        // nested objects, the tree first
  std::vector<std::size_t> open_;  // the branches among them
};

}  // namespace

AmendedTree amend_tree(const file::Record& record, std::string_view class_name, const Tree& tree,
                       const TreeContents& contents, std::size_t key_length) {
  Amender amender(tree, contents);
  object::StreamCopy copy(record.bytes.span(), record.key_length, key_length,
                          tree.classes ? tree.classes->view() : object::Layouts{});
  const auto begin = [&](std::string_view name, ByteCursor) { amender.begin(name); };
  const auto end = [&](std::string_view name) { amender.end(name); };
  const auto replace = [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    return amender.replace(member, there, to);
  };
  AmendedTree amended{copy.copy(class_name, {begin, end, replace}), copy.left_out()};
  if (amender.dropped_references()) amended.left_out.emplace_back("TBranchRef");
  if (!amender.is_complete()) detail::fail(ErrorKind::unsupported, "a branch of the tree was not found in its record");
  return amended;
}

}  // namespace ramet::inline v1::tree
