#include "ramet/write/internal/admission/first_share.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/write/internal/output/table_output.hpp"

namespace ramet::inline v1::write::internal {
namespace {

MemoryReservation smallest_share_of(OutputFile& file, const TableOutput& table) {
  MemoryBudget& budget = file.admission.budget();
  auto reservation = budget.try_reserve(smallest_share);
  if (reservation.bytes() > 0) return reservation;
  // Gathered rows will be written, so their memory does not keep a context from beginning.
  const std::uint64_t kept = budget.used() - std::min(budget.used(), table.rows().gatherer().memory());
  if (kept <= budget.limit() && smallest_share <= budget.limit() - kept) return budget.reserve_anyway(smallest_share);
  detail::fail(
      ErrorKind::misuse,
      "a memory budget of {} bytes, of which {} are used, has no room for another fill context, which needs {} bytes",
      budget.limit(), budget.used(), smallest_share);
}

/// The same if clusters are written in order: wait for memory, unless the part is at the front, for which memory is set
/// aside.
MemoryReservation share_in_order(OutputFile& file, TableOutput& table, std::uint64_t sequence) {
  table.rows().ordered()->begin_part(sequence);
  for (;;) {
    const std::uint64_t passed = file.admission.passed();
    auto reservation = file.admission.budget().try_reserve(smallest_share);
    if (reservation.bytes() > 0) return reservation;
    table.rows().take_ended_parts();
    if (table.rows().ordered()->is_at_front(sequence)) return file.admission.budget().try_reserve(0);
    file.admission.wait_for_passage(passed, {}, Admission::For::order);
  }
}

}  // namespace

MemoryReservation first_share(OutputFile& file, TableOutput& table, std::uint64_t sequence) {
  return table.rows().ordered() == nullptr ? smallest_share_of(file, table) : share_in_order(file, table, sequence);
}

}  // namespace ramet::inline v1::write::internal
