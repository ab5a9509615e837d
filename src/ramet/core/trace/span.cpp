#include "ramet/core/trace/span.hpp"

#include <array>

namespace ramet::inline v1 {

std::string_view to_string(TraceState state) noexcept {
  static constexpr std::array<std::string_view, trace_state_count> names{
      "module",           "other",       "stalled",    "several",   "read",     "external", "fill",
      "encode",           "compress",    "decompress", "decode",    "evaluate", "write",    "commit",
      "wait:concurrency", "wait:memory", "wait:order", "wait:lock", "foreign",  "counter"};
  return names[static_cast<std::size_t>(state)];
}

}  // namespace ramet::inline v1
