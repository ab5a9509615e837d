#pragma once

#include <cstddef>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::dataset {

/// Numbers 0 .. count - 1, each lent to one task at a time. Threads: any.
class Slots {
 public:
  explicit Slots(std::size_t count) {
    for (std::size_t number = count; number > 0; --number) free_.push_back({number - 1});
  }

  /// The slot goes back when the lease ends; the slots must outlive it.
  class Lease {
   public:
    Lease(Slots& slots, SlotNumber number) noexcept : slots_(slots), number_(number) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { slots_.give_back(number_); }
    SlotNumber number() const noexcept { return number_; }

   private:
    Slots& slots_;
    SlotNumber number_;
  };

  /// A slot that nobody has. Throws Error(misuse) when all are lent.
  Lease lend() {
    const MutexLock lock(mutex_);
    if (free_.empty()) detail::fail(ErrorKind::misuse, "more tasks run at a time than the executor says");
    const SlotNumber number = free_.back();
    free_.pop_back();
    return {*this, number};
  }

 private:
  void give_back(SlotNumber number) noexcept {
    const MutexLock lock(mutex_);
    free_.push_back(number);  // has room: it was there before
  }

  Mutex mutex_;
  std::vector<SlotNumber> free_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::dataset
