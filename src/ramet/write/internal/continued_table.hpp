#pragma once

#include <cstdint>
#include <memory>

#include "ramet/file/key.hpp"
#include "ramet/ntuple/detail/continued_ntuple.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/tree/detail/continued_tree.hpp"
#include "ramet/write/detail/file_before.hpp"

namespace ramet::inline v1::write::internal {

/// An existing tree or ntuple that gets more entries; for new tables, neither. Threads: a value.
struct ContinuedTable {
  std::shared_ptr<const tree::ContinuedTree> tree = nullptr;
  std::shared_ptr<const ntuple::ContinuedNTuple> ntuple = nullptr;

  explicit operator bool() const noexcept { return tree || ntuple; }
  /// The number of existing entries.
  std::uint64_t entries() const noexcept { return tree ? tree->entries() : ntuple->entries(); }
  /// The columns of existing entries.
  table::Schema schema() const;
};

/// Prepare to append to the tree or ntuple of a key. Throws Error(misuse) for other objects, and for tables that did
/// not exist before the update; Error(unsupported), naming the branch or field, for tables that cannot be appended to;
/// Error(corrupt).
ContinuedTable continue_table(const FileBefore& before, const file::Key& key);

}  // namespace ramet::inline v1::write::internal
