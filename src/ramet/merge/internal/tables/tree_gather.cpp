#include "ramet/merge/internal/tables/tree_gather.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ramet/file/detail/record_head.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/tables/loaded_records.hpp"
#include "ramet/merge/internal/tables/tree_record.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/detail/basket_copy.hpp"
#include "ramet/tree/detail/big_heads.hpp"

namespace ramet::inline v1::merge::internal {

/// A basket in memory. Threads: a value.
struct LoadedBasket {
  std::uint32_t entries = 0;
  bytes::Buffer record;                    ///< as stored, if its entries are not joined with others
  bytes::Buffer plain;                     ///< otherwise its entries ...
  std::vector<std::uint32_t> starts = {};  ///< ... and where each begins, if they vary in size
};

namespace {

/// Joined baskets have about as many bytes at most, uncompressed.
constexpr std::uint64_t most_of_basket = std::uint64_t{1} << 20;

/// A basket of a branch, by number. Threads: a value.
struct PlacedBasket {
  std::size_t branch = 0;
  std::size_t basket = 0;
};

/// The entries of a basket, or nothing if they cannot be joined with others.
std::optional<LoadedBasket> load_entries(tree::BasketReader& reader, const io::ByteSource& source,
                                         const tree::Branch& branch, BasketNumber number) {
  if (!has_joinable_baskets(branch)) return std::nullopt;
  tree::BasketMemory memory;
  const tree::Basket basket = reader.read(source, branch, number, memory);
  if (basket.offsets.empty() && (branch.layout().may_lack_offsets || basket.data.size() % basket.entries != 0))
    return std::nullopt;
  LoadedBasket loaded{basket.entries, {}, {}};
  if (!basket.offsets.empty()) loaded.starts.assign(basket.offsets.begin(), basket.offsets.end() - 1);
  if (basket.data.data() == memory.plain.data()) {
    memory.plain.resize(basket.data.size());
    loaded.plain = std::move(memory.plain);
  } else {
    loaded.plain.append(basket.data);
  }
  return loaded;
}

/// Whether the entries of two baskets can stand in one.
bool is_joinable(const LoadedBasket& one, const LoadedBasket& other) noexcept {
  if (!one.record.empty() || !other.record.empty() || one.starts.empty() != other.starts.empty()) return false;
  return !one.starts.empty() || one.plain.size() / one.entries == other.plain.size() / other.entries;
}

}  // namespace

/// Consecutive entries of a part, and once they are loaded, their baskets. A basket belongs to the piece that has its
/// first entry.
struct TreeGather::Piece {
  const TablePart* part = nullptr;
  std::shared_ptr<const OpenTree> tree;  // of a large part; of a small one it is open only while it is loaded
  EntryRange entries;
  std::vector<std::vector<LoadedBasket>> branches = {};
  tree::TreeContents maxima = {};
};

/// A basket that is made of some.
struct TreeGather::Joined {
  std::size_t branch = 0;
  const TablePart* part = nullptr;  // of the first
  std::vector<const LoadedBasket*> baskets = {};
  bytes::Buffer record = {};
  tree::EncodedBasket encoded = {};
};

std::size_t ungathered_branches(const tree::Tree& tree) {
  std::size_t count = 0;
  for (const tree::NamedBranch& named : all_branches(tree))
    if (basket_count(*named.branch) > 0 && !has_joinable_baskets(*named.branch)) ++count;
  return count;
}

TreeGather::TreeGather(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output,
                       GrowingTree& tree)
    : inputs_(inputs),
      executor_(executor),
      options_(options),
      output_(output),
      compression_(output.file().options().compression),
      tree_(tree) {}

TreeGather::~TreeGather() = default;

/// Add the entries of a part to the cluster, and write it when it is large enough. What parts take is known from their
/// descriptions, so small ones are not opened here.
void TreeGather::add_part(const TablePart& part) {
  const std::uint64_t least = options_.tables.cluster_bytes;
  const auto add_piece = [&](std::shared_ptr<const OpenTree> tree, EntryRange entries, std::uint64_t bytes) {
    pieces_.push_back({&part, std::move(tree), entries});
    gathered_ += bytes;
    if (gathered_ >= least) flush();
  };
  if (part.entries == 0) return;
  if (part.uncompressed_bytes <= least) return add_piece(nullptr, part.range(), part.uncompressed_bytes);
  const auto opened = of_input(part.occurrence.input, [&] {
    return std::make_shared<const OpenTree>(inputs_, *tree_.object, *tree_.wanted, part);
  });
  const tree::Tree& tree = opened->reader->tree();
  for (std::size_t number = 0; number < tree.cluster_count(); ++number) {
    const EntryRange cluster = tree.cluster({number});
    if (!part.has(cluster.first)) continue;
    const double bytes = static_cast<double>(part.uncompressed_bytes) * static_cast<double>(cluster.size()) /
                         static_cast<double>(part.entries);
    const std::uint64_t pieces =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(bytes) / least, 1, cluster.size());
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
      const std::uint64_t step = cluster.size() / pieces;
      const std::uint64_t begin = cluster.first.number + piece * step;
      const std::uint64_t end = piece + 1 == pieces ? cluster.last.number : begin + step;
      add_piece(opened, {{begin}, {end}}, static_cast<std::uint64_t>(bytes) / pieces);
    }
  }
}

void TreeGather::load(Piece& piece) const {
  throw_if_stopped(options_.stop);
  std::shared_ptr<const OpenTree> tree = piece.tree;
  if (tree == nullptr) tree = std::make_shared<const OpenTree>(inputs_, *tree_.object, *tree_.wanted, *piece.part);
  piece.tree = nullptr;
  if (piece.entries.first == piece.part->range().first) piece.maxima.index = tree->reader->tree().companions.index;
  piece.maxima.branches.resize(tree->branches.size());
  raise_maxima(*tree, piece.maxima);
  piece.branches.resize(tree->branches.size());
  std::vector<PlacedBasket> baskets;
  LoadedRecords records;
  for (std::size_t number = 0; number < tree->branches.size(); ++number) {
    const tree::Branch& branch = *tree->branches[number];
    const io::ByteSource& source = tree->reader->source_of(branch);
    for (std::size_t basket = first_basket(branch, piece.entries.first); basket < basket_count(branch); ++basket) {
      const EntryRange entries = basket_entries(branch, {basket});
      if (entries.first >= piece.entries.last) break;
      if (entries.size() == 0) continue;
      baskets.push_back({number, basket});
      if (embedded_basket(branch, {basket}) == nullptr) {
        const tree::BasketLocation& location = branch.baskets.location({basket});
        records.add(source, {location.seek, location.record_size});
      }
    }
  }
  records.read();
  const file::RecordArea& area = output_.file().area();
  tree::BasketReader reader;
  for (const PlacedBasket& placed : baskets) {
    const tree::Branch& branch = *tree->branches[placed.branch];
    const io::ByteSource& source = records.of(tree->reader->source_of(branch));
    if (auto loaded = load_entries(reader, source, branch, {placed.basket})) {
      piece.branches[placed.branch].push_back(std::move(*loaded));
      continue;
    }
    LoadedBasket whole{static_cast<std::uint32_t>(basket_entries(branch, {placed.basket}).size()), {}, {}};
    if (const tree::EmbeddedBasket* embedded = embedded_basket(branch, {placed.basket})) {
      const bool is_big = needs_big_keys_ || output_.process_offset(piece.part->occurrence.input) != 0;
      whole.record = tree::record_of(branch, *embedded, tree_.object->name, area.date(), is_big);
    } else {
      const tree::BasketLocation& location = branch.baskets.location({placed.basket});
      const auto record = source.view(location.seek, location.record_size).value();
      tree::require_basket(record, {location.seek, location.record_size});
      whole.record.append(record);
    }
    piece.branches[placed.branch].push_back(std::move(whole));
  }
  if (options_.progress != nullptr) options_.progress->advance(records.size(), records.size());
}

/// Write the pieces as one cluster.
void TreeGather::flush() {
  if (pieces_.empty()) return;
  const file::RecordArea& area = output_.file().area();
  needs_big_keys_ = area.needs_big_keys(2 * gathered_);
  is_far_ = !file::RecordArea::fits_small_keys({area.size(), 2 * gathered_});
  const DoneExtent* done = output_.done(area.size());
  if (done == nullptr || !take_over(*done)) gather();
  std::uint64_t entries = 0;
  for (const Piece& piece : pieces_) {
    append_index(index_of(piece).get(), piece.part->range(), tree_.contents.entries + entries, tree_.index);
    entries += piece.entries.size();
  }
  tree_.contents.entries += entries;
  tree_.contents.cluster_sizes.push_back(entries);
  pieces_.clear();
  gathered_ = 0;
}

/// The index of the part of a piece that begins it, if there is one. The journal has no indices.
std::shared_ptr<const tree::StoredIndex> TreeGather::index_of(const Piece& piece) const {
  const bool is_loaded = !piece.maxima.branches.empty();
  const bool is_first = piece.entries.first == piece.part->range().first;
  if (is_loaded || !is_first || piece.part->index.empty()) return piece.maxima.index;
  return of_input(piece.part->occurrence.input, [&] {
    return OpenTree(inputs_, *tree_.object, *tree_.wanted, *piece.part).reader->tree().companions.index;
  });
}

/// Read, pack and write the pieces.
void TreeGather::gather() {
  executor_.for_each_index(
      pieces_.size(),
      [&](std::size_t piece) { of_input(pieces_[piece].part->occurrence.input, [&] { load(pieces_[piece]); }); },
      options_.stop);
  std::vector<Joined> all;
  for (std::size_t branch = 0; branch < tree_.contents.branches.size(); ++branch) {
    for (const Piece& piece : pieces_) {
      std::uint64_t& maximum = tree_.contents.branches[branch].maximum.value;
      maximum = std::max(maximum, piece.maxima.branches[branch].maximum.value);
    }
    collect(branch, all);
  }
  executor_.for_each_index(
      all.size(), [&](std::size_t number) { of_input(all[number].part->occurrence.input, [&] { pack(all[number]); }); },
      options_.stop);
  const io::Extent extent = place(all);
  if (extent.size > 0) note(extent, all);
}

/// Note in the journal what is in a cluster: | its first entry 8 | maximum 8 ... | branch 4, entries 4, sizes 4 + 4,
/// place 8 ... |.
void TreeGather::note(io::Extent extent, std::span<const Joined> all) {
  bytes::ByteWriter to;
  to.write(tree_.contents.entries);
  for (const tree::BranchContents& branch : tree_.contents.branches) to.write(branch.maximum.value);
  for (const Joined& joined : all) {
    to.write(static_cast<std::uint32_t>(joined.branch));
    to.write(joined.encoded.entries);
    to.write(joined.encoded.record_size);
    to.write(joined.encoded.plain_size);
    to.write(joined.encoded.offset);
  }
  output_.finish(extent, to.span());
}

/// Take over a cluster that a merge that was stopped has written; false if it is another one.
bool TreeGather::take_over(const DoneExtent& done) {
  constexpr std::size_t basket_size = 24;
  const std::size_t head_size = 8 + 8 * tree_.contents.branches.size();
  if (done.result.size() < head_size || (done.result.size() - head_size) % basket_size != 0) return false;
  bytes::ByteCursor from(done.result.span());
  if (from.read<std::uint64_t>() != tree_.contents.entries) return false;
  for (tree::BranchContents& branch : tree_.contents.branches) branch.maximum.value = from.read<std::uint64_t>();
  while (from.remaining() > 0) {
    const auto branch = from.read<std::uint32_t>();
    tree::EncodedBasket basket{from.read<std::uint32_t>(), from.read<std::uint32_t>(), from.read<std::uint32_t>()};
    basket.offset = from.read<std::uint64_t>();
    tree_.contents.branches.at(branch).baskets.push_back(basket);
  }
  output_.file().area().take_extent(done.extent.size);
  if (options_.progress != nullptr) options_.progress->advance(done.extent.size, done.extent.size);
  return true;
}

/// Find the baskets of a branch that become one.
void TreeGather::collect(std::size_t branch, std::vector<Joined>& to) const {
  const std::size_t begin = to.size();
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces_) {
    for (const LoadedBasket& basket : piece.branches[branch]) {
      const bool joins = to.size() > begin && bytes + basket.plain.size() <= most_of_basket &&
                         is_joinable(*to.back().baskets.back(), basket);
      if (!joins) {
        to.push_back({branch, piece.part});
        bytes = 0;
      }
      to.back().baskets.push_back(&basket);
      bytes += basket.plain.size();
    }
  }
}

void TreeGather::pack(Joined& joined) {
  throw_if_stopped(options_.stop);
  const auto packer = packers_.lend();
  if (!joined.baskets.front()->record.empty()) return pack_stored(joined, *packer);
  const tree::Branch& branch = *first_->branches[joined.branch];
  const tree::BasketFrame frame{.tree_name = tree_.object->name,
                                .date = output_.file().area().date(),
                                .seek_directory = tree_.seek_directory,
                                .big = needs_big_keys_,
                                .basket_size = static_cast<std::uint32_t>(std::max(branch.basket_size, 0)),
                                .compression = compression_};
  std::vector<tree::StoredEntries> parts;
  for (const LoadedBasket* basket : joined.baskets)
    parts.push_back({basket->plain.span(), basket->starts, basket->entries});
  std::vector<tree::EncodedBasket> encoded;
  packer->join(frame, branch, parts, joined.record, encoded);
  joined.encoded = encoded.front();
}

/// Copy a basket, with other compression and a big head as needed.
void TreeGather::pack_stored(Joined& joined, tree::BasketPacker& packer) {
  const LoadedBasket& basket = *joined.baskets.front();
  std::span<const std::byte> record = basket.record.span();
  bytes::ByteCursor cursor(record);
  const file::Key key = file::read_record_head(cursor);
  bytes::Buffer packed;
  if (is_packed_anew_by(options_, *joined.part)) {
    packer.recompress(record, compression_, packed);
    record = packed.span();
  }
  const std::uint16_t raised = output_.process_offset(joined.part->occurrence.input);
  if (is_far_ || raised != 0)
    tree::BigHeads(compression_).append(record, tree::BasketContents::objects, joined.record);
  else
    joined.record.append(record);
  if (raised != 0) raise_process_numbers(joined.record.span(), raised);
  joined.encoded = {basket.entries, static_cast<std::uint32_t>(joined.record.size()), key.key_length + key.object_size,
                    0};
}

/// Take space for all, in order, and write them.
io::Extent TreeGather::place(std::vector<Joined>& all) {
  const file::RecordArea& area = output_.file().area();
  std::uint64_t size = 0;
  for (Joined& joined : all) {
    joined.encoded.offset = size;
    size += joined.record.size();
  }
  if (size == 0) return {};
  const io::Extent extent = area.take_extent(size);
  executor_.for_each_index(
      all.size(),
      [&](std::size_t number) {
        Joined& joined = all[number];
        joined.encoded.offset += extent.offset;
        file::move_record(joined.record.span(), joined.encoded.offset, tree_.seek_directory);
        area.sink().write_at(joined.encoded.offset, joined.record.span());
      },
      options_.stop);
  for (const Joined& joined : all) tree_.contents.branches[joined.branch].baskets.push_back(joined.encoded);
  return extent;
}

void TreeGather::add(std::span<const TablePart* const> parts) {
  const TablePart& first = *parts.front();
  first_ = of_input(first.occurrence.input,
                    [&] { return std::make_unique<const OpenTree>(inputs_, *tree_.object, *tree_.wanted, first); });
  for (const TablePart* part : parts) add_part(*part);
  flush();
}

}  // namespace ramet::inline v1::merge::internal
