#include "ramet/frame/internal/plan/waiting.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {

void set_failed(std::span<const std::shared_ptr<Booking>> bookings, const std::string& failure) {
  for (const auto& booking : bookings) {
    const MutexLock lock(booking->mutex);
    booking->state = Booking::State::failed;
    booking->failure = failure;
  }
}

std::vector<std::shared_ptr<Booking>> waiting_bookings(const Root& root) {
  std::vector<std::shared_ptr<Booking>> bookings = root.bookings();
  std::erase_if(bookings, [](const auto& booking) { return booking->current() != Booking::State::waiting; });
  return bookings;
}

std::optional<Plan> plan_of(const Root& root, std::vector<std::shared_ptr<Booking>>& bookings,
                            const ReadOptions& options, const Booking& asked) {
  try {
    return make_plan(root, bookings, options);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled || error.kind() == ErrorKind::io) throw;
    if (bookings.size() == 1) {
      set_failed(bookings, error.what());
      if (bookings.front().get() == &asked) throw;
      bookings.clear();
      return std::nullopt;
    }
  }
  // The asked one first: if it cannot be planned, the others wait on.
  std::ranges::stable_partition(bookings, [&](const auto& booking) { return booking.get() == &asked; });
  const auto half = bookings.front().get() == &asked ? 1 : static_cast<std::ptrdiff_t>(bookings.size() / 2);
  std::vector<std::shared_ptr<Booking>> first(bookings.begin(), bookings.begin() + half);
  std::vector<std::shared_ptr<Booking>> rest(bookings.begin() + half, bookings.end());
  plan_of(root, first, options, asked);
  plan_of(root, rest, options, asked);
  bookings = std::move(first);
  bookings.insert(bookings.end(), rest.begin(), rest.end());
  if (bookings.empty()) return std::nullopt;
  return make_plan(root, bookings, options);
}

}  // namespace ramet::inline v1::frame::internal
