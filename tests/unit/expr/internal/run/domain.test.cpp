#include "ramet/expr/internal/run/domain.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("points know what they belong to, at any distance") {
  expr::ArenaPool pool;
  expr::Domain entries(pool, 1, 4);
  const std::vector<std::uint32_t> chosen = {1, 3};
  expr::Domain selection(entries, expr::entries_space, chosen, true);
  const std::vector<std::uint32_t> of = {0, 1, 1};
  expr::Domain elements(selection, 1, of, false);
  const auto up = elements.up_to(entries);
  CHECK(std::vector<std::uint32_t>(up.begin(), up.end()) == std::vector<std::uint32_t>{1, 3, 3});
  CHECK(elements.up_to(selection).data() == of.data());
  CHECK(elements.points() == 3);
}
