#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <optional>

#include "ramet/core/function_ref.hpp"

namespace ramet::inline v1::write::internal {

/// The rules by which contexts are admitted to fill whole clusters, without threads, clock and memory.
///
///   outside ── enter ──► admitted ── leave ──► outside
///      └────── enter ──► queued ──► admitted
///                           └────── leave (cancelled) ──► outside
///
/// An admitted ticket is active while its cluster is being written, and for `patience` after each move; otherwise it is
/// dormant and does not count. A ticket fits if fewer than `at_least` tickets are active, or if its weight and the
/// weights of active tickets sum up to at most `capacity`. The README in this folder explains why no wait is endless.
/// Threads: one thread at a time; `move` from the ticket's owner at any time.
class AdmissionState {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  struct Rules {
    std::uint64_t capacity = 0;  ///< limit on the sum of the weights of active tickets
    std::uint64_t at_least = 1;  ///< this many may be active whatever their weights
    Clock::duration patience = std::chrono::milliseconds(250);
  };

  enum class Where { outside, queued, admitted };

  /// The place of one context. A ticket belongs to the context, which may move between threads. Threads: as its state.
  struct Ticket {
    Ticket() = default;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    Where where = Where::outside;
    std::uint64_t weight = 0;
    bool works = false;                      ///< its cluster is being written
    std::atomic<Clock::rep> active_until{};  ///< unless it moves again
    std::atomic<std::uint64_t> mover{};      ///< the thread that moved it last
  };

  using OnAdmitted = FunctionRef<void(Ticket&)>;

  explicit AdmissionState(Rules rules) : rules_(rules) {}

  /// Ask to fill a cluster from a thread: the ticket is admitted, or appended to the queue. Tickets that this thread
  /// moved last become dormant, since it waits here. Calls `on_admitted` for each admitted ticket. Throws
  /// std::bad_alloc, without any change.
  void enter(Ticket& ticket, std::uint64_t weight, std::uint64_t thread, Time now, OnAdmitted on_admitted);
  /// Note that an admitted ticket makes progress in a thread.
  void move(Ticket& ticket, std::uint64_t thread, Time now) const noexcept;
  /// Begin or end work of an admitted ticket that does not depend on other tickets.
  void begin_work(Ticket& ticket) const noexcept { ticket.works = true; }
  void end_work(Ticket& ticket, std::uint64_t thread, Time now) const noexcept;
  /// Leave the admitted tickets, or the queue. Call `admit` afterwards.
  void leave(Ticket& ticket) noexcept;

  /// Admit tickets from the front of the queue as long as they fit, and call `on_admitted` for each.
  void admit(Time now, OnAdmitted on_admitted);

  /// The time at which the first ticket of the queue may fit without further calls; none if the queue is empty, or if
  /// it fits only after the end of work.
  std::optional<Time> next_change(Time now) const noexcept;

  Ticket* first() const noexcept { return queue_.empty() ? nullptr : queue_.front(); }
  std::size_t waiting() const noexcept { return queue_.size(); }
  /// The number of active tickets.
  std::uint64_t active(Time now) const noexcept;
  /// Whether the invariants hold: the first of the queue does not fit, and each ticket is in the list that it names.
  bool is_sound(Time now) const noexcept;

 private:
  bool is_active(const Ticket& ticket, Time now) const noexcept {
    return ticket.works || now.time_since_epoch().count() < ticket.active_until.load(std::memory_order_relaxed);
  }
  bool fits(const Ticket& ticket, Time now) const noexcept;

  Rules rules_;
  std::list<Ticket*> queue_;
  std::list<Ticket*> admitted_;
};

}  // namespace ramet::inline v1::write::internal
