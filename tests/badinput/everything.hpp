#pragma once

#include <cstdint>
#include <string>

#include "ramet/dataset/session.hpp"
#include "ramet/schedule/executor.hpp"

namespace badinput {

/// The results of reading everything in a file.
struct Everything {
  std::string content;      ///< a line with a digest for each object or column, reproducible
  std::string problems;     ///< a line for each part that was not read
  bool has_failed = false;  ///< with an Error, not only for unsupported parts
};

/// Read every key of a file: trees branch by branch, ntuples field by field, at most `most_entries` entries; objects as
/// graphs; figures. Failures are lines of `problems`. Throws Error(misuse), which is always a bug in ramet.
Everything read_everything(const ramet::dataset::File& file, ramet::schedule::Executor& executor,
                           std::uint64_t most_entries = ~std::uint64_t{0});

}  // namespace badinput
