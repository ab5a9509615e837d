#include "ramet/dataset/detail/asked_ahead.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::dataset;

TEST_CASE("asked ahead: the first part asks for all that may be, and later ones for what came into reach") {
  std::vector<std::size_t> asked;
  AskedAhead ahead(AskedAhead::most_ahead + 10, [&](std::size_t part) {
    asked.push_back(part);
    return Asked::done;
  });
  ahead.begin(0);
  CHECK(asked.size() == AskedAhead::most_ahead + 1);
  ahead.begin(3);
  CHECK(asked.size() == AskedAhead::most_ahead + 4);
  ahead.begin(1);
  CHECK(asked.size() == AskedAhead::most_ahead + 4);
  for (std::size_t number = 0; number < asked.size(); ++number) CHECK(asked[number] == number);
}

TEST_CASE("asked ahead: a file that is being opened is asked for again, and others behind it meanwhile") {
  std::vector<std::size_t> asked;
  bool is_open = false;
  AskedAhead ahead(4, [&](std::size_t part) {
    asked.push_back(part);
    return part == 2 && !is_open ? Asked::later : Asked::done;
  });
  ahead.begin(0);
  CHECK(asked == std::vector<std::size_t>{0, 1, 2, 3});
  is_open = true;
  ahead.begin(1);
  CHECK(asked == std::vector<std::size_t>{0, 1, 2, 3, 2});
  ahead.begin(2);
  CHECK(asked.size() == 5);
}

TEST_CASE("asked ahead: nothing is asked for while as much as may be is on its way") {
  std::vector<std::size_t> asked;
  AskedAhead ahead(5, [&](std::size_t part) {
    asked.push_back(part);
    return asked.size() == 2 ? Asked::full : Asked::done;
  });
  ahead.begin(0);
  CHECK(asked == std::vector<std::size_t>{0, 1});
  ahead.begin(1);  // asks for itself, and goes on
  CHECK(asked == std::vector<std::size_t>{0, 1, 1, 2, 3, 4});
}

TEST_CASE("asked ahead: with 0 parts nothing is asked for") {
  AskedAhead ahead(0, [](std::size_t) -> Asked { throw 1; });
  ahead.begin(7);
}

TEST_CASE("asked ahead: of many threads one asks for each part") {
  std::vector<std::atomic<int>> asked(300);
  AskedAhead ahead(asked.size(), [&](std::size_t part) {
    ++asked[part];
    return Asked::done;
  });
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 6; ++thread)
      threads.emplace_back([&, thread] {
        for (std::size_t part = thread; part < asked.size(); part += 6) ahead.begin(part);
      });
  }
  for (const auto& count : asked) CHECK(count == 1);
}
