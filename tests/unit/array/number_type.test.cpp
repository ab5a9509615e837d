#include "ramet/array/number_type.hpp"

#include <cstdint>
#include <type_traits>

#include <doctest/doctest.h>

using namespace ramet::array;

namespace {

constexpr NumberType all_types[] = {NumberType::boolean, NumberType::int8,    NumberType::int16,  NumberType::int32,
                                    NumberType::int64,   NumberType::uint8,   NumberType::uint16, NumberType::uint32,
                                    NumberType::uint64,  NumberType::float32, NumberType::float64};

template <class Number>
void check_number(NumberType type, std::string_view name) {
  CAPTURE(name);
  CHECK(number_type<Number>() == type);
  CHECK(size_of(type) == sizeof(Number));
  CHECK(to_string(type) == name);
}

}  // namespace

TEST_CASE("every fundamental type has its number type, of its size and NumPy's name") {
  check_number<bool>(NumberType::boolean, "bool");
  check_number<std::int8_t>(NumberType::int8, "int8");
  check_number<std::uint8_t>(NumberType::uint8, "uint8");
  check_number<std::int16_t>(NumberType::int16, "int16");
  check_number<std::uint16_t>(NumberType::uint16, "uint16");
  check_number<std::int32_t>(NumberType::int32, "int32");
  check_number<std::uint32_t>(NumberType::uint32, "uint32");
  check_number<std::int64_t>(NumberType::int64, "int64");
  check_number<std::uint64_t>(NumberType::uint64, "uint64");
  check_number<float>(NumberType::float32, "float32");
  check_number<double>(NumberType::float64, "float64");
}

TEST_CASE("types of other names but equal meaning have the same number type") {
  CHECK(number_type<char>() == (std::is_signed_v<char> ? NumberType::int8 : NumberType::uint8));
  CHECK(number_type<long>() == number_type<long long>());
  CHECK(number_type<unsigned long>() == NumberType::uint64);
}

TEST_CASE("a name finds the number type that has it, and no other name finds one") {
  for (const NumberType type : all_types) CHECK(number_type_of(to_string(type)) == type);
  for (const char* name : {"", "float", "Float32", "float32 ", "int", "string", "float128"}) {
    CAPTURE(name);
    CHECK_FALSE(number_type_of(name).has_value());
  }
}
