#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <utility>

#include "ramet/core/mutex.hpp"

namespace ramet::inline v1 {

class MemoryBudget;

/// Bytes reserved from a MemoryBudget; the destructor releases them. Threads: one thread at a time.
class MemoryReservation {
 public:
  MemoryReservation() noexcept = default;
  MemoryReservation(MemoryReservation&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  MemoryReservation& operator=(MemoryReservation&& other) noexcept {
    if (this != &other) {
      release();
      budget_ = std::exchange(other.budget_, nullptr);
      bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
  }
  MemoryReservation(const MemoryReservation&) = delete;
  MemoryReservation& operator=(const MemoryReservation&) = delete;
  ~MemoryReservation() { release(); }

  std::uint64_t bytes() const noexcept { return bytes_; }

  /// Reserve more of the same budget if it is free now. Otherwise return false and change nothing.
  bool try_grow(std::uint64_t bytes) noexcept;

  /// Count memory that is already allocated, even beyond the limit. Others wait until enough is released.
  void grow_anyway(std::uint64_t bytes) noexcept;

  /// Move up to `bytes` of this reservation into a new one.
  MemoryReservation split(std::uint64_t bytes) noexcept;

  /// Release all but `bytes`.
  void shrink_to(std::uint64_t bytes) noexcept;

  /// Release everything.
  void release() noexcept { shrink_to(0); }

 private:
  friend class MemoryBudget;
  MemoryReservation(MemoryBudget& budget, std::uint64_t bytes) noexcept : budget_(&budget), bytes_(bytes) {}

  MemoryBudget* budget_ = nullptr;  // outlives the reservation
  std::uint64_t bytes_ = 0;
};

/// A limit on the bytes that a set of operations holds at one time. Threads: any. Reserving and releasing are one
/// atomic operation each; only a thread that must wait takes a lock.
class MemoryBudget {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  explicit MemoryBudget(std::uint64_t limit = unlimited) noexcept : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Reserve bytes, and wait until they are free. Throws Error(misuse) when they exceed the whole budget.
  MemoryReservation reserve(std::uint64_t bytes);

  /// Reserve bytes if they are free now; otherwise return an empty reservation (bytes() == 0).
  MemoryReservation try_reserve(std::uint64_t bytes) noexcept;

  /// Count memory that is already allocated, even beyond the limit. Others wait until enough is released.
  MemoryReservation reserve_anyway(std::uint64_t bytes) noexcept;

  std::uint64_t limit() const noexcept { return limit_; }
  std::uint64_t used() const noexcept { return used_.load(std::memory_order_relaxed); }  ///< bytes held now
  /// The most bytes that were ever held at once.
  std::uint64_t peak() const noexcept { return peak_.load(std::memory_order_relaxed); }

 private:
  friend class MemoryReservation;
  bool take(std::uint64_t bytes) noexcept;
  void take_anyway(std::uint64_t bytes) noexcept;
  void note_peak(std::uint64_t used) noexcept;
  void give_back(std::uint64_t bytes) noexcept;

  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_ = 0;
  std::atomic<std::uint64_t> peak_ = 0;
  std::atomic<std::uint32_t> sleepers_ = 0;
  Mutex mutex_;
  ConditionVariable freed_;
};

}  // namespace ramet::inline v1
