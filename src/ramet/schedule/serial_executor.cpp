#include "ramet/schedule/executor.hpp"
#include "ramet/schedule/internal/job.hpp"

namespace ramet::inline v1::schedule {

namespace {

/// Runs everything on the calling thread. Threads: any; it has no state.
class SerialExecutor final : public Executor {
 public:
  std::size_t concurrency() const noexcept override { return 1; }

  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken& stop) override {
    internal::run_in_order(count, body, stop);
  }
};

}  // namespace

std::unique_ptr<Executor> make_serial_executor() { return std::make_unique<SerialExecutor>(); }

}  // namespace ramet::inline v1::schedule
