#pragma once

#include <memory>

#include "ramet/dataset/rows.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"

namespace ramet::inline v1::dataset {

/// The rows of an ntuple; nested fields are columns, too. They keep the file open.
std::shared_ptr<const Rows> ntuple_rows(std::shared_ptr<const File> file, const file::Key& key);

}  // namespace ramet::inline v1::dataset
