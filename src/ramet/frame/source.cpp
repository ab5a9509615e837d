#include "ramet/frame/source.hpp"

#include <set>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame {

Source::Source(std::shared_ptr<const dataset::Rows> rows) : rows_(std::move(rows)) {
  if (rows_ == nullptr) detail::fail(ErrorKind::misuse, "a source without rows");
}

Source::Source(std::shared_ptr<const dataset::Dataset> dataset) : dataset_(std::move(dataset)) {
  if (dataset_ == nullptr) detail::fail(ErrorKind::misuse, "a source without a dataset");
}

std::vector<std::string> Source::files() const { return rows_ != nullptr ? rows_->files() : dataset_->files(); }

std::vector<dataset::Column> Source::columns() const {
  return rows_ != nullptr ? rows_->columns() : dataset_->columns();
}

std::optional<dataset::Column> Source::find(std::string_view name) const {
  return rows_ != nullptr ? rows_->find(name) : dataset_->find(name);
}

std::uint64_t Source::entries(const ReadOptions& options) const {
  return rows_ != nullptr ? rows_->entries() : dataset_->entries(options);
}

std::vector<std::uint64_t> Source::cluster_starts(const ReadOptions& options) const {
  return rows_ != nullptr ? rows_->cluster_starts() : dataset_->cluster_starts(options);
}

std::vector<array::Array> Source::read(std::span<const std::string> names, EntryRange entries,
                                       const ReadOptions& options) const {
  return rows_ != nullptr ? rows_->read(names, entries, options) : dataset_->read(names, entries, options);
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
