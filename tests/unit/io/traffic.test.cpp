#include "ramet/io/traffic.hpp"

#include <chrono>
#include <optional>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::io;
using namespace std::chrono_literals;

namespace {

using Clock = Traffic::Clock;
using Kind = Traffic::Kind;

/// A request that is asked for and answered at these times.
void answer(Traffic& traffic, Clock::time_point asked, Clock::time_point end, std::uint64_t bytes = 10,
            Kind kind = Kind::first) {
  Traffic::Request request(traffic, kind, asked);
  request.take(bytes, end);
  request.end(end, std::nullopt);
}

}  // namespace

TEST_CASE("traffic: requests, their kinds and their bytes are counted, also of those that were given up") {
  Traffic traffic;
  const auto now = Clock::now();
  answer(traffic, now, now + 1ms, 100);
  answer(traffic, now, now + 1ms, 20, Kind::retry);
  {
    Traffic::Request given_up(traffic, Kind::hedge, now);
    given_up.take(3, now);
  }
  traffic.note_gaps(7);
  const TrafficCounts counts = traffic.counts();
  CHECK(counts.requests == 3);
  CHECK(counts.retries == 1);
  CHECK(counts.hedges == 1);
  CHECK(counts.bytes == 123);
  CHECK(counts.gap_bytes == 7);
}

TEST_CASE("traffic: depth is the longest row of requests, each asked for after the one before was answered") {
  Traffic traffic;
  const auto now = Clock::now();
  answer(traffic, now, now + 10ms);  // two at the same time
  answer(traffic, now, now + 12ms);
  answer(traffic, now + 11ms, now + 20ms);  // after the first one
  answer(traffic, now + 5ms, now + 21ms);   // asked for before, but it waited for its turn
  answer(traffic, now + 20ms, now + 30ms);
  CHECK(traffic.counts().depth == 3);
}

TEST_CASE("traffic: the round trip is the shortest, and the bandwidth is of the time in which answers came") {
  Traffic traffic;
  const auto now = Clock::now();
  {
    Traffic::Request one(traffic, Kind::first, now), other(traffic, Kind::first, now);
    one.take(1 << 20, now + 100ms);
    other.take(1 << 20, now + 150ms);
    one.end(now + 200ms, 0.1);
    other.end(now + 300ms, 0.15);
  }
  Traffic::Request silent(traffic, Kind::first, now + 1s);
  silent.end(now + 5s, std::nullopt);
  const TrafficCounts counts = traffic.counts();
  CHECK(counts.round_trip == 0.1);
  CHECK(counts.transfer_seconds == doctest::Approx(0.2));
  CHECK(counts.bandwidth() == doctest::Approx((2 << 20) / 0.2));
}

TEST_CASE("traffic: answers that come whole took what they were later than the fastest one") {
  Traffic traffic;
  const auto now = Clock::now();
  // Eight at a time, on a wire of 10 MB/s with a round trip of 50 ms: each needs 10 ms of the wire.
  for (int turn = 0; turn < 4; ++turn)
    for (int number = 0; number < 8; ++number) {
      const auto asked = now + turn * 150ms;
      const auto came = 50ms + (number + 1) * 10ms;
      Traffic::Request request(traffic, Kind::first, asked);
      request.take(100'000, asked + came);
      request.end(asked + came, std::chrono::duration<double>(came).count());
    }
  CHECK(traffic.counts().bytes == 3'200'000);
  CHECK(traffic.counts().bandwidth() == doctest::Approx(1.1e7).epsilon(0.1));
}

TEST_CASE("traffic: a difference is what was counted meanwhile; of few bytes there is no bandwidth") {
  Traffic traffic;
  const auto now = Clock::now();
  answer(traffic, now, now + 1ms);
  const TrafficCounts before = traffic.counts();
  answer(traffic, now + 2ms, now + 3ms, 50);
  const TrafficCounts meanwhile = traffic.counts() - before;
  CHECK(meanwhile.requests == 1);
  CHECK(meanwhile.depth == 1);
  CHECK(meanwhile.bytes == 50);
  CHECK(meanwhile.bandwidth() == 0);
}
