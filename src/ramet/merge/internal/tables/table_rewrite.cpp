#include "ramet/merge/internal/tables/table_rewrite.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

std::shared_ptr<const dataset::Dataset> dataset_of(const dataset::Session& session, const Inputs& inputs,
                                                   const MergedObject& object,
                                                   std::span<const TablePart* const> parts) {
  std::vector<dataset::FileAndObject> places;
  for (const TablePart* part : parts) places.push_back({inputs.read_path(part->occurrence.input), object.path()});
  dataset::DatasetOptions options;
  options.missing_column = dataset::MissingColumn::fill;
  options.schema = dataset::SchemaFrom::all_files;
  return std::make_shared<const dataset::Dataset>(session, std::move(places), options);
}

write::Format format_of(const MergedObject& object) noexcept {
  return object.kind == ObjectKind::tree ? write::Format::ttree : write::Format::rntuple;
}

}  // namespace

TableRewrite::TableRewrite(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                           const MergedObject& object, std::span<const TablePart* const> parts)
    : session_(session),
      inputs_(inputs),
      options_(options),
      object_(object),
      parts_(parts.begin(), parts.end()),
      dataset_(dataset_of(session, inputs, object, parts)) {}

std::vector<std::string> TableRewrite::names() const {
  const frame::Frame frame(frame::Source(dataset_), session_.executor());
  std::vector<std::string> names = frame::columns_to_store(frame);
  if (options_.on_missing_column != OnMissingColumn::drop) return names;
  for (const TablePart* part : parts_) {
    std::set<std::string_view> there;
    for (const ColumnDescription& column : part->schema->columns) there.insert(column.path);
    std::erase_if(names, [&](const std::string& name) { return !there.contains(name); });
  }
  return names;
}

void TableRewrite::check(Differences& differences) const {
  const auto add = [&](std::string part, std::string message) {
    Difference difference{.kind = DifferenceKind::column_type,
                          .path = object_.path(),
                          .part = std::move(part),
                          .message = std::move(message)};
    difference.input = parts_.front()->occurrence.input;
    differences.add(std::move(difference));
  };
  const std::vector<std::string> wanted = names();
  for (const dataset::Column& column : dataset_->columns())
    if (!column.is_group && !column.is_readable())
      add(column.name, fmt::format("cannot be converted: {}", column.reason));
  try {
    const frame::Frame frame(frame::Source(dataset_), session_.executor());
    frame::stored_columns(frame, wanted, format_of(object_));
  } catch (const Error& error) {
    add("", fmt::format("cannot be stored: {}", error.what()));
  }
}

void TableRewrite::run(const std::filesystem::path& file, compression::Settings compression) const {
  const std::size_t first = parts_.front()->occurrence.input;
  const frame::Frame frame(frame::Source(dataset_), session_.executor());
  frame::StoredColumns stored = frame::stored_columns(frame, names(), format_of(object_));
  stored.schema.name = object_.name;
  stored.schema.title = of_input(first, [&] { return inputs_.open(first)->reader().key(object_.path()).title; });
  frame::SnapshotPlace place{.path = file, .directory = object_.directory, .updates = true};
  place.writer.compression = compression;
  place.writer.reproducible = options_.reproducible;
  place.writer.memory_budget = std::max<std::uint64_t>(options_.max_memory / 2, std::uint64_t{64} << 20);
  place.table.format = format_of(object_);
  const auto written = frame.snapshot(place, std::move(stored.schema), stored.columns);
  written.booked().run({.stop = options_.stop, .progress = options_.progress});
  throw_if_stopped(options_.stop);
}

}  // namespace ramet::inline v1::merge::internal
