#include "ramet/merge/internal/tables/table_join.hpp"

#include <cstddef>
#include <span>

#include "ramet/merge/internal/tables/ntuple_gather.hpp"
#include "ramet/merge/internal/tables/ntuple_move.hpp"
#include "ramet/merge/internal/tables/tree_gather.hpp"
#include "ramet/merge/internal/tables/tree_move.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Do the work for the parts of one way after the other, of as many runs as have it.
template <class Work>
void for_each_way(const PlannedTable& table, const Work& work) {
  std::span<const TablePart* const> rest = table.parts;
  for (std::size_t run = 0; run < table.runs.size();) {
    const Way way = table.runs[run].way;
    std::size_t count = 0;
    for (; run < table.runs.size() && table.runs[run].way == way; ++run) count += table.runs[run].parts;
    work(way, rest.first(count));
    rest = rest.subspan(count);
  }
}

}  // namespace

std::vector<std::string> TableJoin::join_trees(const PlannedTable& table) {
  GrowingTree tree(*table.object, table.model_part(), table.parts, options_, output_);
  for_each_way(table, [&](Way way, std::span<const TablePart* const> parts) {
    if (way == Way::gather)
      TreeGather(inputs_, executor_, options_, output_, tree).add(parts);
    else
      TreeMove(inputs_, executor_, options_, output_, tree).add(parts);
  });
  return write_tree(inputs_, table.described_parts(), tree, options_.tables, output_);
}

void TableJoin::join_ntuples(const PlannedTable& table) {
  GrowingNTuple ntuple(*table.object, output_);
  for_each_way(table, [&](Way way, std::span<const TablePart* const> parts) {
    if (way == Way::move)
      NTupleMove(inputs_, executor_, options_, output_, ntuple).add(parts);
    else
      NTupleGather(inputs_, executor_, options_, output_, way, ntuple).add(parts);
  });
  write_ntuple(inputs_, *table.object, table.model_part(), ntuple.clusters, output_);
}

std::vector<std::string> TableJoin::run(const PlannedTable& table) {
  if (table.object->kind == ObjectKind::tree) return join_trees(table);
  join_ntuples(table);
  return {};
}

}  // namespace ramet::inline v1::merge::internal
