#pragma once

#include <memory>

#include "ramet/dataset/session.hpp"
#include "ramet/schedule/executor.hpp"

namespace sample {

/// A session on plain threads, which the thread sanitizer understands. Threads: as a session.
inline std::shared_ptr<const ramet::dataset::Session> plain_session() {
  struct OnThreads {
    std::unique_ptr<ramet::schedule::Executor> executor = ramet::schedule::make_thread_executor(2);
    ramet::dataset::Session session{*executor};
  };
  auto owned = std::make_shared<const OnThreads>();
  return {owned, &owned->session};
}

}  // namespace sample
