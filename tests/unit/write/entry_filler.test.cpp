#include "ramet/write/entry_filler.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/write/context_pool.hpp"

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

struct Event {
  std::int64_t number = 0;
  float weight = 0;
  bool good = false;
  std::vector<double> energies;
  std::array<std::int16_t, 3> cells{};
  std::string tag;
};

Event event_of(int i) {
  return {i,
          0.5F * static_cast<float>(i),
          i % 2 == 0,
          std::vector<double>(static_cast<std::size_t>(i % 3), i),
          {static_cast<std::int16_t>(i), 2, 3},
          std::string(static_cast<std::size_t>(i % 4), 't')};
}

}  // namespace

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members =
      std::tuple(member("number", &Event::number), member("weight", &Event::weight), member("good", &Event::good),
                 member("energies", &Event::energies), member("cells", &Event::cells), member("tag", &Event::tag));
};

TEST_CASE("entry filler: filled entries are read back") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Event>("Events"), {.cluster_entries = 7});
  FillContext context = tree.context();
  EntryFiller<Event> entries(context);
  for (int i = 0; i < 50; ++i) entries.fill(event_of(i));
  context.close();
  writer->close();
  const auto columns = sample::read_all(sample::source_of(disk), tree.schema());
  for (int i = 0; i < 50; ++i) {
    const auto entry = static_cast<std::size_t>(i);
    const Event event = event_of(i);
    CHECK(columns[0].numbers<std::int64_t>()[entry] == event.number);
    CHECK(columns[1].numbers<float>()[entry] == event.weight);
    CHECK(columns[2].numbers<bool>()[entry] == event.good);
    CHECK(
        sample::is_same(columns[3].slice(entry, entry + 1), sample::column_of<std::vector<double>>({event.energies})));
    CHECK(columns[4].content(0).numbers<std::int16_t>()[3 * entry] == event.cells[0]);
    CHECK(sample::is_same(columns[5].slice(entry, entry + 1), sample::column_of<std::string>({event.tag})));
  }
}

TEST_CASE("entry filler: a tree without a member's column, or with one of another type, is refused") {
  const auto writer = sample::writer_to(sample::empty_disk());
  TableWriter other = writer->add_table(sample::counting_schema());
  FillContext context = other.context();
  CHECK(error_of([&] {
          EntryFiller<Event> entries(context);
        }).starts_with("not_found: no column 'number' in table 'Events'"));
  context.close();
  table::Schema schema = table::schema_of<Event>("Second");
  schema.columns[1].type = array::parse_type("string");
  FillContext second = writer->add_table(schema).context();
  CHECK(error_of([&] { EntryFiller<Event> entries(second); }) ==
        "unsupported: member 'weight': values of type float32 cannot become string");
  second.close();
  writer->close();
}

namespace {

struct Header {
  std::int32_t run = 0;
  std::vector<std::array<float, 2>> beams;
};

struct Plain : Header {
  double value = 0;
};

}  // namespace

template <>
struct ramet::array::Description<Header> {
  static constexpr auto members = std::tuple(member("run", &Header::run), member("beams", &Header::beams));
};
template <>
struct ramet::array::Description<Plain> {
  using bases = std::tuple<Header>;
  static constexpr auto members = std::tuple(member("value", &Plain::value));
};

TEST_CASE("entry filler: the members of bases are columns, too") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Plain>("Events"));
  FillContext context = tree.context();
  EntryFiller<Plain> entries(context);
  Plain entry;
  entry.run = 7;
  entry.value = 1.5;
  entries.fill(entry);
  context.close();
  writer->close();
  const auto columns = sample::read_all(sample::source_of(disk), tree.schema());
  CHECK(columns[0].numbers<std::int32_t>()[0] == 7);
  CHECK(columns[2].numbers<double>()[0] == 1.5);
}

TEST_CASE("entry filler: it fills after it was moved with its context") {
  struct Stream {
    explicit Stream(TableWriter& tree)
        : context(tree.context()), entries(context), tags(context.column<double>("value")) {}
    FillContext context;
    EntryFiller<Plain> entries;
    ColumnFiller<double> tags;
  };
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Plain>("Events"), {.cluster_entries = 10});
  {
    std::vector<Stream> streams;
    for (int number = 0; number < 20; ++number) {
      streams.emplace_back(tree);
      Plain entry;
      entry.run = number;
      for (Stream& stream : streams) stream.entries.fill(entry);
    }
    Stream last = std::move(streams.front());
    last.entries.fill({});
    for (std::size_t number = 1; number < streams.size(); ++number) streams[number].context.close();
    last.context.close();
  }
  writer->close();
  CHECK(sample::read_all(sample::source_of(disk), tree.schema())[0].length() == 20 * 21 / 2 + 1);
}

TEST_CASE("entry filler: one plan fills all contexts of a pool, in any thread") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(table::schema_of<Plain>("Events"), {.cluster_entries = 50});
  const EntryPlan<Plain> plan(tree);
  ContextPool pool(tree, 2);
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        for (int turn = 0; turn < 100; ++turn) {
          const auto lease = pool.lend();
          EntryFiller<Plain> entries(*lease, plan);
          Plain entry;
          entry.run = 100 * thread + turn;
          entries.fill(entry);
          lease->hand_over();
        }
      });
  }
  pool.close();
  writer->close();
  const auto columns = sample::read_all(sample::source_of(disk), tree.schema());
  const auto runs = columns[0].numbers<std::int32_t>();
  std::vector<std::int32_t> sorted(runs.begin(), runs.end());
  std::ranges::sort(sorted);
  REQUIRE(sorted.size() == 400);
  for (std::int32_t run = 0; run < 400; ++run) CHECK(sorted[static_cast<std::size_t>(run)] == run);
}

TEST_CASE("entry filler: a plan is valid for its table, also after columns were added, and refused for others") {
  const auto writer = sample::writer_to(sample::empty_disk());
  TableWriter first = writer->add_table(table::schema_of<Header>("First"), {.format = Format::rntuple});
  TableWriter other = writer->add_table(table::schema_of<Event>("Other"));
  const EntryPlan<Header> plan(first);
  FillContext elsewhere = other.context();
  CHECK(error_of([&] { EntryFiller<Header>(elsewhere, plan); }) ==
        "misuse: the plan fills column 0 of table 'First', 'run', which the context of 'Other' has not");
  FillContext old = first.context();
  first.add_columns({{.name = "value", .type = array::parse_type("float64")}});
  FillContext now = first.context();
  EntryFiller<Header>(now, plan);
  EntryFiller<Header>(old, plan).fill({1, {}});
  const EntryPlan<Plain> larger(first);
  CHECK(error_of([&] { EntryFiller<Plain>(old, larger); }) ==
        "misuse: the plan fills column 2 of table 'First', 'value', which the context of 'First' has not");
  EntryFiller<Plain> entries(now, larger);
  entries.fill({});
  old.refresh();
  EntryFiller<Plain>(old, larger).fill({});
  for (FillContext* context : {&elsewhere, &old, &now}) context->close();
  writer->close();
  CHECK(first.report().entries == 3);
}

namespace {

struct Large {
  std::array<double, 125> values{};
};

Large noise() {
  static std::uint64_t state = 1;  // one thread
  Large entry;
  for (double& value : entry.values)
    value = static_cast<double>(state = state * 6364136223846793005U + 1442695040888963407U);
  return entry;
}

}  // namespace

template <>
struct ramet::array::Description<Large> {
  static constexpr auto members = std::tuple(member("values", &Large::values));
};

TEST_CASE("entry filler: a entry is added at once, or refused while memory is in use by clusters in progress") {
  const auto disk = sample::empty_disk();
  std::function<void()> hook;
  const auto in_a_cluster = [&](std::span<const std::byte> bytes) {
    if (hook && bytes.size() > 50000) std::exchange(hook, nullptr)();
  };
  const auto writer = ParallelWriter::create(std::make_unique<sample::WatchedSink>(disk, in_a_cluster),
                                             WriterOptions{.memory_budget = 2 << 20});
  TableWriter tree = writer->add_table(table::schema_of<Large>("Events"), {.cluster_bytes = 16 << 20});
  FillContext slow = tree.context();
  FillContext other = tree.context();
  EntryFiller<Large> slow_rows(slow);
  EntryFiller<Large> entries(other);
  for (int entry = 0; entry < 200; ++entry) slow_rows.fill(noise());
  std::uint64_t added = 0;
  bool is_ready = false;
  hook = [&] {
    while (added < 10'000 && entries.try_fill(noise())) ++added;
    CHECK(added > 50);
    CHECK(added < 1000);
    CHECK(other.entries() == added);
    CHECK(other.held_entries() == added);  // and not in a small cluster
    other.when_ready([&] { is_ready = true; });
    CHECK_FALSE(is_ready);
  };
  slow.flush();
  CHECK(is_ready);
  for (int entry = 0; entry < 2000; ++entry) CHECK(entries.try_fill(noise()));  // nobody will give anything back
  CHECK(other.entries() == added + 2000);
  slow.close();
  other.close();
  writer->close();
  CHECK(writer->status().most_bytes_in_flight <= 2 << 20);
  CHECK(writer->status().bytes_in_flight == 0);
  CHECK(sample::read_all(sample::source_of(disk), tree.schema())[0].length() == 2200 + added);
}

namespace {

/// Event in a later version of the program.
struct LaterEvent {
  std::string name;                 // was `tag`
  std::int32_t number = 0;          // was an int64
  double weight = 0;                // was a float
  std::vector<std::int64_t> cells;  // was an array of 3 int16
  std::vector<float> energies;      // were doubles
  std::int8_t good = 0;             // was a bool
};

struct TwiceNumber {
  std::int64_t number = 0;
  std::int64_t id = 0;
};

}  // namespace

template <>
struct ramet::array::Description<LaterEvent> {
  static constexpr auto members =
      std::tuple(member("name", &LaterEvent::name), member("number", &LaterEvent::number),
                 member("weight", &LaterEvent::weight), member("cells", &LaterEvent::cells),
                 member("energies", &LaterEvent::energies), member("good", &LaterEvent::good));
  static constexpr std::array former_names = {std::pair{"name", "tag"}};
};
template <>
struct ramet::array::Description<TwiceNumber> {
  static constexpr auto members = std::tuple(member("number", &TwiceNumber::number), member("id", &TwiceNumber::id));
  static constexpr std::array former_names = {std::pair{"id", "number"}};
};

TEST_CASE("entry filler: existing tables accept structs with renamed members and other types") {
  for (const Format format : {Format::ttree, Format::rntuple}) {
    const auto disk = sample::empty_disk();
    const auto before = sample::writer_to(disk);
    FillContext first = before->add_table(table::schema_of<Event>("Events"), {.format = format}).context();
    EntryFiller<Event>(first).fill(event_of(1));
    first.close();
    before->close();
    const auto writer = ParallelWriter::update(std::make_unique<sample::SharedSink>(disk), sample::source_of(disk), {});
    TableWriter table = writer->open_table("Events");
    FillContext context = table.context();
    EntryFiller<LaterEvent> entries(context);
    entries.fill({"two", 2, 0.75, {4, 5, 6}, {1.5F, 2.5F}, 1});
    LaterEvent bad{"bad", 3, 0, {1, 2}, {1}, 0};
    CHECK(error_of([&] { entries.fill(bad); }) == "misuse: member 'cells': 2 values cannot be stored as 3 * int16");
    bad.cells = {1, 2, 40000};
    CHECK(error_of([&] { entries.fill(bad); }) ==
          "misuse: member 'cells': number is out of range: 40000 is not in -32768..32767");
    entries.fill({"", 4, 1.25, {7, 8, 9}, {}, 0});
    context.close();
    writer->close();
    if (format == Format::rntuple) continue;
    const auto columns = sample::read_all(sample::source_of(disk), table.schema());
    const auto column = [&](std::string_view name) -> const array::Array& {
      const auto& all = table.schema().columns;
      return columns[static_cast<std::size_t>(std::ranges::find(all, name, &table::Column::name) - all.begin())];
    };
    CHECK(sample::is_same(column("number"), sample::column_of<std::int64_t>({1, 2, 4})));
    CHECK(sample::is_same(column("weight"), sample::column_of<float>({0.5F, 0.75F, 1.25F})));
    CHECK(sample::is_same(column("tag"), sample::column_of<std::string>({"t", "two", ""})));
    CHECK(sample::is_same(column("energies"), sample::column_of<std::vector<double>>({{1}, {1.5, 2.5}, {}})));
    CHECK(sample::is_same(column("cells"),
                          sample::column_of<std::array<std::int16_t, 3>>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})));
  }
}

TEST_CASE("entry filler: two members of one column are refused") {
  const auto writer = sample::writer_to(sample::empty_disk());
  const TableWriter table = writer->add_table(table::schema_of<Event>("Events"));
  CHECK(error_of([&] { EntryPlan<TwiceNumber> plan(table); }) ==
        "misuse: two members of the struct are column 'number' of table 'Events', 'id' among them");
}

TEST_CASE("fill context: one that was moved from says so") {
  const auto writer = ParallelWriter::create(std::make_unique<io::MemorySink>());
  TableWriter tree = writer->add_table(sample::counting_schema());
  FillContext context = tree.context();
  const FillContext other = std::move(context);
  // NOLINTBEGIN(bugprone-use-after-move,hicpp-invalid-access-moved)
  const std::string moved = "misuse: this context was moved: fill the one that it was moved to";
  CHECK(error_of([&] { context.column<std::int64_t>("c0"); }) == moved);
  CHECK(error_of([&] { context.end_entry(); }) == moved);
  CHECK(error_of([&] { context.try_end_entry(); }) == moved);
  CHECK(error_of([&] { context.extend({}); }) == moved);
  CHECK(error_of([&] { context.hand_over(); }) == moved);
  CHECK(error_of([&] { context.flush(); }) == moved);
  CHECK(error_of([&] { context.refresh(); }) == moved);
  CHECK(error_of([&] { context.begin_sequence(3); }) == moved);
  CHECK(error_of([&] { context.abandon(); }) == moved);
  CHECK(error_of([&] { context.close(); }) == moved);
  CHECK(error_of([&] { context.times(); }) == moved);
  CHECK(context.held_entries() == 0);
  // NOLINTEND(bugprone-use-after-move,hicpp-invalid-access-moved)
}
