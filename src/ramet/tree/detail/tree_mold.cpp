#include "ramet/tree/detail/tree_mold.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/detail/stream_copy.hpp"
#include "ramet/tree/internal/branch_parser.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

// The members of TTree, TBranch, TBranchElement and the leaves (TTree.h, TBranch.h, TBranchElement.h, TLeaf.h) that
// differ between trees that are filled alike.

namespace ramet::inline v1::tree {
namespace {

namespace code = schema::type_code;
using bytes::ByteCursor;
using schema::StreamerElement;
using MoldPlace = TreeMold::Place;

/// The size of a number that is read here; 0 of others.
std::uint32_t size_of_number(std::int32_t type) noexcept {
  switch (type) {
    case code::char_:
      return 1;
    case code::short_:
      return 2;
    case code::int_:
    case code::counter:
    case code::float_:
      return 4;
    case code::long_:
    case code::long64:
    case code::double_:
      return 8;
    default:
      return 0;
  }
}

std::int64_t whole_at(const std::byte* record, MoldPlace place) noexcept {
  switch (size_of_number(place.type)) {
    case 1:
      return bytes::load_big_endian<std::int8_t>(record + place.offset);
    case 2:
      return bytes::load_big_endian<std::int16_t>(record + place.offset);
    case 4:
      return bytes::load_big_endian<std::int32_t>(record + place.offset);
    case 8:
      return bytes::load_big_endian<std::int64_t>(record + place.offset);
    default:
      return 0;
  }
}

double number_at(const std::byte* record, MoldPlace place) noexcept {
  if (place.type == code::float_) return bytes::load_big_endian<float>(record + place.offset);
  if (place.type == code::double_) return bytes::load_big_endian<double>(record + place.offset);
  return static_cast<double>(whole_at(record, place));
}

template <class Number>
void load_array(const std::byte* record, MoldPlace place, std::size_t count, std::vector<Number>& to) {
  to.resize(count);
  for (std::size_t index = 0; index < count; ++index)
    to[index] = bytes::load_big_endian<Number>(record + place.offset + index * sizeof(Number));
}

/// Whether an object array has nothing but null pointers.
bool has_no_objects(ByteCursor there) {
  const schema::VersionHeader header = schema::read_version(there);
  if (header.version != 3 || !header.has_end()) return false;
  there.skip(sizeof(std::uint16_t) + 2 * sizeof(std::uint32_t));  // TObject
  there.string();
  const auto count = there.read<std::uint32_t>();
  there.skip(sizeof(std::uint32_t));  // lower bound
  if (header.end < there.position() || header.end - there.position() != sizeof(std::uint32_t) * std::uint64_t{count})
    return false;
  const auto pointers = there.take(static_cast<std::size_t>(header.end - there.position()));
  return std::ranges::all_of(pointers, [](std::byte byte) { return byte == std::byte{0}; });
}

/// Finds the numbers while a record is walked. Threads: one thread.
class PlaceFinder {
 public:
  void begin(std::string_view class_name) {
    const Kind parent = kinds_.empty() ? Kind::other : kinds_.back();
    Kind kind = Kind::other;
    if (kinds_.empty()) {
      kind = Kind::tree;
    } else if (class_name.starts_with("TBranch")) {
      const bool is_plain = class_name == "TBranch" || class_name == "TBranchElement";
      if (!is_plain || parent == Kind::leaf || parent == Kind::other) places_.is_usual = false;
      kind = Kind::branch;
      open_.push_back(places_.branches.size());
      places_.branches.emplace_back();
    } else if (class_name.starts_with("TLeaf") && parent == Kind::branch) {
      kind = Kind::leaf;
      branch().leaves.emplace_back();
      is_string_ = class_name == "TLeafC";
    }
    kinds_.push_back(kind);
  }
  void end() {
    if (kinds_.back() == Kind::branch) open_.pop_back();
    kinds_.pop_back();
  }

  void visit(const StreamerElement& member, ByteCursor there) {
    if (kinds_.back() == Kind::tree) return visit_tree(member, there);
    if (kinds_.back() == Kind::branch) return visit_branch(member, there);
    if (kinds_.back() != Kind::leaf) return;
    if (member.name == "fMaximum" && size_of_number(member.type) > 0)
      note(member, there, branch().leaves.back().maximum);
    if (member.name == "fLen" && is_string_) note_whole(member, there, branch().leaves.back().length);
    if (member.name == "fMinimum") note_unread(member, there);
  }

  TreeMold::Places take() { return std::move(places_); }

 private:
  enum class Kind : std::uint8_t { tree, branch, leaf, other };

  TreeMold::BranchPlaces& branch() noexcept { return places_.branches[open_.back()]; }

  void visit_tree(const StreamerElement& member, ByteCursor there) {
    if (member.name == "fEntries") note_whole(member, there, places_.entries);
    if (member.name == "fTotBytes") note_whole(member, there, places_.total_bytes);
    if (member.name == "fZipBytes") note_whole(member, there, places_.zip_bytes);
    if (member.name == "fAutoFlush") note_whole(member, there, places_.auto_flush);
    if (member.name == "fSavedBytes" || member.name == "fFlushedBytes") note_unread(member, there);
    if (member.name == "fNClusterRange" && (member.type != code::counter || there.read<std::int32_t>() != 0))
      places_.is_usual = false;
  }

  void visit_branch(const StreamerElement& member, ByteCursor there) {
    TreeMold::BranchPlaces& to = branch();
    if (member.name == "fEntries") note_whole(member, there, to.entries);
    if (member.name == "fTotBytes") note_whole(member, there, to.total_bytes);
    if (member.name == "fZipBytes") note_whole(member, there, to.zip_bytes);
    if (member.name == "fBasketSize") note_whole(member, there, to.basket_size);
    if (member.name == "fEntryOffsetLen") note_whole(member, there, to.offset_length);
    if (member.name == "fWriteBasket") note_whole(member, there, to.baskets);
    if (member.name == "fMaximum") note_whole(member, there, to.maximum);
    if (member.name == "fEntryNumber") note_unread(member, there);
    if (member.name == "fMaxBaskets") note_room(member, there, to);
    if (member.name == "fBaskets" && !has_no_objects(there)) places_.is_usual = false;
    if (member.name == "fBasketBytes") note_array(member, there, sizeof(std::int32_t), to.sizes);
    if (member.name == "fBasketEntry") note_array(member, there, sizeof(std::int64_t), to.first_entries);
    if (member.name == "fBasketSeek") note_array(member, there, sizeof(std::int64_t), to.seeks);
  }

  void note_room(const StreamerElement& member, ByteCursor there, TreeMold::BranchPlaces& to) {
    const auto room = member.type == code::counter ? there.read<std::int32_t>() : 0;
    if (room <= 0) places_.is_usual = false;
    to.room = static_cast<std::uint32_t>(std::max(room, 0));
  }

  void note_whole(const StreamerElement& member, ByteCursor there, MoldPlace& to) {
    if (member.type == code::float_ || member.type == code::double_) places_.is_usual = false;
    note(member, there, to);
  }

  void note_unread(const StreamerElement& member, ByteCursor there) {
    MoldPlace unread;
    if (size_of_number(member.type) > 0) note(member, there, unread);
  }

  void note(const StreamerElement& member, ByteCursor there, MoldPlace& to) {
    const std::uint32_t size = size_of_number(member.type);
    if (size == 0 || to.type >= 0) places_.is_usual = false;
    to = {static_cast<std::uint32_t>(there.position()), member.type};
    free(there, size);
  }

  /// A counted array: whether there is one 1 | numbers.
  void note_array(const StreamerElement& member, ByteCursor there, std::uint32_t size, MoldPlace& to) {
    const std::int32_t type = member.type - code::counted_array;
    const bool is_there = there.read<std::uint8_t>() != 0 && to.type < 0 && branch().room > 0;
    if (!is_there || size_of_number(type) != size || type == code::double_ || type == code::float_) {
      places_.is_usual = false;
      return;
    }
    to = {static_cast<std::uint32_t>(there.position()), type};
    free(there, std::uint64_t{branch().room} * size);
  }

  void free(ByteCursor there, std::uint64_t size) {
    const auto begin = static_cast<std::uint32_t>(there.position());
    there.skip(static_cast<std::size_t>(size));
    if (!places_.free.empty() && begin < places_.free.back().second) places_.is_usual = false;
    places_.free.emplace_back(begin, static_cast<std::uint32_t>(there.position()));
  }

  TreeMold::Places places_;
  std::vector<Kind> kinds_;        // nested objects, the tree first
  std::vector<std::size_t> open_;  // the branches among them
  bool is_string_ = false;         // the leaf
};

TreeMold::Places places_of(const file::Record& record, std::string_view class_name, object::Layouts layouts) {
  PlaceFinder finder;
  object::StreamCopy walk(record.bytes.span(), record.key_length, record.key_length, layouts);
  const auto begin = [&](std::string_view name, ByteCursor) { finder.begin(name); };
  const auto end = [&](std::string_view) { finder.end(); };
  const auto visit = [&](const StreamerElement& member, ByteCursor there, bytes::ByteWriter&) {
    finder.visit(member, there);
    return false;
  };
  walk.copy(class_name, {begin, end, visit});
  return finder.take();
}

void collect_branches(std::vector<Branch>& branches, std::vector<Branch*>& to) {
  for (Branch& branch : branches) {
    to.push_back(&branch);
    collect_branches(branch.branches, to);
  }
}

/// Whether all that is read of a branch was found, and it has nothing else that depends on these numbers.
bool has_places(const Branch& branch, const TreeMold::BranchPlaces& places) noexcept {
  for (const MoldPlace place : {places.entries, places.baskets, places.sizes, places.first_entries, places.seeks})
    if (place.type < 0) return false;
  return places.leaves.size() == branch.leaves.size() && branch.embedded.empty() && branch.between.empty() &&
         branch.first_entry >= 0;
}

}  // namespace

TreeMold::TreeMold(file::Record record, Tree tree, Places places)
    : first_(std::move(record)),
      tree_(std::move(tree)),
      places_(std::move(places)),
      fields_(std::make_unique<internal::BranchFields>()) {
  collect_branches(tree_.branches, branches_);
}

TreeMold::~TreeMold() = default;

std::unique_ptr<TreeMold> TreeMold::make(file::Record record, std::string_view class_name,
                                         const std::shared_ptr<const ClassLayouts>& classes) try {
  Tree tree = internal::parse_tree(record, class_name, classes);
  Places places = places_of(record, class_name, classes->view());
  std::vector<Branch*> branches;
  collect_branches(tree.branches, branches);
  if (!places.is_usual || places.entries.type < 0 || branches.size() != places.branches.size()) return nullptr;
  for (std::size_t branch = 0; branch < branches.size(); ++branch)
    if (!has_places(*branches[branch], places.branches[branch])) return nullptr;
  return std::unique_ptr<TreeMold>(new TreeMold(std::move(record), std::move(tree), std::move(places)));
} catch (const Error&) {
  return nullptr;
}

bool TreeMold::is_alike(const file::Record& record) const noexcept {
  if (record.key_length != first_.key_length || record.bytes.size() != first_.bytes.size()) return false;
  const std::byte* const there = record.bytes.data();
  const std::byte* const here = first_.bytes.data();
  std::size_t at = first_.key_length;
  for (const auto& [begin, end] : places_.free) {
    if (std::memcmp(there + at, here + at, begin - at) != 0) return false;
    at = end;
  }
  return std::memcmp(there + at, here + at, first_.bytes.size() - at) == 0;
}

void TreeMold::read(const std::byte* record, const BranchPlaces& from, Branch& to) {
  to.entries = whole_at(record, from.entries);
  to.total_bytes = whole_at(record, from.total_bytes);
  to.zip_bytes = whole_at(record, from.zip_bytes);
  to.basket_size = static_cast<std::int32_t>(whole_at(record, from.basket_size));
  to.entry_offset_length = static_cast<std::int32_t>(whole_at(record, from.offset_length));
  if (from.maximum.type >= 0) to.maximum = static_cast<std::int32_t>(whole_at(record, from.maximum));
  for (std::size_t number = 0; number < to.leaves.size(); ++number) {
    const LeafPlaces& leaf = from.leaves[number];
    if (leaf.length.type >= 0) to.leaves[number].length = static_cast<std::int32_t>(whole_at(record, leaf.length));
    if (leaf.maximum.type >= 0) to.leaves[number].maximum = internal::whole_number(number_at(record, leaf.maximum));
  }
  fields_->entries = to.entries;
  fields_->write_basket = static_cast<std::int32_t>(whole_at(record, from.baskets));
  load_array(record, from.sizes, from.room, fields_->basket_bytes);
  load_array(record, from.first_entries, from.room, fields_->basket_entry);
  load_array(record, from.seeks, from.room, fields_->basket_seek);
  to.baskets = internal::basket_index(*fields_);
  to.lazy_layout = {};
}

void TreeMold::read(const std::byte* record) {
  tree_.entries = detail::narrow<std::uint64_t>(whole_at(record, places_.entries), "number of entries");
  tree_.total_bytes = whole_at(record, places_.total_bytes);
  tree_.zip_bytes = whole_at(record, places_.zip_bytes);
  for (std::size_t branch = 0; branch < branches_.size(); ++branch)
    read(record, places_.branches[branch], *branches_[branch]);
  const internal::StoredClusters clusters{whole_at(record, places_.auto_flush), {}, {}};
  tree_.cluster_starts = internal::cluster_starts_of(clusters, tree_.branches, tree_.entries);
}

const Tree* TreeMold::tree_of(const file::Record& record) try {
  if (!is_alike(record)) return nullptr;
  read(record.bytes.data());
  return &tree_;
} catch (const Error&) {  // the parser says what is wrong
  return nullptr;
}

}  // namespace ramet::inline v1::tree
