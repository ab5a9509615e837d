#include "ramet/write/internal/commit_log.hpp"

#include <barrier>
#include <set>
#include <thread>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write::internal;

namespace {

table::ClusterDescriptor cluster(std::uint64_t sequence, std::uint64_t ordinal) {
  table::ClusterDescriptor made;
  made.place = {sequence, ordinal};
  made.entries = 1;
  return made;
}

}  // namespace

TEST_CASE("commit log: clusters are collected once, the earliest first") {
  CommitLog log;
  CHECK(log.collect().empty());
  for (std::uint64_t i = 0; i < 5; ++i) log.push(cluster(7, i));
  const auto first = log.collect();
  REQUIRE(first.size() == 5);
  for (std::uint64_t i = 0; i < 5; ++i) CHECK(first[i].place == table::ClusterPlace{7, i});
  CHECK(log.collect().empty());
  log.push(cluster(8, 0));
  CHECK(log.collect().size() == 1);
}

TEST_CASE("commit log: places are ordered by sequence, then by ordinal") {
  CHECK(table::ClusterPlace{1, 9} < table::ClusterPlace{2, 0});
  CHECK(table::ClusterPlace{2, 0} < table::ClusterPlace{2, 1});
  CHECK(table::ClusterPlace{2, 1} == table::ClusterPlace{2, 1});
}

TEST_CASE("commit log: a log that is destroyed with clusters leaks nothing") {
  CommitLog log;
  for (std::uint64_t i = 0; i < 100; ++i) log.push(cluster(0, i));
}

TEST_CASE("commit log: every cluster of many threads is collected once, in its thread's order") {
  constexpr std::size_t threads = 8;
  constexpr std::uint64_t clusters_each = 2000;
  CommitLog log;
  std::barrier start(threads + 1);
  std::vector<table::ClusterDescriptor> all;
  {
    std::vector<std::jthread> writers;
    for (std::size_t thread = 0; thread < threads; ++thread)
      writers.emplace_back([&, thread] {
        start.arrive_and_wait();
        for (std::uint64_t i = 0; i < clusters_each; ++i) log.push(cluster(thread, i));
      });
    start.arrive_and_wait();
    for (int round = 0; round < 50; ++round)
      for (table::ClusterDescriptor& one : log.collect()) all.push_back(std::move(one));
  }
  for (table::ClusterDescriptor& one : log.collect()) all.push_back(std::move(one));
  REQUIRE(all.size() == threads * clusters_each);
  std::vector<std::uint64_t> next(threads);
  for (const table::ClusterDescriptor& one : all) CHECK(one.place.ordinal == next[one.place.sequence]++);
}
