#include "ramet/dataset/dataset.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>
#include <sys/inotify.h>
#include <unistd.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;
using sample::numbers_of;

namespace {

using Names = std::vector<std::string>;

std::vector<std::int32_t> counting(int first, int last) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(last - first));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// Counts how often each file of a folder is opened, by the system's events. Threads: one thread.
class OpensSeen {
 public:
  explicit OpensSeen(const std::filesystem::path& folder) : events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    REQUIRE(inotify_add_watch(events_, folder.c_str(), IN_OPEN) >= 0);
  }
  OpensSeen(const OpensSeen&) = delete;
  OpensSeen& operator=(const OpensSeen&) = delete;
  ~OpensSeen() { close(events_); }

  std::map<std::string, int> since_last() const {
    std::map<std::string, int> opens;
    alignas(inotify_event) std::array<char, 4096> bytes{};
    for (ssize_t length = 0; (length = read(events_, bytes.data(), bytes.size())) > 0;)
      for (const char* place = bytes.data(); place < bytes.data() + length;) {
        const auto* event = reinterpret_cast<const inotify_event*>(place);
        if (event->len > 0) ++opens[event->name];
        place += sizeof(inotify_event) + event->len;
      }
    return opens;
  }

 private:
  int events_;
};

}  // namespace

TEST_CASE("dataset: many files are read as one, whatever the number of threads") {
  for (const std::size_t threads : {1U, 4U}) {
    const sample::Place place(threads);
    sample::write_three(place);
    const Dataset dataset(place.session, place.at("part*.root:Events"));
    CHECK(dataset.file_count() == 3);
    CHECK(dataset.place({2}).file == place.at("part2.root"));
    const auto columns = dataset.read(Names{"square", "n"}, place.options);
    CHECK(numbers_of<std::int32_t>(columns[1]) == counting(0, 17));
    CHECK(columns[0].numbers<double>()[16] == 256);
    CHECK(dataset.entries(place.options) == 17);
    CHECK(dataset.entries({0}) == 10);
    CHECK(dataset.entries({0}, {3}, place.options) == std::vector<std::uint64_t>{10, 0, 7});
    CHECK(error_of([&] { dataset.entries({1}, {4}, place.options); }) == "not_found: there are 3 files, not 1..4");
    CHECK(dataset.first_entry({2}) == EntryNumber{10});
    const auto some = dataset.read(Names{"n"}, {{8}, {12}}, place.options);
    CHECK(numbers_of<std::int32_t>(some[0]) == counting(8, 12));
    CHECK(dataset.read(Names{}, place.options).empty());
  }
}

TEST_CASE("dataset: without options the session's executor reads") {
  const sample::Place place(3);
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  const Names names{"n"};
  CHECK(dataset.entries() == 17);
  CHECK(dataset.cluster_starts() == dataset.cluster_starts(place.options));
  CHECK(numbers_of<std::int32_t>(dataset.read(names)[0]) == counting(0, 17));
  CHECK(numbers_of<std::int32_t>(dataset.read(names, EntryRange{{8}, {12}})[0]) == counting(8, 12));
  CHECK(dataset.read({"n", "square"}, {{8}, {12}}).size() == 2);
  CHECK(dataset.read({"n"})[0].length() == 17);
  CHECK(make_index(dataset, "n")->find(16) == EntryNumber{16});
  const auto tasks = dataset.tasks({{0}, {17}});
  CHECK(tasks == dataset.tasks({{0}, {17}}, place.options));
  std::atomic<std::size_t> seen = 0;
  const auto count = [&](const Batch& batch) { seen += batch.columns[0].length(); };
  dataset.for_each_batch(names, 3, count);
  CHECK(seen == 17);
  dataset.for_each_batch(names, {{8}, {12}}, 3, count);
  CHECK(seen == 21);
  std::atomic<std::size_t> slots = 0;
  dataset.for_each_task(names, tasks, [&](const Task& task, SlotNumber slot, std::span<const array::Array>) {
    seen += task.entries.last.number - task.entries.first.number;
    slots |= std::size_t{1} << slot.number;
  });
  CHECK(seen == 38);
  CHECK(slots < 8);  // three threads
}

TEST_CASE("dataset: each file is opened once, and the first one for the schema") {
  const sample::Place place(3);
  sample::write_three(place);
  const OpensSeen seen(place.folder / "");
  const std::map<std::string, int> once{{"part0.root", 1}, {"part1.root", 1}, {"part2.root", 1}};
  const Names names{"n"};
  {
    const Dataset dataset(place.session, place.at("part*.root:Events"));
    CHECK(seen.since_last() == std::map<std::string, int>{{"part0.root", 1}});
    CHECK(dataset.read(names).size() == 1);
    CHECK(seen.since_last() == std::map<std::string, int>{{"part1.root", 1}, {"part2.root", 1}});
    CHECK(dataset.read(names).size() == 1);
    CHECK(dataset.entries() == 17);
    CHECK(dataset.read(names, EntryRange{{8}, {12}}).size() == 1);
    CHECK(seen.since_last().empty());  // they are kept open
  }
  {
    const Dataset dataset(place.session, place.at("part*.root:Events"), {.most_kept_open = 0});
    dataset.for_each_batch(names, 3, [](const Batch&) {});
    CHECK(seen.since_last() == once);
    CHECK(dataset.entries() == 17);  // known by now
    CHECK(seen.since_last().empty());
  }
  const Dataset dataset(place.session, place.at("part*.root:Events"), {.schema = SchemaFrom::all_files});
  CHECK(seen.since_last() == once);
  CHECK(dataset.read(names).size() == 1);
  CHECK(seen.since_last().empty());
}

TEST_CASE("dataset: tasks are the clusters of a range, and have each of its entries once") {
  const sample::Place place(3);
  sample::write_three(place);  // clusters of 4 entries: 4 + 4 + 2, none, 4 + 3
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  const std::vector<Task> all = dataset.tasks({{0}, {17}}, place.options);
  REQUIRE(all.size() == 5);
  CHECK(all[4] == Task{.file = {2}, .cluster = {1}, .entries = {{4}, {7}}, .first = {14}});
  for (std::uint64_t first = 0; first <= 17; ++first)
    for (std::uint64_t last = first; last <= 17; ++last) {
      EntryNumber next{first};
      for (const Task& task : dataset.tasks({{first}, {last}}, place.options)) {
        CHECK_FALSE(task.entries.empty());
        CHECK(task.range().first == next);
        CHECK(dataset.first_entry(task.file).number + task.entries.first.number == task.first.number);
        CHECK(task.entries.last.number <= 4 * (task.cluster.number + 1));
        CHECK(task.entries.first.number >= 4 * task.cluster.number);
        next = task.range().last;
      }
      CHECK(next == EntryNumber{last});
    }
  CHECK(error_of([&] { dataset.tasks({{0}, {18}}, place.options); }) == "not_found: there are 17 entries, not 0..18");
}

TEST_CASE("dataset: each task gets its columns, and a slot that no other one has at the same time") {
  const sample::Place place(4);
  for (int file = 0; file < 6; ++file)
    sample::write_tree(place.folder / fmt::format("f{}.root", file),
                       {{"n", sample::count_from<std::int32_t>(100 * file, 100)}});
  const Dataset dataset(place.session, place.at("f*.root:Events"));
  std::array<std::atomic<int>, 4> users{};
  std::array<std::vector<array::Array>, 4> kept;  // without a lock
  std::atomic<bool> is_shared = false;
  dataset.for_each_task(Names{"n"}, dataset.tasks({{50}, {550}}, place.options), place.options,
                        [&](const Task& task, SlotNumber slot, std::span<const array::Array> columns) {
                          if (++users.at(slot.number) != 1) is_shared = true;
                          std::this_thread::sleep_for(std::chrono::microseconds(200));
                          if (columns[0].length() != task.entries.size() ||
                              columns[0].numbers<std::int32_t>()[0] != static_cast<std::int32_t>(task.first.number))
                            is_shared = true;
                          kept[slot.number].push_back(columns[0]);
                          --users[slot.number];
                        });
  CHECK_FALSE(is_shared);
  std::vector<std::int32_t> numbers;
  for (const auto& of_slot : kept)
    for (const array::Array& column : of_slot)
      for (const std::int32_t number : column.numbers<std::int32_t>()) numbers.push_back(number);
  std::ranges::sort(numbers);
  CHECK(numbers == counting(50, 550));
}

TEST_CASE("dataset: a task whose file is damaged ends the loop with an error that names it") {
  const sample::Place place(2);
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  const auto tasks = dataset.tasks({{0}, {17}}, place.options);
  const Dataset again(place.session, place.at("part*.root:Events"), {.most_kept_open = 0});
  std::filesystem::resize_file(place.at("part2.root"), 300);
  const std::string error = error_of([&] {
    again.for_each_task(Names{"n"}, tasks, place.options,
                        [](const Task&, SlotNumber, std::span<const array::Array>) {});
  });
  CHECK(error.find("part2.root") != std::string::npos);
}

TEST_CASE("dataset: columns have names and types, and the schema prints") {
  const sample::Place place;
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  CHECK(dataset.columns().size() == 2);
  CHECK(dataset.find("n")->type_name == "int32_t");
  CHECK_FALSE(dataset.find("m").has_value());
  CHECK(dataset.schema_text() ==
        "column | type\n"
        "-------+-------------------------------\n"
        "n      | int32\n"
        "square | float64\n");
  CHECK(error_of([&] { dataset.read(Names{"m"}, place.options); }).starts_with("not_found: no column 'm'"));
}

TEST_CASE("dataset: chosen entries come in their order, each cluster read once") {
  const sample::Place place(2);
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  const std::vector<std::uint64_t> entries = {0, 2, 3, 9, 10, 16};
  const auto selection = selection_of(entries);
  CHECK(selection.size() == 4);
  const auto columns = dataset.read(Names{"n"}, selection, place.options);
  CHECK(numbers_of<std::int32_t>(columns[0]) == std::vector<std::int32_t>{0, 2, 3, 9, 10, 16});
  CHECK(dataset.read(Names{"n"}, std::vector<EntryRange>{}, place.options)[0].length() == 0);
  const std::vector<EntryRange> whole = {{{0}, {17}}};
  CHECK(numbers_of<std::int32_t>(dataset.read(Names{"n"}, whole, place.options)[0]) == counting(0, 17));
}

TEST_CASE("dataset: entries that are chosen backwards or do not exist are refused") {
  const sample::Place place;
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  const auto read = [&](std::vector<EntryRange> selection) {
    return error_of([&] { dataset.read(Names{"n"}, selection, place.options); });
  };
  CHECK(read({{{4}, {6}}, {{5}, {7}}}).starts_with("misuse: "));
  CHECK(read({{{4}, {2}}}).starts_with("misuse: "));
  CHECK(read({{{16}, {18}}}) == "not_found: entry 17 is selected, but there are 17 entries");
  CHECK(error_of([] { selection_of(std::vector<std::uint64_t>{3, 3}); }) ==
        "misuse: the selection has entry 3 after entry 3");
}

TEST_CASE("dataset: batches cover all entries once, from many threads") {
  const sample::Place place(4);
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  std::mutex mutex;
  std::vector<std::int32_t> numbers;
  const auto collect = [&](const Batch& batch) {
    const std::scoped_lock lock(mutex);
    CHECK(batch.entries.size() <= 3);
    for (const std::int32_t number : batch.columns[0].numbers<std::int32_t>()) numbers.push_back(number);
    CHECK(static_cast<std::uint64_t>(numbers.back()) + 1 ==
          (batch.file.number == 2 ? 10 : 0) + batch.entries.last.number);
  };
  dataset.for_each_batch(Names{"n"}, 3, place.options, collect);
  std::ranges::sort(numbers);
  CHECK(numbers == counting(0, 17));
  numbers.clear();
  dataset.for_each_batch(Names{"n"}, {{5}, {11}}, 3, place.options, collect);
  std::ranges::sort(numbers);
  CHECK(numbers == counting(5, 11));
}

TEST_CASE("dataset: a friend's columns are read beside its own, across files that end elsewhere") {
  const sample::Place place(2);
  sample::write_three(place);
  sample::write_tree(place.folder / "f0.root", {{"w", sample::count_from<float>(100, 5)}});
  sample::write_tree(place.folder / "f1.root",
                     {{"w", sample::count_from<float>(105, 12)}, {"n", sample::count_from<std::int32_t>(0, 12)}});
  const auto weights = std::make_shared<const Dataset>(place.session, place.at("f?.root:Events"));
  const Dataset dataset(place.session, place.at("part*.root:Events"), {.friends = {{"f", weights}}});
  CHECK(dataset.columns().back().name == "f.w");
  CHECK(dataset.find("f.w")->type == array::parse_type("float32"));
  CHECK(dataset.find("w")->name == "w");
  const auto columns = dataset.read(Names{"n", "w"}, place.options);
  for (std::size_t entry = 0; entry < 17; ++entry)
    CHECK(columns[1].numbers<float>()[entry] == static_cast<float>(100 + columns[0].numbers<std::int32_t>()[entry]));
  const auto some = dataset.read(Names{"f.w"}, {{3}, {12}}, place.options);
  CHECK(some[0].numbers<float>().front() == 103);
  std::atomic<std::size_t> entries = 0;
  dataset.for_each_batch(Names{"f.w", "n"}, 3, place.options, [&](const Batch& batch) {
    entries += batch.entries.size();
    for (std::size_t entry = 0; entry < batch.entries.size(); ++entry)
      CHECK(batch.columns[0].numbers<float>()[entry] ==
            static_cast<float>(100 + batch.columns[1].numbers<std::int32_t>()[entry]));
  });
  CHECK(entries == 17);
  const std::vector<EntryRange> selection = {{{2}, {3}}, {{11}, {12}}};
  CHECK(numbers_of<float>(dataset.read(Names{"w"}, selection, place.options)[0]) == std::vector<float>{102, 111});
}

TEST_CASE("dataset: friends without a dataset or without numbers to look up are refused") {
  const sample::Place place;
  sample::write_three(place);
  const auto make = [&](Friend one) {
    return error_of([&] { Dataset(place.session, place.at("part*.root:Events"), {.friends = {std::move(one)}}); });
  };
  const auto other = std::make_shared<const Dataset>(place.session, place.at("part0.root:Events"));
  CHECK(make({"f", nullptr}).starts_with("misuse: friend 'f' has no dataset"));
  CHECK(make({"f", other, make_index(*other, "n", "", place.options)}).starts_with("misuse: friend 'f' has an index"));
  CHECK(make({"f", other}) == "none");
}

TEST_CASE("dataset: an index is made of its own columns") {
  const sample::Place place;
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  const auto index = make_index(dataset, "n", "", place.options);
  CHECK(index->find(12) == EntryNumber{12});
  CHECK(
      error_of([&] { make_index(dataset, "n", "square", place.options); }).starts_with("unsupported: column 'square'"));
}

TEST_CASE("dataset: a stop ends a read") {
  const sample::Place place;
  sample::write_three(place);
  const Dataset dataset(place.session, place.at("part*.root:Events"));
  StopSource stop;
  stop.request_stop();
  const ReadOptions options{*place.executor, stop.get_token()};
  CHECK(error_of([&] { dataset.read(Names{"n"}, options); }).starts_with("cancelled: "));
  CHECK(
      error_of([&] { dataset.for_each_batch(Names{"n"}, 3, options, [](const Batch&) {}); }).starts_with("cancelled"));
}
