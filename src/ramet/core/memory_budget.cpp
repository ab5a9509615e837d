#include "ramet/core/memory_budget.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1 {

bool MemoryReservation::try_grow(std::uint64_t bytes) noexcept {
  if (budget_ == nullptr || !budget_->take(bytes)) return false;
  bytes_ += bytes;
  return true;
}

void MemoryReservation::grow_anyway(std::uint64_t bytes) noexcept {
  if (budget_ == nullptr) return;
  budget_->take_anyway(bytes);
  bytes_ += bytes;
}

MemoryReservation MemoryReservation::split(std::uint64_t bytes) noexcept {
  if (budget_ == nullptr) return {};
  const std::uint64_t part = std::min(bytes, bytes_);
  bytes_ -= part;
  return {*budget_, part};
}

void MemoryReservation::shrink_to(std::uint64_t bytes) noexcept {
  if (bytes >= bytes_) return;
  budget_->give_back(bytes_ - bytes);
  bytes_ = bytes;
}

MemoryReservation MemoryBudget::reserve(std::uint64_t bytes) {
  if (bytes > limit_)
    detail::fail(ErrorKind::misuse, "{} bytes are more than the whole memory budget of {}", bytes, limit_);
  if (!take(bytes)) {
    const MutexLock lock(mutex_);
    sleepers_.fetch_add(1);
    while (!take(bytes)) freed_.wait(mutex_);
    sleepers_.fetch_sub(1);
  }
  return {*this, bytes};
}

MemoryReservation MemoryBudget::try_reserve(std::uint64_t bytes) noexcept {
  return take(bytes) ? MemoryReservation(*this, bytes) : MemoryReservation();
}

MemoryReservation MemoryBudget::reserve_anyway(std::uint64_t bytes) noexcept {
  take_anyway(bytes);
  return {*this, bytes};
}

bool MemoryBudget::take(std::uint64_t bytes) noexcept {
  std::uint64_t used = used_.load();
  do {
    if (bytes > limit_ || used > limit_ - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes));
  note_peak(used + bytes);
  return true;
}

void MemoryBudget::take_anyway(std::uint64_t bytes) noexcept { note_peak(used_.fetch_add(bytes) + bytes); }

void MemoryBudget::note_peak(std::uint64_t used) noexcept {
  std::uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < used && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
  }
}

void MemoryBudget::give_back(std::uint64_t bytes) noexcept {
  used_.fetch_sub(bytes);
  // Sequentially consistent: either reserve() sees the freed bytes, or this load sees that reserve() sleeps.
  if (sleepers_.load() == 0) return;
  const MutexLock lock(mutex_);
  freed_.notify_all();
}

}  // namespace ramet::inline v1
