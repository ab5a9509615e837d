#include "ramet/table/detail/cluster_descriptor.hpp"

#include <doctest/doctest.h>

using namespace ramet::table;

TEST_CASE("cluster descriptor: clusters are in order of their parts' numbers, and then as they were written") {
  CHECK(ClusterPlace{1, 9} < ClusterPlace{2, 0});
  CHECK(ClusterPlace{2, 0} < ClusterPlace{2, 1});
  CHECK(ClusterPlace{2, 1} == ClusterPlace{2, 1});
}

TEST_CASE("cluster descriptor: what it takes grows with its parts and pieces") {
  ClusterDescriptor cluster;
  const std::uint64_t empty = memory_of(cluster);
  CHECK(empty == sizeof cluster);
  cluster.pieces.resize(10);
  cluster.pieces_of_part.resize(2);
  cluster.part_numbers.resize(2);
  CHECK(memory_of(cluster) == empty + 10 * sizeof(Piece) + 2 * (4 + 8));
}
