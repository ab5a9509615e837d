#pragma once

#include <memory>
#include <string_view>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/internal/stored/axis_reader.hpp"
#include "ramet/hist/internal/stored/function_reader.hpp"

namespace ramet::inline v1::hist::internal {

struct BinnedFields;

/// Reads TH1, TH2, TH3, TProfile, TProfile2D, TProfile3D and derived classes. Threads: one thread.
class BinnedReader {
 public:
  BinnedReader();
  ~BinnedReader();
  BinnedReader(const BinnedReader&) = delete;
  BinnedReader& operator=(const BinnedReader&) = delete;

  /// The reader must be at the version head. Values in the buffer are filled, and extend axes that can; if an axis has
  /// no range yet, they only count as entries, as in ROOT until somebody asks for contents. Throws Error(corrupt),
  /// Error(unsupported).
  Histogram read(object::ObjectReader& reader, std::string_view class_name);

 private:
  AxisReader axes_;
  FunctionReader functions_;
  std::unique_ptr<object::MemberPlans<BinnedFields>> plans_;
};

}  // namespace ramet::inline v1::hist::internal
