#include "ramet/frame/running/time_left.hpp"

#include <algorithm>
#include <iterator>

namespace ramet::inline v1::frame {

void TimeLeft::note(std::uint64_t done, double seconds) {
  if (moments_.size() == most_moments) {  // keep every second one
    std::size_t kept = 0;
    for (std::size_t k = 0; k < moments_.size(); k += 2) moments_[kept++] = moments_[k];
    moments_.resize(kept, {0, 0});
  }
  moments_.push_back({std::min(done, all_), seconds});
}

std::optional<double> TimeLeft::seconds() const noexcept {
  const Moment& now = moments_.back();
  if (now.done == all_) return 0;
  const double since = now.seconds - std::max(2.0, now.seconds / 3);
  const auto behind = std::ranges::upper_bound(moments_, since, {}, &Moment::seconds);
  const Moment& then = behind == moments_.begin() ? moments_.front() : *std::prev(behind);
  if (now.done <= then.done || now.seconds <= then.seconds) return std::nullopt;
  const double rate = static_cast<double>(now.done - then.done) / (now.seconds - then.seconds);
  return static_cast<double>(all_ - now.done) / rate;
}

}  // namespace ramet::inline v1::frame
