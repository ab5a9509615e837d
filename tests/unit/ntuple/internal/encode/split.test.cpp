#include "ramet/ntuple/internal/encode/split.hpp"

#include <cstdint>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE_TEMPLATE("bytes are taken apart in any number of steps", Number, std::uint16_t, std::uint32_t,
                   std::uint64_t) {
  std::vector<Number> numbers;
  for (std::uint64_t i = 0; i < 70; ++i) numbers.push_back(static_cast<Number>((i + 1) * 0x9e3779b97f4a7c15));
  const auto wanted = sample::split_page(numbers);
  for (std::size_t middle = 0; middle <= numbers.size(); ++middle) {
    std::vector<std::byte> page(wanted.size());
    const auto elements = std::as_bytes(std::span(numbers));
    ntuple::split<sizeof(Number)>(elements.first(middle * sizeof(Number)), 0, page);
    ntuple::split<sizeof(Number)>(elements.subspan(middle * sizeof(Number)), middle, page);
    REQUIRE(std::ranges::equal(page, wanted.span()));
  }
}
