#include "ramet/merge/internal/objects/entry_lists.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/rules.hpp"
#include "ramet/object/detail/object_writer.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

// TEntryList.h, TEntryListBlock.h
constexpr std::uint16_t list_version = 2;
constexpr std::uint16_t block_version = 1;
constexpr std::uint64_t entries_of_block = 64'000;
constexpr std::size_t bits_of_group = 16;
constexpr std::size_t groups_of_block = entries_of_block / bits_of_group;
constexpr std::int32_t type_of_bits = 0;
constexpr std::int32_t type_of_numbers = 1;

void require_layout(const schema::VersionHeader& header, std::uint16_t version, std::string_view class_name) {
  if (header.version != version)
    detail::fail(ErrorKind::unsupported, "version {} of class '{}' is not read", header.version, class_name);
}

/// Numbers that are in a block, or all others, if these are listed.
void read_numbers(std::span<const std::uint16_t> stored, bool passing, std::uint64_t first,
                  std::vector<std::uint64_t>& to) {
  std::vector<bool> is_listed(entries_of_block);
  for (const std::uint16_t number : stored)
    if (number < entries_of_block) is_listed[number] = true;
  for (std::uint64_t entry = 0; entry < entries_of_block; ++entry)
    if (is_listed[entry] == passing) to.push_back(first + entry);
}

/// Read a block whose first entry is `first`.
void read_block(object::ObjectReader& reader, std::uint64_t first, std::vector<std::uint64_t>& to) {
  const schema::VersionHeader header = reader.read_version();
  require_layout(header, block_version, "TEntryListBlock");
  reader.read_tobject();
  bytes::ByteCursor& cursor = reader.cursor();
  cursor.skip(sizeof(std::int32_t));  // the number of entries
  const auto count = static_cast<std::size_t>(std::max(0, cursor.read<std::int32_t>()));
  std::vector<std::uint16_t> numbers;
  if (cursor.read<std::uint8_t>() != 0) {
    if (count > groups_of_block * bits_of_group || count > cursor.remaining() / sizeof(std::uint16_t))
      detail::fail(ErrorKind::corrupt, "a block of an entry list has {} numbers", count);
    for (std::size_t index = 0; index < count; ++index) numbers.push_back(cursor.read<std::uint16_t>());
  }
  const auto type = cursor.read<std::int32_t>();
  const bool passing = cursor.read<std::uint8_t>() != 0;
  reader.finish(header);
  if (type == type_of_numbers) return read_numbers(numbers, passing, first, to);
  for (std::size_t group = 0; group < std::min(numbers.size(), groups_of_block); ++group)
    for (std::size_t bit = 0; bit < bits_of_group; ++bit)
      if ((numbers[group] >> bit & 1U) != 0) to.push_back(first + group * bits_of_group + bit);
}

void read_list(object::ObjectReader& reader, std::vector<EntryList>& to) {
  const object::ObjectReader::Nesting nesting(reader);
  const schema::VersionHeader header = reader.read_version();
  require_layout(header, list_version, "TEntryList");
  EntryList list;
  const object::NameAndTitle names = reader.read_tnamed();
  list.name = names.name;
  list.title = names.title;
  const std::size_t before = to.size();
  reader.for_each_in_collection([&](const object::ObjectTag& tag) {
    if (tag.kind != object::ObjectTag::Kind::object || tag.class_name != "TEntryList")
      detail::fail(ErrorKind::unsupported, "an entry list has a '{}'", tag.class_name);
    read_list(reader, to);
  });
  bytes::ByteCursor& cursor = reader.cursor();
  cursor.skip(sizeof(std::int32_t));  // the number of blocks
  std::uint64_t first = 0;
  reader.for_each_in_collection([&](const object::ObjectTag& tag) {
    if (tag.kind == object::ObjectTag::Kind::object) read_block(reader, first, list.entries);
    first += entries_of_block;
  });
  cursor.skip(2 * sizeof(std::int64_t));  // the number of entries, and of those to process
  list.tree = cursor.string();
  list.file = cursor.string();
  list.reapplies = cursor.read<std::uint8_t>() != 0;
  reader.finish(header);
  if (to.size() == before) return to.push_back(std::move(list));  // otherwise it only has those of a chain
  for (EntryList& one : std::span(to).subspan(before)) {
    one.name = list.name;
    one.title = list.title;
    one.reapplies = list.reapplies;
  }
}

void write_block(object::ObjectWriter& writer, std::span<const std::uint64_t> entries, std::uint64_t first) {
  writer.versioned(block_version, [&] {
    writer.tobject();
    writer.write(static_cast<std::int32_t>(entries.size()));
    const bool has_bits = entries.size() > groups_of_block;
    std::vector<std::uint16_t> numbers(has_bits ? groups_of_block : 0);
    for (const std::uint64_t entry : entries) {
      const std::uint64_t number = entry - first;
      if (has_bits)
        numbers[number / bits_of_group] |= static_cast<std::uint16_t>(1U << number % bits_of_group);
      else
        numbers.push_back(static_cast<std::uint16_t>(number));
    }
    writer.write(static_cast<std::int32_t>(numbers.size()));
    writer.counted(std::span<const std::uint16_t>(numbers));
    writer.write(has_bits ? type_of_bits : type_of_numbers);
    writer.write(std::uint8_t{1});  // those that are listed pass
  });
}

/// Finds the trees of lists among those that are merged. Threads: one thread.
class ListedTrees {
 public:
  ListedTrees(const Inputs& inputs, const Decisions& decisions, const MergeOptions& options)
      : inputs_(inputs), decisions_(decisions), options_(options) {}

  /// A part of a table in the output, and where its entries begin there.
  struct Place {
    const PlannedTable* table = nullptr;
    const TablePart* part = nullptr;  // null: its entries are left out
    std::uint64_t first = 0;
  };

  /// The tree of a list; nothing if it is none of those that are merged.
  std::optional<Place> find(const EntryList& list, const std::string& directory, std::size_t input,
                            bool is_alone) const {
    if (const auto named = input_named(list.file, input)) return find_in(*named, list, directory);
    // The file may have another name by now.
    return is_alone ? find_in(input, list, directory) : std::nullopt;
  }

  /// Whether entries of a table keep their order and number.
  bool keeps_entries(const PlannedTable& table) const noexcept {
    return !table.is_changed || options_.tables.where.empty();
  }

 private:
  std::optional<std::size_t> input_named(const std::string& file, std::size_t holder) const {
    if (file.empty()) return holder;
    const auto is_named = [&](std::size_t input) {
      std::error_code error;
      const std::filesystem::path path = inputs_.path(input);
      return path == file || (std::filesystem::absolute(path, error).lexically_normal() == file && !error);
    };
    if (is_named(holder)) return holder;
    for (std::size_t input = 0; input < inputs_.size(); ++input)
      if (is_named(input)) return input;
    const bool has_name =
        std::filesystem::path(inputs_.path(holder)).filename() == std::filesystem::path(file).filename();
    return has_name ? std::optional(holder) : std::nullopt;
  }

  std::optional<Place> find_in(std::size_t input, const EntryList& list, const std::string& directory) const {
    std::optional<Place> found;
    for (const PlannedTable& table : decisions_.tables) {
      const MergedObject& object = *table.object;
      if (object.kind != ObjectKind::tree || object.name != list.tree) continue;
      const auto part =
          std::ranges::find_if(object.parts(), [&](const TablePart& one) { return one.occurrence.input == input; });
      const bool fits = part != object.parts().end() && (list.entries.empty() || list.entries.back() < part->entries);
      if (!fits || (found && object.directory != directory)) continue;
      found = Place{&table, nullptr, 0};
      std::uint64_t first = 0;
      for (const TablePart* one : table.parts) {
        if (one == &*part) found = Place{&table, one, first};
        first += one->entries;
      }
    }
    return found;
  }

  const Inputs& inputs_;
  const Decisions& decisions_;
  const MergeOptions& options_;
};

/// Joins the lists of one path. Threads: one thread.
class ListJoin {
 public:
  ListJoin(const Inputs& inputs, const ListedTrees& trees, const MergedObject& object)
      : inputs_(inputs), trees_(trees), object_(object) {}

  /// The joined list; null if there is none, and `problem` says why, unless the lists are of trees elsewhere.
  std::shared_ptr<const EntryList> join(std::string& problem) const {
    const auto joined = std::make_shared<EntryList>();
    const PlannedTable* table = nullptr;
    for (auto next = object_.occurrences.begin(); next != object_.occurrences.end();) {
      const Occurrence occurrence = *next++;
      const bool is_newest = next == object_.occurrences.end() || next->input != occurrence.input;
      if (!is_newest) continue;
      const std::vector<EntryList> lists = lists_of(occurrence);
      for (const EntryList& list : lists) {
        const auto place = trees_.find(list, object_.directory, occurrence.input, lists.size() == 1);
        if (!place) return nullptr;
        if (table != nullptr && place->table != table) problem = "it lists entries of several trees";
        if (!trees_.keeps_entries(*place->table)) problem = "its tree is filtered";
        if (!problem.empty()) return nullptr;
        if (table == nullptr) start(*joined, list, *place->table);
        table = place->table;
        if (place->part == nullptr) continue;  // the report says that its entries are left out
        for (const std::uint64_t entry : list.entries) joined->entries.push_back(place->first + entry);
      }
    }
    std::ranges::sort(joined->entries);
    const auto twice = std::ranges::unique(joined->entries);
    joined->entries.erase(twice.begin(), twice.end());
    return table == nullptr ? nullptr : joined;
  }

 private:
  std::vector<EntryList> lists_of(const Occurrence& occurrence) const {
    return of_input(occurrence.input, [&] {
      const auto file = inputs_.open(occurrence.input);
      return read_entry_lists(file->reader().read_record(object_.key_of(occurrence)), file->forms().layouts());
    });
  }

  static void start(EntryList& joined, const EntryList& first, const PlannedTable& table) {
    joined.name = first.name;
    joined.title = first.title;
    joined.tree = table.object->written_name();
    joined.reapplies = first.reapplies;
  }

  const Inputs& inputs_;
  const ListedTrees& trees_;
  const MergedObject& object_;
};

}  // namespace

std::vector<EntryList> read_entry_lists(const file::Record& record, object::Layouts layouts) {
  object::ObjectReader reader(record.bytes.span(), record.key_length, layouts);
  std::vector<EntryList> lists;
  read_list(reader, lists);
  return lists;
}

bytes::Buffer payload_of(const EntryList& list, std::size_t key_length) {
  const std::size_t blocks =
      list.entries.empty() ? 0 : static_cast<std::size_t>(list.entries.back() / entries_of_block) + 1;
  object::ObjectWriter writer(key_length);
  writer.versioned(list_version, [&] {
    writer.tnamed(list.name, list.title);
    writer.null();  // it is of one file
    writer.write(static_cast<std::int32_t>(blocks));
    writer.object("TObjArray", [&] {
      auto begin = list.entries.begin();
      writer.object_array("", blocks, [&](std::size_t block) {
        const std::uint64_t first = block * entries_of_block;
        const auto end = std::lower_bound(begin, list.entries.end(), first + entries_of_block);
        writer.object("TEntryListBlock", [&] { write_block(writer, std::span(begin, end), first); });
        begin = end;
      });
    });
    writer.write(static_cast<std::int64_t>(list.entries.size()));
    writer.write(static_cast<std::int64_t>(list.entries.size()));
    writer.string(list.tree);
    writer.string(list.file);
    writer.write(static_cast<std::uint8_t>(list.reapplies ? 1 : 0));
  });
  return std::move(writer).take_payload();
}

void join_entry_lists(const Inputs& inputs, Catalogue& catalogue, const Decisions& decisions,
                      const MergeOptions& options, Differences& differences) {
  const ListedTrees trees(inputs, decisions, options);
  for (MergedObject& object : catalogue.objects) {
    if (!is_entry_list_class(object.class_name) || treatment_of(object, options.rules) != Treat::distinct) continue;
    std::string problem;
    if (auto joined = ListJoin(inputs, trees, object).join(problem))
      object.special.made().entry_list = std::move(joined);
    if (problem.empty()) continue;
    Difference remark{.kind = DifferenceKind::contents, .path = object.path(), .part = {}, .message = {}};
    remark.message = fmt::format("the lists stay as they are, as cycles, with the entries of the inputs: {}", problem);
    remark.input = object.occurrences.front().input;
    remark.is_loss = false;
    differences.add(std::move(remark));
  }
}

}  // namespace ramet::inline v1::merge::internal
