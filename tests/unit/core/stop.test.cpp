#include "ramet/core/stop.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("stop: nothing happens until it is requested, and a token without a source never stops") {
  StopSource source;
  CHECK_NOTHROW(throw_if_stopped(source.get_token()));
  CHECK_NOTHROW(throw_if_stopped(StopToken()));
}

TEST_CASE("stop: who waits looks, and what it looks at may request the stop") {
  int looks = 0;
  StopSource* to_stop = nullptr;
  StopSource source([&] {
    if (++looks == 2 && to_stop != nullptr) to_stop->request_stop();
  });
  to_stop = &source;
  const StopToken token = source.get_token();
  CHECK(token.can_look());
  CHECK_FALSE(StopToken().can_look());
  StopToken().look();
  token.look();
  CHECK_FALSE(token.stop_requested());
  const StopSource other = StopSource::looking_as(token);
  other.get_token().look();
  CHECK(looks == 2);
  CHECK(token.stop_requested());
  CHECK_FALSE(other.stop_requested());
}

TEST_CASE("stop: a token of the standard library is one, too") {
  std::stop_source source;
  const StopToken token = source.get_token();
  CHECK(token.stop_possible());
  source.request_stop();
  CHECK(token.stop_requested());
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
