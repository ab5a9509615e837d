#include "ramet/core/trace/recorder.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

namespace ramet::inline v1 {

struct TraceRecorder::Block {
  std::vector<TraceSpan> spans;
  Block* older = nullptr;
};

TraceRecorder::TraceRecorder(Options options) : options_(std::move(options)) {}

TraceRecorder::~TraceRecorder() {
  for (Block* block = newest_.load(); block != nullptr;) {
    const std::unique_ptr<Block> owned(block);
    block = owned->older;
  }
}

std::uint32_t TraceRecorder::add_row(std::string_view name) {
  const MutexLock lock(mutex_);
  rows_.emplace_back(name);
  return static_cast<std::uint32_t>(rows_.size() - 1);
}

std::uint32_t TraceRecorder::name(std::string_view name) {
  const MutexLock lock(mutex_);
  const auto found = std::ranges::find(names_, name);
  const auto number = static_cast<std::uint32_t>(found - names_.begin());
  if (number == names_.size()) names_.emplace_back(name);
  return number;
}

void TraceRecorder::push(std::vector<TraceSpan>&& block) noexcept {
  const std::size_t size = block.size();
  if (size == 0) return;
  const std::size_t before = count_.fetch_add(size, std::memory_order_relaxed);
  std::unique_ptr<Block> made(before >= options_.most_spans ? nullptr : new (std::nothrow) Block);
  if (made == nullptr) {
    dropped_.fetch_add(size, std::memory_order_relaxed);
    return;
  }
  made->spans = std::move(block);
  made->older = newest_.load(std::memory_order_relaxed);
  while (
      !newest_.compare_exchange_weak(made->older, made.get(), std::memory_order_release, std::memory_order_relaxed)) {
  }
  static_cast<void>(made.release());
}

std::vector<std::string> TraceRecorder::rows() const {
  const MutexLock lock(mutex_);
  return rows_;
}

std::vector<std::string> TraceRecorder::names() const {
  const MutexLock lock(mutex_);
  return names_;
}

std::vector<const TraceSpan*> TraceRecorder::spans() const {
  std::vector<const TraceSpan*> spans;
  for (const Block* block = newest_.load(std::memory_order_acquire); block != nullptr; block = block->older)
    for (const TraceSpan& span : block->spans) spans.push_back(&span);
  std::ranges::stable_sort(spans, {}, [](const TraceSpan* span) { return span->begin; });
  return spans;
}

}  // namespace ramet::inline v1
