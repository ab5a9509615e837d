#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ramet/merge/plan.hpp"

namespace ramet::inline v1::merge::internal {

/// Collects differences; equal ones of several inputs become one with a count. Threads: one thread.
class Differences {
 public:
  void add(Difference difference);
  /// Whether one was added that is a loss and was not accepted.
  bool loses_data() const noexcept { return loses_data_; }
  const std::vector<Difference>& all() const noexcept { return all_; }
  std::vector<Difference> take() { return std::move(all_); }

 private:
  using Alike = std::tuple<DifferenceKind, std::string, std::string, std::string, bool, bool>;

  std::vector<Difference> all_;
  std::map<Alike, std::size_t> places_;
  bool loses_data_ = false;
};

}  // namespace ramet::inline v1::merge::internal
