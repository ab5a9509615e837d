#include "ramet/frame/actions/portable.hpp"

#include "unit/frame/running/sample_parts.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::PortableAction;

TEST_CASE("actions are described with columns, weights and axes") {
  const sample::Threads threads;
  const sample::EveryAction all(sample::sent(threads, 10));
  const auto described = [](const auto& asked) {
    return static_cast<const PortableAction&>(*asked.action).described();
  };
  CHECK(described(all.count) == R"({"kind":"count"})");
  CHECK(described(all.sums) == R"({"kind":"numbers","columns":["z"],"weight":"y"})");
  CHECK(
      described(all.weighted) ==
      R"({"kind":"histogram","columns":["v"],"weight":"y","axes":[{"bins":20,"low":0,"high":100000}],"squares":false})");
  CHECK(described(all.profile).ends_with(R"("profile":{"errors":0,"low":0,"high":0}})"));
  CHECK(described(all.sparse).starts_with(R"({"kind":"sparse histogram","columns":["z","x"],"weight":"y","axes":[)"));
  CHECK(described(all.automatic) == R"({"kind":"automatic histogram","columns":["z"],"weight":"y","bins":30})");
  CHECK(described(all.taken) == R"({"kind":"take","columns":["v","x"]})");
}

TEST_CASE("bytes of other tasks are no contribution") {
  const sample::Threads threads;
  frame::NumbersAction action("x");
  const std::vector<array::Type> types = {array::Type::of(array::NumberType::float64)};
  const std::vector<frame::Task> tasks = {{0, {{0}, {1}}}, {1, {{1}, {2}}}, {2, {{2}, {3}}}};
  action.begin_part(types, tasks, {1, 3}, {.executor = *threads.executor});
  for (const std::size_t task : {1, 2}) action.end_task(tasks[task], action.partial(tasks[task]));
  bytes::ByteWriter written;
  action.write_part({1, 3}, written);
  const auto read = [&](frame::TaskRange range, std::size_t size) {
    bytes::ByteCursor from(written.span().first(size));
    action.read_part(from, range);
  };
  read({1, 3}, written.size());
  for (const frame::TaskRange range : {frame::TaskRange{0, 3}, {0, 2}, {1, 2}, {2, 3}, {1, 4}}) {
    CAPTURE(range.first);
    CHECK(sample::error_of([&] { read(range, written.size()); }).starts_with("corrupt:"));
  }
  for (std::size_t size = 0; size < written.size(); ++size)
    CHECK(sample::error_of([&] { read({1, 3}, size); }).starts_with("corrupt:"));
}
