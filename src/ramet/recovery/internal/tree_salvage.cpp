#include "ramet/recovery/internal/tree_salvage.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

using tree::NamedBranch;

constexpr std::uint64_t most_parts = 1'000'000;
constexpr std::uint64_t smallest_basket = 8;
constexpr std::size_t most_of_head = 64 << 10;  // three strings of the key, and the basket's fields

/// The parsed head of a basket's record. Throws Error(corrupt).
struct BasketHead {
  file::Key key;
  Piece piece;
};
BasketHead read_head(const io::ByteSource& source, std::uint64_t seek, std::uint64_t size) {
  source.require_range(seek, size);
  bytes::Buffer head(static_cast<std::size_t>(std::min<std::uint64_t>(size, most_of_head)));
  source.read_at(seek, head.span());
  bytes::ByteCursor cursor(std::as_const(head).span(), seek);
  BasketHead found{file::read_record_head(cursor), {}};
  if (found.key.class_name != file::basket_class || found.key.seek != seek || found.key.record_size != size)
    detail::fail(ErrorKind::corrupt, "no basket of {} bytes begins at byte {}", size, seek);
  cursor.skip(2 + 4);                                   // version, buffer size
  if (cursor.read<std::int32_t>() < 0) cursor.skip(1);  // entry size, I/O features
  found.piece = {detail::narrow<std::uint64_t>(cursor.read<std::int32_t>(), "entries of a basket"), seek, size,
                 std::uint64_t{found.key.key_length} + found.key.object_size};
  return found;
}

/// The title of a basket's key is the tree's name, which may be followed by a checksum.
bool is_of_tree(const file::Key& basket, std::string_view tree_name) {
  const std::string_view title = basket.title;
  if (!title.starts_with(tree_name)) return false;
  return title.size() == tree_name.size() ||
         (title.size() == tree_name.size() + file::title_checksum_size && file::checksum_of_title(title).has_value());
}

/// Finds the baskets of one tree. Threads: one thread.
class TreeFinder {
 public:
  /// `is_of_file`: the tree's record is in the damaged file, not in the undamaged one.
  TreeFinder(const Survey& survey, const tree::Tree& tree, std::uint64_t seek_directory, bool is_of_file)
      : survey_(survey),
        source_(survey.file->reader().source()),
        tree_(tree),
        seek_directory_(seek_directory),
        saved_entries_(is_of_file ? tree.entries : 0),
        is_of_file_(is_of_file),
        branches_(all_branches(tree)) {
    for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
      const tree::Branch& described = *branches_[branch].branch;
      if (described.leaves.empty()) continue;  // a group of branches
      if (!by_name_.emplace(described.name, branch).second) ambiguous_.insert(described.name);
    }
  }

  std::vector<Segment> find(std::string& remark) {
    std::vector<Segment> marked = marked_segments();
    auto saved = saved_sequences();
    if (marked.empty()) {
      add_following(saved, remark);
      return segments_between(saved);
    }
    if (auto known = saved_of(marked)) return in_order(std::move(*known), std::move(marked));
    return in_order(segments_between(saved), std::move(marked));
  }

 private:
  using Sequences = std::vector<std::vector<Piece>>;  // for each branch: baskets in order of entries

  /// The clusters that have a mark for this tree.
  std::vector<Segment> marked_segments() {
    std::vector<Segment> segments;
    for (const file::Key& key : survey_.marks) {
      if (key.title != tree_.name || key.seek_parent != seek_directory_) continue;
      try {
        const auto record = survey_.file->reader().read_record(key);
        const file::ClusterMark mark = file::read_cluster_mark(key, record.payload());
        if (mark.schema == 0) segments.push_back(segment_of(mark, key.seek - mark.size));
      } catch (const Error& error) {
        if (error.kind() == ErrorKind::io) throw;
      }
    }
    return segments;
  }

  /// Limit the number of parts: each has at least one basket, so valid clusters cannot have more parts than the file
  /// has room for.
  void count_parts(std::uint64_t segments) {
    const std::uint64_t most = most_parts + source_.size() / smallest_basket;
    parts_ += detail::checked_product(segments, branches_.size(), "parts of clusters");
    if (parts_ > most)
      detail::fail(ErrorKind::unsupported, "{} clusters of {} branches: at most {} parts of clusters are supported",
                   segments, branches_.size(), most);
  }

  Segment segment_of(const file::ClusterMark& mark, std::uint64_t position) {
    count_parts(1);
    if (mark.parts.size() > branches_.size())
      detail::fail(ErrorKind::corrupt, "a cluster has {} branches, the tree {}", mark.parts.size(), branches_.size());
    Segment segment{.entries = mark.entries, .sequence = mark.sequence, .ordinal = mark.ordinal, .has_mark = true};
    segment.parts.resize(branches_.size());
    std::size_t next = 0;  // parts are in the order of branches, whose names may be equal
    for (const file::ClusterMark::Part& part : mark.parts) {
      std::uint64_t entries = 0;
      for (const file::ClusterMark::Piece& piece : part.pieces) {
        const BasketHead head = read_head(source_, position, piece.stored_size);
        if (entries == 0) {
          while (next < branches_.size() && branches_[next].branch->name != head.key.name) ++next;
          if (next < branches_.size()) segment.parts[next++].number = part.number;
        }
        if (next == 0 || branches_[next - 1].branch->name != head.key.name || !is_of_tree(head.key, tree_.name))
          detail::fail(ErrorKind::corrupt, "a basket of branch '{}', which the tree does not have", head.key.name);
        segment.parts[next - 1].pieces.push_back(head.piece);
        entries += head.piece.elements;
        position += piece.stored_size;
      }
      if (!part.pieces.empty() && entries != segment.entries)
        detail::fail(ErrorKind::corrupt, "a branch has {} entries, expected {}", entries, segment.entries);
    }
    return segment;
  }

  /// The baskets that are listed in the tree's record.
  Sequences saved_sequences() const {
    Sequences sequences(branches_.size());
    if (!is_of_file_) return sequences;
    for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
      const tree::Branch& described = *branches_[branch].branch;
      const tree::BasketIndex& index = described.baskets;
      if (const std::uint64_t absent = described.stored_entries().first.number; absent > 0)
        sequences[branch].push_back({.elements = absent, .is_absent = true});
      for (std::uint64_t basket = 0; basket < basket_count(described); ++basket) {
        if (const tree::EmbeddedBasket* const embedded = tree::embedded_basket(described, {basket}))
          sequences[branch].push_back({.elements = embedded->entries, .embedded = basket + 1});
        else
          sequences[branch].push_back(
              {index.entries({basket}).size(), index.location({basket}).seek, index.location({basket}).record_size});
      }
    }
    return sequences;
  }

  /// The marked segments that are listed in the tree's record, in its order; they are removed from `marked`. Nothing if
  /// the record also lists baskets outside of them.
  std::optional<std::vector<Segment>> saved_of(std::vector<Segment>& marked) const {
    std::map<std::uint64_t, std::size_t> segment_at;  // by position of each basket
    for (std::size_t segment = 0; segment < marked.size(); ++segment)
      for (const Part& part : marked[segment].parts)
        for (const Piece& piece : part.pieces) segment_at.emplace(piece.seek, segment);
    std::vector<std::size_t> order;
    std::set<std::size_t> seen;
    bool has_others = false;
    for (const NamedBranch& named : branches_) {
      const tree::BasketIndex& index = named.branch->baskets;
      for (std::uint64_t basket = 0; is_of_file_ && basket < index.size(); ++basket) {
        const auto segment = segment_at.find(index.location({basket}).seek);
        if (segment == segment_at.end()) {
          has_others = true;
        } else if (seen.insert(segment->second).second) {
          order.push_back(segment->second);
        }
      }
    }
    std::vector<Segment> saved, others;
    for (const std::size_t segment : order) saved.push_back(marked[segment]);
    for (Segment& segment : saved) segment.is_saved = true;
    for (std::size_t segment = 0; segment < marked.size(); ++segment)
      if (!seen.contains(segment)) others.push_back(std::move(marked[segment]));
    marked = std::move(others);
    if (has_others) return std::nullopt;
    return saved;
  }

  /// Add the baskets after those listed in the tree's record. ROOT numbers them in the cycles of their keys
  /// (TBasket.cxx, WriteBuffer); without numbers they are taken in order of position.
  void add_following(Sequences& sequences, std::string& remark) const {
    std::set<std::uint64_t> known;
    for (const auto& sequence : sequences)
      for (const Piece& piece : sequence) known.insert(piece.seek);
    std::vector<std::vector<const file::Key*>> following(branches_.size());
    std::set<std::string> unknown;
    for (const file::Key& key : survey_.baskets) {
      if (known.contains(key.seek) || key.seek_parent != seek_directory_ || !is_of_tree(key, tree_.name)) continue;
      if (ambiguous_.contains(key.name)) {
        remark = fmt::format(
            "several branches are named '{}': baskets that the tree's record does not list cannot be assigned to them",
            key.name);
        return;
      }
      if (const auto branch = by_name_.find(key.name); branch != by_name_.end()) {
        following[branch->second].push_back(&key);
      } else {
        unknown.insert(key.name);
      }
    }
    if (!unknown.empty())
      remark = fmt::format("there are baskets of the branches '{}', but no record describes these branches",
                           fmt::join(unknown, "', '"));
    if (std::ranges::all_of(following, &std::vector<const file::Key*>::empty)) return;
    for (const NamedBranch& named : branches_)
      if (const std::string& elsewhere = named.branch->file_name; !elsewhere.empty()) {
        remark = fmt::format(
            "branch '{}' has its baskets in another file, '{}': baskets that the tree's record does not list are "
            "not searched for, in any branch",
            named.path, elsewhere);
        return;
      }
    for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
      // Baskets that were in memory when the record was written have been written since, with more entries.
      std::erase_if(sequences[branch],
                    [&](const Piece& piece) { return piece.embedded > branches_[branch].branch->baskets.size(); });
      const auto known_baskets =
          static_cast<std::size_t>(std::ranges::count(sequences[branch], false, &Piece::is_absent));
      for (const file::Key* key : numbered(following[branch], known_baskets)) {
        try {
          const Piece piece = read_head(source_, key->seek, key->record_size).piece;
          if (piece.elements == 0) break;
          sequences[branch].push_back(piece);
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::io) throw;
          break;
        }
      }
    }
  }

  /// Whether a branch may have entries. A branch without baskets has none, unless the tree's record has no entries at
  /// all, or the branch has baskets in the undamaged file.
  bool is_filled(std::size_t branch, const std::vector<Piece>& sequence) const {
    const tree::Branch& described = *branches_[branch].branch;
    if (!sequence.empty() || (!is_of_file_ && basket_count(described) > 0)) return true;
    return tree_.entries == 0 && !described.leaves.empty() && !described.is_group();
  }

  static std::vector<const file::Key*> numbered(const std::vector<const file::Key*>& keys, std::size_t next) {
    const bool has_numbers = std::ranges::any_of(keys, [](const file::Key* key) { return key->cycle != 0; });
    if (!has_numbers) return next == 0 || !keys.empty() ? keys : std::vector<const file::Key*>();
    std::map<std::uint16_t, const file::Key*> by_number;  // the later one of two with the same number
    for (const file::Key* key : keys) by_number[key->cycle] = key;
    std::vector<const file::Key*> in_order;
    for (auto key = by_number.find(static_cast<std::uint16_t>(next));
         key != by_number.end() && in_order.size() < keys.size();
         key = by_number.find(static_cast<std::uint16_t>(++next)))
      in_order.push_back(key->second);
    return in_order;
  }

  /// Split the entries where all branches begin a basket; the last segment ends with the shortest branch.
  std::vector<Segment> segments_between(const Sequences& sequences);

  const Survey& survey_;
  const io::ByteSource& source_;
  const tree::Tree& tree_;
  std::uint64_t seek_directory_;
  std::uint64_t saved_entries_;
  bool is_of_file_;
  std::vector<NamedBranch> branches_;
  std::map<std::string, std::size_t, std::less<>> by_name_;  // branches with baskets
  std::set<std::string> ambiguous_;
  std::uint64_t parts_ = 0;  // in all marked segments
};

/// The largest count or string length in a basket of a branch whose leaf stores a maximum; 0 for other branches.
std::uint64_t maximum_of(const tree::Branch& branch, const tree::Basket& basket) {
  if (branch.leaves.size() != 1) return 0;
  const tree::Leaf& leaf = branch.leaves.front();
  std::uint64_t maximum = 0;
  if (leaf.class_name == "TLeafC") {
    for (std::size_t entry = 0; entry + 1 < basket.offsets.size(); ++entry)
      maximum = std::max<std::uint64_t>(maximum, basket.offsets[entry + 1] - basket.offsets[entry]);
  } else if (leaf.is_range && leaf.value_size == sizeof(std::int32_t) && basket.offsets.empty()) {
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= basket.data.size(); at += sizeof(std::int32_t))
      maximum = std::max<std::uint64_t>(maximum, bytes::load_big_endian<std::uint32_t>(basket.data.data() + at));
  }
  return maximum;
}

std::vector<Segment> TreeFinder::segments_between(const Sequences& sequences) {
  std::map<std::uint64_t, std::size_t> begins;  // by entry: how many branches begin a basket or end there
  std::size_t used = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t branch = 0; branch < sequences.size(); ++branch) {
    if (!is_filled(branch, sequences[branch])) continue;
    ++used;
    std::uint64_t entry = 0;
    for (const Piece& piece : sequences[branch]) ++begins[entry += piece.elements];
    end = std::min(end, entry);
  }
  if (used == 0 || end == 0) return {};
  std::vector<std::uint64_t> bounds = {0};
  for (const auto& [entry, count] : begins)
    if (count == used) bounds.push_back(entry);
  if (bounds.back() < end) bounds.push_back(end);
  count_parts(bounds.size() - 1);
  std::vector<Segment> segments(bounds.size() - 1);
  for (std::size_t segment = 0; segment + 1 < bounds.size(); ++segment) {
    segments[segment].entries = bounds[segment + 1] - bounds[segment];
    segments[segment].is_saved = bounds[segment] < saved_entries_;
    segments[segment].parts.resize(sequences.size());
  }
  for (std::size_t branch = 0; branch < sequences.size(); ++branch) {
    std::uint64_t entry = 0;
    std::size_t segment = 0;
    for (const Piece& piece : sequences[branch]) {
      while (segment + 1 < bounds.size() && bounds[segment + 1] <= entry) ++segment;
      if (segment + 1 == bounds.size()) break;
      segments[segment].parts[branch].pieces.push_back(piece);
      entry += piece.elements;
    }
  }
  return segments;
}

}  // namespace

SalvagedTree find_tree(const Survey& survey, const FoundKey& found, const std::shared_ptr<const dataset::File>& file) {
  SalvagedTree tree{found.directory, found.key, file, file->tree(found.key), {}, {}};
  for (const NamedBranch& named : all_branches(tree.reader->tree()))  // all files of the tree are needed
    if (file == survey.file && basket_count(*named.branch) > 0) tree.reader->source_of(*named.branch);
  TreeFinder finder(survey, tree.reader->tree(), survey.seek_of(found.directory), file == survey.file);
  tree.segments = finder.find(tree.remark);
  return tree;
}

Piece read_basket_head(const io::ByteSource& source, std::uint64_t seek, std::uint64_t size) {
  return read_head(source, seek, size).piece;
}

void justify_other_files(const tree::TreeReader& tree, Allowance& allowance) {
  std::set<std::string> names;
  for (const NamedBranch& named : all_branches(tree.tree()))
    if (const std::string& name = named.branch->file_name; !name.empty() && names.insert(name).second) try {
        allowance.justify(tree.source_of(*named.branch).size());
      } catch (const Error&) {
        continue;  // reading the branch reports the error
      }
}

std::uint64_t memory_of(const Piece& basket) noexcept {
  return basket.stored_size + 8 * basket.plain_size + 16 * basket.elements;
}

namespace {

/// The place of a basket in a SalvagedTree. Threads: a value.
struct PlacedBasket {
  std::size_t segment = 0;
  std::size_t branch = 0;
  std::size_t piece = 0;
};

/// Checks the baskets of one tree. Threads: any, on different segments.
class BasketCheck {
 public:
  BasketCheck(const io::ByteSource& source, SalvagedTree& tree, const CheckAids& aids)
      : source_(source), tree_(tree), aids_(aids), branches_(all_branches(tree.reader->tree())) {
    for (std::size_t segment = 0; segment < tree.segments.size(); ++segment) {
      starts_.push_back(baskets_.size());
      const auto& parts = tree.segments[segment].parts;
      for (std::size_t branch = 0; branch < parts.size(); ++branch)
        for (std::size_t piece = 0; piece < parts[branch].pieces.size(); ++piece)
          if (parts[branch].pieces[piece].is_record()) baskets_.push_back({segment, branch, piece});
    }
    starts_.push_back(baskets_.size());
  }

  void run() {
    std::vector<Claimed> places;
    for (const PlacedBasket& basket : baskets_)
      places.push_back(is_elsewhere(basket) ? Claimed() : place_of(piece_of(basket)));
    claims_ = aids_.claims.claim(places, false);
    damaged_.resize(tree_.segments.size());
    aids_.allowance.for_each(
        aids_.executor, tree_.segments.size(),
        [&](std::size_t segment, bool is_alone) { return check(segment, is_alone); }, aids_.stop);
    for (const auto& at : damaged_)
      if (at && !is_elsewhere(baskets_[*at]))
        aids_.claims.mark_damaged(place_of(piece_of(baskets_[*at])), tree_.segments[baskets_[*at].segment].damage);
  }

 private:
  Piece& piece_of(const PlacedBasket& basket) const {
    return tree_.segments[basket.segment].parts[basket.branch].pieces[basket.piece];
  }
  /// Whether the basket is in another file than the tree.
  bool is_elsewhere(const PlacedBasket& basket) const { return !branches_[basket.branch].branch->file_name.empty(); }
  static Claimed place_of(const Piece& piece) { return {piece.seek, piece.stored_size, 0}; }

  /// Returns false when the basket is too large to be read in parallel with others.
  bool check(std::size_t number, bool is_alone) {
    Segment& segment = tree_.segments[number];
    std::size_t at = starts_[number];
    try {
      tree::BasketReader reader;
      for (; at < starts_[number + 1]; ++at)
        if (!check(at, is_alone, reader)) return false;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      segment.damage = error.what();
      segment.is_read = error.kind() != ErrorKind::unsupported;
      if (segment.is_read && claims_[at] != Claim::overlapping) damaged_[number] = at;
    }
    return true;
  }

  bool check(std::size_t at, bool is_alone, tree::BasketReader& reader) {
    const PlacedBasket& basket = baskets_[at];
    Piece& piece = piece_of(basket);
    const std::string& name = branches_[basket.branch].path;
    if (claims_[at] == Claim::overlapping)
      detail::fail(ErrorKind::corrupt, "branch '{}': the basket of {} bytes at byte {} overlaps another basket", name,
                   piece.stored_size, piece.seek);
    const io::ByteSource& source =
        is_elsewhere(basket) ? tree_.reader->source_of(*branches_[basket.branch].branch) : source_;
    piece.plain_size = read_head(source, piece.seek, piece.stored_size).piece.plain_size;
    const std::string damage = is_elsewhere(basket) ? std::string() : aids_.claims.damage_of(place_of(piece));
    if (!damage.empty()) detail::fail(ErrorKind::corrupt, "{}", damage);
    aids_.allowance.require_memory(memory_of(piece));
    if (!is_alone && !aids_.allowance.is_small(memory_of(piece))) return false;
    aids_.allowance.work(piece.plain_size);
    tree::Branch probe;
    probe.name = name;
    probe.baskets = tree::BasketIndex(
        {0, piece.elements}, {{piece.seek, detail::narrow<std::uint32_t>(piece.stored_size, "size of a basket")}});
    const tree::Basket read = reader.read(source, probe, {0});
    Part& part = tree_.segments[basket.segment].parts[basket.branch];
    part.number = std::max(part.number, maximum_of(*branches_[basket.branch].branch, read));
    return true;
  }

  const io::ByteSource& source_;
  SalvagedTree& tree_;
  const CheckAids& aids_;
  std::vector<NamedBranch> branches_;
  std::vector<PlacedBasket> baskets_;
  std::vector<std::size_t> starts_;  // for each segment: its first basket
  std::vector<Claim> claims_;
  std::vector<std::optional<std::size_t>> damaged_;  // for each segment: its damaged basket
};

}  // namespace

void check_baskets(const io::ByteSource& source, SalvagedTree& tree, const CheckAids& aids) {
  justify_other_files(*tree.reader, aids.allowance);
  BasketCheck(source, tree, aids).run();
}

tree::TreeContents contents_of(const SalvagedTree& tree) {
  tree::TreeContents contents;
  contents.is_elsewhere = true;
  contents.branches.resize(all_branches(tree.reader->tree()).size());
  for (const Segment& segment : tree.segments) {
    if (!segment.damage.empty()) continue;
    contents.entries += segment.entries;
    contents.cluster_sizes.push_back(segment.entries);
    for (std::size_t branch = 0; branch < segment.parts.size(); ++branch) {
      tree::BranchContents& to = contents.branches[branch];
      to.maximum.value = std::max(to.maximum.value, segment.parts[branch].number);
      for (const Piece& piece : segment.parts[branch].pieces)
        if (piece.is_absent)
          to.first_entry += piece.elements;
        else
          to.baskets.push_back({static_cast<std::uint32_t>(piece.elements),
                                static_cast<std::uint32_t>(piece.stored_size),
                                static_cast<std::uint32_t>(piece.plain_size), piece.new_seek});
    }
  }
  return contents;
}

}  // namespace ramet::inline v1::recovery::internal
