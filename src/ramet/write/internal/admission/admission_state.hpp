#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <optional>

#include "ramet/core/function_ref.hpp"

namespace ramet::inline v1::write::internal {

/// Which contexts fill whole clusters now, and which wait for that: the rules alone, without threads, clock or memory.
///
///   outside ── enter ──► admitted ── leave ──► outside
///      └────── enter ──► queued ──► admitted
///                           └────── leave (cancelled) ──► outside
///
/// An admitted ticket is active while its cluster is being written, and for `patience` after each move; else it is
/// dormant and does not count. A ticket fits when fewer tickets than `at_least` are active, or when its weight and
/// theirs stay within `capacity`. The README beside says why nobody waits for ever.
/// Threads: one thread at a time, but `move` from a ticket's owner at any time.
class AdmissionState {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  struct Rules {
    std::uint64_t capacity = 0;  ///< what the weights of all active tickets may reach
    std::uint64_t at_least = 1;  ///< so many are active at a time, whatever they weigh
    Clock::duration patience = std::chrono::milliseconds(250);
  };

  enum class Where { outside, queued, admitted };

  /// The place of one context: tickets belong to contexts, which threads pass among each other. Threads: as its state.
  struct Ticket {
    Ticket() = default;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    Where where = Where::outside;
    std::uint64_t weight = 0;
    bool works = false;                      ///< its cluster is being written
    std::atomic<Clock::rep> active_until{};  ///< if it does not move any more
    std::atomic<std::uint64_t> mover{};      ///< the thread that moved it last
  };

  using OnAdmitted = FunctionRef<void(Ticket&)>;

  explicit AdmissionState(Rules rules) : rules_(rules) {}

  /// Ask to fill a cluster, in a thread: the ticket is admitted, or queued behind the others. What that thread moved
  /// last is dormant from now on, since it waits here. Tells of whoever is admitted. Throws std::bad_alloc, changing
  /// nothing.
  void enter(Ticket& ticket, std::uint64_t weight, std::uint64_t thread, Time now, OnAdmitted on_admitted);
  /// An admitted ticket does something, in a thread.
  void move(Ticket& ticket, std::uint64_t thread, Time now) const noexcept;
  /// An admitted ticket begins or ends work that waits for no ticket.
  void begin_work(Ticket& ticket) const noexcept { ticket.works = true; }
  void end_work(Ticket& ticket, std::uint64_t thread, Time now) const noexcept;
  /// Give the place back, or the place in the queue; then `admit`.
  void leave(Ticket& ticket) noexcept;

  /// Admit whoever is first, as long as one fits, and tell of each.
  void admit(Time now, OnAdmitted on_admitted);

  /// When the first of the queue may fit although nobody does anything; none when nobody waits, or when it fits only
  /// after work.
  std::optional<Time> next_change(Time now) const noexcept;

  Ticket* first() const noexcept { return queue_.empty() ? nullptr : queue_.front(); }
  std::size_t waiting() const noexcept { return queue_.size(); }
  /// Admitted tickets that count.
  std::uint64_t active(Time now) const noexcept;
  /// Whether the first of the queue does not fit, and everybody is where the ticket says.
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
