#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/fit/internal/general/interpolant.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// Tables of the last few values of a shape's parameters: a minimiser asks for value and derivatives, block by block,
/// and several minimisers may share a model. Threads: any; tables are made outside of the lock.
class KeptTables {
 public:
  using Table = std::shared_ptr<const Interpolant>;

  /// The table of these values, which `make` makes if there is none.
  template <class Make>
  Table of(std::span<const double> arguments, const Interval& range, const Make& make) const {
    std::vector<double> key(arguments.begin(), arguments.end());
    key.push_back(range.low);
    key.push_back(range.high);
    {
      const MutexLock lock(mutex_);
      const auto found = std::ranges::find(kept_, key, &Kept::key);
      if (found != kept_.end()) return found->table;
    }
    Table made = make();
    const MutexLock lock(mutex_);
    if (kept_.size() == most_kept) kept_.erase(kept_.begin());
    kept_.push_back({.key = std::move(key), .table = made});
    return made;
  }

 private:
  static constexpr std::size_t most_kept = 32;

  struct Kept {
    std::vector<double> key;
    Table table;
  };

  mutable Mutex mutex_;
  mutable std::vector<Kept> kept_ RAMET_GUARDED_BY(mutex_);  // the oldest first
};

/// Bounds of parts of a finite range with which a table begins: equal parts, and those of a shape, unless there are
/// too many.
std::vector<double> bounds_of_table(std::vector<double> of_shape, const Interval& range);

}  // namespace ramet::inline v1::fit::internal
