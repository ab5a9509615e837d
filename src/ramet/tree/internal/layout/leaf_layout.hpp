#pragma once

#include "ramet/tree/column_layout.hpp"

namespace ramet::inline v1::tree {

/// The layout of a branch whose leaves are numbers and C strings (TLeafI, TLeafF, TLeafC, ...): one leaf, or a leaf
/// list (TLeaf.cxx and its siblings).
ColumnLayout leaf_layout(const Branch& branch);

}  // namespace ramet::inline v1::tree
