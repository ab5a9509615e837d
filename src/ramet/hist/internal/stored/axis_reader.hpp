#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ramet/hist/binned/named_axis.hpp"
#include "ramet/object/detail/member_plans.hpp"

namespace ramet::inline v1::hist::internal {

/// The fields that are read of a TAxis. Threads: a value.
struct AxisFields {
  std::string name;
  std::string title;
  std::int32_t bins = 0;
  double low = 0;
  double high = 0;
  std::vector<double> edges;
  std::int32_t first_shown = 0;
  std::int32_t last_shown = 0;
  std::uint16_t bits = 0;
  bool shows_times = false;
  std::string time_format;
  std::map<std::uint32_t, std::string> labels;

  void read_labels(object::ObjectReader& reader);
};

/// Make an axis of these fields. Throws Error(corrupt), and Error(unsupported) for bins that hist::Axis does not allow.
NamedAxis make_axis(AxisFields fields);

/// Reads TAxis objects. Threads: one thread.
class AxisReader {
 public:
  AxisReader();

  /// The reader must be at the version head.
  AxisFields read(object::ObjectReader& reader);

 private:
  object::MemberPlans<AxisFields> plans_;
};

}  // namespace ramet::inline v1::hist::internal
