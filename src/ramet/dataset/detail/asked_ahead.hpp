#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::dataset {

/// Asks for the bytes of parts of a read before they are read, in their order, as far ahead as may be: also when few
/// threads read many files, each of which takes some trips. Threads: any.
class AskedAhead {
 public:
  static constexpr std::size_t most_ahead = 64;  ///< parts

  /// `ask` asks for the bytes of a part, from any thread, and does not wait. With 0 parts nothing is asked for. The
  /// parts are read by tasks of `executor`.
  AskedAhead(std::size_t count, const schedule::Executor& executor, std::function<Asked(std::size_t part)> ask);

  /// A part is being read: ask for it and for the parts behind it that nobody asked for. Waits while another thread
  /// asks for this part, or else its bytes would be requested twice.
  void begin(std::size_t part);

 private:
  enum class State : char { untouched, asking, over };

  bool enter(std::size_t part) RAMET_REQUIRES(mutex_);
  void leave(std::size_t part, State state);
  Asked ask(std::size_t part, bool is_read_now);

  const std::function<Asked(std::size_t)> ask_;
  const std::size_t count_;
  const bool may_wait_;
  Mutex mutex_;
  ConditionVariable left_;                              // a part is no longer being asked for
  std::vector<State> states_ RAMET_GUARDED_BY(mutex_);  // of each part
  std::size_t first_ RAMET_GUARDED_BY(mutex_) = 0;      // all before are over
};

}  // namespace ramet::inline v1::dataset
