#pragma once

#include <memory>
#include <string_view>

#include "ramet/hist/binned/polygon_histogram.hpp"
#include "ramet/hist/internal/figures/graph_reader.hpp"
#include "ramet/hist/internal/stored/axis_reader.hpp"

namespace ramet::inline v1::hist::internal {

struct PolygonFields;
struct PolygonBinFields;

/// Reads TH2Poly. Threads: one thread.
class PolygonReader {
 public:
  /// Borrows the reader of graphs.
  explicit PolygonReader(GraphReader& graphs);
  ~PolygonReader();
  PolygonReader(const PolygonReader&) = delete;
  PolygonReader& operator=(const PolygonReader&) = delete;

  /// The reader must be at the version head. Throws Error(corrupt), Error(unsupported).
  PolygonHistogram read(object::ObjectReader& reader, std::string_view class_name);

 private:
  GraphReader& graphs_;
  AxisReader axes_;
  std::unique_ptr<object::MemberPlans<PolygonFields>> plans_;
  std::unique_ptr<object::MemberPlans<PolygonBinFields>> bin_plans_;
};

}  // namespace ramet::inline v1::hist::internal
