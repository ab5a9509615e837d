#pragma once

#include <memory>

#include "ramet/recovery/internal/checks/table_check.hpp"

namespace ramet::inline v1::recovery::internal {

/// Open an ntuple. Throws Error(unsupported) when its description exceeds the memory limit.
std::shared_ptr<const ntuple::NTupleReader> open_allowed(const dataset::File& file, const file::Key& key,
                                                         Allowance& allowance);

/// Read all page lists and pages of an ntuple, and decode the fields with supported types. Throws as check_tree.
void check_ntuple(const TableToCheck& table);

}  // namespace ramet::inline v1::recovery::internal
