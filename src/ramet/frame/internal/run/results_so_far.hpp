#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ramet/frame/booked.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/plan/plan.hpp"
#include "ramet/frame/pass.hpp"

namespace ramet::inline v1::frame::internal {

/// Copies results while a run goes on, as if the tasks that are not done were left out. Threads: const-safe while no
/// task ends.
class ResultsSoFar {
 public:
  using CountsOf = std::function<std::vector<FilterCount>(const Booking&)>;

  /// Throws Error(misuse) for results that are not there and that it does not
  /// compute, and Error(unsupported) for those of which there are no copies.
  ResultsSoFar(const Plan& plan, std::span<const Booked> results);

  /// The results of the tasks that are done, which the report tells of.
  PartialResults copied(std::span<const Task> tasks, std::span<const std::uint8_t> done, RunReport report,
                        const CountsOf& counts) const;

 private:
  static Booked copied(const Booked& result, std::span<const Task> left_out,
                       const std::shared_ptr<const RunReport>& report, const CountsOf& counts);

  std::vector<Booked> results_;
};

/// The entries of the tasks that are done; neighbours are joined.
std::vector<EntryRange> covered_entries(std::span<const Task> tasks, std::span<const std::uint8_t> done);

}  // namespace ramet::inline v1::frame::internal
