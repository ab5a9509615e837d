#include "ramet/merge/internal/catalogue.hpp"

#include <algorithm>
#include <set>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// So many inputs are read at one time for each thread: what they have is in memory until it is joined.
constexpr std::size_t inputs_of_thread = 2;
constexpr std::uint64_t small_basket_bytes = std::uint64_t{16} << 10;

/// A key of an input and, for tables, what its record describes.
struct FoundObject {
  std::string directory;
  file::Key key;
  ObjectKind kind = ObjectKind::object;
  TablePart table;
};

/// What is in one input.
struct FoundInput {
  std::vector<std::string> directories;
  std::vector<FoundObject> objects;
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

void describe_tree(const dataset::File& file, FoundObject& object) {
  const auto reader = file.tree(object.key);
  const tree::Tree& tree = reader->tree();
  object.kind = ObjectKind::tree;
  object.table.entries = tree.entries;
  object.table.clusters = tree.cluster_count();
  object.table.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tree.zip_bytes, 0));
  object.table.uncompressed_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tree.total_bytes, 0));
  count_baskets(tree, object.table);
  object.table.schema = std::make_shared<const TableSchema>(schema_of(tree));
  if (const auto& index = tree.companions.index)
    object.table.index = fmt::format("{}, {}", index->major_name, index->minor_name);
  object.table.obstacle = obstacle_of(tree);
}

void describe_ntuple(const dataset::File& file, FoundObject& object) {
  const auto reader = file.ntuple(object.key);
  const ntuple::NTuple& ntuple = reader->ntuple();
  object.kind = ObjectKind::ntuple;
  object.table.entries = ntuple.entries;
  object.table.clusters = ntuple.cluster_count();
  const ntuple::PageTotals totals = reader->page_totals();
  object.table.bytes = totals.compressed_bytes;
  object.table.uncompressed_bytes = totals.uncompressed_bytes;
  object.table.baskets = totals.pages;
  if (totals.compressed_bytes < totals.pages * small_basket_bytes) object.table.small_baskets = totals.pages;
  object.table.schema = std::make_shared<const TableSchema>(schema_of(ntuple));
  for (const ntuple::Field& field : ntuple.schema.fields)
    if (field.representations.size() > 1)
      object.table.obstacle = fmt::format("field '{}' is stored in several ways", field.name);
  for (const ntuple::Column& column : ntuple.schema.columns)
    if (column.is_deferred)
      object.table.obstacle = fmt::format("field '{}' was added later", ntuple.schema.field(column.field).name);
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

bool is_wanted(std::string_view path, std::string_view class_name, const MergeOptions& options) {
  const auto rule = std::ranges::find(options.rules, class_name, &ClassRule::class_name);
  if (rule != options.rules.end() && rule->rule == Rule::leave_out) return false;
  switch (options.filter.kind) {
    case NameFilter::Kind::skip:
      return !is_listed(path, options.filter.names);
    case NameFilter::Kind::only:
      return is_listed(path, options.filter.names);
    case NameFilter::Kind::all:
      break;
  }
  return true;
}

std::string path_below(const file::Directory& directory, const std::string& name) {
  return directory.path.empty() ? name : directory.path + "/" + name;
}

FoundInput find(const dataset::File& file, const MergeOptions& options) {
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
    const std::string path = path_below(directory, key.name);
    if (!is_wanted(path, key.class_name, options)) return;
    if (key.is_directory()) {
      if (directories.insert(path).second) found.directories.push_back(path);
      return;
    }
    FoundObject object{.directory = directory.path, .key = key, .kind = {}, .table = {}};
    const bool is_tree = tree::is_tree_class(key.class_name);
    const bool is_ntuple = ntuple::is_ntuple_class(key.class_name);
    if (is_tree || is_ntuple) {
      const file::Key* newest = directory.find(key.name);
      if (newest == nullptr || newest->cycle != key.cycle) return;  // an earlier state of the table
      if (!tables.emplace(directory.path, key.name).second) return;
      is_tree ? describe_tree(file, object) : describe_ntuple(file, object);
      object.table.compression = found.compression;
    }
    found.objects.push_back(std::move(object));
  });
  return found;
}

/// Joins what was found in one input after the other. Threads: one thread.
class Joining {
 public:
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
    for (FoundObject& object : found.objects) add(input, object);
  }

  Catalogue take() {
    for (MergedObject& object : catalogue_.objects)
      std::ranges::stable_sort(object.occurrences, [](const Occurrence& left, const Occurrence& right) {
        return std::pair(left.input, left.cycle) < std::pair(right.input, right.cycle);
      });
    return std::move(catalogue_);
  }

 private:
  void add(std::size_t input, FoundObject& object) {
    MergedObject& to = catalogue_.objects[number_of(object)];
    if (object.kind == ObjectKind::object) {
      to.occurrences.push_back(occurrence_of(input, object.key));
      return;
    }
    object.table.occurrence = occurrence_of(input, object.key);
    object.table.schema = shared(std::move(object.table.schema));
    to.parts.push_back(std::move(object.table));
  }

  static bool is_alike(const MergedObject& known, const FoundObject& object) noexcept {
    return known.name == object.key.name && known.directory == object.directory &&
           known.class_name == object.key.class_name;
  }

  /// The number of an object among those that are known, to which it is added if it is new. Inputs mostly have the same
  /// objects in the same order.
  std::size_t number_of(const FoundObject& object) {
    if (next_ < catalogue_.objects.size() && is_alike(catalogue_.objects[next_], object)) return next_++;
    const std::string path = object.directory.empty() ? object.key.name : object.directory + "/" + object.key.name;
    const auto [known, is_new] = by_path_.try_emplace({path, object.key.class_name}, catalogue_.objects.size());
    if (is_new)
      catalogue_.objects.push_back({object.kind, object.directory, object.key.name, object.key.class_name, {}, {}});
    next_ = known->second + 1;
    return known->second;
  }

  /// The schema that an earlier table had, if it is the same.
  std::shared_ptr<const TableSchema> shared(std::shared_ptr<const TableSchema> schema) {
    const auto [first, last] = schemas_.equal_range(schema->hash);
    for (auto known = first; known != last; ++known)
      if (*known->second == *schema) return known->second;
    schemas_.emplace(schema->hash, schema);
    return schema;
  }

  Catalogue catalogue_;
  bool is_first_ = true;
  std::size_t next_ = 0;  // the object that is expected
  std::set<std::uint64_t> layouts_;
  std::set<std::string> directories_;
  std::map<std::pair<std::string, std::string>, std::size_t> by_path_;
  std::multimap<std::uint64_t, std::shared_ptr<const TableSchema>> schemas_;
};

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

TablePart table_of(std::size_t input, const dataset::File& file, const file::Key& key) {
  FoundObject found{.directory = {}, .key = key, .kind = kind_of(key), .table = {}};
  found.kind == ObjectKind::tree ? describe_tree(file, found) : describe_ntuple(file, found);
  found.table.occurrence = occurrence_of(input, key);
  return std::move(found.table);
}

file::Key MergedObject::key_of(const Occurrence& occurrence) const {
  file::Key key;
  key.record_size = occurrence.record_size;
  key.object_size = occurrence.object_size;
  key.key_length = occurrence.key_length;
  key.cycle = occurrence.cycle;
  key.seek = occurrence.seek;
  key.class_name = class_name;
  key.name = name;
  return key;
}

Catalogue read_catalogue(const Inputs& inputs, const std::vector<bool>& skipped, schedule::Executor& executor,
                         const MergeOptions& options) {
  Joining joining;
  const std::size_t inputs_at_a_time = inputs_of_thread * executor.concurrency();
  for (std::size_t first = 0; first < inputs.size(); first += inputs_at_a_time) {
    std::vector<FoundInput> found(std::min(inputs_at_a_time, inputs.size() - first));
    executor.for_each_index(
        found.size(),
        [&](std::size_t number) {
          const std::size_t input = first + number;
          if (!skipped.at(input)) of_input(input, [&] { found[number] = find(*inputs.open(input), options); });
        },
        options.stop);
    for (std::size_t number = 0; number < found.size(); ++number)
      if (!skipped.at(first + number)) joining.add(first + number, std::move(found[number]));
  }
  return joining.take();
}

}  // namespace ramet::inline v1::merge::internal
