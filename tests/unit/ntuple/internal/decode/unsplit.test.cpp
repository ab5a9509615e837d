#include "ramet/ntuple/internal/decode/unsplit.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE_TEMPLATE("split bytes are put together, from any element on and for any number of them", Number,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  std::vector<Number> numbers;
  for (std::uint64_t i = 0; i < 70; ++i) numbers.push_back(static_cast<Number>((i + 1) * 0x9e3779b97f4a7c15));
  const auto page = sample::split_page(numbers);
  for (std::size_t first = 0; first <= numbers.size(); ++first)
    for (std::size_t count = 0; first + count <= numbers.size(); ++count) {
      std::vector<Number> out(count);
      ntuple::unsplit<sizeof(Number)>(page.span(), first, std::as_writable_bytes(std::span(out)));
      REQUIRE(std::equal(out.begin(), out.end(), numbers.begin() + static_cast<std::ptrdiff_t>(first)));
    }
}
