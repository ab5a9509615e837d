#include "ramet/merge/internal/tables/tree_move.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "ramet/file/detail/record_head.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/tables/tree_record.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/detail/basket_copy.hpp"
#include "ramet/tree/detail/big_heads.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Baskets are copied about as many bytes at a time ...
constexpr std::uint64_t bytes_of_job = std::uint64_t{16} << 20;
/// ... of baskets that are packed anew, so many, which are all in memory with others until they have a place ...
constexpr std::uint64_t bytes_of_packing = std::uint64_t{1} << 20;
/// ... of so many inputs, or fewer if these have more bytes.
constexpr std::size_t trees_at_a_time = 32;
constexpr std::uint64_t bytes_at_a_time = std::uint64_t{512} << 20;
/// Of inputs that are opened one by one as they are copied, about as many bytes at a time.
constexpr std::uint64_t bytes_of_closed = std::uint64_t{16} << 20;
/// A basket of entries without values has so many bytes at most, uncompressed.
constexpr std::uint64_t bytes_of_filled = std::uint64_t{256} << 10;

/// About what some entries take of the bytes of all.
std::int64_t share_of(std::int64_t bytes, EntryRange some, std::uint64_t all) noexcept {
  if (some.size() == all) return bytes;
  return static_cast<std::int64_t>(static_cast<double>(bytes) * static_cast<double>(some.size()) /
                                   static_cast<double>(all));
}

}  // namespace

/// A part that is being copied.
struct TreeMove::OpenPart {
  const TablePart* part = nullptr;
  std::optional<OpenTree> tree;
};

/// A basket of a part, and where it comes to stand in the new tree. Threads: a value that borrows.
struct TreeMove::PlacedBasket {
  std::size_t branch = 0;                  // of the new tree
  std::size_t basket = 0;                  // among those of the branch
  const io::ByteSource* source = nullptr;  // null: of a part that is not open
  io::Extent from;
  const tree::EmbeddedBasket* embedded = nullptr;
  const tree::Branch* of = nullptr;  // null: of a part that is not open
  std::uint32_t filled = 0;          // so many entries without values, which are nowhere stored
};

/// Baskets that are copied with one call.
struct TreeMove::Job {
  std::size_t input = 0;
  io::Extent to;
  std::vector<PlacedBasket> baskets;
  bytes::Buffer record;  // of an embedded basket; or those of all baskets, if they are packed anew or get big heads
  std::vector<std::uint32_t> sizes = {};  // of the latter
  bool is_packed_anew = false;
  bool is_filled = false;            // of entries without values
  std::uint16_t process_offset = 0;  // what raises the numbers of processes; only big heads can say so
};

/// Add the baskets of an open part to the new tree. Those that are to be copied are returned.
std::vector<TreeMove::PlacedBasket> TreeMove::add_open(const OpenPart& part) {
  const tree::Tree& tree = part.tree->reader->tree();
  const bool is_own = output_.is_own(part.part->occurrence.input);
  const EntryRange range = part.part->range();
  append_index(tree.companions.index.get(), range, tree_.contents.entries, tree_.index);
  tree_.contents.entries += range.size();
  for (std::size_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
    if (part.part->has(tree.cluster({cluster}).first))
      tree_.contents.cluster_sizes.push_back(tree.cluster({cluster}).size());
  std::vector<PlacedBasket> baskets;
  raise_maxima(*part.tree, tree_.contents);
  for (std::size_t number = 0; number < part.tree->branches.size(); ++number) {
    if (part.tree->branches[number] == nullptr) {
      add_filled(number, range.size(), baskets);
      continue;
    }
    const tree::Branch& branch = *part.tree->branches[number];
    tree::BranchContents& to = tree_.contents.branches[number];
    to.more_uncompressed_bytes += share_of(branch.total_bytes, range, tree.entries);
    const io::ByteSource& source = part.tree->reader->source_of(branch);
    for (std::size_t basket = 0; basket < basket_count(branch); ++basket) {
      if (!part.part->has(basket_entries(branch, {basket}).first)) continue;
      const auto entries = static_cast<std::uint32_t>(basket_entries(branch, {basket}).size());
      PlacedBasket placed{number, to.baskets.size(), &source, {}, embedded_basket(branch, {basket}), &branch};
      if (placed.embedded == nullptr) {
        const tree::BasketLocation& location = branch.baskets.location({basket});
        placed.from = {location.seek, location.record_size};
      }
      const bool stays = is_own && placed.embedded == nullptr;
      to.baskets.push_back({entries, static_cast<std::uint32_t>(placed.from.size), 0, stays ? placed.from.offset : 0});
      if (!stays) baskets.push_back(placed);
    }
  }
  return baskets;
}

/// Add baskets of entries without values, which are made later.
void TreeMove::add_filled(std::size_t branch, std::uint64_t entries, std::vector<PlacedBasket>& to) {
  const PlainNumbers& numbers = tree_.wanted->columns[branch].numbers.value();
  const std::uint64_t size = numbers.counter.empty() ? numbers.values * size_of(numbers.type) : sizeof(std::uint32_t);
  const std::uint64_t most = std::max<std::uint64_t>(bytes_of_filled / std::max<std::uint64_t>(size, 1), 1);
  tree_.contents.branches[branch].more_uncompressed_bytes += static_cast<std::int64_t>(entries * size);
  std::vector<tree::EncodedBasket>& baskets = tree_.contents.branches[branch].baskets;
  while (entries > 0) {
    PlacedBasket basket{branch, baskets.size(), nullptr, {}, nullptr, nullptr};
    basket.filled = static_cast<std::uint32_t>(std::min(entries, most));
    baskets.push_back({basket.filled, 0, 0, 0});
    entries -= basket.filled;
    to.push_back(basket);
  }
}

/// Make a basket of entries without values: numbers are 0, and those that others count are none.
void TreeMove::fill(const PlacedBasket& basket, tree::BasketPacker& packer, bytes::Buffer& to) const {
  const ColumnDescription& column = tree_.wanted->columns[basket.branch];
  const PlainNumbers& numbers = column.numbers.value();
  const bool is_counted = !numbers.counter.empty();
  const file::RecordArea& area = output_.file().area();
  const tree::BasketFrame frame{.tree_name = tree_.object->name,
                                .date = area.date(),
                                .seek_directory = tree_.seek_directory,
                                .big = area.needs_big_keys(0),
                                .basket_size = static_cast<std::uint32_t>(bytes_of_filled),
                                .compression = output_.file().options().compression};
  tree::Branch branch;
  branch.name = column.path.substr(column.path.rfind('/') + 1);
  const std::vector<std::byte> zeros(is_counted ? 0 : basket.filled * numbers.values * size_of(numbers.type));
  const std::vector<std::uint32_t> starts(is_counted ? basket.filled : 0);
  const tree::StoredEntries entries[] = {{zeros, starts, basket.filled}};
  std::vector<tree::EncodedBasket> encoded;
  packer.join(frame, branch, entries, to, encoded);
}

/// The same of a part whose places are known, and which is not open.
std::vector<TreeMove::PlacedBasket> TreeMove::add_closed(const TablePart& part) {
  const TreePlaces& places = *part.places;
  tree_.contents.entries += part.entries;
  tree_.contents.cluster_sizes.insert(tree_.contents.cluster_sizes.end(), places.cluster_sizes.begin(),
                                      places.cluster_sizes.end());
  std::vector<std::size_t> first_baskets;  // of each branch of the part
  for (std::size_t basket = 0; const TreePlaces::Branch& branch : places.branches) {
    first_baskets.push_back(basket);
    basket += branch.baskets;
  }
  const bool has_same_order = part.schema.get() == tree_.wanted;
  const auto columns = has_same_order ? std::nullopt : matching_columns(*tree_.wanted, *part.schema);
  std::vector<PlacedBasket> baskets;
  for (std::size_t number = 0; number < tree_.contents.branches.size(); ++number) {
    const std::size_t column = has_same_order ? number : columns.value().at(number);
    const TreePlaces::Branch& branch = places.branches.at(column);
    tree::BranchContents& to = tree_.contents.branches[number];
    to.more_uncompressed_bytes += branch.total_bytes;
    to.maximum.value = std::max(to.maximum.value, branch.maximum);
    const auto begin = places.baskets.begin() + static_cast<std::ptrdiff_t>(first_baskets[column]);
    for (const TreePlaces::Basket& basket : std::span(begin, branch.baskets)) {
      baskets.push_back({number, to.baskets.size(), nullptr, {basket.seek, basket.size}, nullptr, nullptr});
      to.baskets.push_back({basket.entries, basket.size, 0, 0});
    }
  }
  return baskets;
}

/// Take space for baskets of a part, in the order in which they are stored.
void TreeMove::place(const OpenPart& part, std::vector<PlacedBasket> baskets, std::vector<Job>& jobs) {
  std::ranges::stable_sort(baskets, {}, [](const PlacedBasket& basket) {
    return std::tuple(basket.filled > 0, basket.embedded != nullptr, basket.from.offset);
  });
  const std::size_t input = part.part->occurrence.input;
  const bool is_packed_anew = is_packed_anew_by(options_, *part.part);
  const std::uint64_t most = is_packed_anew ? bytes_of_packing : bytes_of_job;
  std::uint64_t size = most;
  const file::RecordArea& area = output_.file().area();
  for (const PlacedBasket& basket : baskets) {
    const bool is_filled = basket.filled > 0;
    if (basket.embedded != nullptr || size >= most || !jobs.back().record.empty() ||
        jobs.back().is_filled != is_filled) {
      jobs.push_back({input, {}, {}, {}});
      jobs.back().is_packed_anew = is_packed_anew;
      jobs.back().is_filled = is_filled;
      jobs.back().process_offset = output_.process_offset(input);
      size = 0;
    }
    Job& job = jobs.back();
    job.baskets.push_back(basket);
    if (basket.embedded != nullptr)
      job.record = tree::record_of(*basket.of, *basket.embedded, part.tree->reader->tree().name, area.date(),
                                   job.process_offset != 0 || area.needs_big_keys(0));
    job.to.size += basket.embedded == nullptr ? basket.from.size : job.record.size();
    size += basket.from.size;
  }
}

/// Note in the journal where the baskets of a job are.
void TreeMove::finish(const Job& job) {
  bytes::ByteWriter places;
  for (const PlacedBasket& basket : job.baskets) {
    const tree::EncodedBasket& there = tree_.contents.branches[basket.branch].baskets[basket.basket];
    places.write(there.offset);
    places.write(there.record_size);
  }
  output_.finish(job.to, places.span());
}

/// Take over what a merge that was stopped has copied.
void TreeMove::take_over(const Job& job, const DoneExtent& done) {
  require_fit(done, job.to, 12 * job.baskets.size());
  bytes::ByteCursor places(done.result.span());
  for (const PlacedBasket& basket : job.baskets) {
    tree::EncodedBasket& to = tree_.contents.branches[basket.branch].baskets[basket.basket];
    to.offset = places.read<std::uint64_t>();
    to.record_size = places.read<std::uint32_t>();
  }
  if (options_.progress != nullptr) options_.progress->advance(job.to.size, job.to.size);
}

void TreeMove::copy(Job& job) {
  throw_if_stopped(options_.stop);
  if (const DoneExtent* done = output_.done(job.to.offset)) return take_over(job, *done);
  const file::RecordArea& area = output_.file().area();
  if (!job.record.empty()) {
    const PlacedBasket& basket = job.baskets.front();
    file::move_record(job.record.span(), job.to.offset, tree_.seek_directory);
    area.sink().write_at(job.to.offset, job.record.span());
    tree::EncodedBasket& to = tree_.contents.branches[basket.branch].baskets[basket.basket];
    to.offset = job.to.offset;
    to.record_size = static_cast<std::uint32_t>(job.record.size());
    return finish(job);
  }
  std::vector<tree::BasketCopy> copies;
  const bool is_closed = job.baskets.front().source == nullptr;
  const auto closed = is_closed ? inputs_.bytes_of(job.input) : nullptr;
  for (const PlacedBasket& basket : job.baskets)
    copies.push_back({is_closed ? closed.get() : basket.source, basket.from});
  tree::copy_baskets(copies, area.sink(), job.to, tree_.seek_directory);
  for (std::size_t copy = 0; copy < copies.size(); ++copy) {
    const PlacedBasket& basket = job.baskets[copy];
    tree_.contents.branches[basket.branch].baskets[basket.basket].offset = copies[copy].seek;
  }
  finish(job);
  if (options_.progress != nullptr) options_.progress->advance(job.to.size, job.to.size);
}

/// Take places in order, and copy.
void TreeMove::copy_all(std::span<Job> jobs) {
  const file::RecordArea& area = output_.file().area();
  const auto is_copied = [&](const Job& job) {
    return !job.is_packed_anew && !job.is_filled && job.process_offset == 0 &&
           file::RecordArea::fits_small_keys({area.size(), job.to.size});
  };
  while (!jobs.empty()) {
    std::size_t near = 0;
    for (; near < jobs.size() && is_copied(jobs[near]); ++near) jobs[near].to = area.take_extent(jobs[near].to.size);
    executor_.for_each_index(
        near, [&](std::size_t job) { of_input(jobs[job].input, [&] { copy(jobs[job]); }); }, options_.stop);
    jobs = jobs.subspan(near);
    std::size_t packed = 0;
    for (std::uint64_t bytes = 0; packed < jobs.size() && !is_copied(jobs[packed]) && bytes < group_bytes(); ++packed)
      bytes += jobs[packed].to.size;
    if (packed > 0) pack(jobs.first(packed));
    jobs = jobs.subspan(packed);
  }
}

/// What is in memory at a time of baskets that have no place yet.
std::uint64_t TreeMove::group_bytes() const noexcept {
  return std::min<std::uint64_t>(options_.max_memory / 4, 2 * executor_.concurrency() * bytes_of_job);
}

/// Copy baskets whose sizes must be known before places are taken: they are packed anew, or small heads become big, and
/// may grow, beyond 2 GB or where numbers of processes are raised.
void TreeMove::pack(std::span<Job> jobs) {
  const file::RecordArea& area = output_.file().area();
  std::uint64_t bytes = 0;
  for (const Job& job : jobs) bytes += job.to.size;
  const bool is_far = !file::RecordArea::fits_small_keys({area.size(), 2 * bytes});
  for (; !jobs.empty(); jobs = jobs.subspan(1)) {
    const DoneExtent* done = output_.done(area.size());
    if (done == nullptr) break;
    jobs.front().to = area.take_extent(done->extent.size);
    take_over(jobs.front(), *done);
  }
  executor_.for_each_index(
      jobs.size(), [&](std::size_t job) { of_input(jobs[job].input, [&] { pack(jobs[job], is_far); }); },
      options_.stop);
  for (Job& job : jobs) job.to = area.take_extent(job.record.size());
  executor_.for_each_index(
      jobs.size(),
      [&](std::size_t number) {
        Job& job = jobs[number];
        std::uint64_t at = 0;
        for (std::size_t basket = 0; basket < job.baskets.size(); at += job.sizes[basket++]) {
          const auto record = job.record.span().subspan(at, job.sizes[basket]);
          if (job.process_offset != 0) raise_process_numbers(record, job.process_offset);
          file::move_record(record, job.to.offset + at, tree_.seek_directory);
          tree::EncodedBasket& to =
              tree_.contents.branches[job.baskets[basket].branch].baskets[job.baskets[basket].basket];
          to.offset = job.to.offset + at;
          to.record_size = job.sizes[basket];
        }
        area.sink().write_at(job.to.offset, job.record.span());
        finish(job);
        job.record = bytes::Buffer();
      },
      options_.stop);
}

/// Read the baskets of a job, and give them other compression and big heads as needed.
void TreeMove::pack(Job& job, bool is_far) {
  throw_if_stopped(options_.stop);
  const bytes::Buffer embedded = std::move(job.record);
  const auto packer = packers_.lend();
  tree::BigHeads heads(output_.file().options().compression);
  bytes::Buffer stored;
  bytes::Buffer packed;
  for (const PlacedBasket& basket : job.baskets) {
    std::span<const std::byte> record = embedded.span();
    if (basket.filled > 0) {
      stored.clear();
      fill(basket, *packer, stored);
      record = stored.span();
    } else if (basket.embedded == nullptr) {
      basket.source->require_range(basket.from.offset, basket.from.size);
      stored.remake(static_cast<std::size_t>(basket.from.size));
      basket.source->read_at(basket.from.offset, stored.span());
      tree::require_basket(stored.span(), basket.from);
      record = stored.span();
    }
    if (job.is_packed_anew && basket.filled == 0) {
      packed.clear();
      packer->recompress(record, *options_.compression, packed);
      record = packed.span();
    }
    const bool is_plain = basket.filled > 0 || basket.of->layout().packing != tree::Packing::streamed;
    const std::size_t before = job.record.size();
    if (is_far || job.process_offset != 0)
      heads.append(record, is_plain ? tree::BasketContents::numbers : tree::BasketContents::objects, job.record);
    else
      job.record.append(record);
    job.sizes.push_back(static_cast<std::uint32_t>(job.record.size() - before));
  }
  if (options_.progress != nullptr) options_.progress->advance(job.to.size, job.to.size);
}

/// Copy parts without opening them, if their places are known and they stay where small heads can say so. Returns how
/// many these are.
std::size_t TreeMove::copy_closed(std::span<const TablePart* const> parts) {
  const file::RecordArea& area = output_.file().area();
  std::vector<Job> jobs;
  std::size_t count = 0;
  for (std::uint64_t bytes = 0; count < parts.size() && bytes < bytes_of_closed; ++count) {
    const TablePart& part = *parts[count];
    const bool is_like = part.schema.get() == tree_.wanted || matching_columns(*tree_.wanted, *part.schema);
    const bool stays_closed = part.places != nullptr && is_like && !is_packed_anew_by(options_, part) &&
                              !output_.is_own(part.occurrence.input) &&
                              output_.process_offset(part.occurrence.input) == 0;
    if (!stays_closed) break;
    bytes += part.places->stored_bytes();
    if (!file::RecordArea::fits_small_keys({area.size(), bytes})) break;
    place({parts[count], std::nullopt}, add_closed(part), jobs);
  }
  copy_all(jobs);
  return count;
}

/// Copy parts that are open meanwhile. Returns how many these are.
std::size_t TreeMove::copy_open(std::span<const TablePart* const> parts) {
  std::vector<OpenPart> open_parts;
  std::uint64_t bytes = 0;
  for (const TablePart* part : parts) {
    if (open_parts.size() == trees_at_a_time || bytes >= bytes_at_a_time) break;
    open_parts.push_back({part, std::nullopt});
    bytes += part->bytes;
  }
  executor_.for_each_index(
      open_parts.size(),
      [&](std::size_t number) {
        OpenPart& part = open_parts[number];
        of_input(part.part->occurrence.input,
                 [&] { part.tree.emplace(inputs_, *tree_.object, *tree_.wanted, *part.part); });
      },
      options_.stop);
  std::vector<Job> jobs;
  for (const OpenPart& part : open_parts)
    of_input(part.part->occurrence.input, [&] { place(part, add_open(part), jobs); });
  copy_all(jobs);
  return open_parts.size();
}

void TreeMove::add(std::span<const TablePart* const> parts) {
  while (!parts.empty()) {
    const std::size_t closed = copy_closed(parts);
    parts = parts.subspan(closed > 0 ? closed : copy_open(parts));
  }
}

}  // namespace ramet::inline v1::merge::internal
