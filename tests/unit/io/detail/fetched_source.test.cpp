#include "ramet/io/detail/fetched_source.hpp"

#include <string>
#include <thread>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/io/detail/distant/ahead_source.hpp"

using namespace ramet;
using namespace ramet::io;
using namespace std::chrono_literals;

namespace {

constexpr ReadRunLimits close_by{.largest_gap = 2, .most_bytes = 10, .most_pieces = 3};

std::shared_ptr<const ByteSource> letters() {
  // what is in memory would not be asked for
  return std::make_shared<fault::FaultySource>(source_of(buffer_of("abcdefghijklmnopqrstuvwxyz"), "letters"),
                                               fault::SourceFaults{});
}

std::string viewed(const ByteSource& source, std::uint64_t offset, std::size_t size) {
  const auto view = source.view(offset, size);
  return view ? text_of(*view) : "not there";
}

}  // namespace

TEST_CASE("fetched source: neighbours are one request, and bytes in it need no other one") {
  const fault::DistantSource far(letters());
  const Extent extents[] = {{10, 2}, {0, 3}, {4, 2}};
  const FetchedSource fetched(far, extents, close_by);
  CHECK(far.trips() == 1);
  CHECK(far.requests() == 2);
  CHECK(fetched.byte_count() == 8);  // a..f, with the d between, and kl
  CHECK(viewed(fetched, 0, 6) == "abcdef");
  CHECK(viewed(fetched, 11, 1) == "l");
  CHECK(viewed(fetched, 5, 2) == "not there");
  CHECK(viewed(fetched, 20, 1) == "not there");
  CHECK(far.trips() == 1);
}

TEST_CASE("fetched source: requests keep to the limits of bytes and pieces") {
  const fault::DistantSource far(letters());
  const Extent bytes[] = {{0, 6}, {6, 6}};
  CHECK(FetchedSource(far, bytes, close_by).byte_count() == 12);
  CHECK(far.requests() == 2);
  const Extent pieces[] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}};
  CHECK(FetchedSource(far, pieces, close_by).byte_count() == 4);
  CHECK(far.requests() == 4);
}

TEST_CASE("fetched source: bytes that many extents share are requested once") {
  const fault::DistantSource far(letters());
  const std::vector<Extent> same(1000, {2, 20});
  const FetchedSource fetched(far, same, close_by);
  CHECK(far.requests() == 1);
  CHECK(fetched.byte_count() == 20);
  CHECK(viewed(fetched, 2, 20) == "cdefghijklmnopqrstuv");
}

TEST_CASE("fetched source: other reads go to the source") {
  const fault::DistantSource far(letters());
  const Extent extents[] = {{0, 4}};
  const FetchedSource fetched(far, extents, close_by);
  std::string part(4, '?');
  fetched.read_at(2, std::as_writable_bytes(std::span(part)));
  CHECK(part == "cdef");
  CHECK(far.trips() == 2);
  std::string inside(2, '?');
  std::string outside(2, '?');
  const ReadPiece pieces[] = {{1, std::as_writable_bytes(std::span(inside))},
                              {24, std::as_writable_bytes(std::span(outside))}};
  fetched.read_pieces(pieces);
  CHECK(inside + outside == "bcyz");
  CHECK(far.trips() == 3);
  CHECK(far.bytes() == 4 + 4 + 2);
}

TEST_CASE("fetched source: what was requested is not announced again") {
  const auto far = std::make_shared<fault::DistantSource>(
      letters(), ReadAhead{.request = {.largest_gap = 0, .most_bytes = 10, .most_pieces = 3}});
  const AheadSource ahead(far, std::make_shared<AheadBudget>(100));
  const Extent extents[] = {{0, 6}};
  const FetchedSource fetched(ahead, extents, close_by);
  CHECK(far->bytes() == 6);
  const Extent soon[] = {{2, 3}, {10, 4}};
  CHECK(fetched.will_read(std::span(soon).first(1)));
  CHECK(far->bytes() == 6);
  CHECK(fetched.will_read(soon));
  CHECK(far->bytes() == 10);
}

TEST_CASE("fetched source: extents past the end are errors only when they are read") {
  const fault::DistantSource far(letters());
  const Extent extents[] = {{25, 2}, {~std::uint64_t{0}, 8}, {4, 0}, {0, 26}};
  const FetchedSource fetched(far, extents, close_by);
  CHECK(fetched.byte_count() == 26);
  CHECK(failure_of([&] { (void)fetched.view(25, 2); }) ==
        "corrupt: 'letters' is truncated: needs 2 bytes at offset 25, but has 26 in all");
}

TEST_CASE("fetched source: bytes in memory are not requested") {
  const auto near = source_of(buffer_of("abcdef"));
  const Extent extents[] = {{0, 6}};
  const FetchedSource fetched(*near, extents, close_by);
  CHECK(fetched.byte_count() == 0);
  CHECK(viewed(fetched, 1, 2) == "bc");
}

TEST_CASE("fetched source: only reads of failed bytes throw the error") {
  for (const bool is_lazy : {true, false}) {
    const auto faulty = std::make_shared<fault::FaultySource>(letters(), fault::SourceFaults{.shrinks_to = 10});
    const fault::DistantSource far(faulty);
    const ByteSource& source = is_lazy ? static_cast<const ByteSource&>(*faulty) : far;
    const Extent extents[] = {{0, 4}, {20, 4}};
    const FetchedSource fetched(source, extents, close_by);
    for (int again = 0; again < 2; ++again)
      CHECK(failure_of([&] { (void)fetched.view(21, 1); }) ==
            "io: 'letters' shrank while it was read: it had 26 bytes, now none at offset 10");
    CHECK(viewed(fetched, 1, 2) == "bc");
  }
}

TEST_CASE("fetched source: threads wait for bytes in flight") {
  for (const bool is_lazy : {true, false}) {
    const auto near = letters();
    const fault::DistantSource far(near, {}, 5ms);
    const Extent extents[] = {{0, 10}, {13, 10}};
    const FetchedSource fetched(is_lazy ? *near : static_cast<const ByteSource&>(far), extents, close_by);
    std::vector<std::string> seen(8);
    {
      std::vector<std::jthread> threads;
      for (std::size_t k = 0; k < seen.size(); ++k)
        threads.emplace_back([&, k] { seen[k] = viewed(fetched, k % 2 == 0 ? 0 : 13, 4); });
    }
    for (std::size_t k = 0; k < seen.size(); ++k) CHECK(seen[k] == (k % 2 == 0 ? "abcd" : "nopq"));
  }
}

TEST_CASE("fetched source: it can be destroyed while bytes are in flight") {
  const fault::DistantSource far(letters(), {}, 20ms);
  const Extent extents[] = {{0, 26}};
  const FetchedSource fetched(far, extents, close_by);
  CHECK(fetched.byte_count() == 26);
}

TEST_CASE("ends of a file: one round trip with latency, otherwise none") {
  const auto near = letters();
  CHECK(with_ends_fetched(near) == near);
  const auto far = std::make_shared<fault::DistantSource>(near);
  const auto opened = with_ends_fetched(far);
  CHECK(far->trips() == 1);
  CHECK(viewed(*opened, 0, 26) == "abcdefghijklmnopqrstuvwxyz");
  CHECK(with_ends_fetched(opened) == opened);  // it has the beginning in memory
  CHECK(far->trips() == 1);
  CHECK(opened->name() == "letters");
  CHECK(opened->read_ahead().has_value());
  CHECK(with_ends_fetched(std::make_shared<fault::DistantSource>(source_of(buffer_of(""))))->size() == 0);
}

namespace {

/// Bytes that do not come. Threads: any.
class SilentTransfer final : public Transfer {
 public:
  void wait(std::size_t /*piece*/, const StopToken& /*stop*/) override {
    const MutexLock lock(mutex_);
    while (!is_cancelled_) changed_.wait(mutex_);
    throw Error(ErrorKind::cancelled, "stopped on request");
  }
  void cancel() noexcept override {
    const MutexLock lock(mutex_);
    is_cancelled_ = true;
    changed_.notify_all();
  }

 private:
  Mutex mutex_;
  ConditionVariable changed_;
  bool is_cancelled_ RAMET_GUARDED_BY(mutex_) = false;
};

/// A server that has stopped. Threads: any.
class SilentSource final : public ByteSource {
 public:
  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return 1000; }
  void read_at(std::uint64_t /*offset*/, std::span<std::byte> /*into*/) const override {}
  std::optional<ReadAhead> read_ahead() const noexcept override { return ReadAhead{}; }
  std::unique_ptr<Transfer> submit(std::vector<ReadPiece> /*pieces*/) const override {
    return std::make_unique<SilentTransfer>();
  }

 private:
  std::string name_ = "silent";
};

}  // namespace

TEST_CASE("fetched source: a stop cancels what has not arrived, before and while somebody waits for it") {
  const SilentSource silent;
  const Extent extents[] = {{0, 10}};
  for (const auto delay : {0ms, 20ms}) {
    StopSource stop;
    const FetchedSource fetched(silent, extents, close_by, stop.get_token());
    std::jthread later([&] {
      std::this_thread::sleep_for(delay);
      stop.request_stop();
    });
    if (delay == 0ms) later.join();
    CHECK_THROWS_WITH_AS(fetched.view(0, 10), "stopped on request", Error);
  }
}
