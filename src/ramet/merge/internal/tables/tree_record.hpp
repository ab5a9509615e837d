#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/table_options.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"

namespace ramet::inline v1::merge::internal {

/// The tree of a part, with its branches in the order of the columns of `wanted`; null are those that it lacks, and
/// whose entries are filled. Threads: immutable.
struct OpenTree {
  /// Throws Error(corrupt) when it is no longer what the catalogue says.
  OpenTree(const Inputs& inputs, const MergedObject& object, const TableSchema& wanted, const TablePart& part);

  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const tree::TreeReader> reader;
  std::vector<const tree::Branch*> branches;
};

/// The first basket of a branch that begins with an entry or after it.
std::size_t first_basket(const tree::Branch& branch, EntryNumber entry);

/// A tree of the output that is being made: what its record will say. Threads: one thread; borrows the object and the
/// schema.
struct GrowingTree {
  /// The parts have the columns of the model, in any order, or can be adapted (schemas/adapted_columns.hpp).
  GrowingTree(const MergedObject& of, const TablePart& model_part, std::span<const TablePart* const> parts,
              const MergeOptions& options, Output& output);

  const MergedObject* object;
  const TablePart* model;  ///< whose record it gets
  const TableSchema* wanted;
  tree::TreeContents contents = {};
  tree::StoredIndex index = {};
  std::uint64_t seek_directory = 0;
};

/// Raise the largest counts of the branches to those of a tree.
void raise_maxima(const OpenTree& tree, tree::TreeContents& to);

/// Add some entries of the index of a tree, if it has one; the first of them is `first` in the new tree. Threads: one
/// thread.
void append_index(const tree::StoredIndex* index, EntryRange entries, std::uint64_t first, tree::StoredIndex& to);

/// Write the record of the model's tree with these baskets, with the index sorted, if it has entries, and with the
/// user info, aliases and friends that the options say. Returns the classes of objects in the record that cannot be
/// copied; the tree then lacks them. Throws BadInput, Error(unsupported) as tree::amend_tree, Error(io).
std::vector<std::string> write_tree(const Inputs& inputs, std::span<const TablePart* const> parts, GrowingTree& tree,
                                    const TableOptions& options, Output& output);

}  // namespace ramet::inline v1::merge::internal
