#pragma once

#include <string>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/checks/findings.hpp"

namespace ramet::inline v1::recovery::internal {

/// Read all baskets of a tree: decode those of branches that ramet reads, decompress the others'. Throws what stops the
/// whole check, and Error(corrupt) when its record cannot be read.
void check_tree(const dataset::Session& session, const dataset::File& file, const file::Key& key,
                const std::string& path, const CheckOptions& options, CheckReport& report, Findings& findings);

/// Read all page lists and pages of an ntuple, and decode the fields that ramet reads. Throws as check_tree.
void check_ntuple(const dataset::Session& session, const dataset::File& file, const file::Key& key,
                  const std::string& path, const CheckOptions& options, CheckReport& report, Findings& findings);

}  // namespace ramet::inline v1::recovery::internal
