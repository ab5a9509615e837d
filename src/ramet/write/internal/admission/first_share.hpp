#pragma once

#include <cstdint>

#include "ramet/core/memory_budget.hpp"

namespace ramet::inline v1::write::internal {

struct OutputFile;
class TableOutput;

/// The memory that a context has as long as it lives, so that it can always write at least small clusters.
inline constexpr std::uint64_t smallest_share = 256 << 10;

/// Reserve memory for a new context that fills part `sequence`. If clusters are written in order, it waits for earlier
/// parts; a context at the front need not wait and may get less. Throws Error(misuse) when the budget has no room.
MemoryReservation first_share(OutputFile& file, TableOutput& table, std::uint64_t sequence);

}  // namespace ramet::inline v1::write::internal
