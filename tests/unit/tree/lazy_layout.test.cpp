#include "ramet/tree/lazy_layout.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::tree;

TEST_CASE("lazy layout: the first one published stays, however many threads publish theirs") {
  const LazyLayout lazy;
  CHECK(lazy.find() == nullptr);
  std::atomic<int> ready = 0;
  std::vector<const ColumnLayout*> seen(4);
  std::vector<std::thread> threads;
  for (const ColumnLayout*& mine : seen)
    threads.emplace_back([&] {
      ++ready;
      while (ready < 4) std::this_thread::yield();
      mine = &lazy.publish({.type_name = "float"});
    });
  for (std::thread& thread : threads) thread.join();
  for (const ColumnLayout* one : seen) CHECK(one == lazy.find());
}

TEST_CASE("lazy layout: copies have a layout of their own, moving takes it along") {
  LazyLayout first(ColumnLayout{.type_name = "float"});
  const ColumnLayout* const layout = first.find();
  const LazyLayout copy = first;
  CHECK(copy.find() != layout);
  CHECK(copy.find()->type_name == "float");
  LazyLayout moved = std::move(first);
  CHECK(moved.find() == layout);
  moved = copy;
  CHECK(moved.find()->type_name == "float");
  moved = LazyLayout();
  CHECK(moved.find() == nullptr);
}
