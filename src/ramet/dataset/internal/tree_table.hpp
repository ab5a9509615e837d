#pragma once

#include <memory>

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::dataset {

/// A tree of the file as a table. It keeps the file open.
std::shared_ptr<const Table> tree_table(std::shared_ptr<const File> file,
                                        std::shared_ptr<const tree::TreeReader> reader);

}  // namespace ramet::inline v1::dataset
