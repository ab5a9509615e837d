#include "cli/spectrum/column_values.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/array/type.hpp"
#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

// Large enough that adding up the histograms of all batches takes little time.
constexpr std::size_t batch_entries = 65'536;

const array::Type& innermost(const array::Type& type) noexcept {
  const bool is_nested = type.kind == array::Kind::list || type.kind == array::Kind::regular;
  // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): a part of a type that the tree holds
  return is_nested ? innermost(type.contents[0]) : type;
}

const array::Type& type_of(const ColumnValues& column) {
  const array::Type& type = column.branch->layout().type;
  return innermost(column.leaf ? type.contents.at(*column.leaf) : type);
}

bool has_leaves(const tree::Branch& branch) noexcept {
  return branch.layout().is_readable() && branch.layout().type.kind == array::Kind::record;
}

/// Find "branch.leaf" or "branch/leaf"; nothing if there is no such branch with several leaves.
std::optional<ColumnValues> find_leaf(const tree::Tree& tree, std::string_view name) {
  for (std::size_t end = name.find_last_of("./"); end != std::string_view::npos && end > 0;
       end = name.find_last_of("./", end - 1)) {
    const tree::Branch* branch = tree.find(name.substr(0, end));
    if (branch == nullptr || !has_leaves(*branch)) continue;
    const std::vector<std::string>& leaves = branch->layout().type.names;
    const auto leaf = std::find(leaves.begin(), leaves.end(), name.substr(end + 1));
    if (leaf != leaves.end()) return ColumnValues{branch, static_cast<std::size_t>(leaf - leaves.begin())};
  }
  return std::nullopt;
}

void require_numbers(const ColumnValues& column, std::string_view name) {
  const tree::Branch& branch = *column.branch;
  if (!branch.layout().is_readable()) return;  // the reader reports the reason
  const array::Type& type = type_of(column);
  if (type.kind == array::Kind::record)
    fail(ErrorKind::unsupported, "'{}' has several leaves; draw one of them: '{}.{}'", name, name,
         fmt::join(type.names, fmt::format("', '{}.", name)));
  if (type.kind != array::Kind::number)
    fail(ErrorKind::unsupported, "'{}' holds {}s, not numbers", name, to_string(type));
}

}  // namespace

bool ColumnValues::are_whole_numbers() const {
  const array::NumberType number = type_of(*this).number;
  return number != array::NumberType::float32 && number != array::NumberType::float64;
}

ColumnValues find_column(const tree::Tree& tree, std::string_view name) {
  ColumnValues column{tree.find(name), std::nullopt};
  if (column.branch == nullptr) {
    if (const auto leaf = find_leaf(tree, name)) return *leaf;
    column.branch = &tree.at(name);
  }
  require_numbers(column, name);
  return column;
}

void for_each_part(const tree::TreeReader& reader, const ColumnValues& column, const tree::ReadOptions& options,
                   FunctionRef<void(std::size_t part, hist::NumberView numbers)> body) {
  const tree::Tree& tree = reader.tree();
  // Batches end at clusters' ends, so the number of batches before each cluster numbers them.
  std::vector<std::size_t> parts_before(tree.cluster_count());
  std::size_t parts = 0;
  for (std::size_t cluster = 0; cluster < parts_before.size(); ++cluster) {
    parts_before[cluster] = parts;
    parts += static_cast<std::size_t>((tree.cluster({cluster}).size() + batch_entries - 1) / batch_entries);
  }
  const tree::Branch* const branches[] = {column.branch};
  reader.for_each_batch(branches, tree.all_entries(), batch_entries, options, [&](const tree::Batch& batch) {
    const std::uint64_t first = batch.entries.first.number;
    // The last cluster that begins there; any before it are empty.
    const auto after = std::upper_bound(tree.cluster_starts.begin(), tree.cluster_starts.end(), first);
    const auto cluster = static_cast<std::size_t>(after - tree.cluster_starts.begin()) - 1;
    const std::size_t within = static_cast<std::size_t>((first - tree.cluster_starts[cluster]) / batch_entries);
    const array::Array& values = batch.columns[0];
    body(parts_before[cluster] + within, hist::NumberView::of(column.leaf ? values.content(*column.leaf) : values));
  });
}

}  // namespace ramet::cli
