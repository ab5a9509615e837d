#include "ramet/remote/internal/transfers.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "unit/remote/file_server.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;
using namespace std::chrono_literals;

namespace {

std::string text_of(std::size_t size) {
  std::string text(size, ' ');
  for (std::size_t place = 0; place < size; ++place) text[place] = static_cast<char>('a' + place % 26);
  return text;
}

/// Many ranges of a file that were asked for at once.
struct Ranges {
  Ranges(const std::string& url, std::size_t count, std::size_t size, const RemoteOptions& options)
      : memory(count * size, ' ') {
    std::vector<Wanted> wanted;
    for (std::size_t range = 0; range < count; ++range)
      wanted.push_back(
          {Part::range, range * size, std::as_writable_bytes(std::span(memory)).subspan(range * size, size)});
    batch = std::make_shared<Batch>(std::make_shared<RemoteFile>(copies_of(url, {})), wanted, options);
  }

  std::string memory;
  std::shared_ptr<Batch> batch;
};

std::string failure_of(Batch& batch, std::size_t number) {
  try {
    batch.wait(number, {});
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "none";
}

auto time_of(const auto& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - begin;
}

constexpr const char* nowhere = "http://127.0.0.1:1/a.root";

}  // namespace

TEST_CASE("transfers: many ranges arrive, also when several threads ask for them") {
  const FileServer server(text_of(10'000));
  Transfers transfers({.most_ranges = 1});
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      Ranges ranges(server.url(), 100, 100, transfers.options());
      transfers.submit(ranges.batch);
      for (std::size_t range = 0; range < 100; ++range) ranges.batch->wait(range, {});
      CHECK(ranges.memory == text_of(10'000));
    });
  }
  threads.clear();
  CHECK(server.requests() == static_cast<int>(300 + transfers.traffic().counts().hedges));
}

TEST_CASE("transfers: requests that wait for their turn are joined where the server answers several ranges") {
  for (const std::size_t most_parts : {0U, 3U, 1000U}) {
    CAPTURE(most_parts);
    const FileServer server(text_of(10'000), 0ms, most_parts);
    Transfers transfers({.first_parallel = 4, .most_parallel = 4, .most_hedged = 0});
    for (int time = 0; time < 2; ++time) {
      Ranges ranges(server.url(), 100, 100, transfers.options());
      transfers.submit(ranges.batch);
      for (std::size_t range = 0; range < 100; ++range) ranges.batch->wait(range, {});
      ranges.batch->wait_for_all();
      CHECK(ranges.memory == text_of(10'000));
    }
    if (most_parts == 0) CHECK(server.requests() == 201);  // one try
    if (most_parts == 3) CHECK(server.requests() < 2 * 40);
    if (most_parts == 1000) CHECK(server.requests() < 20);
  }
}

TEST_CASE("transfers: requests overlap, more of them as answers come, up to the limit") {
  const FileServer server(text_of(6400), 50ms);
  Transfers transfers({.first_parallel = 4, .most_parallel = 32});
  Ranges ranges(server.url(), 64, 100, transfers.options());
  const auto time = time_of([&] {
    transfers.submit(ranges.batch);
    ranges.batch->wait_for_all();
  });
  CHECK(ranges.memory == text_of(6400));
  CHECK(time < 64 * 50ms / 4);  // 4, 8, 16, 32 at once
}

TEST_CASE("transfers: a server that is not there is an error that names it, after a few tries") {
  Transfers transfers({.retry_delay = 1ms});
  Ranges ranges(nowhere, 1, 100, transfers.options());
  transfers.submit(ranges.batch);
  const std::string failure = failure_of(*ranges.batch, 0);
  CHECK(failure.starts_with("io: cannot read bytes 0-99 of 'http://127.0.0.1:1/a.root': "));
  CHECK(failure.ends_with(", after 3 tries"));
}

TEST_CASE("transfers: a stop, of a batch or of everything, ends what is in progress within a tenth of a second") {
  const FileServer server(text_of(1000), 10s);
  StopSource stop;
  Transfers transfers({.stop = stop.get_token()});
  Ranges one(server.url(), 4, 100, transfers.options()), other(server.url(), 4, 100, transfers.options());
  transfers.submit(one.batch);
  transfers.submit(other.batch);
  std::this_thread::sleep_for(50ms);
  CHECK(time_of([&] {
          one.batch->cancel();
          transfers.wake();
          CHECK(failure_of(*one.batch, 0) == "cancelled: stopped on request");
        }) < 100ms);
  CHECK(time_of([&] {
          stop.request_stop();
          for (std::size_t range = 0; range < 4; ++range)
            CHECK(failure_of(*other.batch, range) == "cancelled: stopped on request");
        }) < 100ms);
  Ranges late(server.url(), 1, 100, transfers.options());
  transfers.submit(late.batch);
  CHECK(failure_of(*late.batch, 0) == "cancelled: stopped on request");
}

TEST_CASE("transfers: a server that says nothing is asked again, and then is an error") {
  const FileServer server(text_of(1000), 10s);
  Transfers transfers({.stall_timeout = 50ms, .retries = 1, .retry_delay = 1ms});
  Ranges ranges(server.url(), 1, 100, transfers.options());
  CHECK(time_of([&] {
          transfers.submit(ranges.batch);
          CHECK(failure_of(*ranges.batch, 0).ends_with("no byte came for 0.05 s, after 2 tries"));
        }) < 1s);
}

TEST_CASE("transfers: who waits when they end gets an error") {
  const FileServer server(text_of(1000), 10s);
  auto transfers = std::make_unique<Transfers>(RemoteOptions{});
  const RemoteOptions options;
  Ranges ranges(server.url(), 40, 10, options);
  transfers->submit(ranges.batch);
  transfers.reset();
  for (std::size_t range = 0; range < 40; ++range)
    CHECK(failure_of(*ranges.batch, range) == "cancelled: stopped on request");
}

TEST_CASE("transfers: a forked child is told to make its own") {
  const FileServer server(text_of(1000));
  Transfers transfers({});
  Ranges ranges(server.url(), 1, 100, transfers.options());
  transfers.submit(ranges.batch);
  ranges.batch->wait(0, {});
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      Ranges more(server.url(), 1, 100, transfers.options());
      transfers.submit(more.batch);
    } catch (const Error& error) {
      ::_exit(error.kind() == ErrorKind::misuse ? 7 : 8);
    }
    ::_exit(9);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
}

namespace {

/// Read a range after the other, so that there is something to compare with.
void read_singly(Transfers& transfers, const std::string& url, std::size_t count) {
  for (std::size_t range = 0; range < count; ++range) {
    Ranges one(url, 1, 100, transfers.options());
    transfers.submit(one.batch);
    one.batch->wait(0, {});
  }
}

}  // namespace

TEST_CASE("transfers: a request that is late gets a hedge, and the answer that comes first counts") {
  FileServer server(text_of(3000), 5ms);
  Transfers transfers({.stall_timeout = 60s, .soonest_hedge = 20ms});
  read_singly(transfers, server.url(), 30);
  server.be_late(2, 30s);
  Ranges ranges(server.url(), 30, 100, transfers.options());
  const auto time = time_of([&] {
    transfers.submit(ranges.batch);
    for (std::size_t range = 0; range < 30; ++range) ranges.batch->wait(range, {});
  });
  CHECK(time < 20s);
  CHECK(ranges.memory == text_of(3000));
  CHECK(transfers.traffic().counts().hedges >= 1);
  CHECK(transfers.traffic().counts().requests == 60 + transfers.traffic().counts().hedges);
}

TEST_CASE("transfers: of many late requests only a part gets hedges, none when that part is 0, and none at first") {
  const FileServer server(text_of(3000), 5ms);
  {
    Transfers transfers({.most_hedged = 0.05, .soonest_hedge = 0ms});
    read_singly(transfers, server.url(), 12);
    CHECK(transfers.traffic().counts().hedges == 0);  // too few answers were seen
    const FileServer slow(text_of(3000), 400ms);
    read_singly(transfers, server.url(), 30);
    Ranges ranges(slow.url(), 30, 100, transfers.options());
    transfers.submit(ranges.batch);
    ranges.batch->wait_for_all();
    const auto counts = transfers.traffic().counts();
    CHECK(static_cast<double>(counts.hedges) <= 0.05 * static_cast<double>(counts.requests) + 1);
    CHECK(ranges.memory == text_of(3000));
  }
  FileServer late(text_of(3000), 5ms);
  Transfers transfers({.most_hedged = 0, .soonest_hedge = 0ms});
  read_singly(transfers, late.url(), 30);
  late.be_late(1, 500ms);
  read_singly(transfers, late.url(), 1);
  CHECK(transfers.traffic().counts().hedges == 0);
}

TEST_CASE("transfers: traffic has the requests, bytes, depth, round trip and retries") {
  const FileServer server(text_of(3000), 20ms);
  Transfers transfers({.most_ranges = 1});
  read_singly(transfers, server.url(), 3);
  Ranges ranges(server.url(), 30, 100, transfers.options());
  transfers.submit(ranges.batch);
  ranges.batch->wait_for_all();
  const io::TrafficCounts counts = transfers.traffic().counts();
  CHECK(counts.requests - counts.hedges == 33);
  CHECK(counts.bytes >= 3300);
  CHECK(counts.depth == 4);
  CHECK(counts.round_trip >= 0.02);
  CHECK(counts.retries == 0);
}
