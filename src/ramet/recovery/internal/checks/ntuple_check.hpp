#pragma once

#include <memory>

#include "ramet/recovery/internal/checks/table_check.hpp"

namespace ramet::inline v1::recovery::internal {

/// Open an ntuple whose description fits into the memory that may be used. Throws Error(unsupported) when it does not.
std::shared_ptr<const ntuple::NTupleReader> open_allowed(const dataset::File& file, const file::Key& key,
                                                         Allowance& allowance);

/// Read all page lists and pages of an ntuple, and decode the fields that ramet reads. Throws as check_tree.
void check_ntuple(const TableToCheck& table);

}  // namespace ramet::inline v1::recovery::internal
