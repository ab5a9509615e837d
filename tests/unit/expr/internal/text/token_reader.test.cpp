#include "ramet/expr/internal/text/token_reader.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

TEST_CASE("tokens are taken one after the other, and given back") {
  expr::TokenReader reader("a >> b");
  CHECK(reader.at_word("a"));
  const std::size_t start = reader.place();
  reader.take();
  CHECK(reader.at_symbol(">>"));
  CHECK(reader.accept_first('>'));
  CHECK(reader.accept(">"));
  CHECK(reader.accept_word("b"));
  CHECK(reader.at_end());
  CHECK(reader.last_end() == 6);
  reader.go_back(start);
  CHECK(reader.at_word("a"));
  CHECK_THROWS_WITH_AS(reader.expect(")"), doctest::Contains("expected ')', found 'a'"), Error);
}
