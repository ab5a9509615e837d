#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "cli/terminal/terminal.hpp"

#include "ramet/core/progress.hpp"

namespace ramet::cli {

/// A line on the standard error that shows the progress of a long operation. It is redrawn at most ten times a second,
/// and never shown for operations that take less than a tenth of a second. At the end it is erased on a terminal, and
/// stays elsewhere. Threads: `advance` from any; the rest from one.
class ProgressBar final : public ProgressSink {
 public:
  ProgressBar(std::string task, std::uint64_t total_entries, const Terminal& terminal);
  ~ProgressBar() override;
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void advance(std::uint64_t entries, std::uint64_t bytes) override;

 private:
  using Clock = std::chrono::steady_clock;

  void draw(std::uint64_t done, Clock::duration elapsed) const;

  std::string task_;
  std::uint64_t total_;
  Terminal terminal_;
  Clock::time_point begin_ = Clock::now();
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<Clock::rep> next_drawing_;
  std::atomic<bool> was_drawn_ = false;
};

/// The text of the line: "reading  45% ████▌      1,200,000/2,600,000  12,300,000/s".
std::string progress_line(std::string_view task, std::uint64_t done, std::uint64_t total, double seconds,
                          std::size_t width);

}  // namespace ramet::cli
