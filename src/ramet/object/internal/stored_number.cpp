#include "ramet/object/internal/stored_number.hpp"

#include <concepts>
#include <type_traits>
#include <vector>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/object/internal/number_visit.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using schema::Fundamental;

/// Call `use` with a value of the C++ type of a numeric kind.
template <class Use>
void with_type(TargetKind kind, const Use& use) {
  switch (kind) {
    case TargetKind::bool_:
      return use(bool{});
    case TargetKind::int8:
      return use(std::int8_t{});
    case TargetKind::uint8:
      return use(std::uint8_t{});
    case TargetKind::int16:
      return use(std::int16_t{});
    case TargetKind::uint16:
      return use(std::uint16_t{});
    case TargetKind::int32:
      return use(std::int32_t{});
    case TargetKind::uint32:
      return use(std::uint32_t{});
    case TargetKind::int64:
      return use(std::int64_t{});
    case TargetKind::uint64:
      return use(std::uint64_t{});
    case TargetKind::float_:
      return use(float{});
    case TargetKind::double_:
      return use(double{});
    default:
      return;
  }
}

/// Whether the numbers need only a change of byte order.
template <class To>
bool is_stored_as(Fundamental stored) noexcept {
  switch (stored) {
    case Fundamental::int8:
      return std::same_as<To, std::int8_t>;
    case Fundamental::int16:
      return std::same_as<To, std::int16_t>;
    case Fundamental::int32:
      return std::same_as<To, std::int32_t>;
    case Fundamental::int64:
      return std::integral<To> && std::is_signed_v<To> && sizeof(To) == 8;
    case Fundamental::uint8:
      return std::same_as<To, std::uint8_t>;
    case Fundamental::uint16:
      return std::same_as<To, std::uint16_t>;
    case Fundamental::uint32:
      return std::same_as<To, std::uint32_t>;
    case Fundamental::uint64:
      return std::integral<To> && std::is_unsigned_v<To> && sizeof(To) == 8;
    case Fundamental::float_:
      return std::same_as<To, float>;
    case Fundamental::double_:
      return std::same_as<To, double>;
    default:
      return false;
  }
}

template <class To>
void fill_vector(const Operation& operation, std::span<const std::byte> from, std::vector<To>& vector) {
  const std::size_t size = stored_size(operation.stored, operation.range);
  vector.resize(from.size() / size);
  if (is_stored_as<To>(operation.stored))
    return bytes::copy_swapped(std::as_writable_bytes(std::span(vector)), from, size);
  for (std::size_t i = 0; i < vector.size(); ++i)
    with_number(operation.stored, operation.range, from.data() + i * size,
                [&](auto number) { vector[i] = converted<To>(number); });
}

}  // namespace

void store_number(const Operation& operation, const std::byte* from, TargetKind kind, void* to) {
  with_number(operation.stored, operation.range, from, [&](auto number) {
    with_type(kind, [&]<class To>(To) { *static_cast<To*>(to) = converted<To>(number); });
  });
}

void store_numbers(const Operation& operation, std::span<const std::byte> from, TargetKind kind, void* vector) {
  with_type(kind, [&]<class To>(To) {
    if constexpr (!std::same_as<To, bool>) fill_vector(operation, from, *static_cast<std::vector<To>*>(vector));
  });
}

std::uint32_t stored_count(const Operation& operation, const std::byte* from) {
  std::uint32_t count = 0;
  with_number(operation.stored, operation.range, from, [&](auto number) { count = converted<std::uint32_t>(number); });
  return count;
}

}  // namespace ramet::inline v1::object::internal
