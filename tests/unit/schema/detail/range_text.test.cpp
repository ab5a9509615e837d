#include "ramet/schema/detail/range_text.hpp"

#include <doctest/doctest.h>

#include "ramet/schema/value_range.hpp"

using namespace ramet::schema;

TEST_CASE("the text of a range is what it is read from") {
  CHECK(range_text("x/f[0,twopi,10]") == "0,twopi,10");
  CHECK(range_in("x/f[0,twopi,10]") == "[0,twopi,10]");
  CHECK(range_in("a[3]/d[0,6.28,12]") == "[0,6.28,12]");
  CHECK(parse_range(range_in("a[3]/d[0,6.28,12]")) == parse_range("a[3]/d[0,6.28,12]"));
}

TEST_CASE("a title without a range has no text of one") {
  for (const char* const title : {"", "a[3]/d", "[fN][fM] momenta [0,10,8]", "[0,1", "]["}) {
    CAPTURE(title);
    CHECK_FALSE(range_text(title));
    CHECK(range_in(title) == "[]");
  }
}
