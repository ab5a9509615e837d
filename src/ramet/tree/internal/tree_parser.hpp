#pragma once

#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

/// The tree that the record of a TTree (or a class made from it) describes; `class_name` is its key's. Throws
/// Error(corrupt), naming the branch.
Tree parse_tree(const file::Record& record, std::string_view class_name, std::shared_ptr<const ClassLayouts> classes);

}  // namespace ramet::inline v1::tree::internal
