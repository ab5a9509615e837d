// Failing allocations: the n-th allocation of a job of several contexts fails, for every n. Whichever call meets it,
// the entries that a context counts are in the file, once and in order, and no others.
#include <atomic>
#include <cstdlib>
#include <new>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;

namespace {

/// The number of allocations until one fails; none fails while it is negative.
std::atomic<std::int64_t> allocations_left = -1;

void* allocate(std::size_t size, std::size_t alignment) {
  if (allocations_left.load(std::memory_order_relaxed) >= 0 && allocations_left.fetch_sub(1) == 0) return nullptr;
  const std::size_t whole = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = allocate(size, alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace {

/// Fills parts 0, 1, 2, ... alternately with two contexts; the n-th allocation fails. Threads: one thread.
class Job {
 public:
  Job(bool reproducible, Format format)
      : disk_(sample::empty_disk()),
        writer_(sample::writer_to(disk_, {.reproducible = reproducible})),
        tree_(writer_->add_table(sample::counting_schema(), {.format = format, .cluster_bytes = 2000})) {
    for (std::uint64_t context = 0; context < 2; ++context) contexts_.push_back(tree_.context(context));
  }

  /// Whether an allocation failed.
  bool run(std::int64_t n) {
    allocations_left = n;
    for (std::uint64_t part = 0; part < 12; ++part) {
      FillContext& context = contexts_[part % 2];
      while (!attempt([&] { context.begin_sequence(part); })) continue;
      for (const std::size_t count : {1U, 40U, part % 5 == 4 ? 600U : 3U}) {
        const std::uint64_t before = context.entries();
        // Made before allocations fail, so that only ramet's allocations count.
        const std::int64_t left = allocations_left.exchange(-1);
        auto batch = sample::counting(next_, count);
        allocations_left = left;
        attempt([&] { context.extend(batch); });
        next_ += static_cast<std::int64_t>(context.entries() - before);
      }
      if (part % 3 == 2) attempt([&] { context.hand_over(); });
      if (part == 6) attempt([&] { writer_->checkpoint(); });
    }
    for (FillContext& context : contexts_)
      while (!attempt([&] { context.close(); })) continue;
    while (!attempt([&] { writer_->close(); })) continue;
    return allocations_left.exchange(-1) < 0;
  }

  std::int64_t filled() const { return next_; }
  sample::Disk disk() const { return disk_; }

 private:
  template <class Work>
  static bool attempt(Work&& work) {
    try {
      work();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  sample::Disk disk_;
  std::unique_ptr<ParallelWriter> writer_;
  TableWriter tree_;
  std::vector<FillContext> contexts_;
  std::int64_t next_ = 0;
};

}  // namespace

TEST_CASE("allocations: the call that meets a failure reports it, and no entry is lost or duplicated") {
  for (const bool reproducible : {false, true}) {
    std::int64_t n = 0;
    for (bool has_failed = true; has_failed; n += n < 300 ? 1 : 7) {
      CAPTURE(n);
      CAPTURE(reproducible);
      Job job(reproducible, Format::ttree);
      has_failed = job.run(n);
      const auto columns = sample::read_all(sample::source_of(job.disk()), sample::counting_schema());
      CHECK(columns[0].length() == job.filled());
      REQUIRE(sample::is_same(columns, sample::counting(0, static_cast<std::size_t>(job.filled()))));
    }
    CHECK(n > 50);
  }
}
