#include "ramet/frame/source.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame {

Source::Source(std::shared_ptr<const dataset::Table> table) : table_(std::move(table)) {
  if (table_ == nullptr) detail::fail(ErrorKind::misuse, "a source without a table");
}

Source::Source(std::shared_ptr<const dataset::Dataset> dataset) : dataset_(std::move(dataset)) {
  if (dataset_ == nullptr) detail::fail(ErrorKind::misuse, "a source without a dataset");
}

std::vector<std::string> Source::files() const { return table_ != nullptr ? table_->files() : dataset_->files(); }

io::TrafficCounts Source::traffic() const { return table_ != nullptr ? table_->traffic() : dataset_->traffic(); }

std::string Source::file_of(EntryNumber entry) const {
  if (dataset_ == nullptr) {
    const std::vector<std::string> files = table_->files();
    return files.empty() ? std::string() : fmt::format("'{}'", files.front());
  }
  std::uint64_t first = 0;
  for (std::size_t file = 0; file < dataset_->file_count(); ++file) {
    const std::string& name = dataset_->place(dataset::FileNumber{file}).file;
    if (dataset_->file_count() == 1) return fmt::format("'{}'", name);
    const std::uint64_t last = first + dataset_->entries(dataset::FileNumber{file});
    if (entry.number < last) return fmt::format("'{}', entries {} to {}", name, first, last - 1);
    first = last;
  }
  return {};
}

Source Source::with_masks(ColumnMasks masks) const {
  Source made = *this;
  if (!masks.empty()) made.masks_ = std::make_shared<const ColumnMasks>(std::move(masks));
  return made;
}

dataset::Column Source::masked(dataset::Column column) const {
  if (has_mask(column.name) && column.type && column.type->kind != array::Kind::option)
    column.type = array::Type::option_of(*column.type);
  return column;
}

std::vector<dataset::Column> Source::columns() const {
  std::vector<dataset::Column> columns = table_ != nullptr ? table_->columns() : dataset_->columns();
  if (masks_ != nullptr)
    for (dataset::Column& column : columns) column = masked(std::move(column));
  return columns;
}

std::optional<dataset::Column> Source::find(std::string_view name) const {
  std::optional<dataset::Column> found = table_ != nullptr ? table_->find(name) : dataset_->find(name);
  return found && masks_ != nullptr ? masked(*std::move(found)) : found;
}

std::uint64_t Source::entries(const ReadOptions& options) const {
  return table_ != nullptr ? table_->entries() : dataset_->entries(options);
}

std::vector<std::uint64_t> Source::cluster_starts(const ReadOptions& options) const {
  return table_ != nullptr ? table_->cluster_starts() : dataset_->cluster_starts(options);
}

std::vector<array::Array> Source::read_stored(std::span<const std::string> names, EntryRange entries,
                                              const ReadOptions& options) const {
  return table_ != nullptr ? table_->read(names, entries, options) : dataset_->read(names, entries, options);
}

bool Source::is_distant() const noexcept { return table_ != nullptr ? table_->is_distant() : dataset_->is_distant(); }

dataset::Asked Source::will_read(std::span<const std::string> names, EntryRange entries,
                                 const ReadOptions& options) const {
  std::vector<std::string> wanted(names.begin(), names.end());
  for (const std::string& name : names)
    if (has_mask(name)) wanted.push_back(masks_->find(name)->second.mask);
  if (table_ == nullptr) return dataset_->will_read(wanted, entries, options);
  return table_->will_read(wanted, entries) ? dataset::Asked::done : dataset::Asked::full;
}

std::vector<array::Array> Source::read(std::span<const std::string> names, EntryRange entries,
                                       const ReadOptions& options) const {
  if (std::ranges::none_of(names, [&](const std::string& name) { return has_mask(name); }))
    return read_stored(names, entries, options);
  std::vector<std::string> wanted(names.begin(), names.end());
  const auto place_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(wanted, name) - wanted.begin());
  };
  for (const std::string& name : names)
    if (has_mask(name) && place_of(masks_->find(name)->second.mask) == wanted.size())
      wanted.push_back(masks_->find(name)->second.mask);
  std::vector<array::Array> read = read_stored(wanted, entries, options);
  std::vector<array::Array> columns(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(names.size()));
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!has_mask(names[k])) continue;
    const ColumnMask& mask = masks_->find(names[k])->second;
    columns[k] = masked_values(read[k], read[place_of(mask.mask)], mask.bit);
  }
  return columns;
}

SourceScope scope_of(const Source& source) {
  SourceScope found;
  const std::vector<dataset::Column> columns = source.columns();
  std::set<std::string_view> taken;
  const auto add = [&](const std::string& name, const dataset::Column& column) {
    if (!column.is_readable() || !taken.insert(name).second) return;
    found.scope.columns.push_back({name, *column.type});
    found.paths.push_back(column.name);
  };
  for (const dataset::Column& column : columns) add(column.name, column);
  for (const dataset::Column& column : columns) add(column.own_name, column);
  return found;
}

}  // namespace ramet::inline v1::frame
