#include "ramet/io/detail/fetch_tasks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "fault/hinted_source.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::io;

namespace {

constexpr std::uint64_t task_bytes = 1000;
constexpr std::size_t task_count = 40;

/// So many bytes for each task, with its number in them.
std::shared_ptr<const ByteSource> numbered() {
  std::string text;
  for (std::size_t task = 0; task < task_count; ++task) text.append(task_bytes, static_cast<char>('0' + task));
  return std::make_shared<fault::FaultySource>(source_of(buffer_of(text), "numbered"), fault::SourceFaults{});
}

/// Tasks that lie in the file from the last to the first.
Extent place_of(std::size_t task) { return {(task_count - 1 - task) * task_bytes, task_bytes}; }

const auto add_place = [](std::size_t task, std::vector<Extent>& to) { to.push_back(place_of(task)); };

char number_in_file(std::size_t task) { return static_cast<char>('0' + (task_count - 1 - task)); }

std::vector<std::size_t> order_of_tasks(const ByteSource& source, bool expects_view) {
  const auto serial = schedule::make_serial_executor();
  std::vector<std::size_t> order;
  const auto run = [&](std::size_t task, const ByteSource& from) {
    const auto view = from.view(place_of(task).offset, task_bytes);
    CHECK(view.has_value() == expects_view);
    if (view) CHECK(text_of(*view) == std::string(task_bytes, number_in_file(task)));
    order.push_back(task);
  };
  for_each_fetched(source, {task_count, add_place, run}, *serial, {});
  return order;
}

}  // namespace

TEST_CASE("fetch tasks: a source that answers at once is read when it is needed") {
  const auto near = numbered();
  const auto order = order_of_tasks(*near, false);
  for (std::size_t k = 0; k < order.size(); ++k) CHECK(order[k] == k);
}

TEST_CASE("fetch tasks: a source that wants hints is told of few, scattered bytes once, before their task begins") {
  constexpr std::size_t few = 8;  // tasks, of every fifth block
  const auto add_fifth = [](std::size_t task, std::vector<Extent>& to) { to.push_back(place_of(5 * task)); };
  const fault::HintedSource hinted(numbered(), 3 * task_bytes);
  const auto serial = schedule::make_serial_executor();
  std::vector<std::size_t> told_when_begun;
  const auto run = [&](std::size_t, const ByteSource& from) {
    CHECK(&from == &hinted);
    told_when_begun.push_back(hinted.told().size());
  };
  for_each_fetched(hinted, {few, add_fifth, run}, *serial, {});
  REQUIRE(told_when_begun.size() == few);
  for (std::size_t task = 0; task < few; ++task)
    CHECK(told_when_begun[task] == std::min(task + 3, few));  // itself and two more: three tasks' bytes
  const std::vector<Extent> told = hinted.told();
  for (std::size_t task = 0; task < few; ++task) CHECK(told[task] == place_of(5 * task));

  const fault::HintedSource beside(numbered(), 5 * task_bytes);
  const auto threads = schedule::make_thread_executor(4);
  for_each_fetched(beside, {few, add_fifth, [](std::size_t, const ByteSource&) {}}, *threads, {});
  CHECK(beside.told().size() == few);
}

TEST_CASE("fetch tasks: a source that wants hints is not told of bytes that lie close together") {
  const fault::HintedSource hinted(numbered(), 3 * task_bytes);
  const auto serial = schedule::make_serial_executor();
  for_each_fetched(hinted, {task_count, add_place, [](std::size_t, const ByteSource&) {}}, *serial, {});
  CHECK(hinted.told().empty());
  const auto beyond = [](std::size_t, std::vector<Extent>& to) {
    to.push_back({~std::uint64_t{0}, 1});
    to.push_back({0, ~std::uint64_t{0}});
  };
  for_each_fetched(hinted, {task_count, beyond, [](std::size_t, const ByteSource&) {}}, *serial, {});
  CHECK(hinted.told().empty());
}

TEST_CASE("fetch tasks: of a distant source all that fits is one trip, in the order of the file") {
  const fault::DistantSource far(numbered());
  const auto order = order_of_tasks(far, true);
  REQUIRE(order.size() == task_count);
  for (std::size_t k = 0; k < order.size(); ++k) CHECK(order[k] == task_count - 1 - k);
  CHECK(far.trips() == 1);
  CHECK(far.requests() == 1);
  CHECK(far.bytes() == task_count * task_bytes);
}

TEST_CASE("fetch tasks: no more bytes are under way than are allowed") {
  ReadAhead ahead;
  ahead.most_bytes = 8 * task_bytes;  // half of it is a window
  const fault::DistantSource far(numbered(), ahead);
  CHECK(order_of_tasks(far, true).size() == task_count);
  CHECK(far.trips() == task_count / 4);
  CHECK(far.bytes() == task_count * task_bytes);
}

TEST_CASE("fetch tasks: a task that needs more than is allowed gets it") {
  ReadAhead ahead;
  ahead.most_bytes = task_bytes / 2;
  const fault::DistantSource far(numbered(), ahead);
  CHECK(order_of_tasks(far, true).size() == task_count);
  CHECK(far.trips() == task_count);
}

TEST_CASE("fetch tasks: tasks that need the same bytes share a window") {
  ReadAhead ahead;
  ahead.most_bytes = 2 * task_bytes;
  const fault::DistantSource far(numbered(), ahead);
  const auto serial = schedule::make_serial_executor();
  std::size_t tasks = 0;
  const auto add_first = [](std::size_t, std::vector<Extent>& to) { to.push_back({0, task_bytes}); };
  for_each_fetched(far, {100, add_first, [&](std::size_t, const ByteSource&) { ++tasks; }}, *serial, {});
  CHECK(tasks == 100);
  CHECK(far.bytes() == task_bytes);
}

TEST_CASE("fetch tasks: every task is run once by many threads") {
  ReadAhead ahead;
  ahead.most_bytes = 6 * task_bytes;
  const fault::DistantSource far(numbered(), ahead, std::chrono::microseconds(200));
  const auto threads = schedule::make_thread_executor(4);
  std::vector<std::atomic<int>> runs(task_count);
  std::atomic<int> wrong = 0;
  const auto run = [&](std::size_t task, const ByteSource& from) {
    ++runs[task];
    const auto view = from.view(place_of(task).offset, task_bytes);
    if (!view || text_of(*view) != std::string(task_bytes, number_in_file(task))) ++wrong;
  };
  for_each_fetched(far, {task_count, add_place, run}, *threads, {});
  for (const auto& count : runs) CHECK(count == 1);
  CHECK(wrong == 0);
}

TEST_CASE("fetch tasks: tasks without bytes are run, and no task is no work") {
  const fault::DistantSource far(numbered());
  const auto serial = schedule::make_serial_executor();
  std::size_t tasks = 0;
  const auto count = [&](std::size_t, const ByteSource&) { ++tasks; };
  const auto nothing = [](std::size_t, std::vector<Extent>&) {};
  for_each_fetched(far, {3, nothing, count}, *serial, {});
  for_each_fetched(far, {0, nothing, count}, *serial, {});
  CHECK(tasks == 3);
  CHECK(far.trips() == 0);
}

TEST_CASE("fetch tasks: what a task throws and a stop end the read") {
  ReadAhead ahead;
  ahead.most_bytes = 4 * task_bytes;
  const fault::DistantSource far(numbered(), ahead);
  const auto serial = schedule::make_serial_executor();
  const auto refuse = [](std::size_t task, const ByteSource&) { detail::fail(ErrorKind::corrupt, "task {}", task); };
  CHECK(failure_of([&] { for_each_fetched(far, {task_count, add_place, refuse}, *serial, {}); }) ==
        "corrupt: task 39");  // the first in the file
  StopSource stop;
  std::size_t tasks = 0;
  const auto stop_soon = [&](std::size_t, const ByteSource&) {
    if (++tasks == 5) stop.request_stop();
  };
  CHECK(failure_of([&] {
          for_each_fetched(far, {task_count, add_place, stop_soon}, *serial, stop.get_token());
        }).starts_with("cancelled"));
  CHECK(tasks < task_count);
}

TEST_CASE("fetch tasks: of what was fetched before, all are run in the order of the file, without another trip") {
  const fault::DistantSource far(numbered());
  const Extent all[] = {{0, task_count * task_bytes}};
  const FetchedSource fetched(far, all, ReadAhead{}.request);
  CHECK(far.trips() == 1);
  const auto serial = schedule::make_serial_executor();
  std::vector<std::size_t> order;
  const auto run = [&](std::size_t task, const ByteSource& from) {
    CHECK(&from == &fetched);
    const auto view = from.view(place_of(task).offset, task_bytes);
    REQUIRE(view.has_value());
    CHECK(text_of(*view) == std::string(task_bytes, number_in_file(task)));
    order.push_back(task);
  };
  for_each_of_fetched(fetched, {task_count, add_place, run}, *serial, {});
  REQUIRE(order.size() == task_count);
  for (std::size_t k = 0; k < order.size(); ++k) CHECK(order[k] == task_count - 1 - k);
  CHECK(far.trips() == 1);
}

TEST_CASE("fetch tasks: of what was fetched before, each is run once by many threads, when its own bytes have come") {
  const fault::DistantSource far(numbered(), {}, std::chrono::microseconds(200));
  std::vector<Extent> some;
  for (std::size_t task = 0; task < task_count; task += 2) some.push_back(place_of(task));
  const FetchedSource fetched(far, some, {.largest_gap = 0, .most_bytes = 4 * task_bytes, .most_pieces = 4});
  const auto threads = schedule::make_thread_executor(4);
  std::vector<std::atomic<int>> runs(some.size());
  std::atomic<int> wrong = 0;
  const auto add_some = [](std::size_t task, std::vector<Extent>& to) { to.push_back(place_of(2 * task)); };
  const auto run = [&](std::size_t task, const ByteSource& from) {
    ++runs[task];
    const auto view = from.view(place_of(2 * task).offset, task_bytes);
    if (!view || text_of(*view) != std::string(task_bytes, number_in_file(2 * task))) ++wrong;
  };
  for_each_of_fetched(fetched, {some.size(), add_some, run}, *threads, {});
  for (const auto& count : runs) CHECK(count == 1);
  CHECK(wrong == 0);
  for_each_of_fetched(fetched, {0, add_some, run}, *threads, {});
}

TEST_CASE("fetch tasks: of what was fetched before, what a task throws and a stop end the read") {
  const fault::DistantSource far(numbered());
  const Extent all[] = {{0, task_count * task_bytes}};
  const FetchedSource fetched(far, all, ReadAhead{}.request);
  const auto serial = schedule::make_serial_executor();
  const auto refuse = [](std::size_t task, const ByteSource&) { detail::fail(ErrorKind::corrupt, "task {}", task); };
  CHECK(failure_of([&] { for_each_of_fetched(fetched, {task_count, add_place, refuse}, *serial, {}); }) ==
        "corrupt: task 39");
  StopSource stop;
  std::size_t tasks = 0;
  const auto stop_soon = [&](std::size_t, const ByteSource&) {
    if (++tasks == 5) stop.request_stop();
  };
  CHECK(failure_of([&] {
          for_each_of_fetched(fetched, {task_count, add_place, stop_soon}, *serial, stop.get_token());
        }).starts_with("cancelled"));
  CHECK(tasks == 5);
}
