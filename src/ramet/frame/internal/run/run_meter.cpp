#include "ramet/frame/internal/run/run_meter.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::frame::internal {

RunMeter::RunMeter(const RunOptions& options) : options_(options), next_(begin_ + options.progress_interval) {}

void RunMeter::begin(std::vector<std::uint64_t> file_starts) {
  file_starts_ = std::move(file_starts);
  last_.all_entries = file_starts_.back();
  last_.all_files = file_starts_.size() - 1;
  left_.emplace(last_.all_entries);
  left_->note(0, std::chrono::duration<double>(Clock::now() - begin_).count());
  const MutexLock lock(mutex_);
  for (std::size_t file = 0; file < last_.all_files; ++file) {
    left_in_files_.push_back(file_starts_[file + 1] - file_starts_[file]);
    files_done_ += static_cast<std::size_t>(left_in_files_.back() == 0);
  }
}

void RunMeter::advance(std::uint64_t entries, std::uint64_t bytes) {
  if (options_.progress != nullptr) options_.progress->advance(entries, bytes);
  if (!options_.on_progress || !left_) return;  // files are opened before it begins
  done_.fetch_add(entries, std::memory_order_relaxed);
  if (std::this_thread::get_id() != thread_ || Clock::now() < next_) return;
  tell();
  next_ = Clock::now() + options_.progress_interval;
}

void RunMeter::end_task(EntryRange entries) {
  if (!options_.on_progress) return;
  const MutexLock lock(mutex_);
  const auto behind = std::ranges::upper_bound(file_starts_, entries.first.number);
  auto file = static_cast<std::size_t>(behind - file_starts_.begin()) - 1;
  for (std::uint64_t at = entries.first.number; at < entries.last.number && file < left_in_files_.size(); ++file) {
    const std::uint64_t part = std::min(entries.last.number, file_starts_[file + 1]) - at;
    if (part == 0) continue;
    at += part;
    left_in_files_[file] -= part;
    files_done_ += static_cast<std::size_t>(left_in_files_[file] == 0);
  }
}

void RunMeter::finish() {
  if (options_.on_progress && left_) tell();
}

void RunMeter::tell() {
  last_.entries = std::min(done_.load(std::memory_order_relaxed), last_.all_entries);
  last_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  {
    const MutexLock lock(mutex_);
    last_.files = files_done_;
  }
  left_->note(last_.entries, last_.seconds);
  last_.seconds_left = left_->seconds();
  options_.on_progress(last_);
}

}  // namespace ramet::inline v1::frame::internal
