#include "cli/terminal/progress_bar.hpp"

#include <algorithm>
#include <cstdio>

#include "cli/terminal/bars.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

constexpr std::chrono::milliseconds interval(100);

}  // namespace

ProgressBar::ProgressBar(std::string task, std::uint64_t total_entries, const Terminal& terminal)
    : task_(std::move(task)),
      total_(total_entries),
      terminal_(terminal),
      next_drawing_((begin_ + interval).time_since_epoch().count()) {}

ProgressBar::~ProgressBar() {
  if (terminal_.is_terminal) {
    if (was_drawn_) std::fputs("\r\x1b[K", stderr);
    return;
  }
  draw(done_, Clock::now() - begin_);
  std::fputs("\n", stderr);
}

void ProgressBar::advance(std::uint64_t entries, std::uint64_t /*bytes*/) {
  const std::uint64_t done = done_.fetch_add(entries, std::memory_order_relaxed) + entries;
  const auto now = Clock::now();
  Clock::rep due = next_drawing_.load(std::memory_order_relaxed);
  // The thread that advances the time draws; the others go on with their work.
  if (now.time_since_epoch().count() < due ||
      !next_drawing_.compare_exchange_strong(due, (now + interval).time_since_epoch().count(),
                                             std::memory_order_relaxed))
    return;
  draw(done, now - begin_);
  was_drawn_ = true;
}

void ProgressBar::draw(std::uint64_t done, Clock::duration elapsed) const {
  const std::size_t width = terminal_.width > 0 ? terminal_.width - 1 : 0;
  fmt::print(stderr, "\r{}", progress_line(task_, done, total_, std::chrono::duration<double>(elapsed).count(), width));
  std::fflush(stderr);
}

std::string progress_line(std::string_view task, std::uint64_t done, std::uint64_t total, double seconds,
                          std::size_t width) {
  const double part = total == 0 ? 1.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const double speed = seconds > 0 ? std::min(static_cast<double>(done) / seconds, 1e18) : 0.0;
  const std::string before = fmt::format("{} {:3.0f}% ", task, part * 100);
  const std::string after = fmt::format("  {}/{}  {}/s", format_count(done), format_count(total),
                                        format_count(static_cast<std::uint64_t>(speed)));
  const std::size_t taken = display_width(before) + display_width(after);
  const std::size_t bar = width > taken ? std::min<std::size_t>(width - taken, 30) : 0;
  return before + horizontal_bar(part, bar) + after;
}

}  // namespace ramet::cli
