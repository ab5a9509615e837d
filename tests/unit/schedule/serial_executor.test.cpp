#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet::schedule;

TEST_CASE("serial executor: tasks run on the calling thread, in order of index") {
  const auto executor = make_serial_executor();
  std::vector<std::size_t> order;
  bool is_here = true;
  const auto caller = std::this_thread::get_id();
  executor->for_each_index(5, [&](std::size_t index) {
    order.push_back(index);
    is_here = is_here && std::this_thread::get_id() == caller;
  });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4});
  CHECK(is_here);
  CHECK(executor->concurrency() == 1);
}

TEST_CASE("serial executor: a failure ends it at once") {
  const auto executor = make_serial_executor();
  std::size_t last = 0;
  const auto body = [&](std::size_t index) {
    last = index;
    if (index == 2) throw std::runtime_error("two");
  };
  CHECK_THROWS_WITH(executor->for_each_index(5, body), "two");
  CHECK(last == 2);
}
