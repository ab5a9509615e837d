#include "ramet/core/stop.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("stop: nothing happens until it is requested, and a token without a source never stops") {
  StopSource source;
  CHECK_NOTHROW(throw_if_stopped(source.get_token()));
  CHECK_NOTHROW(throw_if_stopped(StopToken()));
}

TEST_CASE("stop: every token of the source sees the request, as an error of its own kind") {
  StopSource source;
  const StopToken early = source.get_token();
  source.request_stop();
  for (const StopToken& token : {early, source.get_token()}) {
    ErrorKind kind = ErrorKind::misuse;
    try {
      throw_if_stopped(token);
    } catch (const Error& error) {
      kind = error.kind();
    }
    CHECK(kind == ErrorKind::cancelled);
  }
}
