#include "ramet/io/detail/distant/ahead_source.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/fetched_source.hpp"

using namespace ramet;
using namespace ramet::io;

namespace {

/// Letters that are far away, and what reads them.
struct Far {
  explicit Far(std::uint64_t most_ahead = 100, const fault::SourceFaults& faults = {})
      : budget(std::make_shared<AheadBudget>(most_ahead)) {
    const auto letters = source_of(buffer_of("abcdefghijklmnopqrstuvwxyz"), "letters");
    const ReadAhead ahead{.request = {.largest_gap = 2, .most_bytes = 10, .most_pieces = 3}};
    server = std::make_shared<fault::DistantSource>(std::make_shared<fault::FaultySource>(letters, faults), ahead);
    source = std::make_shared<AheadSource>(server, budget);
  }

  std::string read(std::uint64_t offset, std::size_t size) const {
    std::string text(size, '?');
    source->read_at(offset, std::as_writable_bytes(std::span(text)));
    return text;
  }

  std::shared_ptr<AheadBudget> budget;
  std::shared_ptr<fault::DistantSource> server;
  std::shared_ptr<const AheadSource> source;
};

}  // namespace

TEST_CASE("ahead source: what it was told of is requested once, read without another trip, and let go") {
  const Far far;
  const Extent soon[] = {{0, 3}, {4, 2}, {20, 4}};
  CHECK(far.source->will_read(soon));
  CHECK(far.server->trips() == 1);
  CHECK(far.server->requests() == 2);
  CHECK(far.budget->taken() == 10);
  CHECK(far.source->will_read(soon));
  CHECK(far.read(20, 4) == "uvwx");
  CHECK(far.read(0, 3) == "abc");
  CHECK(far.budget->taken() == 10);
  CHECK(far.read(4, 2) == "ef");
  CHECK(far.server->trips() == 1);
  CHECK(far.budget->taken() == 0);
  CHECK(far.read(0, 3) == "abc");
  CHECK(far.server->trips() == 2);
}

TEST_CASE("ahead source: reads that have more than what was asked for request the rest") {
  const Far far;
  const Extent soon[] = {{4, 4}, {12, 2}};
  CHECK(far.source->will_read(soon));
  CHECK(far.read(2, 14) == "cdefghijklmnop");
  CHECK(far.server->trips() == 2);
  CHECK(far.server->bytes() == 14);
  CHECK(far.budget->taken() == 0);
  CHECK(far.source->will_read(soon));
  std::string first(5, '?'), second(5, '?');
  const auto into = [](std::string& text) { return std::as_writable_bytes(std::span(text)); };
  const ReadPiece pieces[] = {{3, into(first)}, {11, into(second)}};
  far.source->read_pieces(pieces);
  CHECK(first == "defgh");
  CHECK(second == "lmnop");
}

TEST_CASE("ahead source: what is joined with bytes that were asked for is requested without them") {
  const Far far;
  const Extent first[] = {{4, 2}};
  const Extent soon[] = {{1, 2}, {4, 2}, {7, 1}};  // one request, if none had been made
  CHECK(far.source->will_read(first));
  CHECK(far.source->will_read(soon));
  CHECK(far.server->requests() == 3);
  CHECK(far.server->bytes() == 5);
  const std::uint64_t trips = far.server->trips();
  CHECK(far.read(1, 2) + far.read(4, 2) + far.read(7, 1) == "bcefh");
  CHECK(far.server->trips() == trips);
  CHECK(far.budget->taken() == 0);
}

TEST_CASE("ahead source: no more is requested than the budget has, and the rest later") {
  const Far far(6);
  const Extent soon[] = {{0, 4}, {10, 4}};
  CHECK_FALSE(far.source->will_read(soon));
  CHECK(far.server->requests() == 1);
  CHECK(far.read(0, 4) == "abcd");
  CHECK(far.source->will_read(std::span(soon).last(1)));
  const Extent others[] = {{20, 4}};
  CHECK_FALSE(far.source->will_read(others));
  CHECK(far.read(10, 4) == "klmn");
  const Extent large[] = {{0, 9}};
  CHECK(far.source->will_read(large));  // nothing else is on its way
  CHECK(far.budget->taken() == 9);
}

TEST_CASE("ahead source: what nobody comes to read makes room for others after many reads") {
  const Far far(6);
  const Extent forgotten[] = {{0, 5}}, wanted[] = {{10, 4}};
  CHECK(far.source->will_read(forgotten));
  CHECK_FALSE(far.source->will_read(wanted));
  for (std::uint64_t read = 0; read <= AheadBudget::most_reads; ++read) far.source->submit({})->cancel();
  CHECK(far.source->will_read(wanted));
  CHECK(far.budget->taken() == 4);
  const std::uint64_t trips = far.server->trips();
  CHECK(far.read(10, 4) == "klmn");
  CHECK(far.server->trips() == trips);
  CHECK(far.read(0, 5) == "abcde");
  CHECK(far.server->trips() == trips + 1);
}

TEST_CASE("ahead source: bytes that nobody read go with the source") {
  Far far;
  const Extent soon[] = {{0, 4}, {10, 4}};
  CHECK(far.source->will_read(soon));
  far.source.reset();
  CHECK(far.budget->taken() == 0);
}

TEST_CASE("ahead source: a fetched source above it requests nothing that is on its way") {
  const Far far;
  const Extent soon[] = {{0, 3}, {4, 2}, {20, 4}};
  CHECK(far.source->will_read(soon));
  const FetchedSource fetched(*far.source, soon, far.source->read_ahead()->request);
  CHECK(text_of(*fetched.view(0, 6)) == "abcdef");
  CHECK(text_of(*fetched.view(20, 4)) == "uvwx");
  CHECK(far.server->trips() == 1);
  CHECK(far.server->bytes() == 10);
}

TEST_CASE("ahead source: what readers wait for counts, and makes their pieces smaller") {
  const Far far(16);
  CHECK(far.source->read_ahead()->most_bytes == 16);
  const Extent soon[] = {{20, 4}};
  CHECK(far.source->will_read(soon));
  CHECK(far.source->read_ahead()->most_bytes == 12);
  std::string text(10, '?');
  auto reader = far.source->submit({{0, std::as_writable_bytes(std::span(text))}});
  CHECK(far.budget->taken() == 14);
  reader->wait(0, {});
  CHECK(text == "abcdefghij");
  const Extent more[] = {{12, 4}};
  CHECK_FALSE(far.source->will_read(more));
  std::string others(9, '?');
  const auto second = far.source->submit({{0, std::as_writable_bytes(std::span(others))}});
  CHECK(far.budget->taken() == 23);  // who waits gets all
  CHECK(far.source->read_ahead()->most_bytes == 1);
  reader.reset();
  CHECK(far.budget->taken() == 13);
}

TEST_CASE("ahead source: an error comes when the bytes are read") {
  const Far far(100, {.fail_at_call = 0});
  const Extent soon[] = {{0, 4}};
  CHECK(far.source->will_read(soon));
  CHECK_THROWS_AS(far.read(0, 4), Error);
}

TEST_CASE("ahead source: many threads read what was asked for") {
  const Far far;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::jthread> threads;
    std::atomic<int> right = 0;
    for (std::uint64_t thread = 0; thread < 6; ++thread)
      threads.emplace_back([&, thread] {
        const Extent soon[] = {{4 * thread, 4}};
        far.source->will_read(soon);
        right += far.read(4 * thread, 4) == std::string("abcdefghijklmnopqrstuvwxyz").substr(4 * thread, 4) ? 1 : 0;
      });
    threads.clear();
    CHECK(right == 6);
    CHECK(far.budget->taken() == 0);
  }
}

TEST_CASE("ahead budget: of many requests, those that nobody came to read are given up") {
  AheadBudget budget(100);
  int given_up = 0;
  budget.add([&] { ++given_up; });
  for (std::uint64_t read = 0; read <= AheadBudget::most_reads; ++read) budget.note_read();
  for (std::uint64_t request = 1; request < AheadBudget::most_reads; ++request) budget.add([] {});
  CHECK(given_up == 0);
  budget.add([] {});
  CHECK(given_up == 1);
}
