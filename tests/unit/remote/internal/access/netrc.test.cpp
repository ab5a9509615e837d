#include "ramet/remote/internal/access/netrc.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote;
using namespace ramet::remote::internal;

TEST_CASE("netrc: the file of the options comes first") {
  RemoteOptions options;
  options.netrc = "/some/netrc";
  CHECK(netrc_of(options) == "/some/netrc");
}
