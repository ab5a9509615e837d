#include "ramet/dataset/detail/asked_ahead.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::dataset {

AskedAhead::AskedAhead(std::size_t count, const schedule::Executor& executor, std::function<Asked(std::size_t)> ask)
    : ask_(std::move(ask)), count_(count), may_wait_(!executor.runs_others_while_waiting()), states_(count) {}

/// Whether this thread has to ask for a part.
bool AskedAhead::enter(std::size_t part) {
  if (states_[part] != State::untouched) return false;
  states_[part] = State::asking;
  return true;
}

void AskedAhead::leave(std::size_t part, State state) {
  {
    const MutexLock lock(mutex_);
    states_[part] = state;
    while (first_ < states_.size() && states_[first_] == State::over) ++first_;
  }
  left_.notify_all();
}

/// Ask for a part that was entered.
Asked AskedAhead::ask(std::size_t part, bool is_read_now) {
  try {
    const Asked asked = ask_(part);
    leave(part, is_read_now || asked == Asked::done ? State::over : State::untouched);
    return asked;
  } catch (...) {
    leave(part, State::over);
    throw;
  }
}

void AskedAhead::begin(std::size_t part) {
  if (count_ == 0) return;
  std::size_t next = part + 1;
  bool is_mine = false;
  {
    const MutexLock lock(mutex_);
    while (may_wait_ && states_[part] == State::asking) left_.wait(mutex_);
    is_mine = enter(part);
    next = std::max(next, first_);
  }
  if (is_mine) ask(part, true);
  const std::size_t end = std::min(count_, part + 1 + most_ahead);
  for (; next < end; ++next) {
    {
      const MutexLock lock(mutex_);
      if (!enter(next)) continue;
    }
    if (ask(next, false) == Asked::full) return;
  }
}

}  // namespace ramet::inline v1::dataset
