#pragma once

#include <cstdint>

#include "ramet/core/memory_budget.hpp"

namespace ramet::inline v1::write::internal {

struct OutputFile;
class TableOutput;

/// What a context holds for as long as it lives, so that it can always write at least small clusters.
inline constexpr std::uint64_t smallest_share = 256 << 10;

/// What a context of part `sequence` begins with. Where clusters are written in order it waits for those before it,
/// unless it is the one in front, which may begin with less. Throws Error(misuse) when the budget cannot give it.
MemoryReservation first_share(OutputFile& file, TableOutput& table, std::uint64_t sequence);

}  // namespace ramet::inline v1::write::internal
