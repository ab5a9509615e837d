#include "ramet/schedule/helped_executor.hpp"

#include "ramet/core/error.hpp"
#include "ramet/schedule/internal/job.hpp"
#include "ramet/schedule/internal/job_board.hpp"

namespace ramet::inline v1::schedule {

struct HelpedExecutor::State {
  std::size_t most = 1;
  internal::JobBoard board{0};
};

HelpedExecutor::HelpedExecutor(std::size_t most) : state_(std::make_unique<State>()) {
  if (most == 0) detail::fail(ErrorKind::misuse, "an executor needs at least 1 thread, not 0");
  state_->most = most;
}

HelpedExecutor::~HelpedExecutor() = default;

std::size_t HelpedExecutor::concurrency() const noexcept { return state_->most; }

void HelpedExecutor::for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) {
  if (count <= 1) return internal::run_in_order(count, body, stop);
  internal::Job job(count, body, stop);
  internal::Posting posting(job);
  state_->board.post(posting);
  state_->board.work(posting);
  state_->board.finish(posting);
  job.rethrow();
}

void HelpedExecutor::help() noexcept { state_->board.visit(); }

}  // namespace ramet::inline v1::schedule
