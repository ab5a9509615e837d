#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "unit/frame/sample_frame.hpp"

#include "ramet/tune/internal/sample.hpp"

/// Tables to tune for: counting numbers, their halves, numbers of a generator, and lists.
namespace sample {

namespace tune = ramet::tune;

/// A frame of counting_rows: columns x, y, z and v.
inline Frame counting_frame(std::size_t entries, ramet::schedule::Executor& executor, std::uint64_t cluster = 1000) {
  return {frame::Source(counting_rows(entries, cluster)), executor};
}

inline tune::internal::Sample counting_sample(std::size_t entries, write::Format format,
                                              std::uint64_t most_bytes = std::uint64_t{64} << 20) {
  const auto executor = ramet::schedule::make_serial_executor();
  return tune::internal::read_sample(counting_frame(entries, *executor), "Events", format, most_bytes, {*executor});
}

}  // namespace sample
