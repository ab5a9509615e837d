#include "ramet/object/typed/number_conversion.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ramet/object/internal/number_visit.hpp"

namespace ramet::inline v1::object {
namespace {

constexpr std::size_t number_types = 11;
using NumberTypes = std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                               std::uint32_t, std::uint64_t, float, double>;

/// The widest type of a kind, as `converted` takes it.
template <class Number>
using Widest = std::conditional_t<std::is_floating_point_v<Number>, double,
                                  std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>>;

template <class From, class To>
void convert_number(const std::byte* from, void* to) {
  From number;
  std::memcpy(&number, from, sizeof number);
  const To value = internal::converted<To>(static_cast<Widest<From>>(number), ErrorKind::misuse);
  std::memcpy(to, &value, sizeof value);
}

/// From each number type to each.
constexpr auto conversions = [] {
  std::array<std::array<ConvertNumber, number_types>, number_types> table{};
  [&]<std::size_t... From>(std::index_sequence<From...>) {
    const auto fill_row = [&]<class Stored>(std::type_identity<Stored>) {
      [&]<std::size_t... To>(std::index_sequence<To...>) {
        constexpr auto row = static_cast<std::size_t>(array::number_type<Stored>());
        ((table[row][static_cast<std::size_t>(array::number_type<std::tuple_element_t<To, NumberTypes>>())] =
              &convert_number<Stored, std::tuple_element_t<To, NumberTypes>>),
         ...);
      }(std::make_index_sequence<number_types>());
    };
    (fill_row(std::type_identity<std::tuple_element_t<From, NumberTypes>>{}), ...);
  }(std::make_index_sequence<number_types>());
  return table;
}();

}  // namespace

ConvertNumber number_conversion(array::NumberType from, array::NumberType to) noexcept {
  return conversions[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

}  // namespace ramet::inline v1::object
