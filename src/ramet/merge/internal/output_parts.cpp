#include "ramet/merge/internal/output_parts.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace ramet::inline v1::merge::internal {
namespace {

bool is_in(const OutputPart& part, const TablePart& table) noexcept {
  return table.occurrence.input >= part.first && table.occurrence.input < part.last;
}

/// About how many bytes a table of an input takes in the output, with its description.
std::uint64_t bytes_of(const TablePart& part, Way way, const MergeOptions& options) noexcept {
  const bool is_packed = way == Way::rewrite ? options.compression.has_value() : is_packed_anew_by(options, part);
  const bool is_unpacked = is_packed && options.compression->code() == 0;
  return (is_unpacked ? std::max(part.uncompressed_bytes, part.bytes) : part.bytes) + part.occurrence.record_size;
}

/// About how many bytes all other objects take.
std::uint64_t bytes_of_objects(const Catalogue& catalogue, const Decisions& decisions) {
  std::uint64_t bytes = 0;
  for (std::size_t number = 0; number < catalogue.objects.size(); ++number) {
    const MergedObject& object = catalogue.objects[number];
    const PlannedObject& planned = decisions.objects[number];
    if (object.kind != ObjectKind::object || planned.way == Way::leave) continue;
    const bool is_one = planned.way == Way::sum || planned.way == Way::one;
    bytes += is_one ? object.occurrences.front().record_size : planned.bytes;
  }
  return bytes;
}

void note_size(const OutputPart& part, std::uint64_t most, Differences& differences) {
  Difference remark{.kind = DifferenceKind::size, .path = {}, .part = {}, .message = {}};
  remark.message = fmt::format("about {} bytes come into one file, more than the {} wished", part.bytes, most);
  remark.input = part.first;
  remark.is_loss = false;
  differences.add(std::move(remark));
}

}  // namespace

std::vector<OutputPart> output_parts(const Catalogue& catalogue, const Decisions& decisions, std::size_t inputs,
                                     const MergeOptions& options, Differences& differences) {
  std::vector<std::uint64_t> bytes(inputs);
  for (const PlannedTable& table : decisions.tables)
    for (const TablePart* part : table.parts) bytes.at(part->occurrence.input) += bytes_of(*part, table.way, options);
  const std::uint64_t most = options.max_size.value_or(std::numeric_limits<std::uint64_t>::max());
  std::vector<OutputPart> parts{{0, 0, catalogue.layout_bytes + bytes_of_objects(catalogue, decisions)}};
  bool has_tables = false;
  for (std::size_t input = 0; input < inputs; ++input) {
    const std::uint64_t room = most - std::min(most, parts.back().bytes);
    if (has_tables && bytes[input] > room) parts.push_back({input, input, catalogue.layout_bytes});
    has_tables = has_tables || bytes[input] > 0;
    parts.back().bytes += bytes[input];
    parts.back().last = input + 1;
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

PartContents contents_of(const Catalogue& catalogue, const Decisions& decisions, const OutputPart& part) {
  PartContents contents;
  contents.catalogue.layouts = catalogue.layouts;
  contents.catalogue.bytes = catalogue.bytes;
  contents.catalogue.compression = catalogue.compression;
  const bool is_first = part.first == 0;
  if (is_first) contents.catalogue.directories = catalogue.directories;
  std::vector<MergedObject>& objects = contents.catalogue.objects;
  objects.reserve(is_first ? catalogue.objects.size() : decisions.tables.size());  // pointers into it stay
  const auto add_table = [&](const PlannedTable& whole) {
    PlannedTable cut{.object = nullptr, .parts = {}, .way = whole.way, .is_changed = whole.is_changed};
    for (const TablePart* one : whole.parts) {
      if (is_in(part, *one)) cut.parts.push_back(one);
      if (one->occurrence.input < part.first) cut.first_entry += one->entries;
    }
    if (cut.parts.empty()) return;
    cut.planned = whole.planned;
    cut.all_parts = whole.parts;
    objects.push_back({.kind = whole.object->kind,
                       .directory = whole.object->directory,
                       .name = whole.object->name,
                       .class_name = whole.object->class_name,
                       .new_name = whole.object->new_name});
    cut.object = &objects.back();
    contents.decisions.tables.push_back(std::move(cut));
  };
  if (is_first)
    for (const MergedObject& object : catalogue.objects)
      if (object.kind == ObjectKind::object) objects.push_back(object);
  for (const PlannedTable& table : decisions.tables) add_table(table);
  return contents;
}

OutputFile planned_file(const Decisions& decisions, const OutputPart& part) {
  OutputFile file{.path = {}, .inputs = part.last - part.first, .bytes = part.bytes, .tables = {}};
  for (const PlannedTable& table : decisions.tables) {
    std::uint64_t entries = 0;
    bool is_there = false;
    for (const TablePart* one : table.parts) {
      if (!is_in(part, *one)) continue;
      is_there = true;
      entries += one->entries;
    }
    if (is_there) file.tables.push_back({table.object->path(), entries});
  }
  return file;
}

}  // namespace ramet::inline v1::merge::internal
