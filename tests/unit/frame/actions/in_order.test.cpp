#include "ramet/frame/actions/in_order.hpp"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <tbb/task_arena.h>

#include "ramet/schedule/arena_executor.hpp"

using namespace ramet;
using frame::InOrder;

TEST_CASE("parts are handed on in their order, whoever is first") {
  InOrder<std::unique_ptr<int>> order;
  order.begin(10, {});
  std::vector<int> taken;
  const auto take = [&](std::unique_ptr<int>&& part) { taken.push_back(*part); };
  order.end(2, std::make_unique<int>(2), take);
  order.end(1, std::make_unique<int>(1), take);
  CHECK(taken.empty());
  order.end(0, std::make_unique<int>(0), take);
  CHECK(taken == std::vector{0, 1, 2});
  order.end(3, std::make_unique<int>(3), take);
  CHECK(taken == std::vector{0, 1, 2, 3});
}

TEST_CASE("a part that is far ahead waits for its turn") {
  InOrder<int> order;
  order.begin(2, {});
  std::vector<int> taken;
  std::atomic<bool> has_ended = false;
  const auto take = [&](int&& part) { taken.push_back(part); };
  order.end(1, 1, take);
  order.end(2, 2, take);
  std::jthread ahead([&] {
    order.end(3, 3, take);
    has_ended = true;
  });
  order.end(0, 0, [&](int&& part) {
    CHECK((part > 0 || !has_ended));  // part 3 waits until this one was handed on
    taken.push_back(part);
  });
  ahead.join();
  CHECK(has_ended);
  CHECK(taken == std::vector{0, 1, 2, 3});
}

TEST_CASE("nobody waits where a waiting thread may run tasks on top of the one that is missing") {
  tbb::task_arena arena(2);
  using schedule::Isolation;
  CHECK(frame::most_parts_kept(*schedule::make_arena_executor(arena, Isolation::isolated)) == 4);
  CHECK(frame::most_parts_kept(*schedule::make_arena_executor(arena, Isolation::shared)) == ~std::size_t{0});
}

TEST_CASE("a stop ends the waiting") {
  InOrder<int> order;
  StopSource source;
  order.begin(1, source.get_token());
  bool was_taken = false;
  std::jthread ahead([&] { order.end(5, 5, [&](int&&) { was_taken = true; }); });
  source.request_stop();
  ahead.join();
  CHECK_FALSE(was_taken);
  order.end(7, 7, [](int&&) {});  // nor does anything wait behind it
}

TEST_CASE("copies have what is kept and go on alone") {
  InOrder<int> order;
  order.begin(10, {});
  std::vector<int> taken;
  order.end(0, 0, [](int&&) {});
  order.end(2, 2, [](int&&) {});
  InOrder<int> copy;
  copy.assign(order);
  copy.end(1, -1, [&](int&& part) { taken.push_back(part); });
  CHECK(taken == std::vector{-1, 2});
  taken.clear();
  order.end(1, 1, [&](int&& part) { taken.push_back(part); });
  CHECK(taken == std::vector{1, 2});
}
