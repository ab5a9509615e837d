#include "ramet/ntuple/detail/element_decoder.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using array::NumberType;
using ntuple::ColumnCoding;
using ntuple::ColumnType;

namespace {

template <class Number>
std::vector<Number> decoded(const ColumnCoding& coding, const bytes::Buffer& page, std::size_t first,
                            std::size_t last) {
  std::vector<Number> numbers(last - first);
  ntuple::decode_numbers({coding, page.span(), first, last - first}, array::number_type<Number>(),
                         reinterpret_cast<std::byte*>(numbers.data()));
  return numbers;
}

template <class Number>
void check_ranges(const ColumnCoding& coding, const bytes::Buffer& page, const std::vector<Number>& numbers) {
  const std::size_t ranges[][2] = {{0, numbers.size()}, {1, 3}, {17, 1400}, {600, 600}, {1499, 1500}};
  for (const auto& [first, last] : ranges) {
    const std::vector<Number> wanted(numbers.begin() + static_cast<std::ptrdiff_t>(first),
                                     numbers.begin() + static_cast<std::ptrdiff_t>(last));
    CHECK(decoded<Number>(coding, page, first, last) == wanted);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("integers are read as they are, split and zigzagged", Number, std::int16_t, std::int32_t,
                   std::int64_t) {
  const auto numbers = sample::many_numbers<Number>();
  const std::uint16_t bits = sizeof(Number) * 8;
  const int step = sizeof(Number) == 2 ? 0 : sizeof(Number) == 4 ? 2 : 4;
  const auto plain = static_cast<ColumnType>(static_cast<int>(ColumnType::int16) + step);
  const auto split = static_cast<ColumnType>(static_cast<int>(ColumnType::split_int16) + step);
  check_ranges({plain, bits}, sample::plain_page(numbers), numbers);
  check_ranges({split, bits}, sample::zigzag_page(numbers), numbers);
}

TEST_CASE_TEMPLATE("unsigned integers and floating-point numbers are read as they are and split", Number, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double) {
  const auto numbers = sample::many_numbers<Number>();
  const std::uint16_t bits = sizeof(Number) * 8;
  ColumnCoding plain{ColumnType::uint16, bits};
  ColumnCoding split{ColumnType::split_uint16, bits};
  if constexpr (sizeof(Number) == 4) plain.type = ColumnType::uint32, split.type = ColumnType::split_uint32;
  if constexpr (sizeof(Number) == 8) plain.type = ColumnType::uint64, split.type = ColumnType::split_uint64;
  if constexpr (std::is_same_v<Number, float>) plain.type = ColumnType::real32, split.type = ColumnType::split_real32;
  if constexpr (std::is_same_v<Number, double>) plain.type = ColumnType::real64, split.type = ColumnType::split_real64;
  check_ranges(plain, sample::plain_page(numbers), numbers);
  check_ranges(split, sample::split_page(numbers), numbers);
}

TEST_CASE("every half is the float that has its value") {
  std::vector<std::uint16_t> halves;
  for (std::uint32_t half = 0; half < 0x10000; ++half) halves.push_back(static_cast<std::uint16_t>(half));
  for (const bool is_split : {false, true}) {
    const auto page = is_split ? sample::split_page(halves) : sample::plain_page(halves);
    const auto floats =
        decoded<float>({is_split ? ColumnType::split_real16 : ColumnType::real16, 16}, page, 0, halves.size());
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
      const double sign = (half & 0x8000) != 0 ? -1 : 1;
      const int exponent = static_cast<int>(half >> 10 & 31);
      const double fraction = (half & 0x3ff) / 1024.0;
      const double wanted = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                            : exponent == 0 ? std::ldexp(fraction, -14)
                                            : std::ldexp(1 + fraction, exponent - 15);
      if (std::isnan(wanted)) {
        REQUIRE(std::isnan(floats[half]));
      } else {
        REQUIRE(floats[half] == sign * wanted);
        REQUIRE(std::signbit(floats[half]) == (sign < 0));
      }
    }
  }
}

TEST_CASE("a float field is read as double") {
  const auto page = sample::plain_page(std::vector<std::uint16_t>{0x3c00, 0xc000, 0x3555});
  CHECK(decoded<double>({ColumnType::real16, 16}, page, 0, 2) == std::vector{1.0, -2.0});
  const auto floats = sample::split_page(std::vector{0.1F, 2.5F});
  CHECK(decoded<double>({ColumnType::split_real32, 32}, floats, 0, 2) == std::vector{double{0.1F}, 2.5});
}

TEST_CASE("truncated floats have zeros for the bits that were left out") {
  const std::vector<std::uint32_t> kept = {0x3f800000U >> 15, 0xc0490fdbU >> 15};
  const auto page = sample::packed_page(kept, 17);
  CHECK(decoded<float>({ColumnType::real32_trunc, 17}, page, 0, 2) ==
        std::vector{1.0F, std::bit_cast<float>(0xc0490fdbU >> 15 << 15)});
  CHECK(decoded<double>({ColumnType::real32_trunc, 17}, page, 0, 1) == std::vector{1.0});
}

TEST_CASE("quantised numbers are steps of their range, computed as doubles, and the last one is its end") {
  const ColumnCoding coding{ColumnType::real32_quant, 3, -1, 6};
  const auto page = sample::packed_page({0, 1, 6, 7}, 3);
  CHECK(decoded<double>(coding, page, 0, 4) == std::vector{-1.0, 0.0, 5.0, 6.0});
  CHECK(decoded<float>(coding, page, 1, 3) == std::vector{0.0F, 5.0F});
  const ColumnCoding uneven{ColumnType::real32_quant, 32, 0.1, 0.3};
  const auto ends = sample::packed_page({0, 0xffffffff}, 32);
  CHECK(decoded<double>(uneven, ends, 0, 2) == std::vector{0.1, 0.3});
}

TEST_CASE("bits are booleans, and numbers where the field says so") {
  const auto page = sample::packed_page({1, 0, 1, 1}, 1);
  std::vector<std::uint8_t> bools(4);
  ntuple::decode_numbers({ColumnCoding{ColumnType::bit, 1}, page.span(), 0, 4}, NumberType::boolean,
                         reinterpret_cast<std::byte*>(bools.data()));
  CHECK(bools == std::vector<std::uint8_t>{1, 0, 1, 1});
  CHECK(decoded<std::int32_t>({ColumnType::bit, 1}, page, 1, 4) == std::vector{0, 1, 1});
}

TEST_CASE("integers are widened and narrowed, but not where one does not fit") {
  const auto page = sample::zigzag_page(std::vector<std::int32_t>{-3, 127, 128});
  const ColumnCoding coding{ColumnType::split_int32, 32};
  CHECK(decoded<std::int64_t>(coding, page, 0, 3) == std::vector<std::int64_t>{-3, 127, 128});
  CHECK(decoded<std::int8_t>(coding, page, 0, 2) == std::vector<std::int8_t>{-3, 127});
  for (const auto& [first, last] : {std::pair<std::size_t, std::size_t>{2, 3}, {0, 1}}) {
    try {
      first == 2 ? static_cast<void>(decoded<std::int8_t>(coding, page, first, last))
                 : static_cast<void>(decoded<std::uint64_t>(coding, page, first, last));
      FAIL("was converted");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::unsupported);
      CHECK(std::string(error.what()).find("is out of the range of the field's type") != std::string::npos);
    }
  }
  std::vector<std::uint8_t> bools(3);
  ntuple::decode_numbers({coding, page.span(), 0, 3}, NumberType::boolean, reinterpret_cast<std::byte*>(bools.data()));
  CHECK(bools == std::vector<std::uint8_t>{1, 1, 1});
}

TEST_CASE("integers are not read as floating-point numbers, nor these as those") {
  CHECK(ntuple::is_convertible(ColumnCoding{ColumnType::int8, 8}, NumberType::uint64));
  CHECK(ntuple::is_convertible(ColumnCoding{ColumnType::split_real64, 64}, NumberType::float32));
  CHECK_FALSE(ntuple::is_convertible(ColumnCoding{ColumnType::int8, 8}, NumberType::float32));
  CHECK_FALSE(ntuple::is_convertible(ColumnCoding{ColumnType::real32, 32}, NumberType::int32));
  CHECK_FALSE(ntuple::is_convertible(ColumnCoding{ColumnType::index64, 64}, NumberType::uint64));
  CHECK_FALSE(ntuple::is_convertible(ColumnCoding{ColumnType::real32, 31}, NumberType::float32));
  CHECK(ntuple::is_same_in_memory(ColumnCoding{ColumnType::real32, 32}, NumberType::float32));
  CHECK_FALSE(ntuple::is_same_in_memory(ColumnCoding{ColumnType::real32, 32}, NumberType::float64));
  CHECK_FALSE(ntuple::is_same_in_memory(ColumnCoding{ColumnType::byte, 8}, NumberType::boolean));
  CHECK_FALSE(ntuple::is_same_in_memory(ColumnCoding{ColumnType::index64, 64}, NumberType::uint64));
}

TEST_CASE_TEMPLATE("indexes are added up within their page, and shifted", Unsigned, std::uint32_t, std::uint64_t) {
  std::vector<Unsigned> ends;
  for (std::size_t i = 0; i < 1500; ++i) ends.push_back(static_cast<Unsigned>(i * i / 7 + (i > 900 ? 1U << 30 : 0)));
  const std::uint16_t bits = sizeof(Unsigned) * 8;
  const ColumnCoding plain{bits == 32 ? ColumnType::index32 : ColumnType::index64, bits};
  const ColumnCoding split{bits == 32 ? ColumnType::split_index32 : ColumnType::split_index64, bits};
  const auto plain_page = sample::plain_page(ends);
  const auto split_page = sample::delta_page(ends);
  for (const std::size_t first : {0, 1, 600, 1499})
    for (const auto& [coding, page] : {std::pair{&plain, &plain_page}, std::pair{&split, &split_page}}) {
      std::vector<std::int64_t> out(1500 - first);
      ntuple::decode_indexes({*coding, page->span(), first, out.size()}, -5, out.data());
      for (std::size_t i = 0; i < out.size(); ++i) REQUIRE(out[i] == static_cast<std::int64_t>(ends[first + i]) - 5);
    }
}

TEST_CASE("indexes that decrease are corrupt") {
  std::vector<std::int64_t> out(3);
  const auto page = sample::plain_page(std::vector<std::uint64_t>{2, 5, 4});
  const ColumnCoding coding{ColumnType::index64, 64};
  CHECK_NOTHROW(ntuple::decode_indexes({coding, page.span(), 0, 2}, 0, out.data()));
  CHECK_THROWS_AS(ntuple::decode_indexes({coding, page.span(), 0, 3}, 0, out.data()), Error);
}

TEST_CASE("dispatches are a tag and an index, and a tag of no alternative is corrupt") {
  const auto page = sample::dispatch_page({{7, 2}, {99, 0}, {1, 1}, {0, 3}});
  const ColumnCoding coding{ColumnType::dispatch, 96};
  std::vector<std::uint8_t> tags(3);
  std::vector<std::int64_t> indexes(3);
  ntuple::decode_dispatches({coding, page.span(), 0, 3}, 2, tags.data(), indexes.data());
  CHECK(tags == std::vector<std::uint8_t>{2, 0, 1});
  CHECK(indexes == std::vector<std::int64_t>{7, 0, 1});
  CHECK_THROWS_AS(ntuple::decode_dispatches({coding, page.span(), 1, 3}, 2, tags.data(), indexes.data()), Error);
}
