#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ramet::cli {

/// What a stream or thread does during a span; the `cat` of a trace.
enum class SpanState : std::uint8_t {
  module,
  other,
  stalled,
  several,
  read,
  external,
  fill,
  encode,
  compress,
  decompress,
  decode,
  write,
  commit,
  wait_concurrency,
  wait_memory,
  wait_order,
  wait_lock,
  foreign,
};

/// The name of a state in a trace, its colours on a light and on a dark page, and what it means. Threads: a value.
struct StateLook {
  std::string_view name;
  std::string_view light;
  std::string_view dark;
  std::string_view meaning;
};

constexpr std::size_t state_count = 18;

/// In the order of SpanState. The first six colours are those of CMS's stall graphs.
inline constexpr std::array<StateLook, state_count> state_looks = {{
    {"module", "#008000", "#2ea043", "a module runs the event"},
    {"other", "#32cd32", "#7ee081", "a module runs something else"},
    {"stalled", "#ff0000", "#ff5c5c", "a module runs that has stalled"},
    {"several", "#0000ff", "#6f8cff", "more than one module runs"},
    {"read", "#ffa500", "#ffb347", "input is read"},
    {"external", "#9400d3", "#c77dff", "work outside of the threads"},
    {"fill", "#7fb3d5", "#5f93b5", "values go into columns"},
    {"encode", "#48a9a6", "#3f8f8c", "columns become baskets or pages"},
    {"compress", "#2e6f95", "#8ab6d6", "compression"},
    {"decompress", "#a3b18a", "#b7c49f", "decompression"},
    {"decode", "#c8b6a6", "#d8c8ba", "baskets or pages become columns"},
    {"write", "#6d597a", "#a58bb5", "bytes go to the file"},
    {"commit", "#b08968", "#cfa67f", "what was written is recorded"},
    {"wait:concurrency", "#e75480", "#ff85a9", "waits until the output is free"},
    {"wait:memory", "#c71585", "#ff4fc0", "waits for memory"},
    {"wait:order", "#ff7f6b", "#ff9a8a", "waits for its turn"},
    {"wait:lock", "#8b0000", "#d64545", "waits for a lock"},
    {"foreign", "#5c4033", "#a07860", "runs a task of another event while it waits"},
}};

constexpr const StateLook& look_of(SpanState state) { return state_looks.at(static_cast<std::size_t>(state)); }

/// The state with this name; nothing if there is none.
constexpr std::optional<SpanState> state_named(std::string_view name) {
  for (std::size_t number = 0; number < state_count; ++number)
    if (state_looks.at(number).name == name) return static_cast<SpanState>(number);
  return std::nullopt;
}

/// Whether nothing useful is done during the span: the waits, and a task of another event.
constexpr bool is_wait(SpanState state) { return state >= SpanState::wait_concurrency; }

/// Whether the span is a module of the framework, its input or its external work, not a step of an output.
constexpr bool is_module(SpanState state) { return state <= SpanState::external; }

}  // namespace ramet::cli
