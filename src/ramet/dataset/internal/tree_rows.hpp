#pragma once

#include <memory>

#include "ramet/dataset/rows.hpp"
#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::dataset {

/// The rows of a tree of the file. They keep the file open.
std::shared_ptr<const Rows> tree_rows(std::shared_ptr<const File> file, std::shared_ptr<const tree::TreeReader> reader);

}  // namespace ramet::inline v1::dataset
