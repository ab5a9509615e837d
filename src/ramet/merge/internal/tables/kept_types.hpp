#pragma once

#include <span>
#include <string_view>

#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether a type has references between objects, a TRef or a TRefArray. Threads: any.
bool has_references(std::string_view type_name);

/// Give fields of an ntuple that is written again the types that they have in all parts, where arrays do not tell these
/// apart: std::set<int> does not become std::vector<int>, and a class keeps its name, version and checksum. Throws
/// BadInput.
void keep_types(frame::StoredColumns& stored, const frame::Frame& frame, std::span<const TablePart* const> parts,
                const Inputs& inputs, const MergedObject& object);

/// Give branches of a tree that is written again the C++ types that they have in all parts: classes keep their names,
/// versions and checksums, collections what arrays do not tell apart, Double32_t its size. An object whose members have
/// branches without its name gets one branch, which is called as before. Throws BadInput.
void keep_tree_types(frame::StoredColumns& stored, const frame::Frame& frame, std::span<const TablePart* const> parts,
                     const Inputs& inputs, const MergedObject& object);

}  // namespace ramet::inline v1::merge::internal
