#include "ramet/dataset/dataset.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/asked_ahead.hpp"
#include "ramet/dataset/detail/gather.hpp"
#include "ramet/dataset/detail/slots.hpp"
#include "ramet/dataset/internal/chain.hpp"
#include "ramet/dataset/internal/conversion.hpp"
#include "ramet/dataset/internal/partners.hpp"
#include "ramet/dataset/internal/request.hpp"
#include "ramet/dataset/internal/tree_table.hpp"

namespace ramet::inline v1::dataset {

using internal::Part;
using internal::Request;

namespace {

/// Threads: a value.
struct SelectedCluster {
  EntryRange hull;                  // from the first to the last selected entry
  std::vector<std::uint64_t> rows;  // the selected entries, counted from the hull's first
};

std::vector<SelectedCluster> by_cluster(std::span<const EntryRange> selection,
                                        std::span<const std::uint64_t> cluster_starts) {
  std::vector<SelectedCluster> clusters;
  std::uint64_t cluster_end = 0;
  EntryNumber before;
  for (const EntryRange& range : selection) {
    if (range.first < before || range.last < range.first)
      detail::fail(ErrorKind::misuse, "the selection has entries {}..{} after entry {}", range.first.number,
                   range.last.number, before.number);
    before = range.last;
    for (std::uint64_t entry = range.first.number; entry < range.last.number; ++entry) {
      if (clusters.empty() || entry >= cluster_end) {
        const auto after = std::ranges::upper_bound(cluster_starts, entry);
        if (after == cluster_starts.end())
          detail::fail(ErrorKind::not_found, "entry {} is selected, but there are {} entries", entry,
                       cluster_starts.back());
        cluster_end = *after;
        clusters.push_back({{{entry}, {entry}}, {}});
      }
      SelectedCluster& cluster = clusters.back();
      cluster.rows.push_back(entry - cluster.hull.first.number);
      cluster.hull.last = {entry + 1};
    }
  }
  return clusters;
}

std::vector<Column> columns_of_friend(const Friend& one) {
  std::vector<Column> columns = one.dataset->columns();
  for (Column& column : columns) {
    column.name = fmt::format("{}.{}", one.name, column.name);
    if (column.type) column.type = internal::joined_type(one, *column.type);
    column.packed = {};  // a value that is missing is another one
  }
  return columns;
}

}  // namespace

Dataset::Dataset(const Session& session, std::vector<FileAndObject> places, const DatasetOptions& options)
    : session_(&session),
      chain_(std::make_unique<const internal::Chain>(session, std::move(places), options)),
      friends_(options.friends) {
  for (const Friend& one : friends_) {
    if (one.dataset == nullptr) detail::fail(ErrorKind::misuse, "friend '{}' has no dataset", one.name);
    if (one.index != nullptr && one.major.empty())
      detail::fail(ErrorKind::misuse, "friend '{}' has an index, but names no column to look up in it", one.name);
  }
}

Dataset::~Dataset() = default;

// --- what there is -------------------------------------------------------------------------------------------------

std::size_t Dataset::file_count() const noexcept { return chain_->files().size(); }
const FileAndObject& Dataset::place(FileNumber file) const { return chain_->files().place(file); }

std::vector<std::string> Dataset::files() const {
  std::vector<std::string> files;
  for (std::size_t file = 0; file < file_count(); ++file) files.push_back(place({file}).file);
  for (const Friend& one : friends_) std::ranges::move(one.dataset->files(), std::back_inserter(files));
  return files;
}

std::vector<Column> Dataset::columns() const {
  std::vector<Column> columns = chain_->columns();
  for (const Friend& one : friends_) std::ranges::move(columns_of_friend(one), std::back_inserter(columns));
  return columns;
}

std::optional<Column> Dataset::find(std::string_view name) const {
  if (is_optional_name(name)) {
    auto column = find(name.substr(1));
    if (column && column->type) column->type = optional_type(*column->type);
    return column;
  }
  if (auto column = chain_->find(name)) return column;
  // A friend's objects are not those of a group of this dataset that cannot be assembled.
  if (const auto group = group_of(name); group && chain_->find(*group)) return std::nullopt;
  for (const Friend& one : friends_) {
    const auto in_friend = internal::name_in_friend(one, name);
    if (!in_friend) continue;
    auto column = one.dataset->find(*in_friend);
    column->name = name;
    if (column->type) column->type = internal::joined_type(one, *column->type);
    return column;
  }
  return std::nullopt;
}

std::string Dataset::schema_text() const {
  const std::vector<Column> all = columns();
  std::size_t width = std::string_view("column").size();
  for (const Column& column : all) width = std::max(width, column.name.size());
  std::string text = fmt::format("{:{}} | type\n{:-<{}}-+-{:-<30}\n", "column", width, "", width, "");
  for (const Column& column : all)
    text += fmt::format("{:{}} | {}\n", column.name, width,
                        column.type       ? array::to_string(*column.type)
                        : column.is_group ? column.type_name
                                          : "unknown");
  return text;
}

std::uint64_t Dataset::entries(const ReadOptions& options) const { return chain_->entries(options); }
std::uint64_t Dataset::entries(FileNumber file) const { return chain_->files().entries(file); }

std::vector<std::uint64_t> Dataset::entries(FileNumber first, FileNumber last, const ReadOptions& options) const {
  return chain_->entries(first, last, options);
}

EntryNumber Dataset::first_entry(FileNumber file) const {
  EntryNumber first;
  for (FileNumber before; before < file; ++before) first.number += entries(before);
  return first;
}

std::vector<std::uint64_t> Dataset::cluster_starts(const ReadOptions& options) const {
  return chain_->cluster_starts(options);
}

bool Dataset::is_distant() const noexcept { return chain_->is_distant(); }

Asked Dataset::will_read(std::span<const std::string> names, EntryRange range, const ReadOptions& options) const {
  return Request(*chain_, friends_, names).will_read(range, options);
}

// --- reading -------------------------------------------------------------------------------------------------------

std::vector<array::Array> Dataset::read(std::span<const std::string> names, const ReadOptions& options) const {
  const Request request(*chain_, friends_, names);
  if (!request.has_friends()) return chain_->read(request.own(), chain_->whole(), options);
  request.check_lengths(options);
  return request.read({{0}, {chain_->entries(options)}}, options);
}

std::vector<array::Array> Dataset::read(std::span<const std::string> names, EntryRange range,
                                        const ReadOptions& options) const {
  const Request request(*chain_, friends_, names);
  request.check_lengths(options);
  return request.read(range, options);
}

std::vector<array::Array> Dataset::read(std::span<const std::string> names, std::span<const EntryRange> selection,
                                        const ReadOptions& options) const {
  const Request request(*chain_, friends_, names);
  request.check_lengths(options);
  const std::vector<SelectedCluster> clusters = by_cluster(selection, cluster_starts(options));
  if (clusters.empty()) return request.read({}, options);
  std::vector<std::vector<array::Array>> read(clusters.size());
  AskedAhead ahead(is_distant() ? clusters.size() : 0, options.executor,
                   [&](std::size_t number) { return request.will_read(clusters[number].hull, options); });
  options.executor.for_each_index(
      clusters.size(),
      [&](std::size_t number) {
        const SelectedCluster& cluster = clusters[number];
        ahead.begin(number);
        read[number] = request.read(cluster.hull, options);
        if (cluster.rows.size() == cluster.hull.size()) return;
        for (array::Array& column : read[number]) column = gather(column, cluster.rows);
      },
      options.stop);
  if (read.size() == 1) return std::move(read.front());
  std::vector<array::Array> columns;
  for (std::size_t column = 0; column < names.size(); ++column) {
    std::vector<array::Array> pieces;
    for (auto& of_cluster : read) pieces.push_back(std::move(of_cluster[column]));
    array::ArrayBuilder joined(pieces.front().type());
    array::reserve_for(joined, pieces);
    for (array::Array& piece : pieces) array::append(joined, std::exchange(piece, {}));
    columns.push_back(std::move(joined).finish());
  }
  return columns;
}

void Dataset::for_each_batch(std::span<const std::string> names, EntryRange range, std::size_t batch_entries,
                             const ReadOptions& options, FunctionRef<void(const Batch&)> body) const {
  for_each_batch(Request(*chain_, friends_, names), chain_->parts(range, options), batch_entries, options, body);
}

void Dataset::for_each_batch(std::span<const std::string> names, std::size_t batch_entries, const ReadOptions& options,
                             FunctionRef<void(const Batch&)> body) const {
  for_each_batch(Request(*chain_, friends_, names), chain_->whole(), batch_entries, options, body);
}

void Dataset::for_each_batch(const Request& request, std::span<const Part> parts, std::size_t batch_entries,
                             const ReadOptions& options, FunctionRef<void(const Batch&)> body) const {
  if (request.has_friends()) return for_each_joined(request, parts, batch_entries, options, body);
  chain_->for_each_batch(
      request.own(), parts, batch_entries, options,
      [&](const Part& part, std::span<const array::Array> columns) { body({part.file, part.entries, columns}); });
}

void Dataset::for_each_joined(const Request& request, std::span<const Part> parts, std::size_t batch_entries,
                              const ReadOptions& options, FunctionRef<void(const Batch&)> body) const {
  if (batch_entries == 0) detail::fail(ErrorKind::misuse, "a batch of 0 entries");
  request.check_lengths(options);
  const std::vector<std::uint64_t> starts = cluster_starts(options);
  std::vector<Part> clusters;
  for (const Part& part : parts) {
    const std::uint64_t before = first_entry(part.file).number;
    const std::uint64_t end = std::min(part.entries.last.number, entries(part.file));
    for (std::uint64_t begin = part.entries.first.number; begin < end;) {
      const std::uint64_t cluster_end = *std::ranges::upper_bound(starts, before + begin) - before;
      clusters.push_back({part.file, {{begin}, {std::min(cluster_end, end)}}});
      begin = clusters.back().entries.last.number;
    }
  }
  options.executor.for_each_index(
      clusters.size(),
      [&](std::size_t number) {
        const Part& cluster = clusters[number];
        const std::uint64_t before = first_entry(cluster.file).number;
        const EntryRange here = cluster.entries;
        const auto columns = request.read({{before + here.first.number}, {before + here.last.number}}, options);
        for (std::uint64_t begin = 0; begin < here.size(); begin += batch_entries) {
          const std::uint64_t end = std::min<std::uint64_t>(begin + batch_entries, here.size());
          std::vector<array::Array> piece;
          for (const array::Array& column : columns) piece.push_back(column.slice(begin, end));
          body({cluster.file, {{here.first.number + begin}, {here.first.number + end}}, piece});
        }
      },
      options.stop);
}

std::vector<Task> Dataset::tasks(EntryRange range, const ReadOptions& options) const {
  return chain_->tasks(range, options);
}

void Dataset::for_each_task(std::span<const std::string> names, std::span<const Task> tasks, const ReadOptions& options,
                            TaskBody body) const {
  const Request request(*chain_, friends_, names);
  request.check_lengths(options);
  Slots slots(options.executor.concurrency());
  AskedAhead ahead(is_distant() ? tasks.size() : 0, options.executor,
                   [&](std::size_t number) { return request.will_read(tasks[number].range(), options); });
  options.executor.for_each_index(
      tasks.size(),
      [&](std::size_t number) {
        const Task& task = tasks[number];
        ahead.begin(number);
        const Slots::Lease slot = slots.lend();
        body(task, slot.number(), request.read(task.range(), options));
      },
      options.stop);
}

std::shared_ptr<const Index> make_index(const Dataset& dataset, const std::string& major, const std::string& minor,
                                        const ReadOptions& options) {
  std::vector<std::string> names = {major};
  if (!minor.empty()) names.push_back(minor);
  const auto columns = dataset.read(names, options);
  const internal::IndexNumbers numbers = internal::index_numbers(columns, names);
  return std::make_shared<const Index>(numbers.major, numbers.minor);
}

std::vector<EntryRange> selection_of(std::span<const std::uint64_t> entries) {
  std::vector<EntryRange> ranges;
  for (const std::uint64_t entry : entries) {
    if (!ranges.empty() && entry < ranges.back().last.number)
      detail::fail(ErrorKind::misuse, "the selection has entry {} after entry {}", entry,
                   ranges.back().last.number - 1);
    if (!ranges.empty() && entry == ranges.back().last.number) {
      ++ranges.back().last;
    } else {
      ranges.push_back({{entry}, {entry + 1}});
    }
  }
  return ranges;
}

}  // namespace ramet::inline v1::dataset
