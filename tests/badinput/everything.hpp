#pragma once

#include <cstdint>
#include <string>

#include "ramet/dataset/session.hpp"
#include "ramet/schedule/executor.hpp"

namespace badinput {

/// What reading all of a file gave.
struct Everything {
  std::string content;      ///< a line with a digest for each thing: the same file always gives the same
  std::string problems;     ///< a line for what was not read
  bool has_failed = false;  ///< by an Error, not only for what ramet does not read yet
};

/// Read every key of a file: trees branch by branch, ntuples field by field, of their entries `most_entries` at most,
/// objects as graphs, figures. What fails is a line of `problems`. Throws Error(misuse), which is a bug of ours
/// whatever the bytes are.
Everything read_everything(const ramet::dataset::File& file, ramet::schedule::Executor& executor,
                           std::uint64_t most_entries = ~std::uint64_t{0});

}  // namespace badinput
