#pragma once

#include <filesystem>

#include "ramet/dataset/session.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether a filter decides how many entries of a table stay: then the plan does not know it.
bool is_filtered(const PlannedTable& table, const MergeOptions& options) noexcept;

/// Compares an output with the inputs and the plan, before it gets its name. Threads: one thread.
class Verification {
 public:
  Verification(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
               const Catalogue& catalogue, const Decisions& decisions)
      : session_(session), inputs_(inputs), options_(options), catalogue_(catalogue), decisions_(decisions) {}

  /// Throws Error(corrupt), which says what differs; BadInput; Error(cancelled).
  void run(const std::filesystem::path& output) const;

 private:
  /// The class of an object in the output.
  std::string written_class(const MergedObject& object) const;
  void require_keys(const dataset::File& output) const;
  void require_entries(const dataset::File& output) const;
  void require_values(const std::filesystem::path& output, const PlannedTable& table) const;

  const dataset::Session& session_;
  const Inputs& inputs_;
  const MergeOptions& options_;
  const Catalogue& catalogue_;
  const Decisions& decisions_;
};

}  // namespace ramet::inline v1::merge::internal
