#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("strings are searched and cut") {
  CHECK(sample::values("s.find('b')") == "1 18446744073709551615 18446744073709551615");
  CHECK(sample::values("s.find(\"x\", 1) == std::string::npos") == "true true true");
  CHECK(sample::values("s.find_last_of(\"xy\") + 1") == "0 0 2");
  CHECK(sample::values("s.find_first_not_of(\"ax\")") == "1 18446744073709551615 1");
  CHECK(sample::values("s.compare(0, 1, \"a\")") == "0 -1 23");
  CHECK(sample::values("TString(s).Index(\"y\")") == "-1 -1 1");
}

TEST_CASE("strings are changed, as values and as variables") {
  CHECK(sample::values("std::string(s).append(\"!\")") == "\"ab!\" \"!\" \"xyz!\"");
  CHECK(sample::values("std::string t = s; t.insert(0, \"<\"); t += '>'; return t;") == "\"<ab>\" \"<>\" \"<xyz>\"");
  CHECK(sample::values("std::string(s).replace(0, 1, \"__\")") == "\"__b\" \"__\" \"__yz\"");
  CHECK(sample::values("std::string(s).erase(0, 1)") == "\"b\" \"\" \"yz\"");
  CHECK(sample::values("std::string(2, 'x') + 'y'") == "\"xxy\" \"xxy\" \"xxy\"");
  CHECK(sample::error("s.sbustr(1)").find("did you mean substr?") != std::string::npos);
}

TEST_CASE("C strings are characters with a NUL, where the scope says so") {
  sample::Columns columns;
  for (auto& column : columns.scope.columns)
    if (column.name == "s") column.text = ramet::expr::Scope::Text::terminated_characters;
  const auto type = [&](const std::string& text) {
    return ramet::array::to_string(ramet::expr::Program::compile(text, columns.scope).type(0));
  };
  CHECK(type("s") == "var * int8");
  CHECK(type("std::string(s.data())") == "string");
}
