#include "ramet/merge/internal/table_cuts.hpp"

#include <algorithm>

#include "ramet/merge/internal/tables/ntuple_record.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// What fits into one file is as many slices; the more there are, the fuller are the files.
constexpr std::uint64_t slices_of_file = 16;
constexpr std::uint64_t most_slices = 100'000;

/// Whether a basket of each branch begins with an entry.
bool is_between_baskets(const std::vector<tree::NamedBranch>& branches, EntryNumber entry) {
  return std::ranges::all_of(branches, [&](const tree::NamedBranch& named) {
    if (basket_count(*named.branch) == 0) return true;
    if (!contains(named.branch->stored_entries(), entry)) return false;
    return basket_entries(*named.branch, basket_of(*named.branch, entry)).first == entry;
  });
}

/// The entries, besides the first, at which a part may be cut.
std::vector<std::uint64_t> cuts_of(const Inputs& inputs, const PlannedTable& table, const TablePart& part) {
  std::vector<std::uint64_t> cuts;
  const auto add = [&](EntryNumber entry) {
    if (entry.number > 0 && entry.number < part.entries) cuts.push_back(entry.number);
  };
  const MergedObject& object = *table.object;
  if (object.kind == ObjectKind::ntuple) {
    const OpenNTuple open(inputs, object, part);
    for (const ntuple::PageList& list : open.lists)
      for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster) add(list.entries(cluster).first);
    return cuts;
  }
  const auto file = inputs.open(part.occurrence.input);
  const auto reader = file->tree(object.key_of(part.occurrence));
  const tree::Tree& tree = reader->tree();
  const std::vector<tree::NamedBranch> branches = all_branches(tree);
  for (std::size_t cluster = 1; cluster < tree.cluster_count(); ++cluster) {
    const EntryNumber first = tree.cluster({cluster}).first;
    if (first.number < part.entries && (table.way == Way::rewrite || is_between_baskets(branches, first))) add(first);
  }
  return cuts;
}

}  // namespace

std::uint64_t bytes_of(const TablePart& part, Way way, const MergeOptions& options) noexcept {
  const bool is_packed = way == Way::rewrite ? options.compression.has_value() : is_packed_anew_by(options, part);
  const bool is_unpacked = is_packed && options.compression->code() == 0;
  return (is_unpacked ? std::max(part.uncompressed_bytes, part.bytes) : part.bytes) + part.occurrence.record_size;
}

TableCuts::TableCuts(const Inputs& inputs, const Decisions& decisions, const MergeOptions& options) {
  if (!options.max_size || *options.max_size == 0) return;
  std::map<std::size_t, std::uint64_t> bytes;
  for (const PlannedTable& table : decisions.tables)
    for (const TablePart* part : table.parts) bytes[part->occurrence.input] += bytes_of(*part, table.way, options);
  std::erase_if(bytes, [&](const auto& one) { return one.second <= *options.max_size; });
  for (const PlannedTable& table : decisions.tables) {
    for (const TablePart* part : table.parts) {
      const std::size_t input = part->occurrence.input;
      if (!bytes.contains(input)) continue;
      throw_if_stopped(options.stop);
      const std::uint64_t slices = std::min(slices_of_file * (bytes[input] / *options.max_size + 1), most_slices);
      const auto cuts = of_input(input, [&] { return cuts_of(inputs, table, *part); });
      std::vector<std::uint64_t>& first = first_entry_[part];
      for (std::uint64_t slice = 0; slice < slices; ++slice) {
        const double wished =
            static_cast<double>(part->entries) * static_cast<double>(slice) / static_cast<double>(slices);
        const auto after = std::ranges::upper_bound(cuts, static_cast<std::uint64_t>(wished));
        first.push_back(after == cuts.begin() ? 0 : *std::prev(after));
      }
      slices_[input] = static_cast<std::size_t>(slices);
    }
  }
}

std::size_t TableCuts::slices_of(std::size_t input) const noexcept {
  const auto found = slices_.find(input);
  return found == slices_.end() ? 1 : found->second;
}

EntryRange TableCuts::entries(const TablePart& part, CutPlace first, CutPlace last) const noexcept {
  const std::size_t input = part.occurrence.input;
  const auto cuts = first_entry_.find(&part);
  const auto entry_at = [&](CutPlace place) -> std::uint64_t {
    if (place.input < input || (place.input == input && place.slice == 0)) return 0;
    if (place.input > input || cuts == first_entry_.end() || place.slice >= cuts->second.size()) return part.entries;
    return cuts->second[place.slice];
  };
  return {{entry_at(first)}, {entry_at(last)}};
}

}  // namespace ramet::inline v1::merge::internal
