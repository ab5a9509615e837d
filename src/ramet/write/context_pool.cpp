#include "ramet/write/context_pool.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/internal/cluster_writer.hpp"  // IWYU pragma: keep (the type behind a context)

namespace ramet::inline v1::write {

struct ContextPool::State {
  TableWriter tree;
  std::size_t most;
  mutable Mutex mutex;
  ConditionVariable freed;
  std::vector<std::unique_ptr<FillContext>> free RAMET_GUARDED_BY(mutex);
  std::size_t lent RAMET_GUARDED_BY(mutex) = 0;
  std::size_t waiting RAMET_GUARDED_BY(mutex) = 0;
  bool is_closing RAMET_GUARDED_BY(mutex) = false;

  bool is_full() const RAMET_REQUIRES(mutex) { return is_closing || lent == most; }
};

ContextPool::ContextPool(TableWriter tree, std::size_t most_contexts)
    : state_(std::unique_ptr<State>(new State{std::move(tree), most_contexts, {}, {}, {}})) {
  if (most_contexts == 0) detail::fail(ErrorKind::misuse, "a pool of 0 contexts");
}

ContextPool::~ContextPool() = default;

ContextPool::Lease::Lease(ContextPool& pool, std::unique_ptr<FillContext> context) noexcept
    : pool_(&pool), context_(std::move(context)) {}

ContextPool::Lease::Lease(Lease&& other) noexcept = default;

ContextPool::Lease::~Lease() {
  if (context_) pool_->give_back(std::move(context_));
}

void ContextPool::Lease::end_part() {
  if (!context_) return;
  context_->end_part();
  pool_->give_back(std::move(context_));
}

ContextPool::Lease ContextPool::lend(const StopToken& stop) { return {*this, take(true, std::nullopt, stop)}; }

ContextPool::Lease ContextPool::lend(std::uint64_t sequence, const StopToken& stop) {
  return {*this, take(true, sequence, stop)};
}

std::optional<ContextPool::Lease> ContextPool::try_lend() {
  auto context = take(false, std::nullopt, {});
  if (!context) return std::nullopt;
  return Lease(*this, std::move(context));
}

std::unique_ptr<FillContext> ContextPool::take(bool waits, std::optional<std::uint64_t> sequence,
                                               const StopToken& stop) {
  const std::stop_callback wake(stop.token(), [this] {
    const MutexLock lock(state_->mutex);
    state_->freed.notify_all();
  });
  std::unique_ptr<FillContext> context;
  const auto begin = TraceClock::now();
  bool has_waited = false;
  {
    const MutexLock lock(state_->mutex);
    ++state_->waiting;
    has_waited = state_->is_full();
    while (waits && state_->is_full() && !stop.stop_requested()) state_->freed.wait(state_->mutex);
    --state_->waiting;
    throw_if_stopped(stop);
    if (state_->is_full()) return nullptr;
    const auto fullest = std::max_element(state_->free.begin(), state_->free.end(), [](const auto& a, const auto& b) {
      return a->held_entries() < b->held_entries();
    });
    if (fullest != state_->free.end()) {
      context = std::move(*fullest);
      state_->free.erase(fullest);
    }
    ++state_->lent;
  }
  try {
    if (!context) {
      context = std::make_unique<FillContext>(sequence ? state_->tree.context(*sequence) : state_->tree.context());
    } else if (sequence) {
      context->begin_part(*sequence);
    }
  } catch (...) {
    give_back(std::move(context));
    throw;
  }
  if (has_waited) context->note_wait(begin, TraceClock::now());
  return context;
}

void ContextPool::give_back(std::unique_ptr<FillContext> context) noexcept {
  const MutexLock lock(state_->mutex);
  --state_->lent;
  if (context) state_->free.push_back(std::move(context));
  state_->freed.notify_one();
}

std::size_t ContextPool::lent() const noexcept {
  const MutexLock lock(state_->mutex);
  return state_->lent;
}

std::size_t ContextPool::waiting() const noexcept {
  const MutexLock lock(state_->mutex);
  return state_->waiting;
}

void ContextPool::close() {
  std::vector<std::unique_ptr<FillContext>> contexts;
  {
    const MutexLock lock(state_->mutex);
    while (state_->is_closing) state_->freed.wait(state_->mutex);
    if (state_->lent > 0) detail::fail(ErrorKind::misuse, "{} contexts of the pool are lent", state_->lent);
    contexts.swap(state_->free);
    state_->is_closing = true;
  }
  const auto end = [&] {
    const MutexLock lock(state_->mutex);
    for (auto& context : contexts)
      if (context) state_->free.push_back(std::move(context));
    state_->is_closing = false;
    state_->freed.notify_all();
  };
  try {
    close_each(contexts);
  } catch (...) {
    end();
    throw;
  }
  end();
}

void ContextPool::close_each(std::vector<std::unique_ptr<FillContext>>& contexts) {
  if (contexts.empty()) return;
  const TableOptions& options = contexts.front()->writer_->table().options();
  schedule::Executor* executor = options.executor;
  const auto close_one = [&](std::size_t number) {
    contexts[number]->close();
    contexts[number].reset();
  };
  if (executor == nullptr) {
    for (std::size_t number = 0; number < contexts.size(); ++number) close_one(number);
  } else {
    executor->for_each_index(contexts.size(), close_one);
  }
}

}  // namespace ramet::inline v1::write
