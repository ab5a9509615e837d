#include "ramet/merge/internal/tables/table_rewrite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/merge/internal/keys/target_file.hpp"
#include "ramet/merge/internal/tables/joined_metadata.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

std::shared_ptr<const dataset::Dataset> dataset_of(const dataset::Session& session, const Inputs& inputs,
                                                   const MergedObject& object,
                                                   std::span<const TablePart* const> parts) {
  std::vector<dataset::FileAndObject> places;
  for (const TablePart* part : parts)
    places.push_back({inputs.read_path(part->occurrence.input), object.stored_path()});
  dataset::DatasetOptions options;
  options.missing_column = dataset::MissingColumn::fill;
  options.schema = dataset::SchemaFrom::all_files;
  return std::make_shared<const dataset::Dataset>(session, std::move(places), options);
}

}  // namespace

TableRewrite::TableRewrite(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                           const PlannedTable& table)
    : session_(session),
      inputs_(inputs),
      options_(options),
      object_(*table.object),
      parts_(table.column_parts()),
      written_(table.parts),
      joins_metadata_(joins_rewritten_metadata(table, options)),
      entries_{{table.first_entry}, {table.first_entry + table.entries()}},
      is_changed_(table.is_changed),
      format_(options.tables.format.value_or(format_of(object_))),
      dataset_(dataset_of(session, inputs, object_, parts_)),
      frame_(make_frame()) {}

frame::Frame TableRewrite::make_frame() const {
  frame::Frame frame(frame::Source(dataset_), session_.executor());
  std::uint64_t all = 0;
  for (const TablePart* part : parts_) all += part->entries;
  if (entries_.size() != all) frame = frame.range(entries_.first.number, entries_.last.number);
  if (!is_changed_) return frame;
  return detail::while_doing([&] { return fmt::format("table '{}'", object_.path()); },
                             [&] {
                               for (const auto& [name, expression] : options_.tables.definitions)
                                 frame = frame.has_column(name) ? frame.redefine(name, expression)
                                                                : frame.define(name, expression);
                               for (const std::string& text : options_.tables.where) frame = frame.filter(text, text);
                               return frame;
                             });
}

std::vector<std::string> TableRewrite::names() const {
  std::vector<std::string> names =
      is_changed_ ? frame::chosen_columns(frame_, options_.tables.columns) : frame::columns_to_store(frame_);
  if (options_.on_missing_column != OnMissingColumn::drop) return names;
  for (const TablePart* part : parts_) {
    std::set<std::string_view> there;
    for (const ColumnDescription& column : part->schema->columns) there.insert(column.path);
    for (const Definition& definition : options_.tables.definitions) there.insert(definition.name);
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
    frame::stored_columns(frame_, wanted, format_);
  } catch (const Error& error) {
    add("", fmt::format("cannot be stored: {}", error.what()));
  }
}

void TableRewrite::run(const std::filesystem::path& file, compression::Settings compression) const {
  const std::size_t first = parts_.front()->occurrence.input;
  frame::StoredColumns stored = frame::stored_columns(frame_, names(), format_);
  stored.schema.name = object_.written_name();
  stored.schema.title = of_input(first, [&] { return inputs_.open(first)->reader().key(object_.stored_path()).title; });
  frame::SnapshotPlace place{.path = file, .directory = object_.directory, .updates = true};
  place.writer.compression = compression;
  place.writer.reproducible = options_.reproducible;
  place.writer.memory_budget = std::max<std::uint64_t>(options_.max_memory / 2, std::uint64_t{64} << 20);
  place.table.format = format_;
  if (options_.tables.gather == Gather::always) place.table.cluster_bytes = options_.tables.cluster_bytes;
  if (options_.tables.profile) options_.tables.profile->apply(stored.schema, place.table);
  {
    const auto written = frame_.snapshot(place, std::move(stored.schema), stored.columns);
    written.booked().run({.stop = options_.stop, .progress = options_.progress});
    throw_if_stopped(options_.stop);
  }
  if (joins_metadata_) join_metadata(file);
}

/// Give the tree that was written the user info, aliases and friends of its parts.
void TableRewrite::join_metadata(const std::filesystem::path& file) const {
  JoinedMetadata joined;
  bool has_metadata = false;
  for (const TablePart* part : written_) {
    if (part->schema->metadata.empty()) continue;
    has_metadata = true;
    of_input(part->occurrence.input, [&] {
      const auto input = inputs_.open(part->occurrence.input);
      joined.add(input->reader().read_record(object_.key_of(part->occurrence)), object_.class_name,
                 input->forms().layouts());
    });
  }
  if (!has_metadata) return;
  const auto before = session_.open(file);
  const file::Key key = before->reader().key(object_.path());
  const file::Record record = before->reader().read_record(key);
  TargetFile target(file, {.reproducible = options_.reproducible, .durability = file::Durability::process});
  target.file().put(
      target.output().directory(object_.directory), key.class_name, key.name, key.title,
      [&](std::uint16_t key_length) {
        return joined.payload(record, key.class_name, before->forms().layouts(), key_length);
      },
      file::FileWriter::OnConflict::replace);
  target.commit();
}

namespace {

/// Why the options cannot change a table; empty if they can.
std::string obstacle_of(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                        const MergedObject& object) {
  PlannedTable table{&object, {}, Way::rewrite, true};
  for (const TablePart& part : object.parts) table.parts.push_back(&part);
  Differences found;
  try {
    TableRewrite(session, inputs, options, table).check(found);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_found && error.kind() != ErrorKind::misuse) throw;
    const std::string_view text = error.what();
    return std::string(text.substr(0, text.find('\n')));  // without the expression
  }
  return found.loses_data() ? found.all().front().message : std::string();
}

}  // namespace

void leave_unfit(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                 Catalogue& catalogue, Differences& differences) {
  if (!changes_tables(options.tables)) return;
  std::map<std::string, std::vector<MergedObject*>> by_path;
  for (MergedObject& object : catalogue.objects)
    if (object.kind != ObjectKind::object) by_path[object.stored_path()].push_back(&object);
  for (const auto& [path, tables] : by_path) {
    if (tables.size() == 1) continue;
    std::vector<std::pair<MergedObject*, std::string>> unfit;
    for (MergedObject* table : tables)
      if (const std::string why = obstacle_of(session, inputs, options, *table); !why.empty())
        unfit.emplace_back(table, why);
    if (unfit.size() == tables.size()) continue;  // then the options are wrong
    for (const auto& [table, why] : unfit) {
      table->is_left = true;
      Difference remark{.kind = DifferenceKind::missing_column, .path = table->path(), .part = {}, .message = {}};
      remark.message = fmt::format("stays as it is, with all entries: {}", why);
      remark.input = table->parts.front().occurrence.input;
      remark.is_loss = false;
      differences.add(std::move(remark));
    }
  }
}

}  // namespace ramet::inline v1::merge::internal
