#include "ramet/dataset/internal/chain.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/gather.hpp"
#include "ramet/dataset/internal/conversion.hpp"
#include "ramet/dataset/internal/tree_table.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::dataset::internal {
namespace {

constexpr std::size_t begun_ahead = 32;     // files of servers whose ends are asked for before they are opened
constexpr std::size_t opened_at_once = 16;  // files that cannot be begun, each by a thread that waits

constexpr std::uint64_t to_the_end = std::numeric_limits<std::uint64_t>::max();

array::Type count_type() { return array::Type::of(array::NumberType::int64); }

std::string describe(const std::optional<array::Type>& type) {
  return type ? array::to_string(*type) : std::string("a type that cannot be read");
}

}  // namespace

/// How the wanted columns are read from one file. Threads: a value.
struct Chain::PartPlan {
  static constexpr std::size_t filled = ~std::size_t{0};

  std::vector<std::string> names;               // to be read
  std::vector<std::size_t> places;              // the place of each wanted column among those, or `filled`
  bool is_plain = true;                         // the columns that are read are the wanted ones
  std::map<std::size_t, std::size_t> counters;  // of lists that are filled: the place of what counts their values

  /// Convert the columns that were read to the wanted ones.
  std::vector<array::Array> finish(std::span<const array::Array> read, std::span<const WantedColumn> wanted,
                                   std::uint64_t entries, const Chain& chain) const {
    if (is_plain) return {read.begin(), read.end()};
    std::vector<array::Array> columns;
    for (std::size_t column = 0; column < wanted.size(); ++column) {
      const array::Type& type = wanted[column].type;
      const auto counter = counters.find(column);
      if (counter != counters.end()) {
        const array::Array counts = convert(read[counter->second], count_type());
        columns.push_back(counted_array(type, counts, chain.fill_of(wanted[column])));
      } else if (places[column] == filled) {
        columns.push_back(filled_array(type, entries, chain.fill_of(wanted[column])));
      } else {
        columns.push_back(convert(read[places[column]], type));
      }
    }
    return columns;
  }
};

/// Asks servers for what a read of some parts will need. Threads: any.
class Chain::Ahead {
 public:
  Ahead(const Chain& chain, std::span<const WantedColumn> wanted, std::span<const Part> parts,
        const schedule::Executor& executor)
      : chain_(chain), parts_(parts) {
    if (chain.is_distant() && parts.size() > 1)
      asked_.emplace(parts.size(), executor,
                     [&chain, wanted, parts](std::size_t part) { return chain.will_read(wanted, parts[part]); });
  }

  /// A part will be read now: returns its table, which is null for a file without.
  std::shared_ptr<const Table> begin(std::size_t part) {
    if (!asked_) return chain_.files_.open(parts_[part].file);
    for (std::size_t next = part + 1; next < std::min(part + 1 + begun_ahead, parts_.size()); ++next)
      chain_.files_.will_open(parts_[next].file);
    auto table = chain_.files_.open(parts_[part].file);
    asked_->begin(part);
    return table;
  }

 private:
  const Chain& chain_;
  std::span<const Part> parts_;
  std::optional<AskedAhead> asked_;
};

/// The executor for loops that open files: of files of servers that cannot be begun before somebody waits for them,
/// many are opened at once, whatever the number of threads that work. Threads: one thread.
class Chain::Openers {
 public:
  Openers(const OpenFiles& files, std::size_t count, schedule::Executor& executor) : executor_(&executor) {
    const std::size_t wanted = std::min(count, opened_at_once);
    if (!files.has_unbegun() || executor.concurrency() >= wanted) return;
    own_ = schedule::make_thread_executor(wanted);
    executor_ = own_.get();
  }

  schedule::Executor& executor() const noexcept { return *executor_; }

 private:
  std::unique_ptr<schedule::Executor> own_;
  schedule::Executor* executor_;
};

Chain::Chain(const Session& session, std::vector<FileAndObject> places, const DatasetOptions& options)
    : files_(session, std::move(places), options.missing_tree, options.most_kept_open),
      missing_column_(options.missing_column),
      defaults_(options.defaults) {
  if (files_.size() == 0) detail::fail(ErrorKind::misuse, "a dataset has no files");
  if (options.schema == SchemaFrom::all_files) {
    make_common_schema(session.executor());
    return;
  }
  // A tree that was never filled may have no columns.
  for (std::size_t file = 0; file < files_.size(); ++file) {
    if (auto table = files_.open({file})) {
      const bool is_empty = table->entries() == 0;
      if (reference_ == nullptr || !is_empty) reference_ = std::move(table);
      if (!is_empty) return;
    }
  }
}

// --- the schema ----------------------------------------------------------------------------------------------------

void Chain::make_common_schema(schedule::Executor& executor) {
  is_common_ = true;
  std::vector<std::vector<Column>> columns(files_.size());
  const Openers openers(files_, files_.size(), executor);
  openers.executor().for_each_index(files_.size(), [&](std::size_t file) {
    for (std::size_t next = file + 1; next < std::min(file + 1 + begun_ahead, files_.size()); ++next)
      files_.will_open({next});
    if (const auto table = files_.open({file})) columns[file] = table->columns();
  });
  for (std::size_t file = 0; file < columns.size(); ++file) merge_columns(columns[file], {file});
  // Values of a file that lacks a column, or has it in full, may have no place between the limits of another one.
  for (const std::vector<Column>& of_file : columns) {
    std::set<std::string_view> there;
    for (const Column& column : of_file) there.insert(column.name);
    for (Column& column : common_)
      if (column.packed.are_packed() && !of_file.empty() && !there.contains(column.name)) column.packed = {};
  }
}

void Chain::merge_columns(const std::vector<Column>& columns, FileNumber file) {
  for (const Column& column : columns) {
    const auto [place, is_new] = of_common_.try_emplace(column.name, common_.size());
    if (is_new) {
      common_.push_back(column);
      continue;
    }
    Column& known = common_[place->second];
    known.entries += column.entries;
    known.compressed_bytes += column.compressed_bytes;
    known.uncompressed_bytes += column.uncompressed_bytes;
    if (known.packed != column.packed) known.packed = {};
    if (known.type == column.type) continue;
    const auto common = known.type && column.type ? common_type(*known.type, *column.type) : std::nullopt;
    if (known.is_readable() && !common)
      known.reason = fmt::format("'{}' has it as {}, earlier files as {}", io::shown_url(files_.place(file).file),
                                 describe(column.type), describe(known.type));
    if (common && common != known.type) known.type_name = array::to_string(*common);
    known.type = common;
  }
}

std::vector<Column> Chain::columns() const {
  if (is_common_) return common_;
  std::vector<Column> columns = reference_ == nullptr ? std::vector<Column>() : reference_->columns();
  if (files_.size() > 1)
    for (Column& column : columns) column.packed = {};  // nobody knows of the other files
  return columns;
}

std::optional<Column> Chain::find(std::string_view name) const {
  if (!is_common_) return reference_ == nullptr ? std::nullopt : reference_->find(name);
  const auto found = of_common_.find(name);
  if (found != of_common_.end()) return common_[found->second];
  return find_objects(name);
}

std::optional<Column> Chain::find_objects(std::string_view name) const {
  if (const auto group = group_of(name); !group || !of_common_.contains(*group)) return std::nullopt;
  {
    const MutexLock lock(mutex_);
    if (const auto known = objects_.find(name); known != objects_.end()) return known->second;
  }
  std::optional<Column> objects;
  for (std::size_t file = 0; file < files_.size() && !objects; ++file) {
    for (std::size_t next = file + 1; file > 0 && next < std::min(file + 1 + begun_ahead, files_.size()); ++next)
      files_.will_open({next});  // most chains have them in the first file
    if (const auto table = files_.open({file})) objects = table->find(name);
  }
  const MutexLock lock(mutex_);
  return objects_.try_emplace(std::string(name), std::move(objects)).first->second;
}

Column Chain::at(std::string_view name) const {
  if (auto column = find(name)) return *std::move(column);
  const std::vector<Column> all = columns();
  std::vector<std::string_view> names;
  for (const Column& column : all) names.push_back(column.name);
  detail::fail(ErrorKind::not_found, "no column '{}' in '{}' of '{}'{}", name, files_.place({0}).object,
               files_.place({0}).file, file::suggest_names(name, names));
}

std::vector<WantedColumn> Chain::want(std::span<const std::string> names) const {
  std::vector<WantedColumn> wanted;
  for (const std::string& asked : names) {
    const bool may_miss = is_optional_name(asked);
    const std::string name = may_miss ? asked.substr(1) : asked;
    Column column = at(name);
    if (!column.is_readable())
      detail::fail(ErrorKind::unsupported, "column '{}': {}", name,
                   column.is_group ? "it only groups others and has no values" : column.reason);
    wanted.push_back({name, may_miss ? optional_type(*column.type) : *std::move(column.type), may_miss});
  }
  return wanted;
}

double Chain::fill_of(const WantedColumn& column) const {
  const auto found = defaults_.find(column.name);
  return found == defaults_.end() ? 0 : found->second;
}

std::optional<std::string> Chain::counter_in(const Table& table, const WantedColumn& want) const {
  if (missing_column_ != MissingColumn::fill_counted || want.type.kind != array::Kind::list) return std::nullopt;
  const auto known = find(want.name);
  const auto counter = known && !known->counter.empty() ? table.find(known->counter) : std::nullopt;
  if (!counter || !counter->type || !is_convertible(*counter->type, count_type())) return std::nullopt;
  return known->counter;
}

Chain::PartPlan Chain::plan(const Table& table, FileNumber file, std::span<const WantedColumn> wanted) const {
  PartPlan plan;
  std::vector<std::pair<std::size_t, std::string>> counters;
  for (const WantedColumn& want : wanted) {
    std::string name = want.name;
    std::optional<Column> there = table.find(name);
    const std::string shown(group_of(name).value_or(name));
    if (!there && shown != name) {  // another file may store the objects as a whole
      there = table.find(shown);
      if (there && there->is_group) there.reset();
      name = shown;
    }
    if (there && there->is_group && there->type != want.type && !group_of(name)) {  // and another may split them
      name = objects_name(name);
      there = table.find(name);
    }
    if (!there) {
      if (!want.may_miss && missing_column_ == MissingColumn::error && !defaults_.contains(want.name))
        detail::fail(ErrorKind::not_found, "'{}' has no column '{}', but other files of the dataset have it",
                     io::shown_url(files_.place(file).file), shown);
      if (auto counter = counter_in(table, want)) counters.emplace_back(plan.places.size(), *std::move(counter));
      plan.places.push_back(PartPlan::filled);
      plan.is_plain = false;
      continue;
    }
    if (there->type != want.type) {
      if (!there->type || !is_convertible(*there->type, want.type))
        detail::fail(
            ErrorKind::unsupported,
            "'{}' has column '{}' as {}, but the dataset has {}: take the schema from all files to find a common type",
            io::shown_url(files_.place(file).file), shown, describe(there->type), array::to_string(want.type));
      plan.is_plain = false;
    }
    plan.places.push_back(plan.names.size());
    plan.names.push_back(std::move(name));
  }
  for (auto& [column, counter] : counters) {
    const auto read = std::ranges::find(plan.names, counter);
    plan.counters.emplace(column, static_cast<std::size_t>(read - plan.names.begin()));
    if (read == plan.names.end()) plan.names.push_back(std::move(counter));
  }
  return plan;
}

// --- entries -------------------------------------------------------------------------------------------------------

void Chain::count(std::size_t first, std::size_t last, const ReadOptions& options) const {
  std::vector<FileNumber> unknown;
  for (std::size_t file = first; file < last; ++file)
    if (!files_.are_counted({file})) unknown.push_back({file});
  const auto count_one = [&](std::size_t number) {
    for (std::size_t next = number + 1; next < std::min(number + 1 + begun_ahead, unknown.size()); ++next)
      files_.will_open(unknown[next]);
    files_.entries(unknown[number]);
  };
  const Openers openers(files_, unknown.size(), options.executor);
  openers.executor().for_each_index(unknown.size(), count_one, options.stop);
}

std::vector<std::uint64_t> Chain::entries(FileNumber first, FileNumber last, const ReadOptions& options) const {
  if (last < first || last.number > files_.size())
    detail::fail(ErrorKind::not_found, "there are {} files, not {}..{}", files_.size(), first.number, last.number);
  count(first.number, last.number, options);
  std::vector<std::uint64_t> entries;
  for (FileNumber file = first; file < last; ++file) entries.push_back(files_.entries(file));
  return entries;
}

std::uint64_t Chain::entries(const ReadOptions& options) const {
  const std::vector<std::uint64_t> of_files = entries({0}, {files_.size()}, options);
  return std::accumulate(of_files.begin(), of_files.end(), std::uint64_t{0});
}

std::vector<std::uint64_t> Chain::cluster_starts(const ReadOptions& options) const {
  {
    const MutexLock lock(mutex_);
    if (cluster_starts_ != nullptr) return *cluster_starts_;
  }
  std::vector<std::vector<std::uint64_t>> of_files(files_.size());
  const Openers openers(files_, files_.size(), options.executor);
  openers.executor().for_each_index(
      files_.size(),
      [&](std::size_t file) {
        for (std::size_t next = file + 1; next < std::min(file + 1 + begun_ahead, files_.size()); ++next)
          files_.will_open({next});
        const auto table = files_.open({file});
        if (table != nullptr) of_files[file] = table->cluster_starts();
      },
      options.stop);
  std::vector<std::uint64_t> starts = {0};
  for (const auto& of_file : of_files) {
    const std::uint64_t before = starts.back();
    for (const std::uint64_t start : of_file)
      if (start > 0) starts.push_back(before + start);
  }
  auto kept = std::make_shared<const std::vector<std::uint64_t>>(starts);
  const MutexLock lock(mutex_);
  cluster_starts_ = std::move(kept);
  return starts;
}

std::vector<Part> Chain::parts(EntryRange range, const ReadOptions& options) const {
  if (range.last < range.first)
    detail::fail(ErrorKind::misuse, "entries {}..{} end before they begin", range.first.number, range.last.number);
  const std::size_t at_once = std::max(4 * options.executor.concurrency(), files_.has_distant() ? begun_ahead : 0);
  std::vector<Part> parts;
  std::uint64_t before = 0;  // entries of the files before
  for (std::size_t file = 0; file < files_.size() && before < range.last.number; ++file) {
    if (!files_.are_counted({file})) count(file, std::min(file + at_once, files_.size()), options);
    const std::uint64_t entries = files_.entries({file});
    const EntryRange held = intersection({{before}, {before + entries}}, range);
    if (!held.empty()) parts.push_back({{file}, {{held.first.number - before}, {held.last.number - before}}});
    before += entries;
  }
  if (before < range.last.number && !range.empty())
    detail::fail(ErrorKind::not_found, "there are {} entries, not {}..{}", before, range.first.number,
                 range.last.number);
  return parts;
}

std::vector<Task> Chain::tasks(EntryRange range, const ReadOptions& options) const {
  const std::vector<Part> parts = this->parts(range, options);
  std::vector<std::vector<Task>> of_parts(parts.size());
  const Openers openers(files_, parts.size(), options.executor);
  openers.executor().for_each_index(
      parts.size(),
      [&](std::size_t number) {
        const Part& part = parts[number];
        const std::vector<std::uint64_t> starts = files_.open(part.file)->cluster_starts();
        for (std::size_t cluster = 0; cluster + 1 < starts.size(); ++cluster) {
          const EntryRange entries = intersection({{starts[cluster]}, {starts[cluster + 1]}}, part.entries);
          if (!entries.empty()) of_parts[number].push_back({part.file, {cluster}, entries, {}});
        }
      },
      options.stop);
  std::vector<Task> tasks;
  EntryNumber next = range.first;
  for (const std::vector<Task>& of_part : of_parts)
    for (Task task : of_part) {
      task.first = next;
      next.number += task.entries.size();
      tasks.push_back(task);
    }
  return tasks;
}

std::vector<Part> Chain::whole() const {
  std::vector<Part> parts;
  for (std::size_t file = 0; file < files_.size(); ++file) parts.push_back({{file}, {{0}, {to_the_end}}});
  return parts;
}

// --- reading -------------------------------------------------------------------------------------------------------

Asked Chain::will_read(std::span<const WantedColumn> wanted, const Part& part) const {
  if (!files_.is_at_hand(part.file)) {
    files_.will_open(part.file);
    return Asked::later;
  }
  try {
    const auto table = files_.open(part.file);
    if (table == nullptr) return Asked::done;
    std::vector<std::string> names;
    for (const WantedColumn& column : wanted) names.push_back(column.name);
    const EntryRange range = intersection(part.entries, {{0}, {table->entries()}});
    return range.empty() || table->will_read(names, range) ? Asked::done : Asked::full;
  } catch (const Error&) {  // reading it will say so
    return Asked::done;
  }
}

std::vector<array::Array> Chain::read_part(std::span<const WantedColumn> wanted, const Part& part,
                                           const ReadOptions& options) const {
  const auto table = files_.open(part.file);
  const EntryRange range = table == nullptr ? EntryRange{} : intersection(part.entries, {{0}, {table->entries()}});
  if (range.empty()) {
    std::vector<array::Array> empty;
    for (const WantedColumn& column : wanted) empty.emplace_back(column.type);
    return empty;
  }
  const PartPlan how = plan(*table, part.file, wanted);
  return how.finish(table->read(how.names, range, options), wanted, range.size(), *this);
}

std::vector<array::Array> Chain::read(std::span<const WantedColumn> wanted, std::span<const Part> parts,
                                      const ReadOptions& options) const {
  if (parts.size() == 1) return read_part(wanted, parts.front(), options);
  std::vector<std::vector<array::Array>> read(parts.size());
  const Openers openers(files_, parts.size(), options.executor);
  Ahead ahead(*this, wanted, parts, openers.executor());
  openers.executor().for_each_index(
      parts.size(),
      [&](std::size_t part) {
        const auto open = ahead.begin(part);
        read[part] = read_part(wanted, parts[part], options);
      },
      options.stop);
  std::vector<array::Array> columns(wanted.size());
  options.executor.for_each_index(
      wanted.size(),
      [&](std::size_t column) {
        std::vector<array::Array> pieces;
        for (auto& of_part : read)
          if (of_part[column].length() > 0) pieces.push_back(std::move(of_part[column]));
        if (pieces.size() == 1) {
          columns[column] = std::move(pieces.front());
          return;
        }
        array::ArrayBuilder joined(wanted[column].type);
        array::reserve_for(joined, pieces);
        for (array::Array& piece : pieces) array::append(joined, std::exchange(piece, {}));
        columns[column] = std::move(joined).finish();
      },
      options.stop);
  return columns;
}

void Chain::for_each_batch(std::span<const WantedColumn> wanted, std::span<const Part> parts, std::size_t batch_entries,
                           const ReadOptions& options, PartBody body) const {
  if (batch_entries == 0) detail::fail(ErrorKind::misuse, "a batch of 0 entries");
  Ahead ahead(*this, wanted, parts, options.executor);
  options.executor.for_each_index(
      parts.size(),
      [&](std::size_t number) {
        const FileNumber file = parts[number].file;
        const auto table = ahead.begin(number);
        if (table == nullptr) return;
        const EntryRange range = intersection(parts[number].entries, {{0}, {table->entries()}});
        if (range.empty()) return;
        const PartPlan how = plan(*table, file, wanted);
        table->for_each_batch(how.names, range, batch_entries, options,
                              [&](EntryRange entries, std::span<const array::Array> columns) {
                                if (how.is_plain) return body({file, entries}, columns);
                                body({file, entries}, how.finish(columns, wanted, entries.size(), *this));
                              });
      },
      options.stop);
}

}  // namespace ramet::inline v1::dataset::internal
