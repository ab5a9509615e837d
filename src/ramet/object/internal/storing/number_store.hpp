#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/array/number_type.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::object::internal {

/// How numbers of an array are stored in a file. Threads: a value.
struct NumberStore {
  schema::Fundamental as = schema::Fundamental::int8;
  schema::ValueRange range = {};
  array::NumberType from = array::NumberType::int8;
  std::size_t size = 1;   ///< bytes of a number in the file
  std::size_t width = 1;  ///< bytes of a number in the array
  bool is_plain = true;   ///< only the byte order changes

  /// Throws Error(misuse) unless both are integers or both are floating-point numbers.
  static NumberStore of(schema::Fundamental as, const schema::ValueRange& range, array::NumberType from);
};

/// Store numbers [from, from + count * width) at `to`, in runs of `run` adjacent numbers, `stride` bytes apart.
/// Integers of an enumeration that do not fit lose their leading bits, as in C++.
struct StridedStore {
  const std::byte* from = nullptr;
  std::size_t from_step = 1;  ///< numbers from the begin of one run to the begin of the next
  std::size_t run = 1;        ///< numbers of a run
  std::size_t runs = 0;
  std::byte* to = nullptr;
  std::size_t stride = 0;  ///< bytes from the begin of one run to the begin of the next
};

void store_numbers(const NumberStore& store, const std::byte* from, std::size_t count, std::byte* to) noexcept;
void store_strided(const NumberStore& store, const StridedStore& places) noexcept;

}  // namespace ramet::inline v1::object::internal
