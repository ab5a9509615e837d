#include "ramet/expr/internal/text/error.hpp"

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("distances count what has to be changed") {
  CHECK(expr::edit_distance("Muon_pT", "Muon_pt", 3) == 0);
  CHECK(expr::edit_distance("abc", "abd", 3) == 1);
  CHECK(expr::edit_distance("abc", "acb", 3) == 1);
  CHECK(expr::edit_distance("abc", "abcdefgh", 3) == 4);
}

TEST_CASE("the line and the place of a long text are shown") {
  const std::string text = "first line\nsecond " + std::string(200, 'a') + " third";
  try {
    expr::fail_at(ErrorKind::misuse, text, text.size() - 5, text.size(), "what");
  } catch (const Error& error) {
    const std::string message = error.what();
    CHECK(message.find("first line") == std::string::npos);
    CHECK(message.find("third") != std::string::npos);
    CHECK(message.ends_with("^~~~~"));
  }
}
