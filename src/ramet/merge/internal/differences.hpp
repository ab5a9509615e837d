#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ramet/merge/plan.hpp"

namespace ramet::inline v1::merge::internal {

/// Collects differences; equal ones of several inputs become one with a count, or stay apart. Threads: one thread.
class Differences {
 public:
  enum class Alike { counted, apart };
  explicit Differences(Alike alike = Alike::counted) : alike_(alike) {}

  void add(Difference difference);
  /// Whether one was added that is a loss and was not accepted.
  bool loses_data() const noexcept { return loses_data_; }
  const std::vector<Difference>& all() const noexcept { return all_; }
  std::vector<Difference> take() { return std::move(all_); }

 private:
  using Contents = std::tuple<DifferenceKind, std::string, std::string, std::string, bool, bool>;

  Alike alike_;
  std::vector<Difference> all_;
  std::map<Contents, std::size_t> places_;
  bool loses_data_ = false;
};

}  // namespace ramet::inline v1::merge::internal
