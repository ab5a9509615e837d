#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/arena_executor.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/schedule/internal/job.hpp"
#include "ramet/schedule/internal/job_board.hpp"

namespace ramet::inline v1::schedule {

namespace {

using internal::Job;
using internal::JobBoard;
using internal::Posting;

std::size_t concurrency_of(tbb::task_arena& arena) {
  return static_cast<std::size_t>(std::max(arena.max_concurrency(), 1));
}

/// The caller works on its own job on its own stack; threads of the arena help. The caller never waits inside oneTBB,
/// so it runs no foreign task, needs no slot in the arena, and works when the arena is full. Threads: any.
class IsolatedExecutor final : public Executor {
 public:
  explicit IsolatedExecutor(tbb::task_arena& arena)
      : arena_(arena), concurrency_(concurrency_of(arena)), board_(std::make_shared<JobBoard>(concurrency_ - 1)) {}

  std::size_t concurrency() const noexcept override { return concurrency_; }

  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) override {
    if (count <= 1 || concurrency_ == 1) return internal::run_in_order(count, body, stop);
    Job job(count, body, stop);
    Posting posting(job);
    call_helpers(board_->post(posting));
    board_->work(posting);
    board_->finish(posting);
    job.rethrow();
  }

 private:
  void call_helpers(std::size_t count) noexcept {
    for (; count > 0; --count) {
      try {
        // A late helper finds an empty board, which its copy of the pointer keeps alive.
        arena_.enqueue([board = board_] { board->help(); });
      } catch (const std::bad_alloc&) {
        return board_->dismiss_helpers(count);  // slower, with the same result
      }
    }
  }

  tbb::task_arena& arena_;
  const std::size_t concurrency_;
  const std::shared_ptr<JobBoard> board_;
};

/// As above, but the caller enters the host's arena and waits there, running whatever the host has queued.
/// Threads: any.
class SharedExecutor final : public Executor {
 public:
  explicit SharedExecutor(tbb::task_arena& arena) : arena_(arena), concurrency_(concurrency_of(arena)) {}

  std::size_t concurrency() const noexcept override { return concurrency_; }
  bool runs_others_while_waiting() const noexcept override { return true; }

  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) override {
    if (count <= 1 || concurrency_ == 1) return internal::run_in_order(count, body, stop);
    Job job(count, body, stop);
    arena_.execute([&] { run(job); });
    job.rethrow();
  }

 private:
  void run(Job& job) {
    Posting posting(job);
    tbb::task_group helpers;
    board_.post(posting);
    for (std::size_t helper = 1; helper < std::min(job.count(), concurrency_); ++helper)
      if (!call_helper(helpers, posting)) break;
    board_.work(posting);
    helpers.wait();
    board_.finish(posting);
  }

  /// Returns false when memory is short; then the call is slower, with the same result.
  bool call_helper(tbb::task_group& helpers, Posting& posting) noexcept {
    try {
      helpers.run([this, &posting] { board_.help_with(posting); });
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

  tbb::task_arena& arena_;
  const std::size_t concurrency_;
  JobBoard board_{0};
};

/// An isolated executor and its own arena. Threads: any.
class OwnArenaExecutor final : public Executor {
 public:
  explicit OwnArenaExecutor(int threads) : arena_(threads), executor_(arena_) {
    // oneTBB starts no more threads than there are processors unless it is told to. Of several limits oneTBB takes the
    // lowest, so a lower limit of the host stays in force. What another executor allows ends with that one.
    constexpr auto parameter = tbb::global_control::max_allowed_parallelism;
    constexpr std::size_t plenty = 1024;
    const auto wanted = static_cast<std::size_t>(threads);
    if (wanted > static_cast<std::size_t>(tbb::info::default_concurrency()))
      allowance_.emplace(parameter, std::max(wanted, plenty));
  }

  std::size_t concurrency() const noexcept override { return executor_.concurrency(); }

  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) override {
    executor_.for_each_index(count, body, stop);
  }

 private:
  std::optional<tbb::global_control> allowance_;
  tbb::task_arena arena_;
  IsolatedExecutor executor_;
};

}  // namespace

std::unique_ptr<Executor> make_tbb_executor(std::size_t threads) {
  if (threads == 0) detail::fail(ErrorKind::misuse, "an executor needs at least 1 thread, not 0");
  if (!std::in_range<int>(threads)) detail::fail(ErrorKind::misuse, "an arena cannot have {} threads", threads);
  return std::make_unique<OwnArenaExecutor>(static_cast<int>(threads));
}

std::unique_ptr<Executor> make_arena_executor(tbb::task_arena& arena, Isolation isolation) {
  if (isolation == Isolation::shared) return std::make_unique<SharedExecutor>(arena);
  return std::make_unique<IsolatedExecutor>(arena);
}

}  // namespace ramet::inline v1::schedule
