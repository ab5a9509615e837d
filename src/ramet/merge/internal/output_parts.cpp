#include "ramet/merge/internal/output_parts.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "ramet/merge/internal/rules.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// This share of a large file is left for what is not known before: its lists of keys, and records that are packed
/// anew.
constexpr std::uint64_t share_left = 128;
constexpr std::uint64_t large_file = std::uint64_t{1} << 20;

/// The entries of a part that are in a file, if any are; a part without entries is where its input begins.
std::optional<EntryRange> entries_in(const OutputPart& file, const TablePart& part, const TableCuts& cuts) noexcept {
  const EntryRange entries = cuts.entries(part, file.first, file.last);
  if (!entries.empty()) return entries;
  const CutPlace begin{part.occurrence.input, 0};
  if (part.entries == 0 && file.first <= begin && begin < file.last) return entries;
  return std::nullopt;
}

/// The share of a part's bytes that come with some of its entries.
double share_of(const TablePart& part, EntryRange entries) noexcept {
  return static_cast<double>(entries.size()) / static_cast<double>(std::max<std::uint64_t>(part.entries, 1));
}

/// About how many bytes the tables of each slice of each input take; a part without entries is in the first.
std::vector<std::vector<std::uint64_t>> bytes_of_slices(const Decisions& decisions, std::size_t inputs,
                                                        const TableCuts& cuts, const MergeOptions& options) {
  std::vector<std::vector<std::uint64_t>> of_inputs(inputs);
  for (std::size_t input = 0; input < inputs; ++input) of_inputs[input].resize(cuts.slices_of(input));
  for (const PlannedTable& table : decisions.tables) {
    for (const TablePart* part : table.parts) {
      const std::size_t input = part->occurrence.input;
      std::vector<std::uint64_t>& bytes = of_inputs.at(input);
      const std::uint64_t all = bytes_of(*part, table.way, options);
      if (bytes.size() == 1 || part->entries == 0) {
        bytes.front() += all;
        continue;
      }
      for (std::size_t slice = 0; slice < bytes.size(); ++slice) {
        const double share = share_of(*part, cuts.entries(*part, {input, slice}, {input, slice + 1}));
        bytes[slice] += static_cast<std::uint64_t>(static_cast<double>(all) * share);
      }
    }
  }
  return of_inputs;
}

/// The slice of a part, with about its share of what the part has.
TablePart slice_of(const TablePart& part, EntryRange entries) {
  TablePart slice = part;
  const double share = share_of(part, entries);
  for (std::uint64_t* number :
       {&slice.clusters, &slice.bytes, &slice.uncompressed_bytes, &slice.baskets, &slice.small_baskets})
    *number = static_cast<std::uint64_t>(static_cast<double>(*number) * share);
  slice.entries = entries.size();
  slice.slice = entries;
  slice.places = nullptr;
  return slice;
}

/// About how many bytes all other objects take.
std::uint64_t bytes_of_objects(const Catalogue& catalogue, const MergeOptions& options) {
  std::uint64_t bytes = 0;
  for (const MergedObject& object : catalogue.objects) {
    if (object.kind != ObjectKind::object) continue;
    const Way way = way_of(object, options);
    if (way == Way::leave) continue;
    const bool is_one = way == Way::sum || way == Way::one;
    bytes += is_one ? object.occurrences.front().record_size : object.occurrences.stored_bytes();
  }
  return bytes;
}

void note_size(const OutputPart& part, std::uint64_t most, Differences& differences) {
  Difference remark{.kind = DifferenceKind::size, .path = {}, .part = {}, .message = {}};
  remark.message = fmt::format("about {} bytes come into one file, more than the {} wished", part.bytes, most);
  remark.input = part.first.input;
  remark.is_loss = false;
  differences.add(std::move(remark));
}

}  // namespace

std::vector<OutputPart> output_parts(const Catalogue& catalogue, const Decisions& decisions, std::size_t inputs,
                                     const TableCuts& cuts, const MergeOptions& options, Differences& differences) {
  const std::uint64_t most = options.max_size.value_or(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t planned = most < large_file ? most : most - most / share_left;
  std::vector<OutputPart> parts{{{}, {}, catalogue.layout_bytes + bytes_of_objects(catalogue, options)}};
  bool has_tables = false;
  const auto of_inputs = bytes_of_slices(decisions, inputs, cuts, options);
  for (std::size_t input = 0; input < inputs; ++input) {
    const std::vector<std::uint64_t>& bytes = of_inputs[input];
    for (std::size_t slice = 0; slice < bytes.size(); ++slice) {
      const std::uint64_t room = planned - std::min(planned, parts.back().bytes);
      if (has_tables && bytes[slice] > room) {
        parts.push_back({{input, slice}, {input, slice}, catalogue.layout_bytes});
        has_tables = false;
      }
      has_tables = has_tables || bytes[slice] > 0;
      parts.back().bytes += bytes[slice];
      parts.back().last = slice + 1 == bytes.size() ? CutPlace{input + 1, 0} : CutPlace{input, slice + 1};
    }
  }
  for (const OutputPart& part : parts)
    if (part.bytes > most) note_size(part, most, differences);
  return parts;
}

std::filesystem::path part_name(const std::filesystem::path& output, std::size_t number) {
  if (number == 0) return output;
  std::filesystem::path name = output;
  name.replace_filename(output.stem().string() + fmt::format("_{}", number) + output.extension().string());
  return name;
}

PartContents contents_of(const Catalogue& catalogue, const Decisions& decisions, const TableCuts& cuts,
                         const OutputPart& part) {
  PartContents contents;
  contents.catalogue.layouts = catalogue.layouts;
  contents.catalogue.occurrence_file = catalogue.occurrence_file;
  contents.catalogue.process_offsets = catalogue.process_offsets;
  contents.catalogue.bytes = catalogue.bytes;
  contents.catalogue.compression = catalogue.compression;
  const bool is_first = part.first == CutPlace{};
  if (is_first) contents.catalogue.directories = catalogue.directories;
  contents.catalogue.titles = catalogue.titles;
  std::deque<MergedObject>& objects = contents.catalogue.objects;  // pointers into it stay
  const auto add_table = [&](const PlannedTable& whole) {
    PlannedTable cut{.object = nullptr, .parts = {}, .way = whole.way, .is_changed = whole.is_changed};
    std::span<const TablePart* const> rest = whole.parts;
    for (const TableRun& run : whole.runs) {
      const std::size_t before = cut.parts.size();
      for (const TablePart* one : rest.first(run.parts)) {
        cut.first_entry += cuts.entries(*one, {}, part.first).size();
        const auto entries = entries_in(part, *one, cuts);
        if (!entries) continue;
        const bool is_whole = entries->size() == one->entries;
        if (!is_whole) contents.slices.push_back(std::make_unique<const TablePart>(slice_of(*one, *entries)));
        cut.parts.push_back(is_whole ? one : contents.slices.back().get());
      }
      if (cut.parts.size() > before) cut.runs.push_back({run.way, cut.parts.size() - before, run.reason});
      rest = rest.subspan(run.parts);
    }
    if (cut.parts.empty()) return;
    cut.planned = whole.planned;
    cut.model = &whole.model_part();
    cut.all_parts = whole.parts;
    if (cut.first_entry == 0) cut.bare_parts = whole.bare_parts;
    objects.push_back({.kind = whole.object->kind,
                       .directory = whole.object->directory,
                       .name = whole.object->name,
                       .class_name = whole.object->class_name});
    if (whole.object->has_new_name()) objects.back().special.made().new_name = whole.object->written_name();
    cut.object = &objects.back();
    contents.decisions.tables.push_back(std::move(cut));
  };
  for (const MergedObject& object : catalogue.objects)
    if (object.kind == ObjectKind::object && (is_first || is_process(object))) objects.push_back(object);
  for (const PlannedTable& table : decisions.tables) add_table(table);
  return contents;
}

OutputFile planned_file(const Decisions& decisions, const TableCuts& cuts, const OutputPart& part) {
  OutputFile file{.path = {}, .inputs = part.inputs(), .bytes = part.bytes, .tables = {}};
  for (const PlannedTable& table : decisions.tables) {
    std::uint64_t entries = 0;
    bool is_there = false;
    for (const TablePart* one : table.parts) {
      const auto there = entries_in(part, *one, cuts);
      is_there = is_there || there.has_value();
      if (there) entries += there->size();
    }
    if (is_there) file.tables.push_back({table.object->path(), entries});
  }
  return file;
}

}  // namespace ramet::inline v1::merge::internal
