#include "ramet/object/value.hpp"

namespace ramet::inline v1::object {

std::optional<std::int64_t> Value::integer() const noexcept {
  if (const auto* is_set = get_if<bool>()) return *is_set ? 1 : 0;
  if (const auto* number = get_if<std::int64_t>()) return *number;
  if (const auto* number = get_if<std::uint64_t>(); number != nullptr && std::in_range<std::int64_t>(*number))
    return static_cast<std::int64_t>(*number);
  return std::nullopt;
}

}  // namespace ramet::inline v1::object
