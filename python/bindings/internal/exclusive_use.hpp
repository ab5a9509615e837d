#pragma once

#include <atomic>
#include <string_view>

#include "ramet/core/error.hpp"

namespace ramet::bindings {

/// Guards an object that only one thread may use at a time. A second thread gets an error instead of waiting, since its
/// use is a mistake in the program. Threads: any.
class ExclusiveUse {
 public:
  class Scope {
   public:
    explicit Scope(std::atomic<bool>& used) noexcept : used_(used) {}
    ~Scope() { used_.store(false, std::memory_order_release); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    std::atomic<bool>& used_;
  };

  /// Throws Error(misuse) while another thread is inside.
  Scope begin(std::string_view what) {
    if (used_.exchange(true, std::memory_order_acquire))
      detail::fail(ErrorKind::misuse, "{} is used by two threads at once", what);
    return Scope(used_);
  }

 private:
  std::atomic<bool> used_ = false;
};

}  // namespace ramet::bindings
