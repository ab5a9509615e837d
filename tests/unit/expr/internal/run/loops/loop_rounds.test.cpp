#include "ramet/expr/internal/run/loops/loop_rounds.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using Points = std::vector<std::uint32_t>;

TEST_CASE("a round divides its points into those that run the body and those that leave") {
  const std::array truths = {true, false, true, false};
  const expr::LoopRounds::Round some = expr::LoopRounds::round_of({3, 5, 7, 9}, truths);
  CHECK(some.points == Points{3, 5, 7, 9});
  CHECK(some.staying == Points{0, 2});
  CHECK(some.leaving == Points{1, 3});
  CHECK(some.running == Points{3, 7});

  const std::array all = {true, true};
  const expr::LoopRounds::Round together = expr::LoopRounds::round_of({3, 5}, all);
  CHECK(together.staying == Points{0, 1});
  CHECK(together.leaving.empty());
  CHECK(together.running == Points{3, 5});

  const std::array none = {false, false};
  CHECK(expr::LoopRounds::round_of({3, 5}, none).running.empty());
}
