#include "ramet/expr/internal/text/token.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using expr::TokenKind;

TEST_CASE("texts are cut into tokens") {
  const auto tokens = expr::tokenize("Muon_pt >= 1.5e3f && \"a\\n\" // end");
  REQUIRE(tokens.size() == 6);
  CHECK(tokens[0].text == "Muon_pt");
  CHECK(tokens[1].text == ">=");
  CHECK(tokens[2].kind == TokenKind::real);
  CHECK(tokens[2].text == "1.5e3f");
  CHECK(tokens[4].text == "a\n");
  CHECK(tokens[5].kind == TokenKind::end);
}

TEST_CASE("hexadecimal numbers may have a point and an exponent of two") {
  for (const std::string text : {"0x1.8p3", "0x1p-2f", "0X.8P+1"}) {
    const auto tokens = expr::tokenize(text);
    CHECK(tokens[0].kind == TokenKind::real);
    CHECK(tokens[0].text == text);
  }
  CHECK(expr::tokenize("0xAf")[0].kind == TokenKind::integer);
}

TEST_CASE("what begins no token is refused") {
  CHECK_THROWS_WITH_AS(expr::tokenize("a # b"), doctest::Contains("unexpected character '#'"), Error);
  CHECK_THROWS_WITH_AS(expr::tokenize("\"a"), doctest::Contains("a string without an end"), Error);
  CHECK_THROWS_WITH_AS(expr::tokenize("/* a"), doctest::Contains("a comment without an end"), Error);
  CHECK_THROWS_WITH_AS(expr::tokenize("\x01"), doctest::Contains("of code 1"), Error);
  CHECK_THROWS_WITH_AS(expr::tokenize(std::string(expr::longest_text + 1, 'a')), doctest::Contains("is longer than"),
                       Error);
}
