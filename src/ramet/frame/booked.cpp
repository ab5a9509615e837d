#include "ramet/frame/booked.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/internal/graph/booking.hpp"

namespace ramet::inline v1::frame {

using internal::Booking;

void Booked::run(const RunOptions& options) const {
  if (!is_ready()) {
    const internal::Root& root = *booking_->node->root;
    if (root.is_working())
      detail::fail(ErrorKind::misuse, "a function or action of a frame asks for a result of the same source");
    const MutexLock lock(root.running());
    if (booking_->current() == Booking::State::waiting) internal::run_root(root, options, *booking_);
  }
  const MutexLock lock(booking_->mutex);
  if (booking_->state == Booking::State::failed)
    detail::fail(ErrorKind::misuse, "the run failed in which this result was computed: {}", booking_->failure);
}

bool Booked::is_ready() const { return booking_->current() == Booking::State::done; }

RunReport Booked::report() const {
  const MutexLock lock(booking_->mutex);
  if (booking_->report == nullptr) detail::fail(ErrorKind::misuse, "the result was not computed yet");
  return *booking_->report;
}

Explanation Booked::explain() const {
  {
    const MutexLock lock(booking_->mutex);
    if (booking_->explanation != nullptr) return *booking_->explanation;
  }
  return internal::explain_waiting(booking_->node);
}

const std::shared_ptr<Action>& Booked::action() const { return booking_->action; }

std::vector<std::string> Booked::variations() const {
  const internal::VariationNames names = booking_->variations();
  return {names.begin(), names.end()};
}

std::map<std::string, Booked> Booked::varied() const {
  if (booking_->action == nullptr) detail::fail(ErrorKind::unsupported, "counts of filters have no variations");
  std::map<std::string, Booked> results;
  for (const std::string& variation : variations()) {
    const MutexLock lock(booking_->mutex);
    std::shared_ptr<Booking> booking = booking_->varied[variation].lock();
    if (booking == nullptr) {
      if (booking_->state != Booking::State::waiting)
        detail::fail(ErrorKind::misuse, "variations are asked for after the result was computed");
      booking = std::make_shared<Booking>();
      booking->node = booking_->node;
      booking->variation = variation;
      booking->columns = booking_->columns;
      booking->action = booking_->action->varied(variation);
      booking_->varied[variation] = booking;
      booking_->node->root->add_booking(booking);
    }
    results.emplace(variation, Booked(std::move(booking)));
  }
  return results;
}

void Booked::keep(const Booked& part) const {
  const MutexLock lock(booking_->mutex);
  booking_->parts.push_back(part.booking_);
}

void run(std::span<const Booked> booked, const RunOptions& options) {
  for (const Booked& one : booked) one.run(options);
}

std::vector<FilterCount> Filters::counts_of(const Booked& partial) {
  const MutexLock lock(partial.booking_->mutex);
  return partial.booking_->counts;
}

std::vector<FilterCount> Filters::counts() const {
  booked_.run();
  const auto weights_of = [](const Booked& sums) {
    sums.run();
    const NumberSums& of = dynamic_cast<const NumbersAction&>(*sums.action()).sums();
    return WeightSum{of.weights, std::sqrt(of.squared_weights)};
  };
  std::vector<FilterCount> counts = counts_of(booked_);
  for (std::size_t filter = 0; filter < std::min(counts.size(), weighted_.size()); ++filter) {
    counts[filter].all_weights = weights_of(weighted_[filter].all);
    counts[filter].passed_weights = weights_of(weighted_[filter].passed);
  }
  return counts;
}

}  // namespace ramet::inline v1::frame
