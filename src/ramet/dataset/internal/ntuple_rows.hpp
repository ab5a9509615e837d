#pragma once

#include <memory>

#include "ramet/dataset/rows.hpp"
#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::dataset {

/// The rows of an ntuple of the file; nested fields are columns, too. They keep the file open.
std::shared_ptr<const Rows> ntuple_rows(std::shared_ptr<const File> file,
                                        std::shared_ptr<const ntuple::NTupleReader> reader);

}  // namespace ramet::inline v1::dataset
