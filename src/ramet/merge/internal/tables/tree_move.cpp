#include "ramet/merge/internal/tables/tree_move.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/detail/basket_copy.hpp"
#include "ramet/tree/detail/big_heads.hpp"
#include "ramet/tree/detail/tree_amender.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Baskets are copied about as many bytes at a time ...
constexpr std::uint64_t bytes_of_job = std::uint64_t{16} << 20;
/// ... of so many inputs, or fewer if these have more bytes.
constexpr std::size_t trees_at_a_time = 32;
constexpr std::uint64_t bytes_at_a_time = std::uint64_t{512} << 20;

std::uint64_t maximum_of(const tree::Branch& branch) noexcept {
  std::int64_t maximum = branch.is_collection() ? branch.maximum : 0;
  for (const tree::Leaf& leaf : branch.leaves) {
    if (leaf.is_range) maximum = std::max(maximum, leaf.maximum);
    if (leaf.class_name == "TLeafC") maximum = std::max({maximum, leaf.maximum, std::int64_t{leaf.length}});
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(maximum, 0));
}

}  // namespace

/// A part that is being copied.
struct TreeMove::OpenPart {
  const TablePart* part = nullptr;
  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const tree::TreeReader> reader;
  std::vector<const tree::Branch*> branches;  // in the order of the new tree
};

/// A basket of a part, and where it comes to stand in the new tree. Threads: a value that borrows.
struct TreeMove::PlacedBasket {
  std::size_t branch = 0;  // of the new tree
  std::size_t basket = 0;  // among those of the branch
  const io::ByteSource* source = nullptr;
  io::Extent from;
  const tree::EmbeddedBasket* embedded = nullptr;
  const tree::Branch* of = nullptr;
};

/// Baskets that are copied with one call.
struct TreeMove::Job {
  std::size_t input = 0;
  io::Extent to;
  std::vector<PlacedBasket> baskets;
  bytes::Buffer record;                   // of an embedded basket; or those of all baskets with big heads, beyond 2 GB
  std::vector<std::uint32_t> sizes = {};  // of the latter
};

void TreeMove::open(const MergedObject& object, const TableSchema& wanted, OpenPart& part) const {
  of_input(part.part->occurrence.input, [&] {
    part.file = inputs_.open(part.part->occurrence.input);
    part.reader = part.file->tree(object.key_of(part.part->occurrence));
    const std::vector<tree::NamedBranch> branches = all_branches(part.reader->tree());
    const auto columns = matching_columns(wanted, *part.part->schema);
    if (!columns || columns->size() != branches.size() || part.reader->tree().entries != part.part->entries)
      detail::fail(ErrorKind::corrupt, "file '{}': tree '{}' has changed while it was merged", part.file->name(),
                   object.path());
    for (const std::size_t column : *columns) part.branches.push_back(branches[column].branch);
  });
}

/// Add the baskets of a part to the new tree, and take space for them.
void TreeMove::place(OpenPart& part, std::vector<Job>& jobs) {
  const tree::Tree& tree = part.reader->tree();
  contents_.entries += tree.entries;
  for (std::size_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
    contents_.cluster_sizes.push_back(tree.cluster({cluster}).size());
  std::vector<PlacedBasket> baskets;
  for (std::size_t number = 0; number < part.branches.size(); ++number) {
    const tree::Branch& branch = *part.branches[number];
    tree::BranchContents& to = contents_.branches[number];
    to.maximum.value = std::max(to.maximum.value, maximum_of(branch));
    to.more_plain_bytes += branch.total_bytes;
    const io::ByteSource& source = part.reader->source_of(branch);
    for (std::size_t basket = 0; basket < basket_count(branch); ++basket) {
      const auto entries = static_cast<std::uint32_t>(basket_entries(branch, {basket}).size());
      PlacedBasket placed{number, to.baskets.size(), &source, {}, embedded_basket(branch, {basket}), &branch};
      if (placed.embedded == nullptr) {
        const tree::BasketLocation& location = branch.baskets.location({basket});
        placed.from = {location.seek, location.record_size};
      }
      to.baskets.push_back({entries, static_cast<std::uint32_t>(placed.from.size), 0, 0});
      baskets.push_back(placed);
    }
  }
  std::ranges::stable_sort(baskets, {}, [](const PlacedBasket& basket) {
    return std::pair(basket.embedded != nullptr, basket.from.offset);
  });
  const std::size_t input = part.part->occurrence.input;
  std::uint64_t size = bytes_of_job;
  const file::RecordArea& area = output_.file().area();
  for (const PlacedBasket& basket : baskets) {
    if (basket.embedded != nullptr || size >= bytes_of_job || !jobs.back().record.empty()) {
      jobs.push_back({input, {}, {}, {}});
      size = 0;
    }
    Job& job = jobs.back();
    job.baskets.push_back(basket);
    if (basket.embedded != nullptr)
      job.record = tree::record_of(*basket.of, *basket.embedded, tree.name, area.date(), area.needs_big_keys(0));
    job.to.size += basket.embedded == nullptr ? basket.from.size : job.record.size();
    size += basket.from.size;
  }
}

/// Note in the journal where the baskets of a job are.
void TreeMove::finish(const Job& job) {
  bytes::ByteWriter places;
  for (const PlacedBasket& basket : job.baskets) {
    const tree::EncodedBasket& there = contents_.branches[basket.branch].baskets[basket.basket];
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
    tree::EncodedBasket& to = contents_.branches[basket.branch].baskets[basket.basket];
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
    file::move_record(job.record.span(), job.to.offset, seek_directory_);
    area.sink().write_at(job.to.offset, job.record.span());
    tree::EncodedBasket& to = contents_.branches[basket.branch].baskets[basket.basket];
    to.offset = job.to.offset;
    to.record_size = static_cast<std::uint32_t>(job.record.size());
    return finish(job);
  }
  std::vector<tree::BasketCopy> copies;
  for (const PlacedBasket& basket : job.baskets) copies.push_back({basket.source, basket.from});
  tree::copy_baskets(copies, area.sink(), job.to, seek_directory_);
  for (std::size_t copy = 0; copy < copies.size(); ++copy) {
    const PlacedBasket& basket = job.baskets[copy];
    contents_.branches[basket.branch].baskets[basket.basket].offset = copies[copy].seek;
  }
  finish(job);
  if (options_.progress != nullptr) options_.progress->advance(job.to.size, job.to.size);
}

/// Take places in order, and copy.
void TreeMove::copy_all(std::span<Job> jobs) {
  const file::RecordArea& area = output_.file().area();
  std::size_t near = 0;
  for (; near < jobs.size(); ++near) {
    if (!file::RecordArea::fits_small_keys({area.size(), jobs[near].to.size})) break;
    jobs[near].to = area.take_extent(jobs[near].to.size);
  }
  executor_.for_each_index(
      near, [&](std::size_t job) { of_input(jobs[job].input, [&] { copy(jobs[job]); }); }, options_.stop);
  const std::size_t group = 2 * executor_.concurrency();
  for (; near < jobs.size(); near += group) copy_far(jobs.subspan(near, std::min(group, jobs.size() - near)));
}

/// Copy to places beyond 2 GB, where small heads become big and may grow: their sizes are known before places are
/// taken.
void TreeMove::copy_far(std::span<Job> jobs) {
  const file::RecordArea& area = output_.file().area();
  for (; !jobs.empty(); jobs = jobs.subspan(1)) {
    const DoneExtent* done = output_.done(area.size());
    if (done == nullptr) break;
    jobs.front().to = area.take_extent(done->extent.size);
    take_over(jobs.front(), *done);
  }
  executor_.for_each_index(
      jobs.size(), [&](std::size_t job) { of_input(jobs[job].input, [&] { read_far(jobs[job]); }); }, options_.stop);
  for (Job& job : jobs) job.to = area.take_extent(job.record.size());
  executor_.for_each_index(
      jobs.size(),
      [&](std::size_t number) {
        Job& job = jobs[number];
        std::uint64_t at = 0;
        for (std::size_t basket = 0; basket < job.baskets.size(); at += job.sizes[basket++]) {
          file::move_record(job.record.span().subspan(at, job.sizes[basket]), job.to.offset + at, seek_directory_);
          tree::EncodedBasket& to = contents_.branches[job.baskets[basket].branch].baskets[job.baskets[basket].basket];
          to.offset = job.to.offset + at;
          to.record_size = job.sizes[basket];
        }
        area.sink().write_at(job.to.offset, job.record.span());
        finish(job);
        job.record = bytes::Buffer();
      },
      options_.stop);
}

/// Read the baskets of a job and give them big heads.
void TreeMove::read_far(Job& job) const {
  if (!job.record.empty()) return job.sizes.push_back(static_cast<std::uint32_t>(job.record.size()));  // is big already
  tree::BigHeads heads(output_.file().options().compression);
  bytes::Buffer stored;
  for (const PlacedBasket& basket : job.baskets) {
    basket.source->require_range(basket.from.offset, basket.from.size);
    stored.resize(static_cast<std::size_t>(basket.from.size));
    basket.source->read_at(basket.from.offset, stored.span());
    const bool is_plain = basket.of->layout().packing != tree::Packing::streamed;
    const std::size_t before = job.record.size();
    heads.append(stored.span(), is_plain ? tree::BasketContents::numbers : tree::BasketContents::objects, job.record);
    job.sizes.push_back(static_cast<std::uint32_t>(job.record.size() - before));
  }
  if (options_.progress != nullptr) options_.progress->advance(job.record.size(), job.record.size());
}

std::vector<std::string> TreeMove::write(const MergedObject& object, const TablePart& first) {
  return of_input(first.occurrence.input, [&] {
    const auto file = inputs_.open(first.occurrence.input);
    const file::Key key = object.key_of(first.occurrence);
    const file::Record record = file->reader().read_record(key);
    const auto reader = file->tree(key);
    bytes::ByteCursor head(record.bytes.span(), key.seek);
    const std::string title = file::read_record_head(head).title;
    std::vector<std::string> left_out;
    output_.file().put(output_.directory(object.directory), object.class_name, object.name, title,
                       [&](std::uint16_t key_length) {
                         tree::AmendedTree amended =
                             tree::amend_tree(record, object.class_name, reader->tree(), contents_, key_length);
                         left_out = std::move(amended.left_out);
                         return std::move(amended.payload);
                       });
    return left_out;
  });
}

std::vector<std::string> TreeMove::run(const MergedObject& object, std::span<const TablePart* const> parts) {
  const TableSchema& wanted = *parts.front()->schema;
  contents_ = {};
  contents_.is_elsewhere = true;
  contents_.branches.resize(wanted.columns.size());
  seek_directory_ = output_.file().seek_of(output_.directory(object.directory));
  for (std::size_t first = 0; first < parts.size();) {
    std::vector<OpenPart> open_parts;
    std::uint64_t bytes = 0;
    for (; first < parts.size() && open_parts.size() < trees_at_a_time && bytes < bytes_at_a_time; ++first) {
      open_parts.emplace_back().part = parts[first];
      bytes += parts[first]->bytes;
    }
    executor_.for_each_index(
        open_parts.size(), [&](std::size_t part) { open(object, wanted, open_parts[part]); }, options_.stop);
    std::vector<Job> jobs;
    for (OpenPart& part : open_parts) of_input(part.part->occurrence.input, [&] { place(part, jobs); });
    copy_all(jobs);
  }
  return write(object, *parts.front());
}

}  // namespace ramet::inline v1::merge::internal
