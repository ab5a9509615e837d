#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/trace/recorder.hpp"
#include "ramet/core/trace/span.hpp"

namespace ramet::inline v1 {

/// Where spans belong. Threads: a value.
struct TracePlace {
  std::uint32_t row = 0;    ///< of the recorder: the stream
  std::uint64_t event = 0;  ///< that the stream is at
};

/// Records the spans of one stream of execution, in memory of its own; the recorder gets them in blocks. Its spans do
/// not overlap: those within an open scope interrupt it. Threads: one thread at a time.
class TraceTrack {
 public:
  /// A track of a row. `tier` is the table, or a name that spans without one get.
  TraceTrack(std::shared_ptr<TraceRecorder> recorder, TracePlace place, std::string_view tier = "");
  /// The same, with a row of its own, which is made with the first span.
  TraceTrack(std::shared_ptr<TraceRecorder> recorder, std::string row, std::string_view tier);
  /// The same place, for a task of a stream in another thread. The stream's own track has made its row.
  explicit TraceTrack(const TraceTrack* stream);
  TraceTrack(const TraceTrack&) = delete;
  TraceTrack& operator=(const TraceTrack&) = delete;
  ~TraceTrack() { flush(); }

  TraceRecorder& recorder() const noexcept { return *recorder_; }

  /// Spans from here on belong to this stream and event.
  void move_to(TracePlace place) noexcept;
  /// The same for the event alone; ignored once a place was given.
  void move_to_entry(std::uint64_t entry) noexcept;

  /// Record a stage that has ended. If it is shorter than the recorder's resolution, it is joined with its neighbours.
  void add(TraceState state, TraceClock::time_point begin, TraceClock::time_point end,
           std::uint64_t bytes = 0) noexcept;
  /// Record a span with a name of its own, as it is.
  void add_named(TraceState state, std::uint32_t name, TraceClock::time_point begin,
                 TraceClock::time_point end) noexcept;
  /// Record the value of a counter, now.
  void count(std::uint32_t counter, std::uint64_t value) noexcept;

  /// Begin a scope: until it is closed, the time between other spans is spent in this state. Scopes may be nested.
  void open(TraceState state, std::uint32_t name = 0) noexcept;
  void close() noexcept;

  /// The next spans of filling and writing belong to another cluster.
  void begin_cluster() noexcept { flow_ = 0; }

  /// Make the row now, before other tracks are made from this one.
  void make_row();

  /// Hand all spans to the recorder, for those who save it.
  void flush() noexcept;

 private:
  static constexpr std::size_t block_size = 256;
  static constexpr std::size_t most_joined = 8;

  /// Short spans that are being joined.
  struct Joined {
    struct Part {
      TraceState state = TraceState::other;
      TraceClock::duration time{};
      std::uint64_t bytes = 0;
    };
    TraceClock::time_point begin;
    TraceClock::time_point end;
    std::array<Part, most_joined> parts;
    std::size_t count = 0;
  };
  struct Scope {
    TraceState state = TraceState::other;
    std::uint32_t name = 0;
    TraceClock::time_point begin;
    bool is_new = true;  // nothing has interrupted it
  };

  void join_part(TraceState state, TraceClock::time_point begin, TraceClock::time_point end,
                 std::uint64_t bytes) noexcept;
  void end_joined() noexcept;
  void interrupt(TraceClock::time_point at) noexcept;
  void resume(TraceClock::time_point at) noexcept;
  void emit(TraceState state, std::uint32_t name, TraceClock::time_point begin, TraceClock::time_point end,
            std::uint64_t bytes) noexcept;

  std::shared_ptr<TraceRecorder> recorder_;
  TracePlace place_;
  std::optional<std::string> own_row_;  // until it is made
  bool follows_entries_ = true;
  std::uint32_t tier_;
  std::uint64_t flow_ = 0;
  std::vector<Scope> scopes_;  // the innermost is the last
  Joined joined_;
  std::vector<TraceSpan> spans_;
};

/// A scope in a track; does nothing without one. Threads: one thread.
class TraceScope {
 public:
  TraceScope(TraceTrack* track, TraceState state, std::uint32_t name = 0) noexcept : track_(track) {
    if (track_ != nullptr) track_->open(state, name);
  }
  TraceScope(TraceScope&& other) noexcept : track_(other.track_) { other.track_ = nullptr; }
  TraceScope& operator=(TraceScope&&) = delete;
  ~TraceScope() {
    if (track_ != nullptr) track_->close();
  }

 private:
  TraceTrack* track_;
};

}  // namespace ramet::inline v1
