#include "ramet/write/internal/cluster_encoder.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;

TEST_CASE("cluster encoder: rows become a cluster at their place, by one thread or by tasks") {
  const auto executor = schedule::make_thread_executor(3);
  for (schedule::Executor* encoder : {static_cast<schedule::Executor*>(nullptr), executor.get()}) {
    const auto disk = sample::empty_disk();
    internal::OutputFile file(file::FileWriter::create(std::make_unique<sample::SharedSink>(disk)), 1 << 20);
    const auto schema = sample::schema_of({"int64", "var * float32"});
    internal::TableOutput table(file, 0, {{0}, sample::file_of(file).seek_of({0})}, schema, {.executor = encoder});
    internal::ClusterEncoder cluster(file, table);
    StageTimes times;
    std::vector<array::Array> columns;
    columns.push_back(sample::noise_of("int64", 30, 1));
    columns.push_back(sample::noise_of("var * float32", 30, 2));
    cluster.write(columns, 20, 30, {1, 0}, {&times, nullptr});
    cluster.release();
    cluster.write(columns, 0, 20, {0, 0}, {&times, nullptr});
    CHECK(times.calls(Stage::write) == 2);
    CHECK(times.calls(Stage::commit) == 2);
    table.describe(internal::OutputLock(file));
    sample::file_of(file).close();
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), schema), columns));
    CHECK(sample::cluster_sizes(sample::source_of(disk)) == std::vector<std::uint64_t>{20, 10});
  }
}
