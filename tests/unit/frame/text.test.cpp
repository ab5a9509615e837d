#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/frame.hpp"

using namespace ramet;
using frame::Frame;

TEST_CASE("a frame is shown as text: its first entries, its columns") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(100);
  const Frame odd = all.filter("x % 2 == 1", "odd").define("twice", "2 * x").alias("z2", "z");
  const auto first = odd.display({"x", "twice", "v"}, 3);
  const auto none = odd.filter("x > 1000").display({"x"});
  CHECK(*first ==
        "entry | x | twice | v\n"
        "------+---+-------+-------\n"
        "0     | 1 | 2     | [1]\n"
        "1     | 3 | 6     | []\n"
        "2     | 5 | 10    | [5, 5]\n");
  CHECK(*none == "entry | x\n------+--\n");
  CHECK(all.display({}, 1).value().find("entry | x | y | z ") == 0);
  CHECK(odd.vary({"y"}, "RVecD{y, y}", {"down", "up"}, "s").describe() ==
        "column | type          | of\n"
        "-------+---------------+--------\n"
        "x      | int32         | source\n"
        "z      | float64       | source\n"
        "v      | var * float32 | source\n"
        "twice  | int32         | defined\n"
        "z2     | float64       | alias\n"
        "y      | float64       | defined\n"
        "filter: odd\n"
        "variation: s:down\n"
        "variation: s:up\n");
}
