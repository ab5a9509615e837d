#pragma once

#include <memory>

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::dataset {

/// An ntuple of the file as a table; nested fields are columns, too. It keeps the file open.
std::shared_ptr<const Table> ntuple_table(std::shared_ptr<const File> file,
                                          std::shared_ptr<const ntuple::NTupleReader> reader);

}  // namespace ramet::inline v1::dataset
