#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "ramet/core/memory_budget.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/write/internal/admission/admission_state.hpp"

namespace ramet::inline v1::write::internal {

/// The one place where the contexts of a file wait for each other: to fill a whole cluster where memory has no room for
/// everybody's (tickets), and for memory that clusters on their way to the file will give back (passages). The README
/// beside says who may wait for whom. Threads: any; memory is taken and given back without the lock.
class Admission {
 public:
  using Time = AdmissionState::Time;

  struct Options {
    std::uint64_t memory_budget = MemoryBudget::unlimited;
    std::uint64_t at_least = 1;  ///< contexts that fill at a time, whatever memory they want
    AdmissionState::Clock::duration patience = std::chrono::milliseconds(250);
    std::function<Time()> now = AdmissionState::Clock::now;  ///< tests bring their own, and call `tick`
  };

  explicit Admission(Options options);
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  /// The right of a context to fill a whole cluster, while it has it. Threads: one thread at a time.
  class Ticket : private AdmissionState::Ticket {
   public:
    explicit Ticket(Admission& admission) noexcept : admission_(admission) {}
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() { leave(); }

    bool is_admitted() const noexcept { return is_admitted_; }
    /// Wait to be admitted with `weight` bytes. Throws Error(cancelled) when a stop is requested meanwhile; the ticket
    /// is outside then.
    void enter(std::uint64_t weight, const StopToken& stop);
    /// The context does something.
    void move() noexcept RAMET_NO_THREAD_SAFETY_ANALYSIS;  // AdmissionState says that this one needs no lock
    /// The cluster is over; others may be admitted.
    void leave() noexcept;

   private:
    friend class Admission;
    Admission& admission_;
    ConditionVariable changed_;
    bool is_admitted_ = false;
  };

  /// A cluster on its way, from its encoding until it is written and its memory given back; with it, its context's
  /// ticket works. Who has one waits for nothing of this class. Threads: one thread.
  class Passage {
   public:
    explicit Passage(Admission& admission, Ticket* ticket = nullptr) noexcept;
    ~Passage();
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;

   private:
    Admission& admission_;
    Ticket* ticket_;
  };

  MemoryBudget& budget() noexcept { return budget_; }
  const MemoryBudget& budget() const noexcept { return budget_; }
  /// Bytes of the budget that contexts fill; the last quarter is for contexts that have yet to begin.
  std::uint64_t for_filling() const noexcept { return budget_.limit() - budget_.limit() / 4; }
  /// How many of these are free.
  std::uint64_t room() const noexcept;

  /// Clusters that have passed: to be read before memory is asked for that may not be there.
  std::uint64_t passed() const noexcept { return passed_.load(); }
  std::uint64_t passing() const noexcept { return passing_.load(); }

  enum class For {
    memory,  ///< that clusters on their way give back: the wait is over when none is
    order,   ///< others bring what comes before: the wait is over with any change
  };
  /// Sleep until more clusters than `passed` have passed. False when a wait for memory has nothing to wait for. Throws
  /// Error(cancelled) when a stop is requested meanwhile.
  bool wait_for_passage(std::uint64_t passed, const StopToken& stop, For what = For::memory);
  /// Call `ready` once, in the thread that brings the next cluster through or the next change; now, when more than
  /// `passed` have passed already, or when what is waited for is memory and no cluster is on its way.
  void when_passed(std::uint64_t passed, std::function<void()> ready, For what = For::memory);
  /// Something came that a wait for order may be for.
  void note_change() noexcept;

  /// Whether a ticket waits; whether anybody does, and memory that is kept for later should be given back.
  bool has_queue() const noexcept { return queued_.load() > 0; }
  bool is_wanted() const noexcept { return waiting() > 0; }
  std::uint64_t waiting() const noexcept { return queued_.load() + sleeping_.load(); }
  double seconds_waited() const noexcept {
    return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_.load())).count();
  }

  /// Look at the clock: who waits may be admitted.
  void tick() noexcept;

 private:
  class Waiting;
  void admit(Time now) noexcept RAMET_REQUIRES(mutex_);
  void sleep_until_admitted(Ticket& ticket, const StopToken& stop) RAMET_REQUIRES(mutex_);
  void end_passage(Ticket* ticket) noexcept;

  const std::function<Time()> now_;
  MemoryBudget budget_;
  std::atomic<std::uint64_t> passed_ = 0;
  std::atomic<std::uint64_t> passing_ = 0;
  std::atomic<std::uint64_t> queued_ = 0;
  std::atomic<std::uint64_t> sleeping_ = 0;
  std::atomic<std::uint64_t> nanoseconds_ = 0;
  Mutex mutex_;
  ConditionVariable passage_;
  AdmissionState state_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::function<void()>> callbacks_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::write::internal
