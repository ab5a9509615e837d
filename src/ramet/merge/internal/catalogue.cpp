#include "ramet/merge/internal/catalogue.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/merge/internal/keys/found_input.hpp"
#include "ramet/merge/internal/keys/numbers_by_hash.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/objects/promoted_record.hpp"
#include "ramet/merge/internal/rules.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// So many inputs are read at one time for each thread ...
constexpr std::size_t fewest_inputs = 2;
constexpr std::size_t most_inputs = 32;
/// ... those with more keys than this one after the other, of which nothing is kept but what is joined ...
constexpr std::size_t most_keys = 25'000;
/// ... and more than the fewest only if they have about as many keys and columns at most: what was found is in memory
/// until it is joined.
constexpr std::size_t things_at_a_time = 16'384;
/// Occurrences are kept in files when they take more than this share of the memory, and more than a little.
constexpr std::uint64_t memory_share = 16;
constexpr std::uint64_t least_memory = std::uint64_t{64} << 10;
constexpr std::uint64_t small_basket_bytes = std::uint64_t{16} << 10;

/// Why the baskets of a branch cannot stand in another tree, or nothing.
std::string obstacle_of(const tree::Tree& tree, std::span<const tree::NamedBranch> branches) {
  if (tree.entries == 0) return {};
  for (const tree::NamedBranch& named : branches) {
    const tree::Branch& branch = *named.branch;
    if (basket_count(branch) == 0 && branch.is_group()) continue;
    const EntryRange stored = branch.stored_entries();
    if (stored.first.number != 0 || stored.last.number != tree.entries)
      return fmt::format("branch '{}' has entries {} to {} of {}", named.path, stored.first.number, stored.last.number,
                         tree.entries);
  }
  return {};
}

void count_baskets(std::span<const tree::NamedBranch> branches, TablePart& part) {
  for (const tree::NamedBranch& named : branches) {
    const tree::Branch& branch = *named.branch;
    part.baskets += basket_count(branch);
    for (std::size_t basket = 0; basket < basket_count(branch); ++basket)
      if (embedded_basket(branch, {basket}) != nullptr ||
          branch.baskets.location({basket}).record_size < small_basket_bytes)
        ++part.small_baskets;
  }
}

void describe_tree(const tree::Tree& tree, TablePart& table) {
  const std::vector<tree::NamedBranch> branches = all_branches(tree);
  table.entries = tree.entries;
  table.clusters = tree.cluster_count();
  table.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tree.zip_bytes, 0));
  table.uncompressed_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tree.total_bytes, 0));
  count_baskets(branches, table);
  table.places = places_of_small(tree, branches);
  if (const auto& index = tree.companions.index)
    table.index = fmt::format("{}, {}", index->major_name, index->minor_name);
  table.obstacle = obstacle_of(tree, branches);
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

/// Joins what was found in one input after the other. Threads: one thread.
class Joining {
 public:
  /// With a file, occurrences that take more memory are kept in it.
  Joining(std::size_t inputs, std::shared_ptr<OccurrenceFile> file, std::uint64_t most_memory)
      : inputs_(inputs), file_(std::move(file)), most_memory_(most_memory) {}

  /// Add the objects of an input, and what else was found in it.
  void add(std::size_t input, FoundInput found) {
    for (FoundObject& object : found.objects) add(object, found.places[object.place]);
    finish(input, found);
  }

  /// Add all of an input but its objects, which were added.
  void finish(std::size_t input, FoundInput& found) {
    catalogue_.bytes += found.size;
    if (is_first_) catalogue_.compression = found.compression;
    is_first_ = false;
    if (layouts_.insert(found.layouts).second) {
      catalogue_.layouts.push_back(input);
      catalogue_.layout_bytes = std::max(catalogue_.layout_bytes, found.layout_bytes);
    }
    for (std::string& directory : found.directories) {
      if (!directories_.insert(directory).second) continue;
      if (auto title = found.titles.extract(directory)) catalogue_.titles.insert(std::move(title));
      catalogue_.directories.push_back(std::move(directory));
    }
    catalogue_.ruled.merge(found.ruled);
    next_ = 0;
    add_processes(input, found.processes);
    if (file_ && memory_ > most_memory_) empty_into_file();
  }

  void add(FoundObject& object, const std::string& directory) {
    MergedObject& to = catalogue_.objects[number_of(object, directory)];
    if (!object.table) {
      if (to.occurrences.empty() && catalogue_.objects.size() < most_keys) to.occurrences.reserve(inputs_);
      const std::size_t before = to.occurrences.memory();
      to.occurrences.push_back(object.occurrence);
      memory_ += to.occurrences.memory() - before;
      if (object.letter != 0)
        to.special.made().promoted.push_back({object.occurrence.input, object.occurrence.cycle, object.letter});
      return;
    }
    object.table->schema = shared(std::move(object.table->schema));
    to.special.made().parts.push_back(std::move(*object.table));
  }

  Catalogue take() {
    for (MergedObject& object : catalogue_.objects)
      if (object.occurrences.is_whole()) object.occurrences.sort();
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
                          .number = next_number(),
                          .name = process.name,
                          .class_name = names_.of(process_class),
                          .occurrences = {process.occurrence}};
      std::string name = fmt::format("ProcessID{}", offset + number);
      if (name != object.name) object.special.made().new_name = std::move(name);
      catalogue_.objects.push_back(std::move(object));
    }
  }

  /// Entry lists, which are few, stay: they are read when it is decided what is merged.
  void empty_into_file() {
    std::deque<MergedObject>& objects = catalogue_.objects;
    file_->add(objects.size(), [&](std::size_t number) {
      const bool stays = is_entry_list_class(objects[number].class_name);
      return stays ? std::string() : objects[number].occurrences.take();
    });
    catalogue_.occurrence_file = file_;
    memory_ = 0;
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
    const auto known = by_path_.find(hash, [&](std::uint32_t number) {
      const MergedObject& other = catalogue_.objects[number];
      return other.class_name == object.class_name && other.stored_path() == path;
    });
    next_ = known.value_or(catalogue_.objects.size());
    if (!known) {
      by_path_.add(hash, next_number());
      catalogue_.objects.push_back({.kind = object.kind,
                                    .number = next_number(),
                                    .directory = names_.of(directory),
                                    .name = object.name,
                                    .class_name = names_.of(object.class_name)});
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

  /// That of the object that is added next.
  std::uint32_t next_number() const {
    return detail::narrow<std::uint32_t>(catalogue_.objects.size(), "number of objects");
  }

  Catalogue catalogue_;
  std::size_t inputs_;
  std::shared_ptr<OccurrenceFile> file_;
  std::uint64_t most_memory_;
  std::uint64_t memory_ = 0;  // of occurrences
  bool is_first_ = true;
  std::size_t next_ = 0;  // the object that is expected
  ProcessNumbers processes_;
  std::set<const void*> layouts_;
  std::set<std::string> directories_;
  SharedNames names_;
  NumbersByHash by_path_;
  std::multimap<std::uint64_t, std::shared_ptr<const TableSchema>> schemas_;
  std::shared_ptr<const TableSchema> last_;
};

/// Throw OptionError for rules that promote other objects than histograms of small numbers, or keep them apart, too,
/// and for those that would take some of the trees or ntuples of a path, which are always joined.
void require_rules(const MergeOptions& options) {
  for (const ClassRule& rule : options.rules) {
    const bool is_table = tree::is_tree_class(rule.class_name) || ntuple::is_anchor_class(rule.class_name);
    if (is_table && rule.rule != Rule::leave_out && rule.rule != Rule::by_class)
      throw OptionError(ErrorKind::misuse,
                        fmt::format("a {} is joined or left out: the only rule is leave-out", rule.class_name));
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

TablePart table_of(std::size_t input, const dataset::File& file, const file::Key& key, KnownTrees& trees) {
  TablePart table;
  table.occurrence = occurrence_of(input, key);
  if (kind_of(key) == ObjectKind::tree)
    trees.read(file, key, [&](const tree::Tree& tree, const std::shared_ptr<const TableSchema>& schema) {
      describe_tree(tree, table);
      table.schema = schema;
    });
  else
    describe_ntuple(file, key, table);
  return table;
}

std::string MergedObject::stored_class(const Occurrence& occurrence) const {
  std::string stored = class_name;
  const std::span<const PromotedOccurrence> all = promoted();
  const auto of_input = std::ranges::lower_bound(all, occurrence.input, {}, &PromotedOccurrence::input);
  for (auto one = of_input; one != all.end() && one->input == occurrence.input; ++one)
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
                         const MergeOptions& options, const std::optional<std::filesystem::path>& folder) {
  require_rules(options);
  Joining joining(inputs.size(), folder ? std::make_shared<OccurrenceFile>(*folder) : nullptr,
                  std::max(options.max_memory / memory_share, least_memory));
  KnownTrees trees;
  const auto add_large = [&](std::size_t input) {
    throw_if_stopped(options.stop);
    FoundInput found = of_input(input, [&] {
      return find(input, *inputs.open(input), options, trees,
                  [&](FoundObject object, const std::string& directory) { joining.add(object, directory); });
    });
    joining.finish(input, found);  // an error of the file with occurrences is not the input's
  };
  std::size_t inputs_at_a_time = 1;  // until it is known how large they are
  for (std::size_t first = 0; first < inputs.size();) {
    std::vector<FoundInput> found(std::min(inputs_at_a_time, inputs.size() - first));
    executor.for_each_index(
        found.size(),
        [&](std::size_t number) {
          const std::size_t input = first + number;
          if (!skipped.at(input))
            of_input(input, [&] { found[number] = find_small(input, *inputs.open(input), options, trees, most_keys); });
        },
        options.stop);
    std::size_t things = 1;
    bool has_large = false;
    for (std::size_t number = 0; number < found.size(); ++number) {
      if (skipped.at(first + number)) continue;
      things += things_in(found[number]);
      has_large = has_large || found[number].is_large;
      if (found[number].is_large)
        add_large(first + number);
      else
        joining.add(first + number, std::move(found[number]));
    }
    first += found.size();
    if (has_large)
      for (; first < inputs.size(); ++first)
        if (!skipped.at(first)) add_large(first);
    const std::size_t inputs_of_thread =
        std::clamp(things_at_a_time * found.size() / things / executor.concurrency(), fewest_inputs, most_inputs);
    inputs_at_a_time = inputs_of_thread * executor.concurrency();
  }
  return joining.take();
}

LoadedOccurrences::LoadedOccurrences(std::span<const MergedObject* const> objects, const OccurrenceFile* file)
    : objects_(objects) {
  const auto is_whole = [](const MergedObject* object) { return object->occurrences.is_whole(); };
  if (file == nullptr || std::ranges::all_of(objects, is_whole)) return;
  std::vector<std::uint32_t> numbers;
  for (const MergedObject* object : objects) numbers.push_back(object->number);
  std::vector<std::string> taken = file->read(numbers);
  for (std::size_t number = 0; number < objects.size(); ++number) {
    loaded_.push_back(objects[number]->occurrences.with(std::move(taken[number])));
    loaded_.back().sort();
  }
}

}  // namespace ramet::inline v1::merge::internal
