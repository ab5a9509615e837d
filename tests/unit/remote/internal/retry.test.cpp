#include "ramet/remote/internal/retry.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote;
using namespace ramet::remote::internal;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE("retry: which statuses may be another one later") {
  for (const int status : {200, 206}) CHECK(trouble_of(status) == Trouble::none);
  for (const int status : {400, 401, 403, 404, 410, 416, 301, 0}) CHECK(trouble_of(status) == Trouble::refused);
  for (const int status : {500, 502, 504}) CHECK(trouble_of(status) == Trouble::server);
  for (const int status : {429, 503}) CHECK(trouble_of(status) == Trouble::busy);
  CHECK(trouble_of(408) == Trouble::stalled);
}

TEST_CASE("retry: what is refused is not asked again, and a host that is not there rarely") {
  const RemoteOptions options{.retries = 5};
  CHECK(retries_after(Trouble::refused, options) == 0);
  CHECK(retries_after(Trouble::none, options) == 0);
  CHECK(retries_after(Trouble::unknown_host, options) == 1);
  CHECK(retries_after(Trouble::unreachable, options) == 2);
  for (const Trouble trouble : {Trouble::stalled, Trouble::broken, Trouble::busy, Trouble::server})
    CHECK(retries_after(trouble, options) == 5);
  CHECK(retries_after(Trouble::unknown_host, {.retries = 0}) == 0);
}

TEST_CASE("retry: delays double, vary, and end at the longest; the server may ask for more") {
  const RemoteOptions options{.retry_delay = milliseconds(100), .longest_delay = milliseconds(1000)};
  CHECK(delay_before(1, {}, 0.0, options) == milliseconds(50));
  CHECK(delay_before(1, {}, 0.999999, options) >= milliseconds(99));
  CHECK(delay_before(3, {}, 0.0, options) == milliseconds(200));
  CHECK(delay_before(100, {}, 0.0, options) == milliseconds(500));
  CHECK(delay_before(1, seconds(2), 0.0, options) == seconds(2));
  CHECK(delay_before(1, seconds(0), 0.0, options) == milliseconds(50));
}
