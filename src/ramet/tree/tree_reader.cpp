#include "ramet/tree/tree_reader.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/io/detail/fetch_tasks.hpp"
#include "ramet/io/detail/fetched_source.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/internal/batch_cursor.hpp"
#include "ramet/tree/internal/column_read.hpp"
#include "ramet/tree/internal/tree_batches.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

namespace ramet::inline v1::tree {
namespace {

/// These entries, and for branches located by counts the earlier ones in the same baskets.
EntryRange counted_entries(std::span<const Branch* const> branches, EntryRange entries) {
  EntryRange counted = entries;
  for (const Branch* branch : branches)
    if (branch->layout().may_lack_offsets && !entries.empty())
      counted.first = std::min(counted.first, basket_entries(*branch, basket_of(*branch, entries.first)).first);
  return counted;
}

/// The least number of uncompressed bytes in a task, so that its overhead is small.
constexpr double least_task_bytes = 128 << 10;

/// The clusters, limited to `entries`, that each task reads.
std::vector<std::vector<EntryRange>> parts_of(const Tree& tree, std::span<const Branch* const> branches,
                                              EntryRange entries) {
  double entry_bytes = 0;
  for (const Branch* branch : branches)
    entry_bytes +=
        static_cast<double>(branch->total_bytes) / static_cast<double>(std::max<std::uint64_t>(tree.entries, 1));
  std::vector<std::vector<EntryRange>> parts;
  double last_bytes = least_task_bytes;  // of the last part
  for (std::uint64_t number = 0; number < tree.cluster_count(); ++number) {
    const EntryRange cluster = intersection(tree.cluster({number}), entries);
    if (cluster.empty()) continue;
    if (last_bytes >= least_task_bytes) {
      parts.emplace_back();
      last_bytes = 0;
    }
    parts.back().push_back(cluster);
    last_bytes += entry_bytes * static_cast<double>(cluster.size());
  }
  return parts;
}

/// The place in an error when several branches are read: names one of them.
std::string place_of(const file::FileReader& file, const Tree& tree, std::span<const Branch* const> branches) {
  return fmt::format("'{}': tree '{}': branch '{}'{}", file.name(), tree.name,
                     branches.empty() ? "" : branches.front()->name, branches.size() > 1 ? " and others" : "");
}

}  // namespace

bool is_tree_class(std::string_view class_name) noexcept {
  return class_name == "TTree" || class_name == "TNtuple" || class_name == "TNtupleD";
}

TreeReader::TreeReader(std::shared_ptr<const file::FileReader> file, const file::Key& key,
                       std::shared_ptr<const ClassLayouts> classes)
    : file_(std::move(file)), branch_files_(file_->source(), file_->recorder()) {
  if (!is_tree_class(key.class_name))
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is a {}, not a tree", key.name, file_->name(), key.class_name);
  tree_ = detail::while_doing(
      [&] { return fmt::format("'{}': tree '{};{}' at byte {}", file_->name(), key.name, key.cycle, key.seek); },
      [&] { return internal::parse_tree(file_->read_record(key), key.class_name, std::move(classes)); });
}

void TreeReader::check_readable(const Branch& branch, EntryRange entries) const {
  const ColumnLayout& layout = branch.layout();
  if (!layout.is_readable())
    detail::fail(ErrorKind::unsupported, "branch '{}': {}", branch.name,
                 layout.packing == Packing::nothing ? "it only groups others and has no values" : layout.reason);
  const EntryRange stored = branch.stored_entries();
  if (entries.last < entries.first)
    detail::fail(ErrorKind::misuse, "entries {}..{} end before they begin", entries.first.number, entries.last.number);
  if (!entries.empty() && (entries.first < stored.first || stored.last < entries.last))
    detail::fail(ErrorKind::not_found, "branch '{}' has entries {}..{}, not {}..{}", branch.name, stored.first.number,
                 stored.last.number, entries.first.number, entries.last.number);
  if (!entries.empty()) source_of(branch);  // reports a missing file before anything is read
}

array::Array TreeReader::read(const Branch& branch, EntryRange entries, const ReadOptions& options) const {
  const Branch* const one[] = {&branch};
  return std::move(read(one, entries, options).front());
}

std::vector<array::Array> TreeReader::read(std::span<const Branch* const> branches, EntryRange entries,
                                           const ReadOptions& options) const try {
  for (const Branch* branch : branches) check_readable(*branch, entries);
  const auto counters = counters_of(branches);
  const auto fetched = fetch_with_counters(branches, counters, entries, options);
  const EntryRange counted = counted_entries(branches, entries);
  const auto counts = read_counts(counters, counted, options, fetched.get());
  std::vector<internal::ColumnRead> columns;
  for (std::size_t column = 0; column < branches.size(); ++column) {
    const Branch* counter = counters[column];
    columns.emplace_back(*branches[column], entries, counter == nullptr ? CountsView() : counts.at(counter).view(),
                         entries.first.number - counted.first.number);
  }
  return read_columns(branches, columns, options, fetched.get());
} catch (...) {
  rethrow_naming([&] { return place_of(*file_, tree_, branches); });
}

std::vector<array::Array> TreeReader::read_columns(std::span<const Branch* const> branches,
                                                   std::span<internal::ColumnRead> columns, const ReadOptions& options,
                                                   const io::FetchedSource* fetched) const {
  std::vector<std::size_t> first_task = {0};
  for (const internal::ColumnRead& column : columns) first_task.push_back(first_task.back() + column.task_count());
  const auto column_of = [&](std::size_t task) {
    const auto after = std::upper_bound(first_task.begin(), first_task.end(), task);
    return static_cast<std::size_t>(after - first_task.begin()) - 1;
  };
  const auto add_extents = [&](std::size_t task, std::vector<io::Extent>& to) {
    const std::size_t column = column_of(task);
    columns[column].add_extents(task - first_task[column], to);
  };
  const auto run = [&](std::size_t task, const io::ByteSource& source) {
    const std::size_t column = column_of(task);
    const auto reader = readers_.lend();
    reader->record(branch_files_.recorder());
    columns[column].run(task - first_task[column], branch_files_.source_of(*branches[column], &source), *reader,
                        options.progress);
  };
  const io::FetchTasks tasks{first_task.back(), add_extents, run};
  if (fetched != nullptr)
    io::for_each_of_fetched(*fetched, tasks, options.executor, options.stop);
  else
    io::for_each_fetched(file_->source(), tasks, options.executor, options.stop);
  std::vector<array::Array> arrays(columns.size());
  options.executor.for_each_index(
      columns.size(), [&](std::size_t column) { arrays[column] = columns[column].take(); }, options.stop);
  return arrays;
}

std::unique_ptr<const io::FetchedSource> TreeReader::fetch_with_counters(std::span<const Branch* const> branches,
                                                                         std::span<const Branch* const> counters,
                                                                         EntryRange entries,
                                                                         const ReadOptions& options) const {
  const auto ahead = file_->source().read_ahead();
  const bool has_counters = std::ranges::any_of(counters, [](const Branch* counter) { return counter != nullptr; });
  if (!ahead || !has_counters) return nullptr;
  std::vector<io::Extent> extents;
  for (const Branch* branch : branches) add_extents(*branch, entries, extents);
  for (const Branch* counter : counters)
    if (counter != nullptr) add_extents(*counter, entries, extents);
  std::uint64_t bytes = 0;
  for (const io::Extent& extent : extents) bytes += std::min(extent.size, ahead->most_bytes);
  if (bytes > ahead->most_bytes) return nullptr;
  return std::make_unique<const io::FetchedSource>(file_->source(), extents, ahead->request, options.stop);
}

std::vector<const Branch*> TreeReader::counters_of(std::span<const Branch* const> branches) const {
  std::vector<const Branch*> counters(branches.size());
  for (std::size_t column = 0; column < branches.size(); ++column) {
    if (!branches[column]->layout().needs_counts()) continue;
    counters[column] = counter_of(tree_, *branches[column]);
    if (counters[column] == nullptr)
      detail::fail(ErrorKind::unsupported, "branch '{}': the branch that counts its values does not exist",
                   branches[column]->name);
  }
  return counters;
}

bool TreeReader::will_read(std::span<const Branch* const> branches, EntryRange entries) const {
  if (!file_->source().read_ahead()) return true;
  std::vector<io::Extent> extents;
  const auto add = [&](const auto& self, const Branch& branch) -> void {
    for (const Branch& below : branch.branches) self(self, below);
    if (branch.is_group()) return;
    add_extents(branch, entries, extents);
    const Branch* const counter = branch.layout().needs_counts() ? counter_of(tree_, branch) : nullptr;
    if (counter != nullptr) add_extents(*counter, entries, extents);
  };
  for (const Branch* branch : branches) add(add, *branch);
  return file_->source().will_read(extents);
}

std::map<const Branch*, Counts> TreeReader::read_counts(std::span<const Branch* const> counters, EntryRange entries,
                                                        const ReadOptions& options,
                                                        const io::FetchedSource* fetched) const {
  std::vector<const Branch*> wanted;
  for (const Branch* counter : counters)
    if (counter != nullptr && std::ranges::find(wanted, counter) == wanted.end()) wanted.push_back(counter);
  std::map<const Branch*, Counts> counts;
  const ReadOptions quiet{options.executor, options.stop, nullptr};
  if (std::ranges::any_of(wanted, [](const Branch* counter) { return counter->layout().needs_counts(); })) {
    for (const Branch* counter : wanted) counts.emplace(counter, counts_in(read(*counter, entries, quiet)));
    return counts;
  }
  std::vector<internal::ColumnRead> columns;
  for (const Branch* counter : wanted) {
    check_readable(*counter, entries);
    columns.emplace_back(*counter, entries);
  }
  const std::vector<array::Array> read = read_columns(wanted, columns, quiet, fetched);
  for (std::size_t number = 0; number < wanted.size(); ++number)
    counts.emplace(wanted[number], counts_in(read[number]));
  return counts;
}

void TreeReader::for_each_batch(std::span<const Branch* const> branches, EntryRange entries, std::size_t batch_entries,
                                const ReadOptions& options, FunctionRef<void(const Batch&)> body) const try {
  for (const Branch* branch : branches) check_readable(*branch, entries);
  if (tree_.all_entries().last < entries.last && !entries.empty())
    detail::fail(ErrorKind::not_found, "tree '{}' has {} entries, not {}..{}", tree_.name, tree_.entries,
                 entries.first.number, entries.last.number);
  if (batch_entries == 0) detail::fail(ErrorKind::misuse, "a batch of 0 entries");
  const auto parts = parts_of(tree_, branches, entries);
  const auto counters = counters_of(branches);
  const auto make_cursor = [&](const io::ByteSource& source) {
    return std::make_unique<internal::BatchCursor>(branch_files_, source, branches, counters);
  };
  ObjectPool<internal::BatchCursor> cursors([&] { return make_cursor(file_->source()); });
  const auto walk = [&](internal::BatchCursor& cursor, std::size_t part) {
    for (const EntryRange cluster : parts[part]) {
      cursor.for_each_batch(cluster, batch_entries, options.stop, body);
      if (options.progress != nullptr) options.progress->advance(cluster.size(), 0);
    }
  };
  const auto add_extents = [&](std::size_t part, std::vector<io::Extent>& to) {
    for (const EntryRange cluster : parts[part]) {
      for (const Branch* branch : branches) tree::add_extents(*branch, cluster, to);
      for (const Branch* counter : counters)
        if (counter != nullptr) tree::add_extents(*counter, cluster, to);
    }
  };
  const auto run = [&](std::size_t part, const io::ByteSource& source) {
    if (&source == &file_->source()) return walk(*cursors.lend(), part);
    walk(*make_cursor(source), part);  // a new cursor, because a reused one may hold a view of fetched bytes
  };
  io::for_each_fetched(file_->source(), {parts.size(), add_extents, run}, options.executor, options.stop);
} catch (...) {
  rethrow_naming([&] { return place_of(*file_, tree_, branches); });
}

std::unique_ptr<array::BatchReader> TreeReader::batch_reader(std::span<const Branch* const> branches) const try {
  for (const Branch* branch : branches) check_readable(*branch, tree_.all_entries());
  const std::vector<const Branch*> wanted(branches.begin(), branches.end());
  const auto place = [this, wanted] { return place_of(*file_, tree_, wanted); };
  return std::make_unique<internal::TreeBatches>(branch_files_, file_->source(), tree_, wanted, counters_of(branches),
                                                 place);
} catch (...) {
  rethrow_naming([&] { return place_of(*file_, tree_, branches); });
}

}  // namespace ramet::inline v1::tree
