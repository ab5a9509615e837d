#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ramet/hist/axis.hpp"

namespace ramet::inline v1::hist {

/// An axis with its labels, as in TAxis. Threads: a value.
struct NamedAxis {
  Axis bins;
  std::string name = {};                                 ///< "xaxis"
  std::string title = {};                                ///< "m [GeV]"
  std::map<std::uint32_t, std::string> bin_labels = {};  ///< labels of bins, by bin number from 1 on
  bool is_alphanumeric = false;                          ///< its bins were created from filled labels
  std::optional<std::string> time_format = {};           ///< of a time axis, a format for strftime, or ""
  std::uint32_t first_shown = 0, last_shown = 0;         ///< the bins that are drawn (TAxis::SetRange); 0, 0: all
  bool can_extend = false;  ///< fills outside of its range extend it in ROOT (TH1::SetCanExtend)

  bool operator==(const NamedAxis&) const = default;
};

}  // namespace ramet::inline v1::hist
