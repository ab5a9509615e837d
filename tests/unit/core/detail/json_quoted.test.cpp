#include "ramet/core/detail/json_quoted.hpp"

#include <string_view>

#include <doctest/doctest.h>

using ramet::detail::json_quoted;

TEST_CASE("json_quoted: a text is in quotes, as it is") {
  CHECK(json_quoted("") == R"("")");
  CHECK(json_quoted("Muon_pt") == R"("Muon_pt")");
  CHECK(json_quoted("Zähler/µ") == R"("Zähler/µ")");
}

TEST_CASE("json_quoted: quotes, backslashes and control characters are escaped") {
  CHECK(json_quoted(R"(say "\")") == R"("say \"\\\"")");
  CHECK(json_quoted("a\tb\n") == R"("a\u0009b\u000a")");
  CHECK(json_quoted(std::string_view("\0\x1f", 2)) == R"("\u0000\u001f")");
}
