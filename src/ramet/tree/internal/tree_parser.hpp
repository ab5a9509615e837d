#pragma once

#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

/// Parse the record of a TTree or a class derived from it; `class_name` is that of its key. Throws Error(corrupt),
/// naming the branch.
Tree parse_tree(const file::Record& record, std::string_view class_name, std::shared_ptr<const ClassLayouts> classes);

}  // namespace ramet::inline v1::tree::internal
