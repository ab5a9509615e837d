// A small version of the main job: threads generate events into one file; the file is opened, inspected and reduced.
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/entry_filler.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

struct Event {
  std::int64_t number = 0;
  double weight = 1;
  std::vector<float> px;
  std::string process;
};

constexpr std::int64_t events = 5000;
constexpr std::int64_t workers = 4;

Event event_of(std::int64_t number) {
  Event event{number, 1.0 / static_cast<double>(number + 1), {}, number % 2 == 0 ? "Z" : "gamma"};
  for (std::int64_t particle = 0; particle < number % 5; ++particle)
    event.px.push_back(std::sin(static_cast<float>(number + particle)));
  return event;
}

}  // namespace

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members = std::tuple(member("number", &Event::number), member("weight", &Event::weight),
                                             member("px", &Event::px), member("process", &Event::process));
};

namespace {

/// Worker k writes events k * events / workers ...
void generate(const std::filesystem::path& path, schedule::Executor* encoder) {
  const auto writer = write::ParallelWriter::recreate(path);
  write::TableWriter tree = writer->add_table(table::schema_of<Event>("Events", "generated"),
                                              {.cluster_bytes = 40000, .basket_bytes = 8000, .executor = encoder});
  {
    std::vector<std::jthread> threads;
    for (std::int64_t worker = 0; worker < workers; ++worker)
      threads.emplace_back([&tree, worker] {
        write::FillContext context = tree.context(static_cast<std::uint64_t>(worker));
        write::EntryFiller<Event> rows(context);
        for (std::int64_t number = worker * events / workers; number < (worker + 1) * events / workers; ++number)
          rows.fill(event_of(number));
        context.close();
      });
  }
  writer->close();
}

void check_columns(const tree::TreeReader& tree, schedule::Executor& executor) {
  const auto number = tree.read(tree.tree().at("number"), tree.tree().all_entries(), {executor});
  const auto px = tree.read(tree.tree().at("px"), tree.tree().all_entries(), {executor});
  const auto process = tree.read(tree.tree().at("process"), tree.tree().all_entries(), {executor});
  array::ArrayBuilder expected_px(px.type());
  array::ArrayBuilder expected_process(process.type());
  for (std::int64_t event = 0; event < events; ++event) {
    REQUIRE(number.numbers<std::int64_t>()[static_cast<std::size_t>(event)] == event);
    array::ValueColumn<std::vector<float>>::append(expected_px, event_of(event).px);
    array::ValueColumn<std::string>::append(expected_process, event_of(event).process);
  }
  CHECK(std::ranges::equal(px.list_offsets(), expected_px.list_offsets()));
  CHECK(std::ranges::equal(px.content(0).numbers<float>(), expected_px.contents[0].numbers<float>()));
  CHECK(std::ranges::equal(process.values(), expected_process.values.span()));
}

/// The sum of a column in batches, added in the order of entries, so that it does not depend on threads.
double sum_of(const tree::TreeReader& tree, std::string_view column, schedule::Executor& executor) {
  const tree::Branch* const branch = &tree.tree().at(column);
  std::mutex mutex;
  std::map<std::uint64_t, double> sums;
  tree.for_each_batch({&branch, 1}, tree.tree().all_entries(), 500, {executor}, [&](const tree::Batch& batch) {
    const auto numbers = batch.columns[0].numbers<double>();
    const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    const std::scoped_lock lock(mutex);
    sums[batch.entries.first.number] = sum;
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0, [](double sum, const auto& part) { return sum + part.second; });
}

}  // namespace

TEST_CASE("write and read: threads generate events into one file, which is read back in order") {
  const TemporaryFolder folder;
  const auto encoder = schedule::make_thread_executor(2);
  for (schedule::Executor* const one : {static_cast<schedule::Executor*>(nullptr), encoder.get()}) {
    generate(folder / "events.root", one);
    const auto executor = schedule::make_thread_executor(3);
    for (const auto access : {io::LocalAccess::positional, io::LocalAccess::mapped}) {
      const dataset::Session session(*executor, {.local_access = access});
      const auto file = session.open(folder / "events.root");
      const auto tree = file->tree("Events");
      CHECK(tree->tree().entries == events);
      CHECK(tree->tree().cluster_count() > 4);
      CHECK(tree->tree().at("px").element_class == "vector<float>");  // as ROOT stores such members
      CHECK(tree->tree().at("process").element_class == "string");
      check_columns(*tree, *executor);
    }
  }
}

TEST_CASE("write and read: a sum over batches is bitwise the same with every executor") {
  const TemporaryFolder folder;
  generate(folder / "events.root", nullptr);
  const auto serial = schedule::make_serial_executor();
  const dataset::Session session(*serial);
  const auto tree = session.open(folder / "events.root")->tree("Events");
  const double expected = sum_of(*tree, "weight", *serial);
  CHECK(expected == doctest::Approx(9.0945).epsilon(1e-4));
  for (const std::size_t threads : {2U, 8U})
    CHECK(sum_of(*tree, "weight", *schedule::make_thread_executor(threads)) == expected);
}
