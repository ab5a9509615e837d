#include "ramet/merge/internal/safety/verification.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/merge/internal/comparing/array_contrast.hpp"
#include "ramet/merge/internal/rules.hpp"
#include "ramet/merge/internal/safety/moved_bytes.hpp"
#include "ramet/ntuple/detail/anchor.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// About as many bytes as stored are decoded at a time.
constexpr std::uint64_t stored_at_a_time = std::uint64_t{16} << 20;

std::uint64_t hash_of(std::string_view path, std::string_view class_name) {
  std::string text(class_name);
  text += '\0';
  text += path;
  return bytes::xxh3(std::as_bytes(std::span(text)));
}

/// How many keys the objects of one path and class have.
struct KeyCount {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

KeyCount expected_keys(const MergedObject& object, const MergeOptions& options) {
  if (object.kind != ObjectKind::object) return {1, 1};
  const std::uint64_t most = object.occurrences.size();
  switch (treatment_of(object, options.rules)) {
    case Treat::leave_out:
      return {0, 0};
    case Treat::all:
      return {most, most};
    case Treat::distinct:
      return {std::min<std::uint64_t>(1, most), most};
    default:
      return {std::min<std::uint64_t>(1, most), std::min<std::uint64_t>(1, most)};
  }
}

std::unordered_map<std::uint64_t, std::uint64_t> keys_of(const dataset::File& file, std::uint64_t& all) {
  std::unordered_map<std::uint64_t, std::uint64_t> keys;
  file.reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
    if (key.is_directory()) return;
    ++all;
    ++keys[hash_of(directory.path.empty() ? key.name : directory.path + "/" + key.name, key.class_name)];
  });
  return keys;
}

std::vector<std::string> columns_of(const dataset::Dataset& table) {
  std::vector<std::string> names;
  for (const dataset::Column& column : table.columns())
    if (column.is_readable() && !column.is_group && !column.is_nested) names.push_back(column.name);
  return names;
}

/// Values of the inputs. What cannot be read, as of classes with a streamer of their own, says nothing of the output.
std::vector<array::Array> values_of_inputs(const dataset::Dataset& inputs, std::span<const std::string> names,
                                           EntryRange range, const dataset::ReadOptions& reading) {
  try {
    return inputs.read(names, range, reading);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled || error.kind() == ErrorKind::io) throw;
    throw Error(ErrorKind::unsupported,
                fmt::format("values that cannot be read cannot be compared (--verify bytes compares what is moved): {}",
                            error.what()));
  }
}

}  // namespace

bool is_filtered(const PlannedTable& table, const MergeOptions& options) noexcept {
  return table.is_changed && !options.tables.where.empty();
}

std::string Verification::written_class(const MergedObject& object) const {
  const auto table = std::ranges::find(decisions_.tables, &object, &PlannedTable::object);
  if (table == decisions_.tables.end() || table->way != Way::rewrite) return object.class_name;
  const write::Format format = options_.tables.format.value_or(format_of(object));
  return format == write::Format::ttree ? "TTree" : std::string(ntuple::anchor_class);
}

void Verification::require_keys(const dataset::File& output) const {
  std::uint64_t all = 0;
  std::uint64_t known = 0;
  const auto keys = keys_of(output, all);
  for (const MergedObject& object : catalogue_.objects) {
    const auto found = keys.find(hash_of(object.path(), written_class(object)));
    const std::uint64_t count = found == keys.end() ? 0 : found->second;
    const KeyCount expected = expected_keys(object, options_);
    if (count < expected.least || count > expected.most)
      detail::fail(ErrorKind::corrupt, "it has {} keys of '{}' ({}), expected {} to {}", count, object.path(),
                   object.class_name, expected.least, expected.most);
    known += count;
  }
  if (known != all) detail::fail(ErrorKind::corrupt, "it has {} keys, expected {}", all, known);
}

void Verification::require_entries(const dataset::File& output) const {
  for (const PlannedTable& table : decisions_.tables) {
    if (table.parts.empty() || is_filtered(table, options_)) continue;
    const std::uint64_t expected = table.entries();
    const std::string path = table.object->path();
    const std::uint64_t entries = entries_in(output, path);
    if (entries != expected)
      detail::fail(ErrorKind::corrupt, "'{}' has {} entries, expected {}", path, entries, expected);
  }
}

void Verification::require_values(const std::filesystem::path& output, const PlannedTable& table) const {
  const std::string path = table.object->path();
  std::vector<dataset::FileAndObject> places;
  std::uint64_t stored = 0;
  for (const TablePart* part : table.column_parts())
    places.push_back({inputs_.read_path(part->occurrence.input), table.object->stored_path()});
  for (const TablePart* part : table.parts) stored += part->bytes;
  dataset::DatasetOptions joined;
  joined.missing_column = dataset::MissingColumn::fill_counted;
  joined.schema = dataset::SchemaFrom::all_files;
  const dataset::Dataset before(session_, std::move(places), joined);
  const dataset::Dataset after(session_, std::vector<dataset::FileAndObject>{{output.string(), path}});
  const dataset::ReadOptions reading{session_.executor(), options_.stop};
  const std::uint64_t entries = after.entries(reading);
  std::vector<std::string> names = columns_of(after);
  if (options_.on_missing_column == OnMissingColumn::flag)  // the inputs do not have these columns, or have others
    std::erase_if(names,
                  [&](const std::string& name) { return name.starts_with("has_") && after.find(name.substr(4)); });
  const std::uint64_t parts =
      std::clamp<std::uint64_t>(stored / stored_at_a_time, 1, std::max<std::uint64_t>(entries, 1));
  for (std::uint64_t part = 0; part < parts; ++part) {
    const EntryRange range{{entries / parts * part}, {part + 1 == parts ? entries : entries / parts * (part + 1)}};
    const EntryRange range_before{{table.first_entry + range.first.number}, {table.first_entry + range.last.number}};
    const auto there = values_of_inputs(before, names, range_before, reading);
    const auto here = after.read(names, range, reading);
    for (std::size_t column = 0; column < names.size(); ++column)
      if (!has_same_values(there[column], here[column]))
        detail::fail(ErrorKind::corrupt, "'{}' has other values of '{}' than the inputs, in entries {} to {}", path,
                     names[column], range.first.number, range.last.number);
  }
}

void Verification::run(const std::filesystem::path& output) const {
  try {
    const auto file = session_.open(output);
    const file::FileReader& reader = file->reader();
    if (reader.is_recovered() || reader.header().end != reader.source().size())
      detail::fail(ErrorKind::corrupt, "it has {} bytes, expected {}", reader.source().size(), reader.header().end);
    require_keys(*file);
    require_entries(*file);
    if (options_.verify == Verify::counts) return;
    for (const PlannedTable& table : decisions_.tables) {
      if (table.parts.empty()) continue;
      if (table.has(Way::move)) MovedBytes(inputs_, session_.executor(), options_, file).require_same(table);
      if (options_.verify == Verify::values && !table.is_changed) require_values(output, table);
    }
  } catch (const BadInput&) {
    throw;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    for (const PlannedTable& table : decisions_.tables)  // they are read again, and may not be what they were
      for (const TablePart* part : table.parts) inputs_.require_unchanged(part->occurrence.input);
    if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::unsupported) throw;
    throw Error(ErrorKind::corrupt, fmt::format("the output is not what was planned: {}", error.what()));
  }
}

}  // namespace ramet::inline v1::merge::internal
