#include "ramet/dataset/detail/asked_ahead.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::dataset {

AskedAhead::AskedAhead(std::size_t count, std::function<Asked(std::size_t)> ask)
    : ask_(std::move(ask)), count_(count), states_(count) {}

/// Whether this thread has to ask for a part.
bool AskedAhead::enter(std::size_t part) {
  const MutexLock lock(mutex_);
  if (states_[part] != State::untouched) return false;
  states_[part] = State::asking;
  return true;
}

void AskedAhead::leave(std::size_t part, Asked asked) {
  const MutexLock lock(mutex_);
  states_[part] = asked == Asked::done ? State::over : State::untouched;
  while (first_ < states_.size() && states_[first_] == State::over) ++first_;
}

void AskedAhead::begin(std::size_t part) {
  if (count_ == 0) return;
  if (enter(part)) {
    ask_(part);
    leave(part, Asked::done);  // whatever is missing is read now
  }
  std::size_t next = part + 1;
  {
    const MutexLock lock(mutex_);
    next = std::max(next, first_);
  }
  const std::size_t end = std::min(count_, part + 1 + most_ahead);
  for (; next < end; ++next) {
    if (!enter(next)) continue;
    const Asked asked = ask_(next);
    leave(next, asked);
    if (asked == Asked::full) return;
  }
}

}  // namespace ramet::inline v1::dataset
