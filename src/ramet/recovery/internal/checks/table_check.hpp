#pragma once

#include <memory>
#include <string>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/limits/check_aids.hpp"
#include "ramet/recovery/internal/reports/findings.hpp"

namespace ramet::inline v1::recovery::internal {

/// A tree or ntuple to check, and where findings go. Threads: a value that borrows.
struct TableToCheck {
  const dataset::File& file;
  const file::Key& key;
  const std::string& path;
  const CheckAids& aids;
  CheckReport& report;
  Findings& findings;
  ProgressSink* progress = nullptr;
};

/// The memory of a table's description as a multiple of its size in the file.
inline constexpr std::uint64_t times_of_description = 8;

/// Open a tree. Throws Error(unsupported) when its description exceeds the memory limit.
std::shared_ptr<const tree::TreeReader> open_allowed_tree(const dataset::File& file, const file::Key& key,
                                                          Allowance& allowance);

/// Read all baskets of a tree: decode branches with supported types, decompress the others. Throws Error(io) and
/// Error(cancelled), and Error(corrupt) when the tree's record cannot be read; other errors are findings.
void check_tree(const TableToCheck& table);

}  // namespace ramet::inline v1::recovery::internal
