#include "ramet/merge/internal/input_order.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using merge::InputOrder;
using merge::internal::in_order;

TEST_CASE("input order: natural compares numbers in names by their value, given leaves all as it is") {
  const std::vector<std::string> names = {"run10.root", "run9.root", "a/run2.root", "run010.root", "run9a.root", "run"};
  CHECK(in_order(names, InputOrder::given) == names);
  CHECK(in_order(names, InputOrder::natural) ==
        std::vector<std::string>{"a/run2.root", "run", "run9.root", "run9a.root", "run010.root", "run10.root"});
}

TEST_CASE("input order: numbers may have any number of digits") {
  const std::string many(40, '9');
  CHECK(in_order({many + "0", "1" + many, many, "00"}, InputOrder::natural) ==
        std::vector<std::string>{"00", many, "1" + many, many + "0"});
}
