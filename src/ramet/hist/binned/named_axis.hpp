#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ramet/hist/axis.hpp"

namespace ramet::inline v1::hist {

/// An axis and what stands beside it in a picture: what TAxis keeps. Threads: a value.
struct NamedAxis {
  Axis bins;
  std::string name = {};                                 ///< "xaxis"
  std::string title = {};                                ///< "m [GeV]"
  std::map<std::uint32_t, std::string> bin_labels = {};  ///< names of bins, by their numbers from 1 on
  bool is_alphanumeric = false;                          ///< its bins were made of the labels that were filled
  std::optional<std::string> time_format = {};           ///< of an axis that shows times, as strftime spells it, or ""
  std::uint32_t first_shown = 0, last_shown = 0;         ///< the bins of the picture (TAxis::SetRange); 0, 0: all

  bool operator==(const NamedAxis&) const = default;
};

}  // namespace ramet::inline v1::hist
