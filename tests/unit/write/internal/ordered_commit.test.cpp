#include "ramet/write/internal/ordered_commit.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write::internal;

namespace {

using Places = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

EncodedCluster cluster(table::ClusterPlace place) {
  EncodedCluster made;
  made.described.place = place;
  made.described.entries = 1;
  made.bytes.resize(8);
  return made;
}

Slice rows_of(table::ClusterPlace place, std::uint64_t entries) {
  Sheaf sheaf;
  sheaf.append(sample::counting(0, entries), 0, entries, place);
  sheaf.parts.back().is_over = true;
  return std::move(slices_of(sheaf)[0]);
}

/// Run all possible tasks, without encoding rows; returns the places in the order of writing.
Places advance(OrderedCommit& order) {
  Places written;
  while (auto task = order.next([](EncodedCluster&) {})) {
    if (auto* ready = std::get_if<OrderedCommit::Write>(&*task)) {
      written.emplace_back(ready->described.place.sequence, ready->described.place.ordinal);
      continue;
    }
    auto& rows = std::get<OrderedCommit::Encode>(*task);
    order.add_encoded(rows.number, cluster(rows.run.place));
  }
  return written;
}

}  // namespace

TEST_CASE("ordered commit: clusters are written in order of their places, and parts after the end of earlier ones") {
  OrderedCommit order({.bytes = 80});
  order.begin_part(0);
  order.begin_part(1);
  order.add(cluster({1, 0}));
  order.add(cluster({0, 1}));
  CHECK(advance(order).empty());
  CHECK(order.parked() == 2);
  order.add(cluster({0, 0}));
  CHECK(advance(order) == Places{{0, 0}, {0, 1}});
  order.end_part({0, 2}, std::nullopt);
  CHECK(advance(order) == Places{{1, 0}});
  CHECK(order.parked() == 0);
}

TEST_CASE("ordered commit: last rows of parts share clusters, whose begins depend only on the parts") {
  OrderedCommit order({.bytes = 80});
  for (const std::uint64_t part : {3U, 1U, 0U, 2U}) order.end_part({part, 0}, rows_of({part, 0}, 4));
  order.end_part({4, 1}, rows_of({4, 1}, 4));
  CHECK(advance(order) == Places{{0, 0}});  // 0, 1 and 2
  order.add(cluster({4, 0}));
  CHECK(advance(order) == Places{{3, 0}, {4, 0}});  // 3 has no neighbour
  order.drain();
  CHECK(advance(order) == Places{{4, 1}});
}

TEST_CASE("ordered commit: later rows wait for rows that are being encoded") {
  OrderedCommit order({.bytes = 8});
  order.end_part({0, 0}, rows_of({0, 0}, 4));
  order.end_part({1, 1}, std::nullopt);
  order.add(cluster({1, 0}));
  auto rows = order.next([](EncodedCluster&) {});
  REQUIRE(rows);
  CHECK(advance(order).empty());
  order.add_encoded(std::get<OrderedCommit::Encode>(*rows).number, cluster({0, 0}));
  CHECK(advance(order) == Places{{0, 0}, {1, 0}});
}

TEST_CASE(
    "ordered commit: at the front is the lowest part that somebody fills; parts that nobody began are passed over") {
  OrderedCommit order({.bytes = 80});
  order.begin_part(5);
  order.begin_part(7);
  order.add(cluster({7, 0}));
  order.end_part({3, 0}, rows_of({3, 0}, 20));
  CHECK_FALSE(order.is_at_front(7));
  CHECK(order.parked() == 2);
  CHECK(order.is_at_front(5));
  CHECK(advance(order) == Places{{3, 0}});
  order.end_part({5, 0}, std::nullopt);
  CHECK(advance(order).empty());  // part 6 may come
  CHECK(order.is_at_front(7));
  CHECK(advance(order) == Places{{7, 0}});
  order.add(cluster({6, 0}));  // late, but not lost
  CHECK(advance(order) == Places{{6, 0}});
}

TEST_CASE("ordered commit: expected parts are not passed over before they end, unless nothing is expected any more") {
  OrderedCommit order({.bytes = 80});
  order.expect(6);
  order.begin_part(5);
  order.begin_part(8);
  order.add(cluster({5, 0}));
  CHECK_FALSE(order.is_at_front(5));
  for (const std::uint64_t part : {1U, 0U, 2U, 4U}) order.end_part({part, 0}, std::nullopt);
  CHECK_FALSE(order.is_at_front(5));
  CHECK(advance(order).empty());
  order.add(cluster({3, 0}));
  order.end_part({3, 1}, std::nullopt);
  CHECK(advance(order) == Places{{3, 0}, {5, 0}});
  CHECK(order.is_at_front(5));
  order.end_part({5, 1}, std::nullopt);
  CHECK(order.is_at_front(8));  // 6 and 7 are not expected

  OrderedCommit stopped({.bytes = 80});
  stopped.expect(6);
  stopped.begin_part(5);
  CHECK_FALSE(stopped.is_at_front(5));
  stopped.expect(0);
  CHECK(stopped.is_at_front(5));
}

TEST_CASE("ordered commit: draining passes all items in order, and failed ones again") {
  OrderedCommit order({.bytes = 80});
  order.add(cluster({9, 0}));
  order.add(cluster({4, 0}));
  order.put_back(cluster({1, 0}));
  CHECK(advance(order).empty());
  order.drain();
  CHECK(advance(order) == Places{{1, 0}, {4, 0}, {9, 0}});
}

TEST_CASE("ordered commit: parts share no cluster across a missing or late part") {
  OrderedCommit order({.bytes = 10000});
  order.end_part({0, 0}, rows_of({0, 0}, 4));
  order.end_part({2, 0}, rows_of({2, 0}, 4));
  order.drain();
  CHECK(advance(order) == Places{{0, 0}, {2, 0}});
  order.end_part({1, 0}, rows_of({1, 0}, 4));
  order.end_part({3, 0}, rows_of({3, 0}, 4));
  order.begin_part(6);
  CHECK(order.is_at_front(6));
  order.end_part({6, 0}, rows_of({6, 0}, 4));
  order.drain();
  CHECK(advance(order) == Places{{1, 0}, {3, 0}, {6, 0}});
}

TEST_CASE("ordered commit: a part with two contexts is over when both have ended it") {
  OrderedCommit order({.bytes = 10000});
  order.begin_part(0);
  order.begin_part(0);
  order.begin_part(1);
  order.end_part({1, 0}, rows_of({1, 0}, 4));
  order.end_part({0, 0}, rows_of({0, 0}, 4));
  CHECK(order.parked() == 1);  // part 1 waits for the other half of part 0
  order.end_part({0, 0}, rows_of({0, 0}, 4));
  CHECK(order.parked() == 0);
  order.drain();
  for (const auto& [sequence, ordinal] : advance(order)) CHECK(sequence <= 1);
}

TEST_CASE("ordered commit: parts handed over together are the same as one by one") {
  for (const bool at_once : {false, true}) {
    OrderedCommit order({.bytes = 80});
    Sheaf sheaf;
    const auto rows = sample::counting(0, 24);
    for (const std::uint64_t part : {4U, 0U, 2U, 1U, 3U, 5U}) {
      order.begin_part(part);
      if (!at_once) order.end_part({part, 0}, rows_of({part, 0}, 4));
      sheaf.append(rows, 0, 4, {part, 0});
      sheaf.parts.back().is_over = true;
    }
    if (at_once) order.end_parts(sheaf);
    CHECK(order.is_at_front(6));
    order.drain();
    CHECK(advance(order) == Places{{0, 0}, {3, 0}});
  }
}
