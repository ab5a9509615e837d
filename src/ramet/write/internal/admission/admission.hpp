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

/// The only place where contexts of a file wait for each other: for the right to fill a whole cluster when memory is
/// short (tickets), and for memory that clusters in progress will release (passages). The README in this folder
/// explains who may wait for whom. Threads: any; reserving and releasing memory takes no lock.
class Admission {
 public:
  using Time = AdmissionState::Time;

  struct Options {
    std::uint64_t memory_budget = MemoryBudget::unlimited;
    std::uint64_t at_least = 1;  ///< contexts admitted at a time, whatever their weights
    AdmissionState::Clock::duration patience = std::chrono::milliseconds(250);
    std::function<Time()> now = AdmissionState::Clock::now;  ///< tests replace it and call `tick`
  };

  explicit Admission(Options options);
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  /// The right of a context to fill a whole cluster, while admitted. Threads: one thread at a time.
  class Ticket : private AdmissionState::Ticket {
   public:
    explicit Ticket(Admission& admission) noexcept : admission_(admission) {}
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() { leave(); }

    bool is_admitted() const noexcept { return is_admitted_; }
    /// Wait until admitted with `weight` bytes. Throws Error(cancelled) when a stop is requested meanwhile; the ticket
    /// is then outside.
    void enter(std::uint64_t weight, const StopToken& stop);
    /// Note that the context makes progress.
    void move() noexcept RAMET_NO_THREAD_SAFETY_ANALYSIS;  // needs no lock, see AdmissionState
    /// End the cluster, so that others may be admitted.
    void leave() noexcept;

   private:
    friend class Admission;
    Admission& admission_;
    ConditionVariable changed_;
    bool is_admitted_ = false;
  };

  /// A cluster in progress, from the begin of encoding until it is written and its memory released. Meanwhile its
  /// context's ticket is active. A thread that has a passage never waits for anything in this class. Threads: one
  /// thread.
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
  /// Bytes of the budget for filling; the last quarter is kept for contexts that have not begun.
  std::uint64_t for_filling() const noexcept { return budget_.limit() - budget_.limit() / 4; }
  /// The number of free ones of these bytes.
  std::uint64_t room() const noexcept;

  /// The number of completed clusters. Read it before trying to reserve memory, and pass it to the functions below.
  std::uint64_t passed() const noexcept { return passed_.load(); }
  std::uint64_t passing() const noexcept { return passing_.load(); }

  enum class For {
    memory,  ///< released by clusters in progress: the wait ends when there are none
    order,   ///< other contexts fill earlier parts: the wait ends with any change
  };
  /// Wait until more than `passed` clusters have completed. Returns false when a wait for memory has no cluster to wait
  /// for. Throws Error(cancelled) when a stop is requested meanwhile.
  bool wait_for_passage(std::uint64_t passed, const StopToken& stop, For what = For::memory);
  /// Call `ready` once, in the thread that completes the next cluster or makes the next change. Calls it at once if
  /// more than `passed` clusters have completed, or if memory is needed and no cluster is in progress.
  void when_passed(std::uint64_t passed, std::function<void()> ready, For what = For::memory);
  /// Wake threads that wait for order.
  void note_change() noexcept;

  /// Whether a ticket waits; whether any thread waits, so that unused memory should be released.
  bool has_queue() const noexcept { return queued_.load() > 0; }
  bool is_wanted() const noexcept { return waiting() > 0; }
  std::uint64_t waiting() const noexcept { return queued_.load() + sleeping_.load(); }
  double seconds_waited() const noexcept {
    return std::chrono::duration<double>(std::chrono::nanoseconds(nanoseconds_.load())).count();
  }

  /// Check the clock, and admit tickets that fit now.
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
