#include "ramet/merge/internal/tables/table_rewrite.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/tables/kept_types.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// A step has at least as many clusters, as far as it is known ...
constexpr double clusters_of_step = 2;
/// ... how much of what is read is written, but reads no more than as many times that ...
constexpr double most_read = 64;
/// ... and at least as much of a table.
constexpr double part_of_table = 0.04;

/// Whether entries can be added to a table with this schema, so that it is the same as if all were written at once.
bool can_be_continued(const table::Schema& schema, const write::TableOptions& options) {
  if (std::ranges::any_of(schema.columns, [](const table::Column& column) { return column.compression.has_value(); }))
    return false;
  auto sink = std::make_unique<io::MemorySink>();
  const io::MemorySink& memory = *sink;
  const auto writer = write::ParallelWriter::create(std::move(sink));
  writer->add_table(schema, options);
  writer->close();
  try {
    const auto again =
        write::ParallelWriter::update(std::make_unique<io::MemorySink>(), io::source_of(memory.contents()));
    const write::TableWriter table = again->open_table(schema.name, options);
    return std::ranges::equal(table.schema().columns, schema.columns, [](const auto& one, const auto& other) {
      return one.name == other.name && one.type == other.type;
    });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unsupported) return false;
    throw;
  }
}

/// Throws Error(misuse) for columns that a tree cannot have.
void require_storable(table::Schema schema) {
  schema.name = "t";
  const auto writer = write::ParallelWriter::create(std::make_unique<io::MemorySink>());
  writer->add_table(std::move(schema), {.format = write::Format::ttree});
  writer->close();
}

std::shared_ptr<const dataset::Dataset> dataset_of(const dataset::Session& session, const Inputs& inputs,
                                                   const MergedObject& object,
                                                   std::span<const TablePart* const> parts) {
  std::vector<dataset::FileAndObject> places;
  for (const TablePart* part : parts)
    places.push_back({inputs.read_path(part->occurrence.input), object.stored_path()});
  dataset::DatasetOptions options;
  options.missing_column = dataset::MissingColumn::fill_counted;
  options.schema = dataset::SchemaFrom::all_files;
  return std::make_shared<const dataset::Dataset>(session, std::move(places), options);
}

bool has_column(const TablePart& part, std::string_view name) {
  return std::ranges::any_of(part.schema->columns,
                             [&](const ColumnDescription& column) { return column.path == name; });
}

/// Do what options of the user say. Throws OptionError when they do not fit to the table.
template <class Work>
auto by_options(const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    const bool is_of_option = error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::not_found;
    if (!is_of_option && error.kind() != ErrorKind::unsupported) throw;
    throw OptionError(error.kind(), error.what());
  }
}

bool has_variants(const array::Type& type) {
  return type.kind == array::Kind::variant || std::ranges::any_of(type.contents, has_variants);
}

/// Which entries have a column X. Threads: const-safe.
class Presence {
 public:
  Presence(std::span<const TablePart* const> parts, const std::string& name) {
    std::uint64_t first = 0;
    for (const TablePart* part : parts) {
      if (part->entries > 0) parts_[first] = {has_column(*part, name), has_column(*part, flag_of(name))};
      first += part->entries;
    }
  }
  static std::string flag_of(const std::string& name) { return "has_" + name; }

  /// Whether it must be told: some lack it, or an earlier merge told it of some only.
  bool is_wanted() const {
    const auto count = [&](bool Part::* what) {
      return std::ranges::count_if(parts_, [&](const auto& part) { return part.second.*what; });
    };
    const auto all = std::ssize(parts_);
    return count(&Part::has) < all || (is_told() && count(&Part::is_told) < all);
  }
  /// Whether an earlier merge told it of some.
  bool is_told() const {
    return std::ranges::any_of(parts_, [](const auto& part) { return part.second.is_told; });
  }
  bool operator()(std::uint64_t entry) const { return part_of(entry).has; }
  bool operator()(std::uint64_t entry, bool told) const {
    const Part& part = part_of(entry);
    return part.is_told ? told : part.has;
  }

 private:
  struct Part {
    bool has = false;
    bool is_told = false;
  };
  const Part& part_of(std::uint64_t entry) const { return std::prev(parts_.upper_bound(entry))->second; }

  std::map<std::uint64_t, Part> parts_;  // by their first entries
};

/// A frame of the entries of all parts, with columns that say which entries had those that some parts lack.
frame::Frame with_flags(frame::Frame frame, std::span<const TablePart* const> parts) {
  const std::vector<std::string> names = frame::columns_to_store(frame);
  const auto flags = [&] {
    std::set<std::string> made;
    for (const std::string& name : names)
      if (frame.has_column(Presence::flag_of(name))) made.insert(Presence::flag_of(name));
    return made;
  }();
  for (const std::string& name : names) {
    if (flags.contains(name)) continue;
    const Presence presence(parts, name);
    if (!presence.is_wanted()) continue;
    const std::string flag = Presence::flag_of(name);
    if (!flags.contains(flag)) {
      frame = frame.define(flag, [presence](std::uint64_t entry) { return presence(entry); }, {"rdfentry_"});
      continue;
    }
    if (frame.type(flag) != array::Type::of(array::NumberType::boolean))
      detail::fail(ErrorKind::misuse, "a column '{}' cannot be added for '{}': there is one", flag, name);
    frame = frame.redefine(flag, [presence](std::uint64_t entry, bool told) { return presence(entry, told); },
                           {"rdfentry_", flag});
  }
  return frame;
}

}  // namespace

TableRewrite::TableRewrite(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                           const PlannedTable& table)
    : session_(session),
      inputs_(inputs),
      options_(options),
      object_(*table.object),
      parts_(table.column_parts()),
      described_(table.described_parts()),
      joins_metadata_(joins_rewritten_metadata(table, options)),
      entries_{{table.first_entry}, {table.first_entry + table.entries()}},
      is_changed_(table.is_changed),
      format_(options.tables.format.value_or(format_of(object_))),
      dataset_(dataset_of(session, inputs, object_, parts_)),
      frame_(make_frame(entries_)) {}

/// The entries of a range, as they are written.
frame::Frame TableRewrite::make_frame(EntryRange entries) const {
  frame::Frame frame(frame::Source(dataset_), session_.executor());
  if (options_.on_missing_column == OnMissingColumn::flag)
    detail::while_doing([&] { return fmt::format("table '{}'", object_.path()); },
                        [&] { frame = with_flags(frame, parts_); });
  std::uint64_t all = 0;
  for (const TablePart* part : parts_) all += part->entries;
  if (entries.size() != all) frame = frame.range(entries.first.number, entries.last.number);
  if (!is_changed_) return frame;
  const auto choose = [&] {
    for (const auto& [name, expression] : options_.tables.definitions)
      frame = frame.has_column(name) ? frame.redefine(name, expression) : frame.define(name, expression);
    for (const std::string& text : options_.tables.where) frame = frame.filter(text, text);
    return frame;
  };
  return by_options(
      [&] { return detail::while_doing([&] { return fmt::format("table '{}'", object_.path()); }, choose); });
}

/// The columns that cannot be read, but for those that come with others: a part of a variant, for example.
std::vector<std::string> TableRewrite::unreadable() const {
  std::set<std::string> readable;
  for (const frame::FrameColumn& column : frame_.columns())
    if (has_variants(column.type)) readable.insert(column.name);
  const auto comes_with_whole = [&](const std::string& name) {
    for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1))
      if (readable.contains(name.substr(0, dot))) return true;
    return false;
  };
  std::vector<std::string> names;
  for (const dataset::Column& column : dataset_->columns())
    if (!column.is_group && !column.is_readable() && !comes_with_whole(column.name)) names.push_back(column.name);
  return names;
}

frame::ColumnChoice TableRewrite::choice() const {
  frame::ColumnChoice choice = options_.tables.columns;
  choice.unreadable = unreadable();
  return choice;
}

std::vector<std::string> TableRewrite::names() const {
  std::vector<std::string> names = is_changed_ ? by_options([&] { return frame::chosen_columns(frame_, choice()); })
                                               : frame::columns_to_store(frame_);
  if (options_.on_missing_column != OnMissingColumn::drop) return names;
  const auto is_dropped = [&](const std::string& name) {
    return std::ranges::find(options_.tables.definitions, name, &Definition::name) ==
               options_.tables.definitions.end() &&
           !std::ranges::all_of(parts_, [&](const TablePart* part) { return has_column(*part, name); });
  };
  std::erase_if(names, is_dropped);
  return names;
}

void TableRewrite::check(Differences& differences, std::size_t processes) const {
  const auto add = [&](std::string part, std::string message, DifferenceKind kind = DifferenceKind::column_type) {
    Difference difference{.kind = kind, .path = object_.path(), .part = std::move(part), .message = std::move(message)};
    difference.input = parts_.front()->occurrence.input;
    differences.add(std::move(difference));
  };
  const std::vector<std::string> wanted = names();
  const std::vector<std::string> unread = is_changed_ ? frame::chosen_unreadable(choice()) : unreadable();
  for (const dataset::Column& column : dataset_->columns())
    if (std::ranges::find(unread, column.name) != unread.end())
      add(column.name, fmt::format("cannot be converted: {}; --drop {} leaves it out", column.reason, column.name));
  if (wanted.empty()) return;
  for (const frame::FrameColumn& column : frame_.columns())
    if (processes > 1 && has_references(column.type_name) && std::ranges::find(wanted, column.name) != wanted.end())
      add(column.name,
          fmt::format("references between objects (TRef) of several processes are not kept by a rewrite; "
                      "--drop {} leaves them out",
                      column.name),
          DifferenceKind::references);
  try {
    frame::StoredColumns stored = stored_columns(wanted);
    if (format_ == write::Format::ttree) require_storable(std::move(stored.schema));
  } catch (const BadInput&) {
    throw;
  } catch (const Error& error) {
    add("", fmt::format("cannot be stored: {}", error.what()));
  }
}

/// How columns are stored: in a tree with the types that they have in the trees of the inputs.
frame::StoredColumns TableRewrite::stored_columns(std::span<const std::string> names) const {
  frame::NameTypes name_types;
  if (object_.kind == ObjectKind::tree)
    name_types = [&](frame::StoredColumns& stored) { keep_tree_types(stored, frame_, parts_, inputs_, object_); };
  return frame::stored_columns(frame_, names, format_, frame::CountedLists::as_counted, frame::StoredNames::of_source,
                               name_types);
}

TableRewrite::Writing TableRewrite::writing(compression::Settings compression) const {
  const std::size_t first = parts_.front()->occurrence.input;
  frame::StoredColumns stored = stored_columns(names());
  if (object_.kind == ObjectKind::ntuple && format_ == write::Format::rntuple)
    keep_types(stored, frame_, parts_, inputs_, object_);
  stored.schema.name = object_.written_name();
  stored.schema.title = of_input(first, [&] { return inputs_.open(first)->reader().key(object_.stored_path()).title; });
  frame::SnapshotPlace place{.path = {}, .directory = object_.directory, .updates = true};
  place.writer.compression = compression;
  place.writer.reproducible = options_.reproducible;
  place.writer.memory_budget = std::max<std::uint64_t>(options_.max_memory / 2, std::uint64_t{64} << 20);
  place.table.format = format_;
  if (options_.tables.gather == Gather::always) place.table.cluster_bytes = options_.tables.cluster_bytes;
  if (options_.tables.profile) options_.tables.profile->apply(stored.schema, place.table);
  return {std::move(stored), std::move(place)};
}

void TableRewrite::snapshot(const frame::Frame& frame, const Writing& writing, StepState& state) const {
  const auto written = frame.snapshot(writing.place, writing.stored.schema, writing.stored.columns);
  written.booked().run({.stop = options_.stop, .progress = options_.progress});
  throw_if_stopped(options_.stop);
  const write::TableReport& report = written.value();
  state.written += report.entries;
  state.bytes += report.uncompressed_bytes;
}

/// Write all entries in one step.
void TableRewrite::write_at_once(StepwiseFile& file, StepState state, const Writing& how) const {
  state.stage = StepState::Stage::rows;
  file.add_at_once(
      state, [&](std::unique_ptr<io::ByteSink> sink, std::shared_ptr<const io::ByteSource> source, StepState& to) {
        Writing writing = how;
        writing.place.open = [&](const write::WriterOptions& options) {
          return write::ParallelWriter::update(std::move(sink), std::move(source), options);
        };
        snapshot(frame_, writing, to);
        to.read = entries_.size();
      });
}

/// Put the table into the file, without entries: a table that is new in an update would get a commit of its own before
/// its first entries.
void TableRewrite::begin(StepwiseFile& file, StepState state, const Writing& how) const {
  state.stage = StepState::Stage::rows;
  file.add(state, [&](std::unique_ptr<io::ByteSink> sink, std::shared_ptr<const io::ByteSource> source, StepState&) {
    const auto writer = write::ParallelWriter::update(std::move(sink), std::move(source), how.place.writer);
    table::Schema schema = how.stored.schema;
    if (!object_.directory.empty()) schema.name = fmt::format("{}/{}", object_.directory, schema.name);
    writer->add_table(std::move(schema), how.place.table);
    writer->close();
  });
}

/// The entries of the next step, up to the end of a cluster. How many depends only on the inputs and on what was
/// written so far.
EntryRange TableRewrite::next_entries(const StepState& state) const {
  std::uint64_t all = 0;
  std::uint64_t uncompressed = 0;
  for (const TablePart* part : parts_) {
    all += part->entries;
    uncompressed += part->uncompressed_bytes;
  }
  const EntryRange rest{{entries_.first.number + state.read}, entries_.last};
  const double bytes_of_entry = std::max(static_cast<double>(uncompressed) / static_cast<double>(all), 1.0);
  const double written = static_cast<double>(state.bytes) / (static_cast<double>(state.read) * bytes_of_entry);
  const double least = clusters_of_step * static_cast<double>(options_.tables.cluster_bytes) / bytes_of_entry /
                       (state.read == 0 ? 1 : std::clamp(written, 1 / most_read, 1.0));
  const double wished = std::max(part_of_table * static_cast<double>(entries_.size()), least);
  if (static_cast<double>(rest.size()) < 1.5 * wished) return rest;
  const std::vector<std::uint64_t> starts = dataset_->cluster_starts({session_.executor(), options_.stop});
  const auto end = std::ranges::lower_bound(starts, rest.first.number + static_cast<std::uint64_t>(wished));
  if (end == starts.end() || *end >= rest.last.number) return rest;
  return {rest.first, {*end}};
}

/// Read the last entries of the table, after a stop.
void TableRewrite::require_sound(const std::filesystem::path& file, const StepState& state) const {
  constexpr std::uint64_t looked_at = 1000;
  const dataset::ReadOptions reading{session_.executor(), options_.stop};
  try {
    const dataset::Dataset table(session_, std::vector<dataset::FileAndObject>{{file.string(), object_.path()}});
    if (const std::uint64_t entries = table.entries(reading); entries != state.written)
      throw JournalMismatch(
          fmt::format("'{}' has {} entries, in the journal {}", object_.path(), entries, state.written));
    std::vector<std::string> names;
    for (const dataset::Column& column : table.columns())
      if (column.is_readable() && !column.is_group && !column.is_nested) names.push_back(column.name);
    static_cast<void>(
        table.read(names, {{state.written - std::min(state.written, looked_at)}, {state.written}}, reading));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::cancelled) throw;
    throw JournalMismatch(error.what());
  }
}

void TableRewrite::run(StepwiseFile& file, std::uint64_t number, compression::Settings compression) const {
  using Stage = StepState::Stage;
  if (file.last().table > number) return;
  if (file.last().table == number && file.last().stage == Stage::complete) return;
  const bool is_begun = file.last().table == number && file.last().stage == Stage::rows;
  Writing how = writing(compression);
  how.place.path = file.path();
  how.place.writer.leftovers = file::OnLeftovers::overwrite;
  how.place.writer.checkpoint_period = {};  // a step is one commit
  if (is_begun)
    require_sound(file.path(), file.last());
  else if (can_be_continued(how.stored.schema, how.place.table))
    begin(file, {.table = number}, how);
  else
    write_at_once(file, {.table = number}, how);
  how.place.continues = true;
  while (file.last().read < entries_.size()) {
    const EntryRange entries = next_entries(file.last());
    const frame::Frame frame = make_frame(entries);
    file.add(file.last(),
             [&](std::unique_ptr<io::ByteSink> sink, std::shared_ptr<const io::ByteSource> source, StepState& state) {
               how.place.open = [&](const write::WriterOptions& options) {
                 return write::ParallelWriter::update(std::move(sink), std::move(source), options);
               };
               snapshot(frame, how, state);
               state.read += entries.size();
             });
  }
  if (!joins_metadata_) return;
  const auto joined = joined_metadata();
  if (!joined) return;
  file.add(file.last(), [&](std::unique_ptr<io::ByteSink> sink, std::shared_ptr<const io::ByteSource> source,
                            StepState& state) {
    const auto reader = file::FileReader::open(std::move(source));
    const auto writer = file::FileWriter::update(
        std::move(sink), *reader, {.reproducible = options_.reproducible, .leftovers = file::OnLeftovers::overwrite});
    put_metadata(*joined, file.path(), *writer);
    writer->close();
    state.stage = Stage::complete;
  });
}

/// The user info, aliases and friends of its parts, if they have some.
std::optional<JoinedMetadata> TableRewrite::joined_metadata() const {
  std::optional<JoinedMetadata> joined(std::in_place);
  bool has_metadata = false;
  for (const TablePart* part : described_) {
    if (part->schema->metadata.empty()) continue;
    has_metadata = true;
    of_input(part->occurrence.input, [&] {
      const auto input = inputs_.open(part->occurrence.input);
      joined->add(input->reader().read_record(object_.key_of(part->occurrence)), object_.class_name,
                  input->forms().layouts());
    });
  }
  if (!has_metadata) joined.reset();
  return joined;
}

/// Give the tree that was written other user info, aliases and friends.
void TableRewrite::put_metadata(const JoinedMetadata& joined, const std::filesystem::path& file,
                                file::FileWriter& into) const {
  const auto before = session_.open(file);
  const file::Key key = before->reader().key(object_.path());
  const file::Record record = before->reader().read_record(key);
  into.put(
      object_.directory.empty() ? file::DirectoryNumber{} : into.directory(object_.directory), key.class_name, key.name,
      key.title,
      [&](std::uint16_t key_length) {
        return joined.payload(record, key.class_name, before->forms().layouts(), key_length);
      },
      file::FileWriter::OnConflict::replace);
}

void rewrite_tables(std::span<const TableRewrite> tables, UnfinishedFile& file, compression::Settings compression) {
  if (tables.empty()) return;
  StepwiseFile steps(file.place(), file.journal());
  for (std::size_t number = 0; number < tables.size(); ++number) tables[number].run(steps, number, compression);
}

namespace {

/// Why the options cannot change a table; empty if they can.
std::string obstacle_of(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                        const MergedObject& object) {
  PlannedTable table{&object, {}, Way::rewrite, true};
  for (const TablePart& part : object.parts()) table.parts.push_back(&part);
  Differences found;
  try {
    TableRewrite(session, inputs, options, table).check(found);
  } catch (const Error& error) {
    const bool is_missing = error.kind() == ErrorKind::not_found || error.kind() == ErrorKind::file_missing;
    if (!is_missing && error.kind() != ErrorKind::misuse) throw;
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
      remark.input = table->parts().front().occurrence.input;
      remark.is_loss = false;
      differences.add(std::move(remark));
    }
  }
}

}  // namespace ramet::inline v1::merge::internal
