#include <thread>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/schedule/internal/job.hpp"
#include "ramet/schedule/internal/job_board.hpp"

namespace ramet::inline v1::schedule {

namespace {

/// Plain threads that serve a job board. ThreadSanitizer runs use it, because Debian's oneTBB is not instrumented; here
/// every handover is a lock of ramet's. Threads: any.
class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(std::size_t threads) {
    try {
      helpers_.reserve(threads - 1);
      while (helpers_.size() < threads - 1) helpers_.emplace_back([this] { board_.serve(); });
    } catch (...) {  // the system has no more threads: those that were started must end first
      board_.close();
      throw;
    }
  }
  ThreadExecutor(const ThreadExecutor&) = delete;
  ThreadExecutor& operator=(const ThreadExecutor&) = delete;
  ~ThreadExecutor() override { board_.close(); }  // then helpers_ join

  std::size_t concurrency() const noexcept override { return helpers_.size() + 1; }

  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) override {
    if (count <= 1 || helpers_.empty()) return internal::run_in_order(count, body, stop);
    internal::Job job(count, body, stop);
    internal::Posting posting(job);
    board_.post(posting);
    board_.work(posting);
    board_.finish(posting);
    job.rethrow();
  }

 private:
  internal::JobBoard board_{0};
  std::vector<std::jthread> helpers_;  // after the board: joined before it goes
};

}  // namespace

std::unique_ptr<Executor> make_thread_executor(std::size_t threads) {
  if (threads == 0) detail::fail(ErrorKind::misuse, "an executor needs at least 1 thread, not 0");
  return std::make_unique<ThreadExecutor>(threads);
}

}  // namespace ramet::inline v1::schedule
