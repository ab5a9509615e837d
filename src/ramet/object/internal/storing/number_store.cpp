#include "ramet/object/internal/storing/number_store.hpp"

#include <cstring>
#include <span>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/number_visit.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::NumberType;
using schema::Fundamental;

bool is_real(NumberType type) noexcept { return type == NumberType::float32 || type == NumberType::float64; }

bool is_real(Fundamental type) noexcept {
  return type == Fundamental::float_ || type == Fundamental::double_ || type == Fundamental::float16 ||
         type == Fundamental::double32;
}

bool is_packed(Fundamental type) noexcept { return type == Fundamental::float16 || type == Fundamental::double32; }

template <class Number>
Number load(const std::byte* from) noexcept {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

std::int64_t load_integer(NumberType type, const std::byte* from) noexcept {
  switch (type) {
    case NumberType::int8:
      return load<std::int8_t>(from);
    case NumberType::int16:
      return load<std::int16_t>(from);
    case NumberType::int32:
      return load<std::int32_t>(from);
    case NumberType::boolean:
    case NumberType::uint8:
      return load<std::uint8_t>(from);
    case NumberType::uint16:
      return load<std::uint16_t>(from);
    case NumberType::uint32:
      return load<std::uint32_t>(from);
    default:
      return load<std::int64_t>(from);
  }
}

void store_integer(std::int64_t number, std::size_t size, std::byte* to) noexcept {
  for (std::size_t byte = size; byte-- > 0; number >>= 8) to[byte] = static_cast<std::byte>(number);
}

void store_real(const NumberStore& store, const std::byte* from, std::byte* to) noexcept {
  const double number = store.from == NumberType::float32 ? double{load<float>(from)} : load<double>(from);
  if (store.as == Fundamental::double_) return bytes::store_big_endian(to, number);
  const bool is_cut = store.range.bits != 0 || store.as == Fundamental::float16;
  if (is_packed(store.as) && store.range.factor != 0)
    return bytes::store_big_endian(to, schema::steps_in(store.range, number));
  if (is_packed(store.as) && is_cut)
    return schema::store_cut(static_cast<float>(number),
                             store.range.bits != 0 ? static_cast<unsigned>(store.range.bits) : default_float16_bits,
                             to);
  bytes::store_big_endian(to, static_cast<float>(number));
}

void store_one(const NumberStore& store, const std::byte* from, std::byte* to) noexcept {
  if (is_real(store.as)) return store_real(store, from, to);
  store_integer(load_integer(store.from, from), store.size, to);
}

template <std::unsigned_integral Word>
void swap_strided(const StridedStore& places) noexcept {
  const std::byte* from = places.from;
  std::byte* to = places.to;
  for (std::size_t run = 0; run < places.runs; ++run) {
    for (std::size_t i = 0; i < places.run; ++i)
      bytes::store_big_endian(to + i * sizeof(Word), load<Word>(from + i * sizeof(Word)));
    from += places.from_step * sizeof(Word);
    to += places.stride;
  }
}

}  // namespace

NumberStore NumberStore::of(Fundamental as, const schema::ValueRange& range, NumberType from) {
  if (is_real(as) != is_real(from))
    detail::fail(ErrorKind::misuse, "values of type {} cannot be stored as {}", array::to_string(from),
                 is_real(as) ? "floating-point numbers" : "integers");
  NumberStore store{.as = as, .range = range, .from = from};
  store.size = stored_size(as, range);
  store.width = array::size_of(from);
  store.is_plain = !is_packed(as) && store.size == store.width;
  return store;
}

void store_numbers(const NumberStore& store, const std::byte* from, std::size_t count, std::byte* to) noexcept {
  if (store.is_plain) return bytes::copy_swapped({to, count * store.size}, {from, count * store.size}, store.size);
  for (std::size_t i = 0; i < count; ++i) store_one(store, from + i * store.width, to + i * store.size);
}

void store_strided(const NumberStore& store, const StridedStore& places) noexcept {
  if (store.is_plain) {
    switch (store.size) {
      case 1:
        return swap_strided<std::uint8_t>(places);
      case 2:
        return swap_strided<std::uint16_t>(places);
      case 4:
        return swap_strided<std::uint32_t>(places);
      default:
        return swap_strided<std::uint64_t>(places);
    }
  }
  for (std::size_t run = 0; run < places.runs; ++run)
    for (std::size_t i = 0; i < places.run; ++i)
      store_one(store, places.from + (run * places.from_step + i) * store.width,
                places.to + run * places.stride + i * store.size);
}

}  // namespace ramet::inline v1::object::internal
