#include "ramet/expr/internal/text/scanner.hpp"

#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::expr;

namespace {

/// A language of names, escapes and two symbols. Threads: one thread.
class Letters : Scanner {
 public:
  explicit Letters(std::string_view text) : Scanner(text) {}

  std::vector<Token> run() {
    constexpr std::array<std::string_view, 2> symbols = {"<<", "<"};
    while (!is_at_end()) {
      if (at(0) == '\\') {
        escaped += escape();
      } else if (begins_name(at(0)) && continues_name(at(1))) {
        add(TokenKind::name, 2);
      } else {
        add_symbol(symbols);
      }
    }
    return take();
  }

  std::string escaped;
};

std::string error_in(const std::string& text) {
  try {
    Letters(text).run();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("scanner: pieces become tokens with their places, and the end is one") {
  const std::vector<Token> tokens = Letters("a1<<<").run();
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].text == "a1");
  CHECK(tokens[1].text == "<<");
  CHECK(tokens[1].begin == 2);
  CHECK(tokens[2].text == "<");
  CHECK(tokens[2].end == 5);
  CHECK(tokens[3].kind == TokenKind::end);
  CHECK(tokens[3].begin == 5);
}

TEST_CASE("scanner: escapes stand for characters") {
  Letters letters("\\n\\0\\\\\\v");
  letters.run();
  CHECK(letters.escaped == std::string("\n\0\\\v", 4));
  CHECK(error_in("\\q").find("an escape that is not supported") != std::string::npos);
  CHECK(error_in("\\").find("an escape that is not supported") != std::string::npos);
}

TEST_CASE("scanner: characters that begin no token and long texts are refused") {
  CHECK(error_in("a1%").find("unexpected character '%'") != std::string::npos);
  CHECK(error_in("\x01").find("unexpected character of code 1") != std::string::npos);
  CHECK(error_in(std::string(longest_text + 2, 'a')).find("is longer than") != std::string::npos);
  CHECK(error_in(std::string(longest_text, 'a')) == "none");
}
