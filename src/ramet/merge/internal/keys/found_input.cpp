#include "ramet/merge/internal/keys/found_input.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/objects/promoted_record.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Whether one of the names in a path is listed.
bool is_listed(std::string_view path, const std::vector<std::string>& names) {
  for (;;) {
    const std::string_view name = path.substr(0, path.find('/'));
    if (std::ranges::find(names, name) != names.end()) return true;
    if (name.size() == path.size()) return false;
    path.remove_prefix(name.size() + 1);
  }
}

std::string path_below(const file::Directory& directory, const std::string& name) {
  return directory.path.empty() ? name : directory.path + "/" + name;
}

bool is_wanted(const file::Directory& directory, const file::Key& key, const MergeOptions& options) {
  const auto rule = std::ranges::find(options.rules, key.class_name, &ClassRule::class_name);
  if (rule != options.rules.end() && rule->rule == Rule::leave_out) return false;
  switch (options.filter.kind) {
    case NameFilter::Kind::skip:
      return !is_listed(path_below(directory, key.name), options.filter.names);
    case NameFilter::Kind::only:
      return is_listed(path_below(directory, key.name), options.filter.names);
    case NameFilter::Kind::all:
      break;
  }
  return true;
}

/// The class that an object becomes.
std::string merged_class(const std::string& class_name, const MergeOptions& options) {
  const auto rule = std::ranges::find(options.rules, class_name, &ClassRule::class_name);
  return rule != options.rules.end() && rule->rule == Rule::promote ? promoted_class(class_name) : class_name;
}

/// Note a TProcessID; false if the key is none.
bool take_process(std::size_t input, const dataset::File& file, const file::Directory& directory, const file::Key& key,
                  FoundInput& found) {
  const auto number = process_number(key.name);
  if (key.class_name != process_class || !number || !directory.path.empty()) return false;
  const auto known = found.processes.find(*number);
  if (known != found.processes.end() && known->second.occurrence.cycle > key.cycle) return true;
  const file::Record record = file.reader().read_record(key);
  found.processes[*number] = {process_identity(record.bytes.span(), record.key_length, file.forms().layouts()),
                              key.name, occurrence_of(input, key)};
  return true;
}

}  // namespace

FoundInput find(std::size_t input, const dataset::File& file, const MergeOptions& options, KnownTrees& trees,
                TakeObject take) {
  FoundInput found;
  found.size = file.reader().source().size();
  // ramet's writer dies with a file that is complete up to its last checkpoint, with records behind its end.
  if (options.on_bad_input == OnBadInput::recover && found.size > file.reader().header().end)
    detail::fail(ErrorKind::corrupt, "file '{}' has {} bytes behind its end: its writer did not close it", file.name(),
                 found.size - file.reader().header().end);
  found.layouts = &file.forms();
  found.layout_bytes = file.reader().header().streamer_info_size;
  found.compression = file.reader().header().compression;
  std::set<std::string> directories;
  std::set<std::pair<std::string, std::string>> tables;
  file.reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
    if (std::ranges::find(options.rules, key.class_name, &ClassRule::class_name) != options.rules.end())
      found.ruled.insert(key.class_name);
    if (!is_wanted(directory, key, options)) return;
    if (key.is_directory()) {
      std::string path = path_below(directory, key.name);
      if (!directories.insert(path).second) return;
      if (key.title != key.name) found.titles.emplace(path, key.title);
      found.directories.push_back(std::move(path));
      return;
    }
    if (take_process(input, file, directory, key, found)) return;
    const ObjectKind kind = kind_of(key);
    std::unique_ptr<TablePart> table;
    if (kind != ObjectKind::object) {
      const file::Key* newest = directory.find(key.name);
      if (newest == nullptr || newest->cycle != key.cycle) return;  // an earlier state of the table
      if (!tables.emplace(directory.path, key.name).second) return;
      table = std::make_unique<TablePart>(table_of(input, file, key, trees));
      table->compression = found.compression;
    }
    std::string class_name = merged_class(key.class_name, options);
    const char letter = class_name == key.class_name ? '\0' : key.class_name.back();
    take({0, key.name, std::move(class_name), kind, occurrence_of(input, key), std::move(table), letter},
         directory.path);
  });
  return found;
}

FoundInput find_small(std::size_t input, const dataset::File& file, const MergeOptions& options, KnownTrees& trees,
                      std::size_t most_keys) {
  FoundInput all;
  all.is_large = file.reader().root().keys.size() > most_keys;
  if (all.is_large) return all;
  FoundInput found = find(input, file, options, trees, [&](FoundObject object, const std::string& directory) {
    all.is_large = all.is_large || all.objects.size() == most_keys;
    if (all.is_large) return;
    if (all.places.empty() || all.places.back() != directory) all.places.push_back(directory);
    object.place = all.places.size() - 1;
    all.objects.push_back(std::move(object));
  });
  found.is_large = all.is_large;
  if (found.is_large) return found;
  found.places = std::move(all.places);
  found.objects = std::move(all.objects);
  return found;
}

std::size_t things_in(const FoundInput& found) noexcept {
  std::size_t things = found.objects.size();
  for (const FoundObject& object : found.objects)
    if (object.table) things += 8 * object.table->schema->columns.size();
  return things;
}

}  // namespace ramet::inline v1::merge::internal
