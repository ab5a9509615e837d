#include "ramet/write/fill_context.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "forked.hpp"
#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

/// A writer into memory with one tree. Threads: as its writer.
struct Output {
  explicit Output(table::Schema schema, TableOptions options = {}, WriterOptions writer_options = {})
      : writer(sample::writer_to(disk, writer_options)), tree(writer->add_table(std::move(schema), options)) {}

  std::vector<array::Array> columns() { return sample::read_all(sample::source_of(disk), tree.schema()); }
  std::vector<std::uint64_t> clusters() { return sample::cluster_sizes(sample::source_of(disk)); }

  sample::Disk disk = sample::empty_disk();
  std::unique_ptr<ParallelWriter> writer;
  TableWriter tree;
};

table::Schema row_schema() { return sample::schema_of({"int32", "var * float32", "string"}); }

struct Row {
  std::int32_t number;
  std::vector<float> list;
  std::string text;
};

std::vector<Row> some_rows() {
  std::vector<Row> rows;
  for (int i = 0; i < 100; ++i)
    rows.push_back({i, std::vector<float>(static_cast<std::size_t>(i % 4), 0.5F),
                    std::string(static_cast<std::size_t>(i % 7), 'x')});
  return rows;
}

std::vector<array::Array> columns_of(const std::vector<Row>& rows) {
  std::vector<array::ArrayBuilder> columns;
  for (const table::Column& column : row_schema().columns) columns.emplace_back(column.type);
  for (const Row& row : rows) {
    array::ValueColumn<std::int32_t>::append(columns[0], row.number);
    array::ValueColumn<std::vector<float>>::append(columns[1], row.list);
    array::ValueColumn<std::string>::append(columns[2], row.text);
  }
  return array::finish(std::move(columns));
}

/// A tree with one column, whose values have 1,000 bytes each.
table::Schema large_schema() { return sample::schema_of({"125 * float64"}); }
std::vector<array::Array> large(std::size_t count) {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("125 * float64", count));
  return columns;
}

}  // namespace

TEST_CASE("fill context: value by value and in batches of any size make the same file") {
  const auto rows = some_rows();
  const auto columns = columns_of(rows);
  std::vector<std::vector<std::byte>> files;
  const auto keep = [&](Output& output) {
    output.writer->close();
    CHECK(sample::is_same(output.columns(), columns));
    const bytes::Buffer contents = output.disk->contents();
    files.emplace_back(contents.span().begin(), contents.span().end());
  };
  const TableOptions options{.cluster_entries = 17};
  Output by_value(row_schema(), options, {.reproducible = true});
  FillContext context = by_value.tree.context();
  auto number = context.column<std::int32_t>("c0");
  auto list = context.column<std::vector<float>>("c1");
  auto text = context.column<std::string>("c2");
  for (const Row& row : rows) {
    text.append(row.text);
    number.append(row.number);
    list.append(row.list);
    context.end_entry();
  }
  context.close();
  keep(by_value);
  for (const std::size_t batch : {1U, 5U, 17U, 40U, 100U}) {
    Output output(row_schema(), options, {.reproducible = true});
    FillContext filled = output.tree.context();
    for (std::size_t first = 0; first < rows.size(); first += batch)
      filled.extend(sample::slices(columns, first, std::min(first + batch, rows.size())));
    filled.close();
    keep(output);
    CHECK(files.back() == files.front());
  }
}

TEST_CASE("fill context: clusters have exactly the requested entries, whatever the batches") {
  for (const std::size_t batch : {1U, 3U, 10U, 11U, 35U, 100U}) {
    CAPTURE(batch);
    Output output(sample::counting_schema(), {.cluster_entries = 10});
    FillContext context = output.tree.context();
    for (std::size_t first = 0; first < 95; first += batch)
      context.extend(sample::counting(static_cast<std::int64_t>(first), std::min<std::size_t>(batch, 95 - first)));
    CHECK(context.entries() == 95);
    context.close();
    output.writer->close();
    CHECK(output.clusters() == std::vector<std::uint64_t>{10, 10, 10, 10, 10, 10, 10, 10, 10, 5});
    CHECK(sample::is_same(output.columns(), sample::counting(0, 95)));
  }
}

TEST_CASE("fill context: clusters have about the requested bytes, also if the size of entries changes") {
  const TableOptions options{.cluster_bytes = 100000};
  Output output(sample::schema_of({"var * float64"}), options);
  FillContext context = output.tree.context();
  std::vector<std::vector<double>> lists(40, std::vector<double>(250));
  lists.resize(40 + 40000);  // and then empty ones: 8 bytes of offset each
  const std::size_t steps[] = {0, 40, 30000, lists.size()};
  for (std::size_t step = 0; step + 1 < std::size(steps); ++step) {
    std::vector<array::Array> columns;
    columns.push_back(sample::column_of(
        std::vector<std::vector<double>>(lists.begin() + static_cast<std::ptrdiff_t>(steps[step]),
                                         lists.begin() + static_cast<std::ptrdiff_t>(steps[step + 1]))));
    context.extend(columns);
  }
  context.close();
  output.writer->close();
  std::size_t entry = 0;
  for (const std::uint64_t size : output.clusters()) {
    std::size_t bytes = 0;
    for (std::uint64_t i = 0; i < size; ++i) bytes += 8 + 8 * lists[entry++].size();
    CHECK(bytes <= 1.1 * 100000);
    if (entry < lists.size()) CHECK(bytes >= 0.5 * 100000);
  }
  CHECK(entry == lists.size());
}

TEST_CASE("fill context: zero entries in a batch, a hand-over or a whole context make no cluster") {
  Output output(sample::counting_schema());
  FillContext context = output.tree.context();
  context.extend(sample::counting(0, 0));
  context.hand_over();
  context.extend(sample::counting(0, 3));
  context.hand_over();
  context.hand_over();
  context.close();
  output.tree.context().close();
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>{3});
}

TEST_CASE("fill context: a batch that does not fit the schema is refused whole, and filling goes on") {
  Output output(row_schema());
  FillContext context = output.tree.context();
  context.extend(columns_of(some_rows()));
  const auto refused = [&](auto&& change) {
    auto columns = columns_of(some_rows());
    change(columns);
    return error_of([&] { context.extend(columns); });
  };
  CHECK(refused([](auto& columns) { columns.pop_back(); }) == "misuse: 2 columns for a tree of 3");
  CHECK(refused([](auto& columns) { columns[0] = sample::noise_of("int64", 100); }) ==
        "misuse: column 'c0' is of type int32, not int64");
  CHECK(refused([](auto& columns) { columns[2] = sample::noise_of("string", 99); }) ==
        "misuse: column 'c2' has 99 values, column 'c0' has 100");
  CHECK(refused([](auto& columns) {
          array::ArrayBuilder falling(columns[1].type());
          array::append(falling, columns[1]);
          std::memcpy(falling.offsets.data() + 8, &falling.list_offsets().back(), sizeof(std::int64_t));
          columns[1] = std::move(falling).finish();
        }) == "misuse: column 'c1': offsets decrease");
  CHECK(context.entries() == 100);
  context.close();
  output.writer->close();
  CHECK(sample::is_same(output.columns(), columns_of(some_rows())));
}

TEST_CASE("fill context: lists of columns with a common counter must have equal lengths; other contexts lose nothing") {
  table::Schema schema = sample::schema_of({"var * float32", "int32", "var * int16"});
  schema.columns[0].counter = schema.columns[2].counter = "n";
  const auto batch = [](std::vector<std::vector<float>> a, std::vector<std::vector<std::int16_t>> b) {
    std::vector<array::Array> columns;
    columns.push_back(sample::column_of(a));
    columns.push_back(sample::noise_of("int32", a.size()));
    columns.push_back(sample::column_of(b));
    return columns;
  };
  Output output(schema);
  FillContext context = output.tree.context();
  context.extend(batch({{1}, {1, 2}}, {{5}, {6, 7}}));
  CHECK(error_of([&] { context.extend(batch({{1}, {1, 2}}, {{5, 6}, {7}})); }) ==
        "misuse: 'folder/sample.root': tree 'Events': columns 'c0' and 'c2' share the counter 'n', but an entry has 1 "
        "and 2 values");
  CHECK(context.entries() == 2);
  context.close();
  output.writer->close();
  CHECK(output.columns()[0].length() == 2);
}

TEST_CASE("fill context: columns without a value for the first entry are named at once, and the entry is removed") {
  Output output(row_schema());
  FillContext context = output.tree.context();
  const auto end_entry_of = [&](std::size_t lists) {
    context.column<std::int32_t>("c0").append(1);
    for (std::size_t list = 0; list < lists; ++list) context.column<std::vector<float>>("c1").append({});
    context.column<std::string>("c2").append("x");
    lists == 2 ? static_cast<void>(context.try_end_entry()) : context.end_entry();
  };
  CHECK(error_of([&] { end_entry_of(0); }).starts_with("misuse: column 'c1' has 0 values in an entry"));
  CHECK(error_of([&] { end_entry_of(2); }).starts_with("misuse: column 'c1' has 2 values in an entry"));
  end_entry_of(1);
  CHECK(context.entries() == 1);
  context.close();
}

TEST_CASE("fill context: columns without a value for a later entry are named when the cluster ends") {
  Output output(row_schema());
  FillContext context = output.tree.context();
  for (const bool is_whole : {true, false}) {
    context.column<std::int32_t>("c0").append(1);
    if (is_whole) context.column<std::vector<float>>("c1").append({});
    context.column<std::string>("c2").append("x");
    context.end_entry();
  }
  CHECK(error_of([&] { context.hand_over(); }) == "misuse: column 'c1' has 1 values for 2 entries");
  context.column<std::vector<float>>("c1").append({});
  context.close();
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>{2});
}

TEST_CASE("fill context: a missing column, or one of another type, is named") {
  Output output(row_schema());
  FillContext context = output.tree.context();
  CHECK(error_of([&] { context.column<float>("c9"); }).starts_with("not_found: no column 'c9' in tree 'Events'"));
  CHECK(error_of([&] { context.column<float>("c0"); }) == "misuse: column 'c0' is of type int32, not float32");
  context.close();
}

TEST_CASE("fill context: sequence numbers only go up") {
  Output output(sample::counting_schema());
  FillContext context = output.tree.context(5);
  context.begin_sequence(5);
  context.extend(sample::counting(0, 1));
  context.begin_sequence(9);
  context.extend(sample::counting(1, 1));
  CHECK(error_of([&] { context.begin_sequence(8); }) == "misuse: sequence number 8 after 9");
  context.close();
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>{2});  // nothing can come between them any more
  CHECK(sample::is_same(output.columns(), sample::counting(0, 2)));
}

TEST_CASE("fill context: after close nothing can be filled") {
  Output output(sample::counting_schema());
  FillContext context = output.tree.context();
  context.extend(sample::counting(0, 1));
  context.close();
  CHECK(error_of([&] { context.extend(sample::counting(1, 1)); }) == "misuse: fill context 0 is closed");
  context.column<std::int64_t>("n").append(1);
  CHECK(error_of([&] { context.end_entry(); }) == "misuse: fill context 0 is closed");
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>{1});
}

TEST_CASE("fill context: it may be moved; its columns go with it") {
  Output output(sample::counting_schema());
  FillContext first = output.tree.context();
  auto number = first.column<std::int64_t>("n");
  number.append(0);
  first.end_entry();
  FillContext second = std::move(first);
  number.append(1);
  second.end_entry();
  second.close();
  output.writer->close();
  CHECK(sample::is_same(output.columns(), sample::counting(0, 2)));
}

TEST_CASE("fill context: a moved context notices entries that are larger than earlier ones") {
  Output output(sample::schema_of({"string"}), {.cluster_bytes = 1 << 20});
  FillContext first = output.tree.context();
  first.column<std::string>("c0").append("short");
  first.end_entry();
  FillContext second = std::move(first);
  auto text = second.column<std::string>("c0");
  for (int entry = 1; entry < 41; ++entry) {
    text.append(std::string(100 << 10, 'x'));
    second.end_entry();
  }
  second.close();
  output.writer->close();
  CHECK(output.clusters().size() == 4);
}

TEST_CASE("fill context: a small memory budget makes small clusters, never waits, and is kept") {
  for (const std::uint64_t budget : {std::uint64_t{400} << 10, std::uint64_t{1} << 20, std::uint64_t{4} << 20}) {
    for (const std::size_t batch : {1U, 10U, 3000U}) {
      CAPTURE(budget);
      CAPTURE(batch);
      Output output(large_schema(), {.cluster_bytes = 2 << 20}, {.memory_budget = budget});
      FillContext context = output.tree.context();
      for (std::size_t done = 0; done < 3000; done += batch) context.extend(large(batch));
      context.close();
      output.writer->close();
      CHECK(output.writer->budget().peak() <= budget);
      CHECK(output.writer->budget().used() == 0);
      const auto clusters = output.clusters();
      const std::uint64_t largest = *std::ranges::max_element(clusters);
      CHECK(largest * 1000 * 3 <= std::max<std::uint64_t>(budget, 2 << 20) * 3);
      if (budget < 4 << 20) CHECK(largest * 1000 * 3 <= budget + 3000);
      CHECK(output.columns()[0].length() == 3000);
    }
  }
}

TEST_CASE("fill context: clusters use a good part of the budget, entry by entry and with many contexts") {
  // 24 MB of columns, of which a context may hold a third of three quarters of the budget at once.
  constexpr std::int64_t entries = 1'500'000;
  for (const int contexts : {1, 4}) {
    CAPTURE(contexts);
    Output output(sample::counting_schema(), {.cluster_bytes = 16 << 20}, {.memory_budget = 8 << 20});
    std::vector<FillContext> open;
    for (int number = 0; number < contexts; ++number) open.push_back(output.tree.context());
    for (std::int64_t entry = 0; entry < entries; ++entry) {
      FillContext& context = open[static_cast<std::size_t>(entry % contexts)];
      const auto columns = sample::counting(entry, 1);
      context.extend(columns);
    }
    for (FillContext& context : open) context.close();
    output.writer->close();
    CHECK(output.writer->budget().peak() <= output.writer->budget().limit());
    const auto clusters = output.clusters();
    CHECK(std::accumulate(clusters.begin(), clusters.end(), std::uint64_t{0}) == entries);
    CHECK(clusters.size() <= static_cast<std::size_t>(100 * contexts));
  }
}

TEST_CASE("fill context: however much one context fills, a quarter of the budget is left for others to begin") {
  Output output(large_schema(), {.cluster_bytes = 64 << 20}, {.memory_budget = 4 << 20});
  FillContext greedy = output.tree.context();
  for (int batch = 0; batch < 50; ++batch) greedy.extend(large(100));
  std::vector<FillContext> more;
  for (int context = 0; context < 4; ++context) more.push_back(output.tree.context());
  CHECK(error_of([&] {
          for (int context = 0; context < 100; ++context) more.push_back(output.tree.context());
        }).find("has no room for another fill context, which needs 262144 bytes") != std::string::npos);
  CHECK(output.writer->budget().peak() <= output.writer->budget().limit());
  more.front().extend(large(3));
  for (FillContext& context : more) context.close();
  greedy.close();
  output.writer->close();
  CHECK(output.columns()[0].length() == 5003);
}

TEST_CASE("fill context: a budget too small for a single context is misuse, with the numbers") {
  Output output(sample::counting_schema(), {}, {.memory_budget = 1000});
  CHECK(error_of([&] { output.tree.context(); }) ==
        "misuse: a memory budget of 1000 bytes, of which 0 are used, has no room for another fill context, which needs "
        "262144 bytes");
  output.writer->close();
}

TEST_CASE("fill context: a stop ends a long batch between clusters, and what was added stays") {
  Output output(sample::counting_schema(), {.cluster_entries = 10});
  FillContext context = output.tree.context();
  /// Requests a stop after some clusters. Threads: one thread.
  class Stopper final : public ProgressSink {
   public:
    void advance(std::uint64_t more, std::uint64_t) override {
      entries_ += more;
      if (entries_ == 30) stop_.request_stop();
    }
    StopToken token() const { return stop_.get_token(); }

   private:
    StopSource stop_;
    std::uint64_t entries_ = 0;
  } stopper;
  CHECK(error_of([&] { context.extend(sample::counting(0, 100), {stopper.token(), &stopper}); }) ==
        "cancelled: stopped on request");
  CHECK(context.entries() == 30);
  context.close();
  output.writer->close();
  CHECK(sample::is_same(output.columns(), sample::counting(0, 30)));
}

TEST_CASE("fill context: small hand-overs are gathered, and in the file after a checkpoint or close") {
  Output output(sample::counting_schema(), {.cluster_entries = 40});
  FillContext context = output.tree.context();
  for (std::int64_t first = 0; first < 100; first += 8) {
    context.extend(sample::counting(first, std::min<std::size_t>(8, static_cast<std::size_t>(100 - first))));
    context.hand_over();
    if (first == 24) {
      output.writer->checkpoint();
      CHECK(output.tree.saved_entries() == 32);
    }
  }
  CHECK(output.tree.report().entries == 100);
  context.close();
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>{24, 8, 24, 24, 20});
  CHECK(sample::is_same(output.columns(), sample::counting(0, 100)));
}

TEST_CASE("fill context: HandOver::exact makes a cluster for each hand-over, and flush one of all held rows") {
  Output exact(sample::counting_schema(), {.hand_over = HandOver::exact});
  Output gathered(sample::counting_schema());
  for (Output* output : {&exact, &gathered}) {
    FillContext context = output->tree.context();
    for (std::int64_t first = 0; first < 30; first += 10) {
      context.extend(sample::counting(first, 10));
      context.hand_over();
    }
    context.extend(sample::counting(30, 5));
    context.flush();
    context.flush();
    context.extend(sample::counting(35, 5));
    context.close();
    output->writer->close();
    CHECK(sample::is_same(output->columns(), sample::counting(0, 40)));
  }
  CHECK(exact.clusters() == std::vector<std::uint64_t>{10, 10, 10, 5, 5});
  CHECK(gathered.clusters() == std::vector<std::uint64_t>{35, 5});
}

TEST_CASE("fill context: small parts of several contexts share clusters, in their order") {
  Output output(sample::counting_schema(), {.cluster_entries = 40});
  FillContext even = output.tree.context(0);
  FillContext odd = output.tree.context(1);
  for (std::int64_t part = 0; part < 20; ++part) {
    FillContext& context = part % 2 == 0 ? even : odd;
    context.begin_sequence(static_cast<std::uint64_t>(part));
    context.extend(sample::counting(5 * part, 5));
  }
  even.close();
  odd.close();
  output.writer->close();
  const auto clusters = output.clusters();
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    if (cluster + 1 < clusters.size()) CHECK(clusters[cluster] >= 20);
    CHECK(clusters[cluster] <= 40);
  }
  CHECK(sample::is_same(output.columns(), sample::counting(0, 100)));
}

TEST_CASE("fill context: what an abandoned context had handed over is written, and the rest is reported as lost") {
  Output output(sample::counting_schema());
  {
    FillContext context = output.tree.context();
    context.extend(sample::counting(0, 10));
    context.hand_over();
    context.extend(sample::counting(10, 3));
  }
  CHECK(error_of([&] { output.writer->close(); }).find("3 entries were filled") != std::string::npos);
  CHECK(sample::is_same(output.columns(), sample::counting(0, 10)));
}

TEST_CASE("fill context: a batch is added at once, or refused while memory is in use by clusters in progress") {
  const auto disk = sample::empty_disk();
  std::function<void()> hook;
  const auto in_a_cluster = [&](std::span<const std::byte> bytes) {
    if (hook && bytes.size() > 50000) std::exchange(hook, nullptr)();
  };
  const auto writer = ParallelWriter::create(std::make_unique<sample::WatchedSink>(disk, in_a_cluster),
                                             WriterOptions{.memory_budget = 2 << 20});
  TableWriter tree = writer->add_table(large_schema(), {.cluster_bytes = 16 << 20});
  FillContext slow = tree.context();
  FillContext other = tree.context();
  CHECK(other.try_extend(large(100)));
  slow.extend(large(200));
  bool is_ready = false;
  hook = [&] {
    CHECK(writer->status().clusters_in_flight == 1);
    CHECK_FALSE(other.try_extend(large(1000)));
    CHECK(other.entries() == 100);
    other.when_ready([&] { is_ready = true; });
    CHECK_FALSE(is_ready);
  };
  slow.flush();
  CHECK(is_ready);
  CHECK(writer->status().clusters_in_flight == 0);
  CHECK(writer->status().descriptor_bytes >= 24);
  CHECK(writer->status().descriptor_bytes < 1000);
  CHECK(other.try_extend(large(1000)));  // in smaller clusters: nobody will give anything back
  CHECK(other.entries() == 1100);
  slow.close();
  other.close();
  writer->close();
  CHECK(writer->status().most_bytes_in_flight <= 2 << 20);
  CHECK(writer->status().bytes_in_flight == 0);
  CHECK(sample::read_all(sample::source_of(disk), large_schema())[0].length() == 1300);
}

TEST_CASE("fill context: in a reproducible file a try does not wait for the parts before its own") {
  Output output(large_schema(), {}, {.reproducible = true, .memory_budget = 8 << 20});
  FillContext first = output.tree.context(0);
  FillContext second = output.tree.context(1);
  std::uint64_t batches = 0;
  while (batches < 1000 && second.try_extend(large(100))) ++batches;
  CHECK(batches > 0);
  CHECK(batches < 1000);
  CHECK(second.entries() == 100 * batches);
  int calls = 0;
  second.when_ready([&] { ++calls; });
  CHECK(calls == 0);
  auto column = second.column<std::array<double, 125>>("c0");
  std::uint64_t entries = 0;
  const auto try_one = [&] {
    column.append({});
    return second.try_end_entry();
  };
  while (entries < 100'000 && try_one()) ++entries;
  CHECK(entries < 100'000);
  CHECK(second.entries() == 100 * batches + entries);
  CHECK(first.try_extend(large(3000)));  // its part is the first: it need not wait
  first.close();
  CHECK(calls == 1);
  second.when_ready([&] { ++calls; });  // it was refused before
  CHECK(calls == 2);
  CHECK(try_one());
  CHECK(second.try_extend(large(3000)));
  second.close();
  output.writer->close();
  CHECK(output.columns()[0].length() == 6000 + 100 * batches + entries + 1);
}

TEST_CASE("fill context: times are measured for each stage") {
  Output output(sample::counting_schema(), {.cluster_entries = 10});
  FillContext context = output.tree.context();
  context.extend(sample::counting(0, 25));
  CHECK(context.times().calls(Stage::write) == 2);
  CHECK(context.times().calls(Stage::fill) == 1);
  CHECK(context.times().calls(Stage::commit) == 2);
  context.close();
  output.writer->close();
}

TEST_CASE("fill context: after its writer is destroyed, entries are refused") {
  const auto disk = sample::empty_disk();
  auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema());
  FillContext context = tree.context();
  FillContext closed = tree.context();
  closed.close();
  auto numbers = context.column<std::int64_t>("n");
  numbers.append(1);
  context.end_entry();
  writer.reset();
  const std::string gone =
      "misuse: the writer of 'folder/sample.root' was destroyed before its contexts: "
      "their entries are lost";
  CHECK(error_of([&] { context.extend(sample::counting(0, 10)); }) == gone);
  CHECK(error_of([&] { context.try_extend(sample::counting(0, 10)); }) == gone);
  CHECK(error_of([&] { context.begin_sequence(7); }) == gone);
  CHECK(error_of([&] { context.hand_over(); }) == gone);
  CHECK(error_of([&] { context.flush(); }) == gone);
  CHECK(error_of([&] { context.refresh(); }) == gone);
  CHECK(error_of([&] { context.close(); }) == gone);
  CHECK(error_of([&] { context.abandon(); }) == gone);
  CHECK(error_of([&] { tree.context(); }) == gone);
  CHECK(error_of([&] { closed.close(); }) == "none");
  const std::string filling = error_of([&] {
    for (int entry = 0; entry < 10'000'000; ++entry) {
      numbers.append(1);
      context.end_entry();
    }
  });
  CHECK(filling == gone);
}

TEST_CASE("fill context: an abandoned context discards its rows without an error") {
  Output output(sample::counting_schema());
  FillContext context = output.tree.context();
  context.extend(sample::counting(0, 10));
  context.hand_over();
  context.extend(sample::counting(10, 5));
  CHECK(context.abandon() == 5);
  CHECK(error_of([&] { context.extend(sample::counting(0, 1)); }) == "misuse: fill context 0 is closed");
  CHECK(error_of([&] { context.close(); }) == "none");
  CHECK(context.abandon() == 0);
  output.writer->close();
  CHECK(output.columns()[0].length() == 10);
}

TEST_CASE(
    "fill context: entries since the last hand-over of a context that was not closed are lost, and close reports "
    "them") {
  Output output(sample::counting_schema());
  {
    FillContext context = output.tree.context();
    context.extend(sample::counting(0, 10));
    context.hand_over();
    context.extend(sample::counting(10, 5));
  }
  CHECK(error_of([&] { output.writer->close(); }).find("5 entries were filled into contexts that were never closed") !=
        std::string::npos);
  CHECK(output.columns()[0].length() == 10);
}

TEST_CASE("fill context: entries of a tree without columns are refused") {
  Output output({"Events", "", {}}, {.format = Format::rntuple});
  FillContext context = output.tree.context();
  context.end_entry();
  CHECK(error_of([&] { context.close(); }) == "misuse: tree 'Events' has no columns, and 1 entries");
}

TEST_CASE("fill context: a forked child can neither fill nor close its parent's contexts") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root";
  auto writer = ParallelWriter::recreate(path);
  TableWriter tree = writer->add_table(sample::counting_schema());
  auto context = std::make_unique<FillContext>(tree.context());
  context->extend(sample::counting(0, 1000));
  const std::vector<std::function<void()>> calls = {[&] { context->extend(sample::counting(0, 1)); },
                                                    [&] { context->try_extend(sample::counting(0, 1)); },
                                                    [&] { context->begin_sequence(1); },
                                                    [&] { context->hand_over(); },
                                                    [&] { context->flush(); },
                                                    [&] { context->close(); },
                                                    [&] { context->abandon(); },
                                                    [&] { tree.context(); },
                                                    [&] { writer->add_table({"Other", "", {}}); },
                                                    [&] { writer->make_directory("a"); },
                                                    [&] { writer->share(); },
                                                    [&] { writer->processes(); },
                                                    [&] { writer->checkpoint(); },
                                                    [&] { writer->close(); }};
  for (const auto& call : calls)
    CHECK(said_by_child([&] {
            return error_of(call);
          }).find("call `share` in the first one and `join` in the others") != std::string::npos);
  CHECK(said_by_child([&] {
          context.reset();
          writer.reset();
          return "gone";
        }) == "gone");
  context->close();
  writer->close();
  CHECK(error_of([&] { writer->close(); }) == "none");
  CHECK(said_by_child([&] { return error_of([&] { writer->close(); }); }) == "none");  // nothing is left to do
  CHECK(sample::read_all(io::open_local(path), sample::counting_schema())[0].length() == 1000);
}

TEST_CASE("fill context: a child that ends while its parent's threads run does not wait for their locks") {
  const TemporaryFolder folder;
  auto writer = ParallelWriter::recreate(folder / "x.root");
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 100});
  std::atomic<bool> is_over = false;
  {
    std::jthread filling([&] {
      FillContext context = tree.context();
      while (!is_over) {
        context.extend(sample::counting(0, 1000));
        writer->checkpoint();
      }
      context.close();
    });
    auto context = std::make_unique<FillContext>(tree.context());
    for (int round = 0; round < 20; ++round)
      CHECK(said_by_child([&] {
              const std::string closing = error_of([&] { writer->close(); });
              context.reset();
              writer.reset();
              return closing;
            }).starts_with("misuse: "));
    context->close();
    is_over = true;
  }
  writer->close();
}

TEST_CASE("fill context: an entry that is too large for a file is refused when it is filled, and the others stay") {
  Output output(sample::schema_of({"int64", "string"}));
  FillContext context = output.tree.context();
  auto number = context.column<std::int64_t>("c0");
  auto text = context.column<std::string>("c1");
  const auto fill = [&](std::int64_t value, const std::string& words) {
    number.append(value);
    text.append(words);
    context.end_entry();
  };
  for (std::int64_t entry = 0; entry < 1000; ++entry) fill(entry, "some words");
  {
    const std::string huge(std::size_t{1100} << 20, 'x');
    const std::string message = error_of([&] { fill(1000, huge); });
    CHECK(message.find("misuse: '") == 0);
    CHECK(message.find("column 'c1': an entry of 1153433608 bytes, more than 1072693248") != std::string::npos);
  }
  CHECK(context.entries() == 1000);
  fill(1000, "and one more");
  context.close();
  output.writer->close();
  const auto columns = output.columns();
  CHECK(columns[0].length() == 1001);
  CHECK(columns[0].numbers<std::int64_t>()[1000] == 1000);
}

TEST_CASE("fill context: values of an unfinished entry can be removed") {
  Output output(sample::schema_of({"int64", "var * float32"}));
  FillContext context = output.tree.context();
  auto number = context.column<std::int64_t>("c0");
  auto texts = context.column<std::vector<float>>("c1");
  number.append(1);
  texts.append({1, 2});
  context.end_entry();
  number.append(2);
  texts.append({3});
  context.discard_entry();
  number.append(3);
  texts.append({});
  context.end_entry();
  context.close();
  output.writer->close();
  const auto columns = output.columns();
  CHECK(columns[0].length() == 2);
  CHECK(columns[0].numbers<std::int64_t>()[1] == 3);
  CHECK(columns[1].content(0).length() == 2);
}

TEST_CASE("fill context: a large entry counts in the budget, and the next cluster begins after it") {
  Output output(sample::schema_of({"string"}), {.cluster_bytes = 1 << 20}, {.memory_budget = 8 << 20});
  FillContext context = output.tree.context();
  auto text = context.column<std::string>("c0");
  for (int entry = 0; entry < 2000; ++entry) {
    text.append(entry == 1000 ? std::string(20 << 20, 'x') : std::string("short"));
    context.end_entry();
  }
  CHECK(output.writer->status().most_bytes_in_flight > std::uint64_t{40} << 20);
  CHECK(output.writer->status().bytes_in_flight < std::uint64_t{8} << 20);
  context.close();
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>{1001, 999});
}

TEST_CASE("fill context: parts of one entry stay within the budget, and make healthy clusters") {
  constexpr std::uint64_t budget = 16 << 20;
  constexpr std::int64_t entries = 200'000;
  for (const bool has_idle : {false, true}) {
    Output output(sample::counting_schema(), {}, {.memory_budget = budget});
    std::vector<FillContext> contexts;
    for (int context = 0; context < 5; ++context) contexts.push_back(output.tree.context(0));
    std::vector<FillContext> idle;
    if (has_idle)
      for (int context = 0; context < 2; ++context) idle.push_back(output.tree.context(0));
    for (std::int64_t entry = 0; entry < entries; ++entry) {
      FillContext& context = contexts[static_cast<std::size_t>(entry) % contexts.size()];
      context.begin_sequence(static_cast<std::uint64_t>(entry));
      context.extend(sample::counting(entry, 1));
    }
    for (FillContext& context : contexts) context.close();
    for (FillContext& context : idle) context.close();
    output.writer->close();
    CHECK(output.writer->budget().peak() <= budget);
    CHECK(output.writer->budget().used() == 0);
    CHECK(output.clusters().size() <= 30);
    CHECK(sample::is_same(output.columns(), sample::counting(0, entries)));
  }
}

TEST_CASE("fill context: contexts that take turns make clusters of the size asked for") {
  Output output(sample::schema_of({"string"}), {.cluster_entries = 50});
  std::vector<FillContext> contexts;
  for (int context = 0; context < 2; ++context) contexts.push_back(output.tree.context(0));
  for (std::uint64_t entry = 0; entry < 500; ++entry) {
    FillContext& context = contexts[entry % contexts.size()];
    context.begin_sequence(entry);
    context.column<std::string>("c0").append(std::string(10'000, 'x'));
    context.end_entry();
  }
  for (FillContext& context : contexts) context.close();
  output.writer->close();
  CHECK(output.clusters() == std::vector<std::uint64_t>(10, 50));
}

TEST_CASE("fill context: a stop affects only one call") {
  Output output(sample::counting_schema());
  FillContext context = output.tree.context();
  StopSource stop;
  stop.request_stop();
  CHECK(error_of([&] { context.extend(sample::counting(0, 1), {.stop = stop.get_token()}); }).find("cancelled") == 0);
  auto number = context.column<std::int64_t>("n");
  for (std::int64_t entry = 0; entry < 1000; ++entry) {
    number.append(entry);
    context.end_entry();
  }
  context.close();
  output.writer->close();
}
