#include "ramet/expr/internal/run/calls/list_sums.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::expr;

namespace {

/// Lists of lengths up to `longest`, in any order in their content, and masks of the same lengths elsewhere. The
/// content ends where it must not be read further.
template <class Number>
struct SomeLists {
  SomeLists(std::size_t count, int longest, unsigned seed) : random(seed) {
    std::vector<std::size_t> order(count);
    for (std::size_t k = 0; k < count; ++k) order[k] = k;
    std::ranges::shuffle(order, random);
    begins.resize(count);
    ends.resize(count);
    mask_begins.resize(count);
    for (const std::size_t k : order) {
      const auto length = std::uniform_int_distribution<int>(0, longest)(random);
      begins[k] = static_cast<std::int64_t>(content.size());
      for (int i = 0; i < length; ++i) content.push_back(number());
      ends[k] = static_cast<std::int64_t>(content.size());
    }
    for (std::size_t k = 0; k < count; ++k) {
      mask_begins[k] = static_cast<std::int64_t>(masks.size());
      for (std::int64_t i = begins[k]; i < ends[k]; ++i) masks.push_back(static_cast<std::uint8_t>(random() % 3 % 2));
    }
    content.shrink_to_fit();
    masks.shrink_to_fit();
  }

  Number number() {
    if constexpr (std::is_integral_v<Number>) {
      return static_cast<Number>(random() * random());
    } else {
      if (random() % 50 == 0) return std::numeric_limits<Number>::infinity();
      return random() % 20 == 0 ? Number(-0.0) : static_cast<Number>(std::normal_distribution<double>(0, 1e3)(random));
    }
  }

  Number sum(std::size_t list, bool is_masked) const {
    Number sum{};
    for (std::int64_t i = 0; i < ends[list] - begins[list]; ++i)
      if (!is_masked || masks[static_cast<std::size_t>(mask_begins[list] + i)] != 0)
        sum += content[static_cast<std::size_t>(begins[list] + i)];
    return sum;
  }

  void check() {
    NumberLists<Number> lists{
        .content = content.data(), .begins = begins.data(), .ends = ends.data(), .count = begins.size()};
    for (const bool is_masked : {false, true}) {
      if (is_masked) {
        lists.masks = masks.data();
        lists.mask_begins = mask_begins.data();
      }
      std::vector<Number> sums(begins.size(), Number{7});
      add_lists(lists, sums.data());
      for (std::size_t k = 0; k < sums.size(); ++k) {
        const Number expected = sum(k, is_masked);
        CHECK((sums[k] == expected || (sums[k] != sums[k] && expected != expected)));
        if constexpr (!std::is_integral_v<Number>) CHECK(std::signbit(sums[k]) == std::signbit(expected));
      }
    }
  }

  std::mt19937 random;
  std::vector<Number> content;
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> ends;
  std::vector<std::uint8_t> masks;
  std::vector<std::int64_t> mask_begins;
};

}  // namespace

TEST_CASE_TEMPLATE("sums of lists are those of their numbers one after the other", Number, float, double, std::uint32_t,
                   std::uint64_t) {
  for (const std::size_t count : {0, 1, 2, 5, 100})
    for (const int longest : {0, 1, 3, 8, 9, 40})
      for (unsigned seed = 0; seed < 5; ++seed) SomeLists<Number>(count, longest, seed).check();
}
