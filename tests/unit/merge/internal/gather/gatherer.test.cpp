#include "ramet/merge/internal/gather/gatherer.hpp"

#include "unit/merge/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;
using Neighbours = Gatherer::Neighbours;

namespace {

Parcel parcel(std::uint64_t sequence, std::uint64_t entries, std::uint64_t ordinal = 0) {
  Parcel made;
  made.place = {sequence, ordinal};
  made.entries = entries;
  made.bytes = 8 * entries;
  made.columns = sample::counting(static_cast<std::int64_t>(100 * sequence), entries);
  return made;
}

std::vector<std::uint64_t> sequences(const ParcelRun& run) {
  std::vector<std::uint64_t> found;
  for (const Parcel& one : run.parcels) found.push_back(one.place.sequence);
  return found;
}

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("gatherer: neighbouring parts are due when they are a healthy cluster, in whichever order they come") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 10000});
  CHECK(gatherer.add(parcel(1, 4)).empty());
  CHECK(gatherer.add(parcel(3, 4)).empty());
  CHECK(gatherer.bytes() == 64);
  CHECK(gatherer.entries() == 8);
  const ParcelRun run = gatherer.add(parcel(2, 2));
  CHECK(sequences(run) == Numbers{1, 2, 3});
  CHECK(run.entries == 10);
  CHECK(gatherer.bytes() == 0);
  CHECK(gatherer.take_longest().empty());
}

TEST_CASE("gatherer: or when they are a healthy number of entries") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000, .entries = 5}, {.bytes = 10000});
  CHECK(gatherer.add(parcel(1, 4)).empty());
  CHECK(gatherer.add(parcel(2, 1)).entries == 5);
}

TEST_CASE("gatherer: what has something between it is not joined") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  gatherer.add(parcel(1, 1));
  gatherer.add(parcel(3, 2));     // part 2 may come yet
  gatherer.add(parcel(4, 3, 1));  // a cluster of part 4 is in the file already
  gatherer.add(parcel(5, 1));     // all of part 5: behind the end of part 4
  CHECK(sequences(gatherer.take_longest()) == Numbers{4, 5});
  CHECK(sequences(gatherer.take_longest()) == Numbers{3});
  CHECK(sequences(gatherer.take_longest()) == Numbers{1});
}

TEST_CASE("gatherer: a run that is large enough takes what follows along, as far as a cluster goes") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 150});
  gatherer.add(parcel(1, 6));
  gatherer.add(parcel(3, 6));
  CHECK(sequences(gatherer.add(parcel(2, 6))) == Numbers{1, 2, 3});
  gatherer.add(parcel(11, 6));
  gatherer.add(parcel(13, 9));
  CHECK(sequences(gatherer.add(parcel(12, 6))) == Numbers{11, 12});
  CHECK(sequences(gatherer.take_longest()) == Numbers{13});
}

TEST_CASE("gatherer: the longest run is due when there is too much in all") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 100});
  gatherer.add(parcel(1, 6));
  gatherer.add(parcel(10, 4));
  CHECK(sequences(gatherer.add(parcel(20, 5))) == Numbers{1});
}

TEST_CASE("gatherer: with patience parts that end out of order meet their neighbours") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 160});
  CHECK(gatherer.add(parcel(1, 6), 300).empty());
  CHECK(gatherer.add(parcel(2, 6), 300).empty());  // enough for a cluster, but 3 may come
  CHECK(gatherer.add(parcel(5, 10), 300).empty());
  CHECK(sequences(gatherer.add(parcel(3, 6), 200)) == Numbers{1, 2, 3});
  CHECK(gatherer.bytes() == 80);
}

TEST_CASE("gatherer: what is too long for a cluster is given out in equal pieces") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 160});
  for (std::uint64_t part = 0; part < 7; ++part) CHECK(gatherer.add(parcel(part, 6), 1000).empty());
  CHECK(sequences(gatherer.take_longest()) == Numbers{0, 1, 2});  // of 336 bytes at least 112
  CHECK(gatherer.bytes() == 192);
  CHECK(sequences(gatherer.add(parcel(7, 1))) == Numbers{3, 4, 5});
  CHECK(sequences(gatherer.take_longest()) == Numbers{6, 7});
  CHECK(gatherer.bytes() == 0);
  CHECK(gatherer.entries() == 0);
}

TEST_CASE("gatherer: nor has a run more entries than a cluster shall have") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000, .entries = 5}, {.bytes = 10000, .entries = 10});
  for (std::uint64_t part = 0; part < 7; ++part) CHECK(gatherer.add(parcel(part, 4), 1000).empty());
  CHECK(sequences(gatherer.take_longest()) == Numbers{0, 1});  // three clusters of 28 entries: 3 parts are 12
  CHECK(sequences(gatherer.take_longest()) == Numbers{2, 3});
  CHECK(sequences(gatherer.take_longest()) == Numbers{4, 5});
  CHECK(sequences(gatherer.take_longest()) == Numbers{6});
}

TEST_CASE("gatherer: a run of less than asked for stays") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 160});
  gatherer.add(parcel(1, 4));
  CHECK(gatherer.take_longest(33).empty());
  CHECK(sequences(gatherer.take_longest(32)) == Numbers{1});
}

TEST_CASE("gatherer: by arrival all are neighbours") {
  Gatherer gatherer(Neighbours::all, {.bytes = 80}, {.bytes = 10000});
  gatherer.add(parcel(7, 4, 3));
  gatherer.add(parcel(1, 4));
  CHECK(sequences(gatherer.add(parcel(1, 4))) == Numbers{7, 1, 1});
}

TEST_CASE("gatherer: two that end the same part are both there") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 10000}, {.bytes = 10000});
  gatherer.add(parcel(1, 4, 1));
  gatherer.add(parcel(1, 4, 1));
  gatherer.add(parcel(1, 4));
  CHECK(gatherer.take_longest().entries == 12);
}

TEST_CASE("gatherer: what is put back comes again, with its neighbours") {
  Gatherer gatherer(Neighbours::parts, {.bytes = 80}, {.bytes = 10000});
  gatherer.add(parcel(1, 4));
  ParcelRun run = gatherer.add(parcel(2, 6));
  join_columns(run);
  gatherer.put_back(std::move(run));
  CHECK(gatherer.bytes() == 80);
  ParcelRun again = gatherer.add(parcel(3, 1));
  CHECK(sequences(again) == Numbers{1, 2, 3});
  CHECK(join_columns(again)[0].length == 11);
}

TEST_CASE("gatherer: parts with other columns are no neighbours, since columns may be added while others fill") {
  for (const Neighbours neighbours : {Neighbours::parts, Neighbours::all}) {
    Gatherer gatherer(neighbours, {.bytes = 10000}, {.bytes = 10000});
    gatherer.add(parcel(1, 4));
    Parcel wider = parcel(2, 4);
    wider.columns.push_back(std::move(sample::counting(0, 4)[0]));
    gatherer.add(std::move(wider));
    gatherer.add(parcel(3, 4));
    std::size_t runs = 0;
    for (ParcelRun run = gatherer.take_longest(); !run.empty(); run = gatherer.take_longest()) {
      ++runs;
      CHECK(join_columns(run)[0].length == run.entries);
    }
    CHECK(runs == (neighbours == Neighbours::parts ? 3 : 2));
  }
}
