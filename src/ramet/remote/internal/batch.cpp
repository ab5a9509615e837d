#include "ramet/remote/internal/batch.hpp"

#include <utility>

namespace ramet::inline v1::remote::internal {
Batch::Batch(const std::shared_ptr<RemoteFile>& file, std::span<const Wanted> wanted, const RemoteOptions& options)
    : options_(options), states_(wanted.size()), open_(wanted.size()) {
  for (const Wanted& one : wanted) fetches_.emplace_back(file, one, options);
}

void Batch::finish(std::size_t number, std::optional<Error> failure) {
  const MutexLock lock(mutex_);
  State& state = states_.at(number);
  if (state.is_over) return;
  state.is_over = true;
  state.failure = std::move(failure);
  --open_;
  changed_.notify_all();
}

void Batch::wait(std::size_t number, const StopToken& stop) {
  for (;;) {
    {
      const MutexLock lock(mutex_);
      const State& state = states_.at(number);
      if (!state.is_over) changed_.wait_for(mutex_, StopToken::look_interval);
      if (state.is_over) {
        if (state.failure) throw Error(*state.failure);
        return;
      }
    }
    if (stop.can_look()) {
      stop.look();
      throw_if_stopped(stop);
    } else if (options_.while_waiting) {
      options_.while_waiting();
    }
  }
}

void Batch::wait_for_all() noexcept {
  const MutexLock lock(mutex_);
  while (open_ > 0) changed_.wait(mutex_);
}

}  // namespace ramet::inline v1::remote::internal
