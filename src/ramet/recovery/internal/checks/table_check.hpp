#pragma once

#include <memory>
#include <string>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/limits/check_aids.hpp"
#include "ramet/recovery/internal/reports/findings.hpp"

namespace ramet::inline v1::recovery::internal {

/// A tree or ntuple, and who is told of it. Threads: a value that borrows.
struct TableToCheck {
  const dataset::File& file;
  const file::Key& key;
  const std::string& path;
  const CheckAids& aids;
  CheckReport& report;
  Findings& findings;
  ProgressSink* progress = nullptr;
};

/// How many times its bytes the description of a table may take in memory.
inline constexpr std::uint64_t times_of_description = 8;

/// Open a tree whose description fits into the memory that may be used. Throws Error(unsupported) when it does not.
std::shared_ptr<const tree::TreeReader> open_allowed_tree(const dataset::File& file, const file::Key& key,
                                                          Allowance& allowance);

/// Read all baskets of a tree: decode those of branches that ramet reads, decompress the others'. Throws what stops the
/// whole check, and Error(corrupt) when its record cannot be read.
void check_tree(const TableToCheck& table);

}  // namespace ramet::inline v1::recovery::internal
