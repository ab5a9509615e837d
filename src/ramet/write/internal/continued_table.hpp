#pragma once

#include <cstdint>
#include <memory>

#include "ramet/file/key.hpp"
#include "ramet/ntuple/detail/continued_ntuple.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/tree/detail/continued_tree.hpp"
#include "ramet/write/internal/file_before.hpp"

namespace ramet::inline v1::write::internal {

/// A table that was in the file before, and gets more entries: one of these two, or none for a table that is new.
/// Threads: a value.
struct ContinuedTable {
  std::shared_ptr<const tree::ContinuedTree> tree = nullptr;
  std::shared_ptr<const ntuple::ContinuedNTuple> ntuple = nullptr;

  explicit operator bool() const noexcept { return tree || ntuple; }
  /// Those that it has.
  std::uint64_t entries() const noexcept { return tree ? tree->entries() : ntuple->entries(); }
  /// The columns that its entries have.
  table::Schema schema() const;
};

/// The tree or ntuple of a key, to go on with. Throws Error(misuse) for what is none, or was not there before;
/// Error(unsupported), naming the branch or field, for one that cannot be continued; Error(corrupt).
ContinuedTable continue_table(const FileBefore& before, const file::Key& key);

}  // namespace ramet::inline v1::write::internal
