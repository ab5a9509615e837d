#include "ramet/frame/actions/reductions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::frame::internal {

std::string reduction_name(std::string_view what, std::span<const std::string> columns) {
  return fmt::format("{} of '{}'", what, fmt::join(columns, "', '"));
}

std::size_t most_parts_kept(const ReadOptions& options) { return 2 * options.executor.concurrency(); }

}  // namespace ramet::inline v1::frame::internal
