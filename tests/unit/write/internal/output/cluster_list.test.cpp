#include "ramet/write/internal/output/cluster_list.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using internal::ClusterList;
using internal::OutputLock;

namespace {

table::ClusterDescriptor cluster(std::uint64_t sequence, std::uint64_t ordinal, std::uint32_t entries) {
  table::ClusterDescriptor made;
  made.place = {sequence, ordinal};
  made.entries = entries;
  made.pieces = {{entries, 70, 90, 1000}};
  made.pieces_of_part = {1};
  made.part_numbers = {entries};
  return made;
}

struct Output {
  sample::Disk disk = sample::empty_disk();
  internal::OutputFile file{file::FileWriter::create(std::make_unique<sample::SharedSink>(disk)), 1 << 20};
};

std::vector<std::uint64_t> sequences_of(const ClusterList& clusters, const OutputLock& lock) {
  std::vector<std::uint64_t> sequences;
  for (const auto& one : clusters.in_order(lock)) sequences.push_back(one.place.sequence);
  return sequences;
}

}  // namespace

TEST_CASE("cluster list: clusters are in the order of places, or of arrival") {
  Output output;
  const OutputLock lock(output.file);
  for (const Order order : {Order::sequence, Order::arrival}) {
    ClusterList clusters(output.file, 0, order);
    CHECK_FALSE(clusters.collect(lock));
    for (const std::uint64_t sequence : {3, 1, 2}) clusters.commit(cluster(sequence, 0, 5));
    CHECK(clusters.in_order(lock).empty());
    CHECK(clusters.collect(lock));
    CHECK(sequences_of(clusters, lock) ==
          (order == Order::sequence ? std::vector<std::uint64_t>{1, 2, 3} : std::vector<std::uint64_t>{3, 1, 2}));
  }
}

TEST_CASE("cluster list: clusters are news until they are described") {
  Output output;
  const OutputLock lock(output.file);
  ClusterList clusters(output.file, 0, Order::sequence);
  clusters.commit(cluster(0, 0, 5));
  CHECK(clusters.collect(lock));
  CHECK(clusters.collect(lock));
  clusters.note_described(lock);
  CHECK_FALSE(clusters.collect(lock));
}

TEST_CASE("cluster list: the report counts clusters, without space that was given up") {
  Output output;
  const OutputLock lock(output.file);
  ClusterList clusters(output.file, 0, Order::sequence);
  clusters.commit(cluster(0, 0, 5));
  clusters.commit(cluster(0, 1, 6));
  clusters.give_up(output.file.file->take_extent(500));
  CHECK(clusters.collect(lock));
  const TableReport report = clusters.report(lock);
  CHECK(report.entries == 11);
  CHECK(report.clusters == 2);
  CHECK(report.uncompressed_bytes == 180);
  CHECK(report.compressed_bytes == 140);
  CHECK(clusters.descriptor_bytes() > 2 * sizeof(table::ClusterDescriptor));
  output.file.file->close();
  const auto reader = sample::open(output.disk);
  CHECK(sample::is_gapless(reader->source(), reader->header()));
}
