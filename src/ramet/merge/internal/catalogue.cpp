#include "ramet/merge/internal/catalogue.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/objects/promoted_record.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// So many inputs are read at one time for each thread ...
constexpr std::size_t fewest_inputs = 2;
constexpr std::size_t most_inputs = 32;
/// ... one if an input has more keys and columns than this ...
constexpr std::size_t most_things = 50'000;
/// ... and more than the fewest only if they have about as many keys and columns at most: what was found is in memory
/// until it is joined.
constexpr std::size_t things_at_a_time = 8192;
constexpr std::uint64_t small_basket_bytes = std::uint64_t{16} << 10;

/// A key of an input and, for tables, what its record describes.
struct FoundObject {
  std::size_t place = 0;  // of its directory among those of the input
  std::string name;
  std::string class_name;
  ObjectKind kind = ObjectKind::object;
  Occurrence occurrence;
  std::unique_ptr<TablePart> table;  // null for an object
  char letter = 0;                   // the last one of the stored class, if it becomes another
};

/// A TProcessID of an input.
struct FoundProcess {
  std::string identity;
  std::string name;
  Occurrence occurrence;
};

/// What is in one input.
struct FoundInput {
  std::vector<std::string> directories;  // those that are merged
  std::vector<std::string> places;       // of the objects; consecutive ones mostly have the same
  std::vector<FoundObject> objects;
  std::map<std::uint16_t, FoundProcess> processes;  // by their numbers
  std::uint64_t size = 0;
  std::uint64_t layouts = 0;  // hash of the record of streamer infos
  std::uint64_t layout_bytes = 0;
  std::uint32_t compression = 0;
};

/// Why the baskets of a branch cannot stand in another tree, or nothing.
std::string obstacle_of(const tree::Tree& tree) {
  if (tree.entries == 0) return {};
  for (const tree::NamedBranch& named : all_branches(tree)) {
    const tree::Branch& branch = *named.branch;
    if (basket_count(branch) == 0 && branch.is_group()) continue;
    const EntryRange stored = branch.stored_entries();
    if (stored.first.number != 0 || stored.last.number != tree.entries)
      return fmt::format("branch '{}' has entries {} to {} of {}", named.path, stored.first.number, stored.last.number,
                         tree.entries);
  }
  return {};
}

void count_baskets(const tree::Tree& tree, TablePart& part) {
  for (const tree::NamedBranch& named : all_branches(tree)) {
    const tree::Branch& branch = *named.branch;
    part.baskets += basket_count(branch);
    for (std::size_t basket = 0; basket < basket_count(branch); ++basket)
      if (embedded_basket(branch, {basket}) != nullptr ||
          branch.baskets.location({basket}).record_size < small_basket_bytes)
        ++part.small_baskets;
  }
}

void describe_tree(const dataset::File& file, const file::Key& key, KnownSchemas& schemas, TablePart& table) {
  const auto reader = file.tree(key);
  const tree::Tree& tree = reader->tree();
  table.entries = tree.entries;
  table.clusters = tree.cluster_count();
  table.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tree.zip_bytes, 0));
  table.uncompressed_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tree.total_bytes, 0));
  count_baskets(tree, table);
  table.schema = schemas.of(tree);
  table.places = places_of_small(tree);
  if (const auto& index = tree.companions.index)
    table.index = fmt::format("{}, {}", index->major_name, index->minor_name);
  table.obstacle = obstacle_of(tree);
}

void describe_ntuple(const dataset::File& file, const file::Key& key, TablePart& table) {
  const auto reader = file.ntuple(key);
  const ntuple::NTuple& ntuple = reader->ntuple();
  table.entries = ntuple.entries;
  table.clusters = ntuple.cluster_count();
  const ntuple::PageTotals totals = reader->page_totals();
  table.bytes = totals.compressed_bytes;
  table.uncompressed_bytes = totals.uncompressed_bytes;
  table.baskets = totals.pages;
  if (totals.compressed_bytes < totals.pages * small_basket_bytes) table.small_baskets = totals.pages;
  table.schema = std::make_shared<const TableSchema>(schema_of(ntuple));
  for (const ntuple::Field& field : ntuple.schema.fields)
    if (field.representations.size() > 1)
      table.obstacle = fmt::format("field '{}' is stored in several ways", field.name);
  for (const ntuple::Column& column : ntuple.schema.columns)
    if (column.is_deferred)
      table.obstacle = fmt::format("field '{}' was added later", ntuple.schema.field(column.field).name);
}

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

FoundInput find(std::size_t input, const dataset::File& file, const MergeOptions& options, KnownSchemas& schemas) {
  FoundInput found;
  found.size = file.reader().source().size();
  // ramet's writer dies with a file that is complete up to its last checkpoint, with records behind its end.
  if (options.on_bad_input == OnBadInput::recover && found.size > file.reader().header().end)
    detail::fail(ErrorKind::corrupt, "file '{}' has {} bytes behind its end: its writer did not close it", file.name(),
                 found.size - file.reader().header().end);
  const bytes::Buffer layouts = file.reader().packed_streamer_infos();
  found.layouts = bytes::xxh3(layouts.span());
  found.layout_bytes = layouts.size();
  found.compression = file.reader().header().compression;
  std::set<std::string> directories;
  std::set<std::pair<std::string, std::string>> tables;
  file.reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
    if (!is_wanted(directory, key, options)) return;
    if (key.is_directory()) {
      std::string path = path_below(directory, key.name);
      if (directories.insert(path).second) found.directories.push_back(std::move(path));
      return;
    }
    if (take_process(input, file, directory, key, found)) return;
    const ObjectKind kind = kind_of(key);
    std::unique_ptr<TablePart> table;
    if (kind != ObjectKind::object) {
      const file::Key* newest = directory.find(key.name);
      if (newest == nullptr || newest->cycle != key.cycle) return;  // an earlier state of the table
      if (!tables.emplace(directory.path, key.name).second) return;
      table = std::make_unique<TablePart>(table_of(input, file, key, schemas));
      table->compression = found.compression;
    }
    if (found.places.empty() || found.places.back() != directory.path) found.places.push_back(directory.path);
    std::string class_name = merged_class(key.class_name, options);
    const char letter = class_name == key.class_name ? '\0' : key.class_name.back();
    found.objects.push_back({found.places.size() - 1, key.name, std::move(class_name), kind, occurrence_of(input, key),
                             std::move(table), letter});
  });
  return found;
}

/// How many things of an input are in memory, keys and columns.
std::size_t things_in(const FoundInput& found) noexcept {
  std::size_t things = found.objects.size();
  for (const FoundObject& object : found.objects)
    if (object.table) things += 8 * object.table->schema->columns.size();
  return things;
}

/// Joins what was found in one input after the other. Threads: one thread.
class Joining {
 public:
  explicit Joining(std::size_t inputs) : inputs_(inputs) {}

  void add(std::size_t input, FoundInput found) {
    catalogue_.bytes += found.size;
    if (is_first_) catalogue_.compression = found.compression;
    is_first_ = false;
    if (layouts_.insert(found.layouts).second) {
      catalogue_.layouts.push_back(input);
      catalogue_.layout_bytes = std::max(catalogue_.layout_bytes, found.layout_bytes);
    }
    for (std::string& directory : found.directories)
      if (directories_.insert(directory).second) catalogue_.directories.push_back(std::move(directory));
    next_ = 0;
    for (FoundObject& object : found.objects) add(object, found.places[object.place]);
    add_processes(input, found.processes);
  }

  Catalogue take() {
    for (MergedObject& object : catalogue_.objects) object.occurrences.sort();
    catalogue_.process_offsets.resize(inputs_);
    return std::move(catalogue_);
  }

 private:
  /// Give processes that are new their names in the output.
  void add_processes(std::size_t input, const std::map<std::uint16_t, FoundProcess>& found) {
    if (found.empty()) return;
    std::map<std::uint16_t, std::string> identities;
    for (const auto& [number, process] : found) identities.emplace(number, process.identity);
    const std::size_t before = processes_.size();
    const std::uint16_t offset = of_input(input, [&] { return processes_.add(identities); });
    catalogue_.process_offsets.resize(inputs_);
    catalogue_.process_offsets[input] = offset;
    for (const auto& [number, process] : found) {
      if (std::size_t{offset} + number < before) continue;
      MergedObject object{.kind = ObjectKind::object,
                          .directory = "",
                          .name = process.name,
                          .class_name = std::string(process_class),
                          .occurrences = {process.occurrence}};
      std::string name = fmt::format("ProcessID{}", offset + number);
      if (name != object.name) object.new_name = std::move(name);
      catalogue_.objects.push_back(std::move(object));
    }
  }

  void add(FoundObject& object, const std::string& directory) {
    MergedObject& to = catalogue_.objects[number_of(object, directory)];
    if (!object.table) {
      if (to.occurrences.empty()) to.occurrences.reserve(inputs_);  // no more than these in most cases
      to.occurrences.push_back(object.occurrence);
      if (object.letter != 0) to.promoted.push_back({object.occurrence.input, object.occurrence.cycle, object.letter});
      return;
    }
    object.table->schema = shared(std::move(object.table->schema));
    to.parts.push_back(std::move(*object.table));
  }

  static bool is_alike(const MergedObject& known, const FoundObject& object, const std::string& directory) noexcept {
    return known.name == object.name && known.directory == directory && known.class_name == object.class_name;
  }

  /// The number of an object among those that are known, to which it is added if it is new. Inputs mostly have the same
  /// objects in the same order.
  std::size_t number_of(const FoundObject& object, const std::string& directory) {
    if (next_ < catalogue_.objects.size() && is_alike(catalogue_.objects[next_], object, directory)) return next_++;
    const std::string path = directory.empty() ? object.name : directory + "/" + object.name;
    const std::uint64_t hash = bytes::xxh3(std::as_bytes(std::span(path)));
    const auto [first, last] = by_path_.equal_range(hash);
    const auto known = std::find_if(first, last, [&](const auto& one) {
      const MergedObject& other = catalogue_.objects[one.second];
      return other.class_name == object.class_name && other.stored_path() == path;
    });
    next_ = known == last ? catalogue_.objects.size() : known->second;
    if (known == last) {
      by_path_.emplace(hash, next_);
      catalogue_.objects.push_back({object.kind, directory, object.name, object.class_name, {}, {}});
    }
    return next_++;
  }

  /// The schema that an earlier table had, if it is the same.
  std::shared_ptr<const TableSchema> shared(std::shared_ptr<const TableSchema> schema) {
    if (schema == last_) return schema;
    last_ = equal_to(std::move(schema));
    return last_;
  }

  std::shared_ptr<const TableSchema> equal_to(std::shared_ptr<const TableSchema> schema) {
    const auto [first, last] = schemas_.equal_range(schema->hash);
    for (auto known = first; known != last; ++known)
      if (*known->second == *schema) return known->second;
    schemas_.emplace(schema->hash, schema);
    return schema;
  }

  Catalogue catalogue_;
  std::size_t inputs_;
  bool is_first_ = true;
  std::size_t next_ = 0;  // the object that is expected
  ProcessNumbers processes_;
  std::set<std::uint64_t> layouts_;
  std::set<std::string> directories_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_path_;  // by the hashes of the paths
  std::multimap<std::uint64_t, std::shared_ptr<const TableSchema>> schemas_;
  std::shared_ptr<const TableSchema> last_;
};

/// Throw OptionError for rules that promote other objects than histograms of small numbers, or keep them apart, too.
void require_promotable(const MergeOptions& options) {
  for (const ClassRule& rule : options.rules) {
    if (rule.rule != Rule::promote) continue;
    if (promoted_class(rule.class_name).empty())
      throw OptionError(ErrorKind::misuse,
                        fmt::format("objects of class '{}' cannot be promoted: TH1C, TH1S, TH1I, TH1F and those of 2 "
                                    "and 3 axes become TH1D and so on",
                                    rule.class_name));
    if (options.on_difference == OnDifference::split)
      throw OptionError(ErrorKind::misuse, "histograms are either kept apart or promoted, not both");
  }
}

}  // namespace

bool is_packed_anew_by(const MergeOptions& options, const TablePart& part) noexcept {
  return options.compression && options.tables.on_other_compression == OnOtherCompression::pack_anew &&
         static_cast<std::uint32_t>(options.compression->code()) != part.compression;
}

compression::Settings settings_of(std::uint32_t code) {
  try {
    const auto settings = compression::Settings::from_code(static_cast<int>(code));
    return settings.algorithm == compression::Algorithm::old ? compression::Settings{} : settings;
  } catch (const Error&) {
    return {};
  }
}

std::uint64_t entries_in(const dataset::File& file, const std::string& path) {
  return tree::is_tree_class(file.reader().key(path).class_name) ? file.tree(path)->tree().entries
                                                                 : file.ntuple(path)->ntuple().entries;
}

Occurrence occurrence_of(std::size_t input, const file::Key& key) {
  return {static_cast<std::uint32_t>(input), key.record_size, key.object_size, key.key_length, key.cycle, key.seek};
}

ObjectKind kind_of(const file::Key& key) {
  if (tree::is_tree_class(key.class_name)) return ObjectKind::tree;
  return ntuple::is_ntuple_class(key.class_name) ? ObjectKind::ntuple : ObjectKind::object;
}

TablePart table_of(std::size_t input, const dataset::File& file, const file::Key& key, KnownSchemas& schemas) {
  TablePart table;
  table.occurrence = occurrence_of(input, key);
  kind_of(key) == ObjectKind::tree ? describe_tree(file, key, schemas, table) : describe_ntuple(file, key, table);
  return table;
}

std::string MergedObject::stored_class(const Occurrence& occurrence) const {
  std::string stored = class_name;
  const auto of_input = std::ranges::lower_bound(promoted, occurrence.input, {}, &PromotedOccurrence::input);
  for (auto one = of_input; one != promoted.end() && one->input == occurrence.input; ++one)
    if (one->cycle == occurrence.cycle) stored.back() = one->letter;
  return stored;
}

file::Key MergedObject::key_of(const Occurrence& occurrence) const {
  file::Key key;
  key.record_size = occurrence.record_size;
  key.object_size = occurrence.object_size;
  key.key_length = occurrence.key_length;
  key.cycle = occurrence.cycle;
  key.seek = occurrence.seek;
  key.class_name = stored_class(occurrence);
  key.name = name;
  return key;
}

Catalogue read_catalogue(const Inputs& inputs, const std::vector<bool>& skipped, schedule::Executor& executor,
                         const MergeOptions& options) {
  require_promotable(options);
  Joining joining(inputs.size());
  KnownSchemas schemas;
  std::size_t inputs_of_thread = 1;
  for (std::size_t first = 0; first < inputs.size();) {
    std::vector<FoundInput> found(std::min(inputs_of_thread * executor.concurrency(), inputs.size() - first));
    executor.for_each_index(
        found.size(),
        [&](std::size_t number) {
          const std::size_t input = first + number;
          if (!skipped.at(input))
            of_input(input, [&] { found[number] = find(input, *inputs.open(input), options, schemas); });
        },
        options.stop);
    std::size_t things = 1;
    for (std::size_t number = 0; number < found.size(); ++number) {
      things += things_in(found[number]);
      if (!skipped.at(first + number)) joining.add(first + number, std::move(found[number]));
    }
    first += found.size();
    inputs_of_thread = std::clamp(things_at_a_time * found.size() / things / executor.concurrency(),
                                  things > most_things * found.size() ? std::size_t{1} : fewest_inputs, most_inputs);
  }
  return joining.take();
}

}  // namespace ramet::inline v1::merge::internal
