#pragma once

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

// What a fuzz target consists of. Its program is a libFuzzer, and one thing more: `fuzz_x --write-seeds=FOLDER` writes
// seeds() as files, so that no binary needs to be kept in the repository.

namespace fuzz {

using Bytes = std::vector<std::byte>;

/// Give any bytes to the parser. An Error of kind corrupt, unsupported or not_found may leave it: that is what a
/// damaged file has to give. Anything else that leaves it is a finding.
void try_on(std::span<const std::byte> input);

/// Small well-formed inputs to begin with, which between them reach every kind of record.
std::vector<Bytes> seeds();

/// Stop as a finding unless `holds`.
inline void require(bool holds, std::string_view what) {
  if (holds) return;
  std::cerr << "violated: " << what << '\n';
  std::abort();
}

}  // namespace fuzz
