#include "ramet/object/internal/columns/number_column.hpp"

#include <array>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object::internal;
using array::NumberType;
using schema::Fundamental;

namespace {

/// Three numbers, `gap` bytes apart, decoded to another type.
template <class To, class From>
std::array<To, 3> decoded(Fundamental stored, std::array<From, 3> numbers, std::size_t gap = 0) {
  const std::size_t stride = sizeof(From) + gap;
  std::vector<std::byte> bytes(3 * stride, std::byte{0xff});
  for (std::size_t i = 0; i < 3; ++i) bytes::store_big_endian(bytes.data() + i * stride, numbers[i]);
  std::array<To, 3> result{};
  const auto coding = NumberCoding::of(stored, array::number_type<To>(), {});
  REQUIRE(coding.size == sizeof(From));
  decode_numbers(coding, bytes.data(), stride, 3, reinterpret_cast<std::byte*>(result.data()));
  return result;
}

}  // namespace

TEST_CASE("numbers change their byte order, together or apart") {
  for (const std::size_t gap : {0U, 5U}) {
    CAPTURE(gap);
    CHECK(decoded<std::int8_t>(Fundamental::int8, std::array<std::int8_t, 3>{1, -2, 3}, gap) ==
          std::array<std::int8_t, 3>{1, -2, 3});
    CHECK(decoded<std::uint16_t>(Fundamental::uint16, std::array<std::uint16_t, 3>{1, 2, 65535}, gap) ==
          std::array<std::uint16_t, 3>{1, 2, 65535});
    CHECK(decoded<float>(Fundamental::float_, std::array{0.5F, -1.F, 3.F}, gap) == std::array{0.5F, -1.F, 3.F});
    CHECK(decoded<double>(Fundamental::double_, std::array{0.5, -1., 3.}, gap) == std::array{0.5, -1., 3.});
    CHECK(decoded<double>(Fundamental::double32, std::array{0.5F, -1.F, 3.F}, gap) == std::array{0.5, -1., 3.});
    CHECK(decoded<bool>(Fundamental::bool_, std::array<std::uint8_t, 3>{0, 1, 2}, gap) ==
          std::array{false, true, true});
  }
}

TEST_CASE("numbers become another type if they fit") {
  CHECK(decoded<double>(Fundamental::int32, std::array{1, -2, 3}) == std::array{1., -2., 3.});
  CHECK(decoded<std::int16_t>(Fundamental::int32, std::array{1, -2, 3}) == std::array<std::int16_t, 3>{1, -2, 3});
  CHECK_THROWS_AS(decoded<std::int16_t>(Fundamental::int32, std::array{1, -2, 40000}), Error);
}

TEST_CASE("each stored number has a type of its own") {
  CHECK(natural_type(Fundamental::float16) == NumberType::float32);
  CHECK(natural_type(Fundamental::double32) == NumberType::float64);
  CHECK(natural_type(Fundamental::uint64) == NumberType::uint64);
}
