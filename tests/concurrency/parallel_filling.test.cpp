// Many contexts on many threads, started together: the tree follows from their sequence numbers, whatever their timing.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "unit/write/internal/formats/sample_ntuples.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;

namespace {

constexpr std::size_t entries_per_part = 60;

table::Schema some_schema() { return sample::schema_of({"int64", "var * float32", "string"}); }

/// The entries of one part of the job.
std::vector<array::Array> part_of(std::uint64_t part) {
  std::vector<array::Array> columns;
  for (const table::Column& column : some_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries_per_part, 100 * part + columns.size()));
  return columns;
}

std::vector<array::Array> all_parts(std::uint64_t parts) {
  std::vector<array::Array> columns;
  for (const table::Column& column : some_schema().columns) columns.emplace_back(column.type);
  for (std::uint64_t part = 0; part < parts; ++part) {
    const auto more = part_of(part);
    for (std::size_t column = 0; column < columns.size(); ++column) sample::append(columns[column], more[column]);
  }
  return columns;
}

/// The first thread fills parts 0, threads, 2 * threads ..., and so on, in small batches.
void fill_parts(TableWriter& tree, std::uint64_t first, std::uint64_t threads, std::uint64_t parts,
                std::barrier<>* start = nullptr) {
  FillContext context = tree.context(first);
  if (start != nullptr) start->arrive_and_wait();
  for (std::uint64_t part = first; part < parts; part += threads) {
    context.begin_sequence(part);
    const auto columns = part_of(part);
    for (std::size_t begin = 0; begin < entries_per_part; begin += 7)
      context.extend(sample::slices(columns, begin, std::min(begin + 7, entries_per_part)));
  }
  context.close();
}

void fill_on_threads(ParallelWriter& writer, TableWriter& tree, std::uint64_t threads, std::uint64_t parts,
                     int checkpoints = 0) {
  std::barrier start(static_cast<std::ptrdiff_t>(threads) + 1);
  std::vector<std::jthread> fillers;
  for (std::uint64_t thread = 0; thread < threads; ++thread)
    fillers.emplace_back([&, thread] { fill_parts(tree, thread, threads, parts, &start); });
  start.arrive_and_wait();
  for (int checkpoint = 0; checkpoint < checkpoints; ++checkpoint) {
    writer.checkpoint();
    CHECK(tree.report().entries <= parts * entries_per_part);
    std::this_thread::yield();
  }
}

}  // namespace

TEST_CASE(
    "parallel filling: by sequence, any number of threads writes the same entries, and reproducibly the same bytes") {
  constexpr std::uint64_t parts = 24;
  for (const Format format : {Format::ttree, Format::rntuple})
    for (const std::uint64_t cluster_entries : {25U, 200U}) {
      std::vector<std::byte> bytes;
      for (const std::uint64_t threads : {1U, 2U, 8U}) {
        CAPTURE(threads);
        CAPTURE(cluster_entries);
        const auto disk = sample::empty_disk();
        const auto writer = sample::writer_to(disk, {.reproducible = true});
        TableWriter tree = writer->add_table(
            some_schema(), {.format = format, .cluster_entries = cluster_entries, .basket_bytes = 300});
        fill_on_threads(*writer, tree, threads, parts);
        writer->close();
        CHECK(writer->budget().used() == 0);
        const bytes::Buffer contents = disk->contents();
        if (threads == 1) bytes.assign(contents.span().begin(), contents.span().end());
        CHECK(std::ranges::equal(bytes, contents.span()));
        if (format == Format::rntuple) continue;
        CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), all_parts(parts)));
        const auto clusters = sample::cluster_sizes(sample::source_of(disk));
        CHECK(clusters.size() == (cluster_entries == 25 ? 3 * parts : parts / 2));
      }
    }
}

TEST_CASE("parallel filling: contexts that exceed the memory take turns, and write the same entries") {
  constexpr std::size_t rows = 40'000;
  const std::size_t threads = 3 * std::size_t{std::max(std::thread::hardware_concurrency(), 1U)};
  for (const Format format : {Format::ttree, Format::rntuple}) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk, {.memory_budget = threads * (300 << 10) + (4 << 20)});
    TableWriter tree = writer->add_table(sample::counting_schema(),
                                         {.format = format, .cluster_bytes = 1 << 20, .when_full = WhenFull::wait});
    {
      std::barrier start(static_cast<std::ptrdiff_t>(threads));
      std::vector<std::jthread> fillers;
      for (std::size_t thread = 0; thread < threads; ++thread)
        fillers.emplace_back([&, thread] {
          FillContext context = tree.context(thread);
          start.arrive_and_wait();
          auto column = context.column<std::int64_t>("n");
          for (std::size_t row = 0; row < rows; ++row) {
            column.append(static_cast<std::int64_t>(thread * rows + row));
            context.end_entry();
            if (row % 5000 == 4999 && thread % 2 == 0) context.hand_over();
          }
          context.close();
        });
    }
    CHECK(writer->status().contexts_waiting == 0);
    writer->close();
    CHECK(writer->budget().used() == 0);
    CHECK(writer->budget().peak() <= writer->budget().limit());
    const auto source = sample::source_of(disk);
    const auto found = format == Format::rntuple ? sample::read_fields(source, "Events")
                                                 : sample::read_all(source, sample::counting_schema());
    CHECK(sample::is_same(found, sample::counting(0, threads * rows)));
  }
}

TEST_CASE("parallel filling: in order with little memory, contexts wait for the part at the front") {
  constexpr std::uint64_t parts = 64;
  std::vector<std::byte> bytes;
  for (const std::uint64_t threads : {1U, 8U}) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk, {.reproducible = true, .memory_budget = 4 << 20});
    TableWriter tree = writer->add_table(some_schema(), {.cluster_bytes = 400000});
    std::uint64_t next = 0;
    std::mutex mutex;  // parts begin in order, as reproducible files require
    const auto begin_part = [&]() -> std::optional<std::pair<std::uint64_t, FillContext>> {
      const std::lock_guard lock(mutex);
      if (next == parts) return std::nullopt;
      const std::uint64_t part = next++;
      return std::pair(part, tree.context(part));
    };
    std::barrier start(static_cast<std::ptrdiff_t>(threads));
    {
      std::vector<std::jthread> fillers;
      for (std::uint64_t thread = 0; thread < threads; ++thread)
        fillers.emplace_back([&] {
          start.arrive_and_wait();
          while (auto begun = begin_part()) {
            auto& [part, context] = *begun;
            const auto columns = part_of(part);
            for (std::uint64_t times = 0; times < 100 * (part % 3); ++times) context.extend(columns);
            context.close();
          }
        });
    }
    writer->close();
    CHECK(writer->budget().peak() <= 4 << 20);
    const bytes::Buffer contents = disk->contents();
    if (threads == 1) bytes.assign(contents.span().begin(), contents.span().end());
    CHECK(std::ranges::equal(bytes, contents.span()));
  }
}

TEST_CASE("parallel filling: in order of arrival every part is contiguous and in its own order") {
  constexpr std::uint64_t parts = 24;
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(some_schema(), {.order = Order::arrival, .cluster_entries = 1000});
  fill_on_threads(*writer, tree, 8, parts);
  writer->close();
  const auto columns = sample::read_all(sample::source_of(disk), some_schema());
  REQUIRE(columns[0].length() == parts * entries_per_part);
  std::size_t found = 0;
  for (std::uint64_t part = 0; part < parts; ++part)
    for (std::size_t place = 0; place < parts; ++place)
      found += sample::is_same(sample::slices(columns, place * entries_per_part, (place + 1) * entries_per_part),
                               part_of(part))
                   ? 1
                   : 0;
  CHECK(found == parts);
}

TEST_CASE("parallel filling: checkpoints and reports meanwhile change nothing") {
  constexpr std::uint64_t parts = 40;
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(some_schema(), {.cluster_entries = 20});
  fill_on_threads(*writer, tree, 4, parts, 30);
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), all_parts(parts)));
}

TEST_CASE("parallel filling: contexts that share an executor for encoding write the same entries") {
  constexpr std::uint64_t parts = 16;
  const auto executor = schedule::make_thread_executor(4);
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(some_schema(), {.cluster_entries = 20, .executor = executor.get()});
  fill_on_threads(*writer, tree, 4, parts);
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), all_parts(parts)));
}

TEST_CASE("parallel filling: many contexts keep a small budget, and all finish") {
  constexpr std::uint64_t parts = 64;
  constexpr std::uint64_t budget = 8 << 20;
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk, {.memory_budget = budget});
  TableWriter tree = writer->add_table(some_schema());
  fill_on_threads(*writer, tree, 8, parts);
  writer->close();
  CHECK(writer->budget().peak() <= budget);
  CHECK(writer->budget().peak() >= 8 * (256 << 10));
  CHECK(writer->budget().used() == 0);
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), all_parts(parts)));
}

TEST_CASE("parallel filling: several trees at once, each in its directory, and objects beside them") {
  constexpr std::uint64_t parts = 8;
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  std::barrier start(4);
  {
    std::vector<std::jthread> threads;
    for (int number = 0; number < 4; ++number)
      threads.emplace_back([&, number] {
        start.arrive_and_wait();
        const std::string folder = "d" + std::to_string(number);
        TableWriter tree = writer->add_table(sample::in(folder, some_schema()), {.cluster_entries = 30});
        fill_parts(tree, 0, 1, parts);
        writer->put(folder + "/note", sample::named_payload("x"));
        writer->checkpoint();
      });
  }
  writer->close();
  for (int number = 0; number < 4; ++number)
    CHECK(sample::is_same(
        sample::read_all(sample::source_of(disk), some_schema(), "d" + std::to_string(number) + "/Events"),
        all_parts(parts)));
}

TEST_CASE("parallel filling: a context is opened before close, or gets an error that the file is closed") {
  for (int round = 0; round < 50; ++round) {
    const auto writer = sample::writer_to(sample::empty_disk());
    TableWriter tree = writer->add_table(sample::counting_schema());
    std::barrier start(2);
    std::string of_context;
    {
      const std::jthread other([&] {
        start.arrive_and_wait();
        of_context = sample::error_of([&] { tree.context().close(); });
      });
      start.arrive_and_wait();
      while (sample::error_of([&] { writer->close(); }) != "none") {
      }
    }
    CHECK((of_context == "none" || of_context == "misuse: 'folder/sample.root' is closed"));
  }
}
