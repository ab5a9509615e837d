#include "ramet/dataset/task.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("a task's entries count within the file, its range within the dataset") {
  const dataset::Task task{.file = {2}, .cluster = {1}, .entries = {{4}, {7}}, .first = {14}};
  CHECK(task.range() == EntryRange{{14}, {17}});
  CHECK(task != dataset::Task{});
  CHECK(dataset::Task{}.range().empty());
}
