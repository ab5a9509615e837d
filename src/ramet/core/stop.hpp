#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1 {

/// Tells long calls to stop. Made by a StopSource, or of the token of a std::stop_source or std::jthread. Threads: any.
class StopToken {
 public:
  StopToken() noexcept = default;
  StopToken(std::stop_token token) noexcept : token_(std::move(token)) {}  // NOLINT(google-explicit-constructor)

  bool stop_requested() const noexcept { return token_.stop_requested(); }
  bool stop_possible() const noexcept { return token_.stop_possible(); }
  /// For std::stop_callback.
  const std::stop_token& token() const noexcept { return token_; }

  /// How long a thread may wait before it looks again.
  static constexpr std::chrono::milliseconds look_interval{50};
  /// Whether there is a function that finds out whether to stop.
  bool can_look() const noexcept { return look_ != nullptr; }
  /// Call it, if there is one: for a thread that waits for others.
  void look() const {
    if (look_) (*look_)();
  }

 private:
  friend class StopSource;

  std::stop_token token_;
  std::shared_ptr<const std::function<void()>> look_;
};

/// Makes tokens, and requests the stop. Threads: any.
class StopSource {
 public:
  StopSource() = default;
  /// Threads that wait while they work for a token call `look` at times, and it may request the stop: signals, for one,
  /// are only seen by who looks. It must not throw, and live as long as the work.
  explicit StopSource(std::function<void()> look)
      : look_(std::make_shared<const std::function<void()>>(std::move(look))) {}
  /// A source of its own, whose tokens look as another one does.
  static StopSource looking_as(const StopToken& other) {
    StopSource source;
    source.look_ = other.look_;
    return source;
  }

  bool request_stop() noexcept { return source_.request_stop(); }
  bool stop_requested() const noexcept { return source_.stop_requested(); }
  StopToken get_token() const noexcept {
    StopToken token(source_.get_token());
    token.look_ = look_;
    return token;
  }

 private:
  std::stop_source source_;
  std::shared_ptr<const std::function<void()>> look_;
};

/// Throw Error(cancelled) once a stop was requested. Every long loop calls it at least ten times a second.
inline void throw_if_stopped(const StopToken& stop) {
  if (stop.stop_requested()) throw Error(ErrorKind::cancelled, "stopped on request");
}

}  // namespace ramet::inline v1
