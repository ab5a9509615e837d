#include "ramet/merge/internal/tables/tree_record.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/keys/renamed_record.hpp"
#include "ramet/merge/internal/schemas/adapted_columns.hpp"
#include "ramet/merge/internal/tables/joined_metadata.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/detail/tree_amender.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// The index by major, then minor numbers; equal ones by entry.
tree::StoredIndex sorted(const tree::StoredIndex& index) {
  std::vector<std::size_t> order(index.entry.size());
  for (std::size_t number = 0; number < order.size(); ++number) order[number] = number;
  std::ranges::sort(order, {}, [&](std::size_t number) {
    return std::tuple(index.major[number], index.minor[number], index.entry[number]);
  });
  tree::StoredIndex made{index.major_name, index.minor_name, {}, {}, {}};
  for (const std::size_t number : order) {
    made.major.push_back(index.major[number]);
    made.minor.push_back(index.minor[number]);
    made.entry.push_back(index.entry[number]);
  }
  return made;
}

file::Record record_of(const bytes::Buffer& payload, std::uint16_t key_length) {
  file::Record made;
  made.key_length = key_length;
  made.bytes.resize(key_length);
  made.bytes.append(payload.span());
  return made;
}

/// Those of all trees, if they are to be joined. What is the same in two trees, as a luminosity, is summed too.
std::optional<JoinedMetadata> joined_metadata(const Inputs& inputs, const GrowingTree& tree,
                                              std::span<const TablePart* const> parts, const TableOptions& options,
                                              const Output& output) {
  const MergedObject& object = *tree.object;
  const auto adds = [&](const TablePart* part) { return part != tree.model && !part->schema->metadata.empty(); };
  if (options.on_other_metadata != OnOtherMetadata::join || std::ranges::none_of(parts, adds)) return std::nullopt;
  std::optional<JoinedMetadata> joined(std::in_place);
  for (const TablePart* part : parts) {
    if (part->schema->metadata.empty()) continue;
    of_input(part->occurrence.input, [&] {
      const auto file = inputs.open(part->occurrence.input);
      const file::Record record = file->reader().read_record(object.key_of(part->occurrence));
      // Beside what the key of the new record, that of the model, raises anyway.
      const auto raised = static_cast<std::uint16_t>(output.process_offset(part->occurrence.input) -
                                                     output.process_offset(tree.model->occurrence.input));
      joined->add(record, object.class_name, file->forms().layouts(), raised);
    });
  }
  return joined;
}

}  // namespace

OpenTree::OpenTree(const Inputs& inputs, const MergedObject& object, const TableSchema& wanted, const TablePart& part)
    : file(inputs.open(part.occurrence.input)), reader(file->tree(object.key_of(part.occurrence))) {
  const std::vector<tree::NamedBranch> all = all_branches(reader->tree());
  const auto columns = columns_of(wanted, *part.schema);
  if (columns.empty() != wanted.columns.empty() || all.size() != part.schema->columns.size() ||
      !part.is_of(reader->tree().entries))
    detail::fail(ErrorKind::corrupt, "file '{}': tree '{}' has changed while it was merged", file->name(),
                 object.path());
  for (const auto& column : columns) branches.push_back(column ? all[*column].branch : nullptr);
}

std::size_t first_basket(const tree::Branch& branch, EntryNumber entry) {
  std::size_t low = 0;
  std::size_t high = basket_count(branch);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (basket_entries(branch, {middle}).first < entry)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

GrowingTree::GrowingTree(const MergedObject& of, const TablePart& model_part, std::span<const TablePart* const> parts,
                         const MergeOptions& options, Output& output)
    : object(&of), model(&model_part), wanted(model_part.schema.get()) {
  contents.is_elsewhere = true;
  contents.branches.resize(wanted->columns.size());
  for (const TablePart* part : parts)
    if (is_packed_anew_by(options, *part)) contents.compression = options.compression;
  seek_directory = output.file().seek_of(output.directory(of.directory));
}

void raise_maxima(const OpenTree& tree, tree::TreeContents& to) {
  for (std::size_t number = 0; number < tree.branches.size(); ++number) {
    tree::BranchContents& branch = to.branches[number];
    if (tree.branches[number] != nullptr)
      branch.maximum.value = std::max(branch.maximum.value, maximum_of(*tree.branches[number]));
  }
}

void append_index(const tree::StoredIndex* index, EntryRange entries, std::uint64_t first, tree::StoredIndex& to) {
  if (index == nullptr) return;
  to.major_name = index->major_name;
  to.minor_name = index->minor_name;
  for (std::size_t number = 0; number < index->entry.size(); ++number) {
    const auto entry = static_cast<std::uint64_t>(index->entry[number]);
    if (entry < entries.first.number || entry >= entries.last.number) continue;
    to.major.push_back(index->major[number]);
    to.minor.push_back(index->minor[number]);
    to.entry.push_back(static_cast<std::int64_t>(first + entry - entries.first.number));
  }
}

std::vector<std::string> write_tree(const Inputs& inputs, std::span<const TablePart* const> parts, GrowingTree& tree,
                                    const TableOptions& options, Output& output) {
  const MergedObject& object = *tree.object;
  tree::TreeContents& contents = tree.contents;
  if (!tree.index.entry.empty()) contents.index = std::make_shared<const tree::StoredIndex>(sorted(tree.index));
  const auto metadata = joined_metadata(inputs, tree, parts, options, output);
  const Occurrence& first = tree.model->occurrence;
  return of_input(first.input, [&] {
    const auto file = inputs.open(first.input);
    const file::Key key = object.key_of(first);
    const file::Record record = file->reader().read_record(key);
    const auto reader = file->tree(key);
    bytes::ByteCursor cursor(record.bytes.span(), key.seek);
    file::Key head = file::read_record_head(cursor);
    std::vector<std::string> left_out;
    const auto make_payload = [&](std::uint16_t key_length) {
      tree::AmendedTree amended = tree::amend_tree(record, object.class_name, reader->tree(), contents, key_length);
      left_out = std::move(amended.left_out);
      bytes::Buffer payload = std::move(amended.payload);
      const object::Layouts layouts = file->forms().layouts();
      if (metadata) payload = metadata->payload(record_of(payload, key_length), object.class_name, layouts, key_length);
      if (!object.has_new_name()) return payload;
      return moved_payload(record_of(payload, key_length), object.class_name, layouts, key_length,
                           object.written_name());
    };
    output.make_room(object.directory, object.class_name, object.written_name());
    const file::DirectoryNumber directory = output.directory(object.directory);
    if (const std::uint16_t raised = output.process_offset(first.input)) {
      head.name = object.written_name();
      head.date = output.file().date();
      output.file().put_record(
          directory, raised_record(std::move(head), make_payload, output.file().options().compression, raised));
    } else {
      output.file().put(directory, object.class_name, object.written_name(), head.title, make_payload);
    }
    return left_out;
  });
}

}  // namespace ramet::inline v1::merge::internal
