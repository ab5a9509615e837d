#include "ramet/remote/internal/access/bearer_token.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote;
using namespace ramet::remote::internal;

TEST_CASE("bearer token: that of the options comes first, without blanks at its end") {
  RemoteOptions options;
  options.bearer_token = "abc.def\r\n ";
  CHECK(bearer_token_of(options) == "abc.def");
}
