// Distant files: the number of round trips of a reader.
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

constexpr std::uint64_t clusters = 20;
constexpr std::uint64_t entries = 2000;  // of a cluster
constexpr std::size_t columns = 10;      // half of them lists

std::string name_of(std::size_t column) { return "c" + std::to_string(column); }

bool is_list(std::size_t column) { return column % 2 == 1; }

float value_of(std::size_t column, std::uint64_t number) {
  return static_cast<float>((number * 2654435761U + column * 40503U) % 65536U);  // noise that does not compress well
}

array::Array values_of(std::size_t column, std::uint64_t cluster) {
  const array::Type number = array::Type::of(array::NumberType::float32);
  array::ArrayBuilder array(is_list(column) ? array::Type::list_of(number) : number);
  for (std::uint64_t entry = cluster * entries; entry < (cluster + 1) * entries; ++entry) {
    if (!is_list(column)) {
      array::ValueColumn<float>::append(array, value_of(column, entry));
      continue;
    }
    array::ValueColumn<std::vector<float>>::append(array, std::vector<float>(entry % 4, value_of(column, entry)));
  }
  return std::move(array).finish();
}

/// Ten columns of twenty clusters, and forty columns that are not read.
std::filesystem::path write_events(const TemporaryFolder& folder, write::Format format) {
  const auto path = folder / "events.root";
  const auto writer = write::ParallelWriter::recreate(path);
  table::Schema schema;
  schema.name = "Events";
  for (std::size_t column = 0; column < 5 * columns; ++column)
    schema.columns.push_back({name_of(column), values_of(column, 0).type()});
  auto table = writer->add_table(schema, {.format = format, .cluster_entries = entries});
  auto context = table.context();
  for (std::uint64_t cluster = 0; cluster < clusters; ++cluster) {
    std::vector<array::Array> batch;
    for (std::size_t column = 0; column < 5 * columns; ++column) batch.push_back(values_of(column, cluster));
    context.extend(batch);
  }
  context.close();
  writer->close();
  return path;
}

void check_column(const array::Array& found, std::size_t column) {
  array::ArrayBuilder expected(found.type());
  for (std::uint64_t cluster = 0; cluster < clusters; ++cluster) append(expected, values_of(column, cluster));
  CHECK(found.length() == expected.length);
  const array::Array& numbers = is_list(column) ? found.content(0) : found;
  const array::ArrayBuilder& wanted = is_list(column) ? expected.contents[0] : expected;
  CHECK(std::ranges::equal(found.list_offsets(), expected.list_offsets()));
  CHECK(std::ranges::equal(numbers.numbers<float>(), wanted.numbers<float>()));
}

/// A source without bytes in memory.
std::shared_ptr<const io::ByteSource> read_only(const std::filesystem::path& path) { return io::open_local(path); }

std::vector<array::Array> read_columns(const dataset::File& file, write::Format format, schedule::Executor& executor) {
  if (format == write::Format::ttree) {
    const auto tree = file.tree("Events");
    std::vector<const tree::Branch*> branches;
    for (std::size_t column = 0; column < columns; ++column) branches.push_back(&tree->tree().at(name_of(column)));
    return tree->read(branches, tree->tree().all_entries(), {executor});
  }
  const auto ntuple = file.ntuple("Events");
  std::vector<const ntuple::Field*> fields;
  for (std::size_t column = 0; column < columns; ++column) fields.push_back(&ntuple->ntuple().at(name_of(column)));
  return ntuple->read(fields, ntuple->ntuple().all_entries(), {executor});
}

/// For each batch of two columns: the first entry, and the sums of both.
std::map<std::uint64_t, std::pair<double, double>> batch_sums(const dataset::File& file, write::Format format,
                                                              schedule::Executor& executor) {
  std::mutex mutex;
  std::map<std::uint64_t, std::pair<double, double>> sums;
  const auto add = [&](const array::Batch& batch) {
    const auto sum = [](std::span<const float> numbers) {
      return std::accumulate(numbers.begin(), numbers.end(), 0.0);
    };
    const std::pair both(sum(batch.columns[0].numbers<float>()), sum(batch.columns[1].content(0).numbers<float>()));
    const std::scoped_lock lock(mutex);
    sums.emplace(batch.entries.first.number, both);
  };
  if (format == write::Format::ttree) {
    const auto tree = file.tree("Events");
    const tree::Branch* const two[] = {&tree->tree().at("c0"), &tree->tree().at("c1")};
    tree->for_each_batch(two, tree->tree().all_entries(), entries, {executor}, add);
  } else {
    const auto ntuple = file.ntuple("Events");
    const ntuple::Field* const two[] = {&ntuple->ntuple().at("c0"), &ntuple->ntuple().at("c1")};
    ntuple->for_each_batch(two, ntuple->ntuple().all_entries(), entries, {executor}, add);
  }
  return sums;
}

}  // namespace

TEST_CASE("distant file: ten columns of twenty clusters take two round trips, with their counters") {
  for (const auto format : {write::Format::ttree, write::Format::rntuple}) {
    CAPTURE(static_cast<int>(format));
    const TemporaryFolder folder;
    const auto path = write_events(folder, format);
    const auto far = std::make_shared<fault::DistantSource>(read_only(path));
    const auto executor = schedule::make_thread_executor(3);
    const dataset::Session session(*executor);
    const auto file = session.open(far);
    const auto read = read_columns(*file, format, *executor);
    CHECK(far->trips() == 2);
    CHECK(far->bytes() < far->size() / 2);  // forty columns are not read
    REQUIRE(read.size() == columns);
    for (std::size_t column = 0; column < columns; ++column) check_column(read[column], column);
  }
}

TEST_CASE("distant file: batches take one round trip for each window, and are equal to those of a local file") {
  for (const auto format : {write::Format::ttree, write::Format::rntuple}) {
    CAPTURE(static_cast<int>(format));
    const TemporaryFolder folder;
    const auto path = write_events(folder, format);
    const auto executor = schedule::make_thread_executor(3);
    const dataset::Session session(*executor);
    const auto expected = batch_sums(*session.open(path), format, *executor);
    CHECK(expected.size() >= clusters);
    const auto far =
        std::make_shared<fault::DistantSource>(read_only(path), io::ReadAhead{}, std::chrono::milliseconds(1));
    CHECK(batch_sums(*session.open(far), format, *executor) == expected);
    CHECK(far->trips() <= 3);
    io::ReadAhead little;
    little.most_bytes = 50'000;
    const auto slow = std::make_shared<fault::DistantSource>(read_only(path), little, std::chrono::milliseconds(1));
    CHECK(batch_sums(*session.open(slow), format, *executor) == expected);
    CHECK(slow->trips() > 3);
    CHECK(slow->trips() < 40);
  }
}

TEST_CASE("distant file: a request that fails is an error that names file and column") {
  for (const auto format : {write::Format::ttree, write::Format::rntuple}) {
    CAPTURE(static_cast<int>(format));
    const TemporaryFolder folder;
    const auto path = write_events(folder, format);
    const auto near = read_only(path);
    const auto executor = schedule::make_thread_executor(3);
    const dataset::Session session(*executor);
    const auto count = std::make_shared<fault::FaultySource>(near, fault::SourceFaults{});
    read_columns(*session.open(std::make_shared<fault::DistantSource>(count)), format, *executor);
    REQUIRE(count->calls() >= 3);
    for (std::uint64_t call = 0; call < count->calls(); ++call) {
      CAPTURE(call);
      const auto faulty = std::make_shared<fault::FaultySource>(near, fault::SourceFaults{.fail_at_call = call});
      const auto far = std::make_shared<fault::DistantSource>(faulty);
      try {
        read_columns(*session.open(far), format, *executor);
        FAIL("the fault was not seen");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::io);
        CHECK(std::string(error.what()).find(path.string()) != std::string::npos);
      }
    }
  }
}
