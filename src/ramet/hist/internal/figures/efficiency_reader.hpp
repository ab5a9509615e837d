#pragma once

#include <memory>
#include <string_view>

#include "ramet/hist/figures/efficiency.hpp"
#include "ramet/hist/internal/stored/binned_reader.hpp"

namespace ramet::inline v1::hist::internal {

struct EfficiencyFields;

/// Reads TEfficiency. Threads: one thread.
class EfficiencyReader {
 public:
  /// Borrows the other readers.
  EfficiencyReader(BinnedReader& histograms, FunctionReader& functions);
  ~EfficiencyReader();
  EfficiencyReader(const EfficiencyReader&) = delete;
  EfficiencyReader& operator=(const EfficiencyReader&) = delete;

  /// The reader must be at the version head. Throws Error(corrupt), Error(unsupported).
  Efficiency read(object::ObjectReader& reader, std::string_view class_name);

 private:
  BinnedReader& histograms_;
  FunctionReader& functions_;
  std::unique_ptr<object::MemberPlans<EfficiencyFields>> plans_;
};

}  // namespace ramet::inline v1::hist::internal
