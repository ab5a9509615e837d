#include "ramet/write/internal/gatherer.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write::internal;
using Neighbours = Gatherer::Neighbours;
using Gaps = Gatherer::Gaps;

namespace {

constexpr std::uint64_t plenty = 1'000'000;
constexpr ClusterSize healthy{.bytes = 80};

/// A part that was handed over, complete by default. Entries have eight bytes.
Sheaf part(std::uint64_t sequence, std::uint64_t entries, std::uint64_t ordinal = 0, bool is_over = true) {
  Sheaf made;
  made.append(sample::counting(static_cast<std::int64_t>(100 * sequence), entries), 0, entries, {sequence, ordinal});
  made.parts.back().is_over = is_over;
  return made;
}

void add(Gatherer& gatherer, Sheaf sheaf) { gatherer.add(sheaf); }

using Numbers = std::vector<std::uint64_t>;

Numbers sequences(const RowRun& run) {
  Numbers found;
  for (const Slice& one : run.slices) found.push_back(one.sequence());
  return found;
}

std::vector<Numbers> all(Gatherer& gatherer, Gaps gaps = Gaps::keep) {
  std::vector<Numbers> found;
  for (const RowRun& run : gatherer.take_all(gaps)) found.push_back(sequences(run));
  return found;
}

}  // namespace

TEST_CASE("gatherer: consecutive parts are due when they make a healthy cluster, in any order of arrival") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 10000});
  add(gatherer, part(1, 4));
  add(gatherer, part(3, 4));
  CHECK(gatherer.bytes() == 64);
  CHECK(gatherer.entries() == 8);
  CHECK_FALSE(gatherer.is_due(healthy));
  add(gatherer, part(2, 2));
  CHECK(gatherer.is_due(healthy));
  const RowRun run = gatherer.take_due(healthy, plenty);
  CHECK(sequences(run) == Numbers{1, 2, 3});
  CHECK(run.entries == 10);
  CHECK(gatherer.bytes() == 0);
  CHECK(gatherer.take_longest().empty());
}

TEST_CASE("gatherer: or when they are a healthy number of entries") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000, .entries = 5}, {.bytes = 10000});
  add(gatherer, part(1, 4));
  CHECK_FALSE(gatherer.is_due({.bytes = 10000, .entries = 5}));
  add(gatherer, part(2, 1));
  CHECK(gatherer.is_due({.bytes = 10000, .entries = 5}));
  CHECK(gatherer.take_due({.bytes = 10000, .entries = 5}, plenty).entries == 5);
}

TEST_CASE("gatherer: a search without result is repeated only after more rows have come") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 10000});
  for (const std::uint64_t sequence : {1U, 11U, 21U}) add(gatherer, part(sequence, 4));
  CHECK(gatherer.is_due(healthy));
  CHECK(gatherer.take_due(healthy, plenty).empty());
  CHECK_FALSE(gatherer.is_due(healthy));
  for (const std::uint64_t sequence : {31U, 41U, 51U}) add(gatherer, part(sequence, 4));
  CHECK(gatherer.is_due(healthy));
}

TEST_CASE("gatherer: parts are not joined across a cluster or a missing part") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  add(gatherer, part(1, 1));
  add(gatherer, part(3, 2));  // part 2 may come yet
  gatherer.note_cluster_of(4);
  add(gatherer, part(4, 3, 1));  // a cluster of part 4 is in the file already
  add(gatherer, part(5, 1));     // all of part 5: behind the end of part 4
  CHECK(all(gatherer) == std::vector<Numbers>{{1}, {3}, {4, 5}});
}

TEST_CASE("gatherer: no part is joined to one that is open, or may become open") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 10000});
  OpenParts& open = gatherer.open();
  open.set(5, 7);  // it has yet to hand over rows of 5 or 6, and fills 7
  for (std::uint64_t sequence = 3; sequence < 10; ++sequence) add(gatherer, part(sequence, 1));
  CHECK(all(gatherer) == std::vector<Numbers>{{3, 4, 5}, {6}, {7}, {8}, {9}});
  CHECK(gatherer.bytes() == 0);
  open.set(15, 17);
  for (std::uint64_t sequence = 13; sequence < 20; ++sequence) add(gatherer, part(sequence, 1));
  CHECK(all(gatherer, Gaps::bridge) == std::vector<Numbers>{{13, 14, 15}, {16}, {17}, {18, 19}});
  for (std::uint64_t sequence = 23; sequence < 30; ++sequence) add(gatherer, part(sequence, 1));
  open.set_none();
  CHECK(all(gatherer) == std::vector<Numbers>{{23, 24, 25, 26, 27, 28, 29}});
  gatherer.close(open);
}

TEST_CASE("gatherer: two parts with the same number are joined only when both are over") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  OpenParts& open = gatherer.open();
  open.set(5, 5);
  add(gatherer, part(5, 1, 1));
  add(gatherer, part(6, 1, 2));
  CHECK(all(gatherer) == std::vector<Numbers>{{5}, {6}});
  while (gatherer.next_ordinal() < 3) continue;
  add(gatherer, part(15, 1, 1));
  add(gatherer, part(16, 1, 2));
  add(gatherer, part(15, 1, 3));
  open.set(1000, 1000);
  const auto runs = gatherer.take_all();
  REQUIRE(runs.size() == 1);
  CHECK(sequences(runs[0]) == Numbers{15, 15, 16});
  CHECK(runs[0].place == table::ClusterPlace{15, 4});  // behind all clusters of part 15
}

TEST_CASE("gatherer: rows taken from an open part are a cluster of their own, and the rest begins a run") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  add(gatherer, part(4, 1));
  add(gatherer, part(5, 1, 1, false));
  add(gatherer, part(5, 1, 2));
  add(gatherer, part(6, 1));
  CHECK(all(gatherer) == std::vector<Numbers>{{4}, {5}, {5, 6}});
}

TEST_CASE("gatherer: gaps are bridged below all open parts if all rows must be written") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  OpenParts& open = gatherer.open();
  open.set(50, 50);
  for (const std::uint64_t sequence : {10U, 20U, 30U, 60U, 70U}) add(gatherer, part(sequence, 1));
  CHECK(all(gatherer, Gaps::bridge) == std::vector<Numbers>{{10, 20, 30}, {60}, {70}});
}

TEST_CASE("gatherer: gaps are not bridged across a part with which a cluster begins") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  gatherer.note_cluster_of(20);
  add(gatherer, part(40, 1));
  CHECK(all(gatherer).size() == 1);
  for (const std::uint64_t sequence : {10U, 30U, 35U, 50U}) add(gatherer, part(sequence, 1));
  CHECK(all(gatherer, Gaps::bridge) == std::vector<Numbers>{{10}, {30, 35}, {50}});
}

TEST_CASE("gatherer: gaps are not bridged if other processes fill parts, too") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  gatherer.keep_gaps();
  for (const std::uint64_t sequence : {10U, 20U}) add(gatherer, part(sequence, 1));
  CHECK(all(gatherer, Gaps::bridge) == std::vector<Numbers>{{10}, {20}});
}

TEST_CASE("gatherer: gaps are bridged if there would be too many tiny clusters") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 100000});
  for (std::uint64_t sequence = 0; sequence < 1000; ++sequence) add(gatherer, part(10 * sequence, 1));
  CHECK(all(gatherer).size() == 1);
}

TEST_CASE("gatherer: a run that is large enough includes the following parts up to the largest cluster") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 150});
  for (const std::uint64_t sequence : {1U, 3U, 2U}) add(gatherer, part(sequence, 6));
  CHECK(sequences(gatherer.take_due(healthy, plenty)) == Numbers{1, 2, 3});
  add(gatherer, part(11, 6));
  add(gatherer, part(13, 9));
  add(gatherer, part(12, 6));
  CHECK(sequences(gatherer.take_due(healthy, plenty)) == Numbers{11, 12});
  CHECK(sequences(gatherer.take_longest()) == Numbers{13});
}

TEST_CASE("gatherer: the longest run is due when all rows together exceed the memory") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 100});
  add(gatherer, part(1, 6));
  add(gatherer, part(10, 4));
  add(gatherer, part(20, 5));
  CHECK(gatherer.take_due(healthy, gatherer.memory()).empty());
  OpenParts& open = gatherer.open();
  open.set(15, 15);
  CHECK(sequences(gatherer.take_due(healthy, gatherer.memory() - 1)) == Numbers{1, 10});
  CHECK(gatherer.bytes() == 40);
}

TEST_CASE("gatherer: a run that is too long for a cluster is divided into equal pieces") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 160});
  for (std::uint64_t sequence = 0; sequence < 7; ++sequence) add(gatherer, part(sequence, 6));
  CHECK(sequences(gatherer.take_longest()) == Numbers{0, 1, 2});  // of 336 bytes at least 112
  CHECK(gatherer.bytes() == 192);
  add(gatherer, part(7, 1));
  CHECK(all(gatherer) == std::vector<Numbers>{{3, 4, 5}, {6, 7}});
  CHECK(gatherer.bytes() == 0);
  CHECK(gatherer.entries() == 0);
}

TEST_CASE("gatherer: a run has at most the entries of the largest cluster") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000, .entries = 5}, {.bytes = 10000, .entries = 10});
  for (std::uint64_t sequence = 0; sequence < 7; ++sequence) add(gatherer, part(sequence, 4));
  // Three clusters of 28 entries: 3 parts are 12.
  CHECK(all(gatherer) == std::vector<Numbers>{{0, 1}, {2, 3}, {4, 5}, {6}});
}

TEST_CASE("gatherer: runs smaller than the requested size stay") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 160});
  add(gatherer, part(1, 4));
  CHECK(gatherer.take_longest(33).empty());
  CHECK(sequences(gatherer.take_longest(32)) == Numbers{1});
}

TEST_CASE("gatherer: in order of arrival all parts may share a cluster") {
  Gatherer gatherer(Neighbours::all, {.bytes = 80}, {.bytes = 10000});
  add(gatherer, part(7, 4, 3));
  add(gatherer, part(1, 4, 4, false));
  add(gatherer, part(1, 4));
  CHECK(sequences(gatherer.take_due(healthy, plenty)) == Numbers{7, 1, 1});
}

TEST_CASE("gatherer: a run that was put back is taken again, joined with its neighbours") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 10000});
  add(gatherer, part(1, 4));
  add(gatherer, part(2, 6));
  RowRun run = gatherer.take_due(healthy, plenty);
  gatherer.put_back(run);
  CHECK(run.empty());
  CHECK(gatherer.bytes() == 80);
  run = gatherer.take_due(healthy, plenty);
  add(gatherer, join(run));
  CHECK(gatherer.bytes() == 80);
  add(gatherer, part(3, 1));
  RowRun again = gatherer.take_longest();
  CHECK(sequences(again) == Numbers{1, 2, 3});
  CHECK(join(again).columns[0].length == 11);
}

TEST_CASE("gatherer: parts with different columns share no cluster") {
  for (const Neighbours neighbours : {Neighbours::parts, Neighbours::all}) {
    Gatherer gatherer(neighbours, {.bytes = 10000}, {.bytes = 10000});
    add(gatherer, part(1, 4));
    Sheaf wider = part(2, 4);
    array::append(wider.columns.emplace_back(array::parse_type("int64")), sample::counting(0, 4)[0]);
    add(gatherer, std::move(wider));
    add(gatherer, part(3, 4));
    CHECK(all(gatherer).size() == 3);
  }
}

TEST_CASE("gatherer: runs of some size are ripe, and of others the parts that are old") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 800}, {.bytes = 10000});
  OpenParts& open = gatherer.open();
  open.set(20, 20);
  for (const std::uint64_t sequence : {1U, 2U, 3U, 5U, 7U, 8U, 9U, 12U}) add(gatherer, part(sequence, 4));
  add(gatherer, part(15, 30));
  CHECK(gatherer.end_of_parts() == 21);
  open.set_none();
  CHECK(gatherer.end_of_parts() == 16);
  std::vector<Numbers> ripe;
  for (const RowRun& run : gatherer.take_ripe({.bytes = 200}, 9)) ripe.push_back(sequences(run));
  CHECK(ripe == std::vector<Numbers>{{1, 2, 3}, {5}, {7, 8}, {15}});
  CHECK(gatherer.entries() == 8);
  CHECK(gatherer.bytes() == 64);
  CHECK(gatherer.take_ripe({.bytes = 200}, 9).empty());
  CHECK(all(gatherer) == std::vector<Numbers>{{9}, {12}});
  CHECK(gatherer.end_of_parts() == 0);
  gatherer.close(open);
}

TEST_CASE("gatherer: in order of arrival all rows are ripe") {
  Gatherer gatherer(Neighbours::all, {.bytes = 800}, {.bytes = 10000});
  for (const std::uint64_t sequence : {7U, 1U, 9U}) add(gatherer, part(sequence, 4));
  const auto runs = gatherer.take_ripe({.bytes = 200}, 0);
  REQUIRE(runs.size() == 1);
  CHECK(sequences(runs[0]) == Numbers{7, 1, 9});
}

TEST_CASE("gatherer: sheaves of few bytes are packed") {
  Gatherer gatherer(Neighbours::parts, healthy, {.bytes = 10000});
  for (const std::uint64_t sequence : {2, 1, 5, 6}) add(gatherer, part(sequence, 5));
  RowRun run = gatherer.take_due(healthy, plenty);
  REQUIRE(sequences(run) == Numbers{1, 2});
  CHECK(run.slices.front().sheaf->columns.empty());
  CHECK(run.slices.front().column_count() == 1);
  const Sheaf joined = join(run);
  CHECK(joined.entries == 10);
  CHECK(joined.columns[0].numbers<std::int64_t>()[0] == 100);
  CHECK(joined.columns[0].numbers<std::int64_t>()[9] == 204);
}

TEST_CASE("gatherer: a sheaf whose rows were packed is filled again without more memory") {
  Gatherer gatherer(Neighbours::parts, healthy, {.bytes = 10000});
  Sheaf sheaf = part(1, 20);
  const std::byte* const values = sheaf.columns[0].values.data();
  gatherer.add(sheaf);
  CHECK(sheaf.empty());
  CHECK(sheaf.bytes == 0);
  REQUIRE(sheaf.columns.size() == 1);
  CHECK(sheaf.columns[0].length == 0);
  sheaf.append(sample::counting(200, 15), 0, 15, {2, 0});
  sheaf.parts.back().is_over = true;
  CHECK(sheaf.columns[0].values.data() == values);
  gatherer.add(sheaf);
  RowRun run = gatherer.take_due(healthy, plenty);
  REQUIRE(sequences(run) == Numbers{1, 2});
  const Sheaf joined = join(run);
  CHECK(joined.columns[0].numbers<std::int64_t>()[19] == 119);
  CHECK(joined.columns[0].numbers<std::int64_t>()[20] == 200);
}

TEST_CASE("gatherer: sheaves with many bytes in each column keep their memory, and are joined with packed ones") {
  Gatherer gatherer(Neighbours::parts, healthy, {.bytes = 10000});
  Sheaf large = part(1, 300);
  const std::int64_t* const values = large.columns[0].numbers<std::int64_t>().data();
  gatherer.add(large);
  add(gatherer, part(2, 1));
  RowRun run = gatherer.take_due(healthy, plenty);
  REQUIRE(sequences(run) == Numbers{1, 2});
  CHECK(run.slices[0].sheaf->columns[0].numbers<std::int64_t>().data() == values);
  const Sheaf joined = join(run);
  CHECK(joined.columns[0].length == 301);
  CHECK(joined.columns[0].numbers<std::int64_t>()[299] == 399);
  CHECK(joined.columns[0].numbers<std::int64_t>()[300] == 200);
}

TEST_CASE("gatherer: packed sheaves of other columns have other types") {
  Gatherer gatherer(Neighbours::parts, healthy, {.bytes = 10000});
  add(gatherer, part(1, 5));
  Sheaf wider;
  std::vector<array::Array> columns = sample::counting(200, 5);
  columns.push_back(columns.front());
  wider.append(columns, 0, 5, {2, 0});
  wider.parts.back().is_over = true;
  gatherer.add(wider);
  std::vector<RowRun> runs = gatherer.take_all(Gaps::bridge);
  REQUIRE(runs.size() == 2);
  CHECK(join(runs[0]).columns.size() == 1);
  CHECK(join(runs[1]).columns.size() == 2);
}
