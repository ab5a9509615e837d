#include "ramet/object/typed/number_conversion.hpp"

#include <cstdint>
#include <cstring>
#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

template <class To, class From>
To converted(From number) {
  std::byte bytes[sizeof(From) + 1];  // at an odd address, as in a basket
  std::memcpy(bytes + 1, &number, sizeof number);
  To to{};
  object::number_conversion(array::number_type<From>(), array::number_type<To>())(bytes + 1, &to);
  return to;
}

}  // namespace

TEST_CASE("number conversion: each number type becomes each, when the number fits") {
  CHECK(converted<std::int64_t>(std::int8_t{-5}) == -5);
  CHECK(converted<std::uint8_t>(std::int32_t{255}) == 255);
  CHECK(converted<float>(1.5) == 1.5F);
  CHECK(converted<double>(std::uint64_t{1} << 52) == 4503599627370496.0);
  CHECK(converted<std::int16_t>(-2.75) == -2);
  CHECK(converted<bool>(7.5F));
  CHECK(converted<std::uint16_t>(true) == 1);
}

TEST_CASE("number conversion: a number that does not fit is the caller's mistake, with the limits") {
  for (const std::int32_t number : {-1, 256}) {
    CAPTURE(number);
    try {
      converted<std::uint8_t>(number);
      FAIL("it was converted");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::misuse);
      CHECK(std::string(error.what()) == fmt::format("number is out of range: {} is not in 0..255", number));
    }
  }
}
