#include "ramet/expr/internal/run/loops/change_log.hpp"

#include <cstdint>
#include <vector>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("changes happen to each list in the order of the text") {
  CHECK(sample::values("ROOT::RVecI q(2, 0); for (int j = 0; j < 2; ++j) {"
                       "  q[1] = 5; q[j] = i; if (i > 2) q.push_back(j); else if (i > 0) q[0] = 9; q[1] = q.size(); }"
                       "return q;") == "[9,2] [0,2] [5,4,0,1]");
}

TEST_CASE("a log without changes leaves the lists as they are") {
  const expr::ChangeLog log;
  CHECK(log.empty());
  expr::ArenaPool pool;
  expr::Arena arena(pool);
  const std::vector<std::int32_t> numbers = {4, 5};
  const std::int64_t begins[] = {0, 1}, ends[] = {1, 2};
  const expr::Values content{.data = numbers.data()};
  expr::ListState lists({.begins = begins, .ends = ends, .content = &content}, array::NumberType::int32, 2, arena);
  log.make(lists);
  CHECK(lists.values().content->numbers<std::int32_t>()[1] == 5);
  CHECK(lists.points() == 2);
}
