#include "ramet/write/internal/admission/admission_state.hpp"

#include <algorithm>

namespace ramet::inline v1::write::internal {

void AdmissionState::enter(Ticket& ticket, std::uint64_t weight, std::uint64_t thread, Time now,
                           OnAdmitted on_admitted) {
  if (ticket.where != Where::outside) return;
  queue_.push_back(&ticket);
  ticket.where = Where::queued;
  ticket.weight = weight;
  move(ticket, thread, now);
  admit(now, on_admitted);
  if (ticket.where == Where::admitted) return;
  for (Ticket* other : admitted_)
    if (other->mover.load(std::memory_order_relaxed) == thread) other->active_until.store(0, std::memory_order_relaxed);
  admit(now, on_admitted);
}

void AdmissionState::move(Ticket& ticket, std::uint64_t thread, Time now) const noexcept {
  ticket.mover.store(thread, std::memory_order_relaxed);
  ticket.active_until.store((now + rules_.patience).time_since_epoch().count(), std::memory_order_relaxed);
}

void AdmissionState::end_work(Ticket& ticket, std::uint64_t thread, Time now) const noexcept {
  ticket.works = false;
  move(ticket, thread, now);
}

void AdmissionState::leave(Ticket& ticket) noexcept {
  if (ticket.where == Where::queued) queue_.remove(&ticket);
  if (ticket.where == Where::admitted) admitted_.remove(&ticket);
  ticket.where = Where::outside;
  ticket.works = false;
}

bool AdmissionState::fits(const Ticket& ticket, Time now) const noexcept {
  std::uint64_t count = 0;
  std::uint64_t weight = 0;
  for (const Ticket* other : admitted_) {
    if (!is_active(*other, now)) continue;
    ++count;
    weight += std::min(other->weight, rules_.capacity - weight);
  }
  return count < rules_.at_least || ticket.weight <= rules_.capacity - weight;
}

void AdmissionState::admit(Time now, OnAdmitted on_admitted) {
  while (!queue_.empty() && fits(*queue_.front(), now)) {
    Ticket& ticket = *queue_.front();
    admitted_.splice(admitted_.end(), queue_, queue_.begin());
    ticket.where = Where::admitted;
    ticket.active_until.store((now + rules_.patience).time_since_epoch().count(), std::memory_order_relaxed);
    on_admitted(ticket);
  }
}

std::optional<AdmissionState::Time> AdmissionState::next_change(Time now) const noexcept {
  std::optional<Time> next;
  if (queue_.empty()) return next;
  for (const Ticket* ticket : admitted_) {
    if (ticket->works || !is_active(*ticket, now)) continue;
    const Time until{Clock::duration(ticket->active_until.load(std::memory_order_relaxed))};
    next = std::min(next.value_or(until), until);
  }
  return next;
}

std::uint64_t AdmissionState::active(Time now) const noexcept {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(admitted_, [&](const Ticket* ticket) { return is_active(*ticket, now); }));
}

bool AdmissionState::is_sound(Time now) const noexcept {
  const auto are_in = [](const std::list<Ticket*>& tickets, Where where) {
    return std::ranges::all_of(tickets, [where](const Ticket* ticket) { return ticket->where == where; });
  };
  return are_in(queue_, Where::queued) && are_in(admitted_, Where::admitted) &&
         (queue_.empty() || !fits(*queue_.front(), now));
}

}  // namespace ramet::inline v1::write::internal
