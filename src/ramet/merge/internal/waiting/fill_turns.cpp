#include "ramet/merge/internal/waiting/fill_turns.hpp"

namespace ramet::inline v1::merge::internal {

bool FillTurns::is_free(std::uint64_t ticket) const {
  return takers_.size() < turns_ && (queue_.empty() || *queue_.begin() >= ticket);
}

FillTurns::Turn FillTurns::take(const StopToken& stop) {
  const auto taker = std::this_thread::get_id();
  const std::stop_callback wake(stop, [this] {
    const MutexLock lock(mutex_);
    changed_.notify_all();
  });
  {
    const MutexLock lock(mutex_);
    const std::uint64_t ticket = next_ticket_++;
    if (!takers_.contains(taker) && !is_free(ticket)) wait(ticket, stop);
    if (!stop.stop_requested()) takers_.insert(taker);
  }
  throw_if_stopped(stop);
  return Turn(*this, taker);
}

void FillTurns::wait(std::uint64_t ticket, const StopToken& stop) {
  const auto begin = Clock::now();
  queue_.insert(ticket);
  waiting_.fetch_add(1);
  std::uint64_t progress = progress_.load();
  while (!is_free(ticket) && !stop.stop_requested()) {
    if (changed_.wait_for(mutex_, patience_)) continue;
    const std::uint64_t now = progress_.load();
    if (std::exchange(progress, now) != now || working_.load() > 0) continue;
    turns_ *= 2;
    changed_.notify_all();
  }
  waiting_.fetch_sub(1);
  queue_.erase(ticket);
  changed_.notify_all();  // who is next may find another one free
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(time.count()));
}

void FillTurns::give_back(std::thread::id taker) noexcept {
  const MutexLock lock(mutex_);
  takers_.erase(takers_.find(taker));
  changed_.notify_all();
}

}  // namespace ramet::inline v1::merge::internal
