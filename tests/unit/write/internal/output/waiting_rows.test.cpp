#include "ramet/write/internal/output/waiting_rows.hpp"

#include <memory>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/write/internal/cluster_encoder.hpp"
#include "ramet/write/internal/output/table_output.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::Gatherer;
using internal::Sheaf;
using internal::WaitingRows;

namespace {

struct Output {
  sample::Disk disk = sample::empty_disk();
  internal::OutputFile file;
  internal::TableOutput table;

  explicit Output(const TableOptions& options, bool reproducible = false)
      : file(file::FileWriter::create(std::make_unique<sample::SharedSink>(disk), {.reproducible = reproducible}),
             1 << 24),
        table(file, 0, {{0}, sample::file_of(file).seek_of({0})}, sample::counting_schema(), options) {}

  /// Add an ended part with this number of rows.
  void hand_over(std::uint64_t sequence, std::size_t rows) {
    Sheaf sheaf;
    sheaf.append(sample::counting(0, rows), 0, rows, {sequence, 0});
    sheaf.parts.back().is_over = true;
    table.rows().gatherer().add(sheaf);
  }
  std::vector<std::uint64_t> clusters() {
    const internal::OutputLock lock(file);
    table.clusters().collect(lock);
    std::vector<std::uint64_t> entries;
    for (const auto& cluster : table.clusters().in_order(lock)) entries.push_back(cluster.entries);
    return entries;
  }
};

}  // namespace

TEST_CASE("waiting rows: clusters have the size in the options, or by default one that suits the columns") {
  Output by_default({});
  CHECK(by_default.table.rows().cluster_bytes() == 16 << 20);
  CHECK(by_default.table.rows().healthy().bytes == 1 << 20);
  CHECK(by_default.table.rows().large().bytes == 8 << 20);
  CHECK(by_default.table.rows().ordered() == nullptr);
  Output small({.cluster_bytes = 4096, .cluster_entries = 100});
  CHECK(small.table.rows().cluster_bytes() == 4096);
  CHECK(small.table.rows().healthy().bytes == 2048);
  CHECK(small.table.rows().healthy().entries == 50);
  Output gathered({.cluster_bytes = 8 << 20, .gather_bytes = 3 << 20});
  CHECK(gathered.table.rows().healthy().bytes == 3 << 20);
  Output half({.cluster_bytes = 8 << 20, .gather_bytes = 8 << 20});
  CHECK(half.table.rows().healthy().bytes == 4 << 20);
  Output exact({.hand_over = HandOver::exact});
  CHECK(exact.table.rows().healthy().bytes == 0);
}

TEST_CASE("waiting rows: rows of consecutive parts become one cluster, and none is left") {
  Output output({});
  output.hand_over(1, 20);
  output.hand_over(0, 10);
  output.hand_over(3, 40);
  CHECK(output.table.rows().gatherer().entries() == 70);
  internal::ClusterEncoder encoder(output.file, output.table);
  output.table.rows().write_all(encoder, Gatherer::Gaps::keep);
  CHECK(output.table.rows().gatherer().entries() == 0);
  CHECK(output.clusters() == std::vector<std::uint64_t>{30, 40});
}

TEST_CASE("waiting rows: what is ripe is large, or was there before") {
  Output output({.cluster_entries = 80});
  internal::ClusterEncoder encoder(output.file, output.table);
  WaitingRows& rows = output.table.rows();
  output.hand_over(0, 3);
  output.hand_over(5, 10);
  rows.write_ripe(encoder, nullptr);
  CHECK(output.clusters() == std::vector<std::uint64_t>{10});
  output.hand_over(1, 4);
  output.hand_over(9, 3);
  rows.write_ripe(encoder, nullptr);
  CHECK(output.clusters() == std::vector<std::uint64_t>{7, 10});
  CHECK(rows.gatherer().entries() == 3);
  rows.write_ripe(encoder, nullptr);
  CHECK(output.clusters() == std::vector<std::uint64_t>{7, 10, 3});
}

TEST_CASE("waiting rows: discarded rows are not written") {
  Output output({});
  output.hand_over(0, 10);
  output.table.rows().discard();
  output.table.write_gathered(Gatherer::Gaps::bridge);
  CHECK(output.clusters().empty());
}

TEST_CASE("waiting rows: memory is set aside for the front of the order until the end") {
  Output output({.cluster_bytes = 1 << 20}, true);
  REQUIRE(output.table.rows().ordered() != nullptr);
  CHECK(output.file.admission.budget().used() == 3 * (1 << 20) + (256 << 10));
  output.table.rows().end();
  CHECK(output.file.admission.budget().used() == 0);
}
