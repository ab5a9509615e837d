#include "ramet/frame/actions/reductions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ramet::inline v1::frame::internal {

std::string reduction_name(std::string_view what, std::span<const std::string> columns) {
  return fmt::format("{} of '{}'", what, fmt::join(columns, "', '"));
}

}  // namespace ramet::inline v1::frame::internal
