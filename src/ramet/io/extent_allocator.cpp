#include "ramet/io/extent_allocator.hpp"

#include <thread>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/shared_counters.hpp"

namespace ramet::inline v1::io {

struct ExtentAllocator::Shared {
  std::shared_ptr<SharedCounters> counters;
  std::size_t counter = 0;
  std::uint64_t begin = 0;
  bool keeps_list = false;
  std::atomic<std::uint64_t> end = 0;  // end of the last extent known to this process
  Mutex mutex;
  std::vector<Extent> taken RAMET_GUARDED_BY(mutex);
};

ExtentAllocator::ExtentAllocator(std::shared_ptr<SharedCounters> counters, std::size_t counter, std::uint64_t begin)
    : end_(shared_mark) {
  auto shared = std::make_unique<Shared>();
  shared->counters = std::move(counters);
  shared->counter = counter;
  shared->begin = shared->end = begin;
  shared_.store(shared.release());
}

ExtentAllocator::Shared& ExtentAllocator::shared() const noexcept {
  // Spins while `share` runs. std::atomic::wait would use a global table of waiting threads.
  Shared* shared = shared_.load();
  for (; shared == nullptr; shared = shared_.load()) std::this_thread::yield();
  return *shared;
}

ExtentAllocator::~ExtentAllocator() { const std::unique_ptr<Shared> owned(shared_.load()); }

std::uint64_t ExtentAllocator::share(std::shared_ptr<SharedCounters> counters, std::size_t counter) {
  if (shared_.load() != nullptr) detail::fail(ErrorKind::misuse, "the space of the file is already shared");
  auto shared = std::make_unique<Shared>();
  shared->counters = std::move(counters);
  shared->counter = counter;
  shared->keeps_list = true;
  shared->counters->raise(counter, 0);  // fails here if at all, before anything has changed
  const std::uint64_t begin = end_.exchange(shared_mark);
  // From here on, threads that take extents wait until the counter is set.
  shared->begin = shared->end = begin;
  const auto go_on = [&] { shared_.store(shared.release()); };
  try {
    shared->counters->raise(counter, begin);
  } catch (...) {
    go_on();
    throw;
  }
  go_on();
  return begin;
}

Extent ExtentAllocator::take_shared(std::uint64_t size) {
  Shared& shared = this->shared();
  const std::uint64_t offset = shared.counters->add(shared.counter, size);
  if (offset < shared.begin || offset >= shared_mark || size > shared_mark - offset)
    detail::fail(ErrorKind::corrupt, "the counter of the file's space is {}, expected at least {}", offset,
                 shared.begin);
  std::uint64_t end = shared.end.load(std::memory_order_relaxed);
  while (end < offset + size && !shared.end.compare_exchange_weak(end, offset + size, std::memory_order_relaxed)) {
  }
  if (shared.keeps_list) {
    const MutexLock lock(shared.mutex);
    shared.taken.push_back({offset, size});
  }
  return {offset, size};
}

std::uint64_t ExtentAllocator::end() const noexcept {
  const std::uint64_t end = end_.load(std::memory_order_relaxed);
  if (end < shared_mark) return end;
  return shared().end.load(std::memory_order_relaxed);
}

std::vector<Extent> ExtentAllocator::taken_of_shared() {
  Shared* shared = shared_.load();
  if (shared == nullptr) return {};
  const MutexLock lock(shared->mutex);
  return std::exchange(shared->taken, {});
}

}  // namespace ramet::inline v1::io
