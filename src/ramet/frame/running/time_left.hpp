#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ramet::inline v1::frame {

/// Estimates how long work will take by how fast it went in the last third of the time, but at least two seconds: what
/// was slow at first, as opening files, is soon forgotten, and what is slow now is not. Threads: one at a time.
class TimeLeft {
 public:
  explicit TimeLeft(std::uint64_t all) : all_(all) {}

  /// So much is done after so many seconds; neither gets less.
  void note(std::uint64_t done, double seconds);
  /// The seconds that the rest will take; nothing before anything was done, or while nothing moves.
  std::optional<double> seconds() const noexcept;

 private:
  struct Moment {
    std::uint64_t done;
    double seconds;
  };
  static constexpr std::size_t most_moments = 256;

  std::uint64_t all_;
  std::vector<Moment> moments_ = {{0, 0}};
};

}  // namespace ramet::inline v1::frame
