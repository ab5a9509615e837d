#include "ramet/merge/internal/safety/moved_bytes.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/endian.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/merge/internal/schemas/adapted_columns.hpp"
#include "ramet/merge/internal/tables/tree_record.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Pieces that are compared by one task.
constexpr std::size_t pairs_of_task = 32;
/// Where a record's head says how long it is.
constexpr std::size_t key_length_place = 14;

bytes::Buffer bytes_of(const io::ByteSource& source, io::Extent extent) {
  source.require_range(extent.offset, extent.size);
  bytes::Buffer bytes(static_cast<std::size_t>(extent.size));
  source.read_at(extent.offset, bytes.span());
  return bytes;
}

/// What follows the key of a record; all of what has none.
std::span<const std::byte> payload_of(std::span<const std::byte> stored, bool has_key) {
  if (!has_key) return stored;
  if (stored.size() < key_length_place + 2) detail::fail(ErrorKind::corrupt, "a record of {} bytes", stored.size());
  const std::size_t key = bytes::load_big_endian<std::uint16_t>(stored.subspan(key_length_place).data());
  return stored.subspan(std::min(key, stored.size()));
}

std::vector<ntuple::PageList> page_lists_of(const file::FileReader& file, const file::Key& key, std::size_t& columns) {
  const ntuple::Anchor anchor = ntuple::read_anchor(key.class_name, file.read_record(key).payload());
  const ntuple::BlobReader blobs(file.source(), anchor.largest_key);
  compression::Decompressor decompressor;
  const ntuple::Envelope header = read_envelope(blobs, anchor.header, ntuple::EnvelopeType::header, decompressor);
  const ntuple::Envelope footer = read_envelope(blobs, anchor.footer, ntuple::EnvelopeType::footer, decompressor);
  const ntuple::NTuple described = ntuple::read_ntuple(header, footer);
  columns = described.schema.columns.size();
  std::vector<ntuple::PageList> lists;
  for (const ntuple::ClusterGroup& group : described.groups)
    lists.emplace_back(read_envelope(blobs, group.page_list, ntuple::EnvelopeType::page_list, decompressor),
                       described.header_checksum);
  return lists;
}

}  // namespace

/// A page with its place for messages. Threads: a value.
struct MovedBytes::NamedPage {
  std::size_t cluster = 0;
  std::size_t column = 0;
  std::size_t number = 0;   // in these
  std::uint64_t entry = 0;  // the first of its cluster
  ntuple::Page page;
};

/// Two places that have the same bytes. Threads: a value that borrows.
struct MovedBytes::Pair {
  const io::ByteSource* source = nullptr;
  io::Extent from;
  io::Extent to;
  bool has_key = false;
  std::string name;
};

/// The pages of an ntuple in the order of clusters and columns.
std::vector<MovedBytes::NamedPage> MovedBytes::pages_of(const file::FileReader& file, const file::Key& key,
                                                        const std::optional<EntryRange>& entries) {
  std::vector<NamedPage> pages;
  std::size_t columns = 0;
  std::size_t clusters = 0;
  for (const ntuple::PageList& list : page_lists_of(file, key, columns))
    for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster, ++clusters) {
      const EntryNumber first = list.entries(cluster).first;
      if (entries && !contains(*entries, first)) continue;
      for (std::size_t column = 0; column < columns; ++column)
        for (std::size_t number = 0; const ntuple::Page& page : list.column(cluster, {column}).pages)
          pages.push_back({clusters, column, number++, first.number, page});
    }
  return pages;
}

void MovedBytes::compare(std::span<const Pair> pairs, std::size_t input, const PlannedTable& table) const {
  const io::ByteSource& output = output_->reader().source();
  executor_.for_each_index(
      (pairs.size() + pairs_of_task - 1) / pairs_of_task,
      [&](std::size_t task) {
        throw_if_stopped(options_.stop);
        for (const Pair& pair :
             pairs.subspan(task * pairs_of_task).first(std::min(pairs_of_task, pairs.size() - task * pairs_of_task))) {
          const bytes::Buffer before = of_input(input, [&] { return bytes_of(*pair.source, pair.from); });
          const bytes::Buffer after = bytes_of(output, pair.to);
          if (!std::ranges::equal(payload_of(before.span(), pair.has_key), payload_of(after.span(), pair.has_key)))
            detail::fail(ErrorKind::corrupt, "{} of '{}' has other bytes than in '{}'", pair.name, table.object->path(),
                         io::shown_url(inputs_.path(input)));
        }
      },
      options_.stop);
}

void MovedBytes::require_same_part(const PlannedTable& table, const TablePart& part, std::uint64_t first_entry,
                                   std::span<const tree::NamedBranch> to) const {
  const std::size_t input = part.occurrence.input;
  const auto file = of_input(input, [&] { return inputs_.open(input); });
  const auto reader = of_input(input, [&] { return file->tree(table.object->key_of(part.occurrence)); });
  const std::vector<tree::NamedBranch> from = all_branches(reader->tree());
  const std::vector<std::optional<std::size_t>> columns = columns_of(*table.model_part().schema, *part.schema);
  if (columns.size() != to.size() || from.size() != part.schema->columns.size())
    detail::fail(ErrorKind::corrupt, "'{}' has {} branches instead of {}", table.object->path(), to.size(),
                 columns.size());
  std::vector<Pair> pairs;
  for (std::size_t column = 0; column < to.size(); ++column) {
    if (!columns[column]) continue;  // it was filled
    const tree::Branch& branch = *from[*columns[column]].branch;
    std::size_t next = first_basket(*to[column].branch, {first_entry});
    for (std::size_t basket = 0; basket < basket_count(branch); ++basket) {
      if (!part.has(basket_entries(branch, {basket}).first)) continue;
      const std::size_t number = next++;
      if (number >= basket_count(*to[column].branch))
        detail::fail(ErrorKind::corrupt, "branch '{}' of '{}' has only {} baskets", to[column].path,
                     table.object->path(), number);
      if (embedded_basket(branch, {basket}) != nullptr) continue;  // has another form in a record of its own
      const tree::BasketLocation& there = branch.baskets.location({basket});
      const tree::BasketLocation& here = to[column].branch->baskets.location({number});
      pairs.push_back({&reader->source_of(branch),
                       {there.seek, there.record_size},
                       {here.seek, here.record_size},
                       true,
                       fmt::format("basket {} of branch '{}'", number, to[column].path)});
    }
  }
  compare(pairs, input, table);
}

void MovedBytes::require_same_part(const PlannedTable& table, const TablePart& part,
                                   std::span<const NamedPage> to) const {
  const std::size_t input = part.occurrence.input;
  const auto file = of_input(input, [&] { return inputs_.open(input); });
  const std::vector<NamedPage> from =
      of_input(input, [&] { return pages_of(file->reader(), table.object->key_of(part.occurrence), part.slice); });
  if (from.size() != to.size())
    detail::fail(ErrorKind::corrupt, "'{}' has {} pages instead of {} of the entries of '{}'", table.object->path(),
                 to.size(), from.size(), io::shown_url(inputs_.path(input)));
  std::vector<Pair> pairs;
  for (std::size_t number = 0; number < from.size(); ++number) {
    const ntuple::Page& page = from[number].page;
    const NamedPage& here = to[number];
    const std::uint64_t size = page.has_checksum ? page.stored_size() : page.locator.size;
    pairs.push_back({&file->reader().source(),
                     {page.locator.offset, size},
                     {here.page.locator.offset, size},
                     false,
                     fmt::format("page {} of column {} (cluster {})", here.number, here.column, here.cluster)});
  }
  compare(pairs, input, table);
}

/// Call `work(part, its first entry in the output)` for each part that was moved.
template <class Work>
void MovedBytes::for_each_moved(const PlannedTable& table, const Work& work) {
  std::uint64_t first_entry = 0;
  std::span<const TablePart* const> rest = table.parts;
  for (const TableRun& run : table.runs) {
    for (const TablePart* part : rest.first(run.parts)) {
      if (run.way == Way::move) work(*part, first_entry);
      first_entry += part->entries;
    }
    rest = rest.subspan(run.parts);
  }
}

void MovedBytes::require_same(const PlannedTable& table) const {
  if (table.object->kind == ObjectKind::tree) {
    const auto merged = output_->tree(table.object->path());
    const std::vector<tree::NamedBranch> to = all_branches(merged->tree());
    return for_each_moved(table, [&](const TablePart& part, std::uint64_t first_entry) {
      require_same_part(table, part, first_entry, to);
    });
  }
  const std::vector<NamedPage> to =
      pages_of(output_->reader(), output_->reader().key(table.object->path()), std::nullopt);
  for_each_moved(table, [&](const TablePart& part, std::uint64_t first_entry) {
    const auto begin = std::ranges::lower_bound(to, first_entry, {}, &NamedPage::entry);
    const auto end = std::ranges::lower_bound(begin, to.end(), first_entry + part.entries, {}, &NamedPage::entry);
    require_same_part(table, part, std::span(begin, end));
  });
}

}  // namespace ramet::inline v1::merge::internal
