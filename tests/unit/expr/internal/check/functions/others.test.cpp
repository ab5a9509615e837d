#include <cctype>
#include <initializer_list>
#include <string>
#include <utility>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("strings and numbers") {
  CHECK(sample::values("std::to_string(i)") == "\"2\" \"0\" \"5\"");
  CHECK(sample::values("std::to_string(x)") == "\"1.500000\" \"-2.000000\" \"4.000000\"");
  CHECK(sample::values("std::stoi(std::to_string(i)) + 1") == "3 1 6");
  CHECK(sample::values("strstr(s, \"y\")") == "false false true");
}

TEST_CASE("kinds of characters are as in C, with glibc's numbers") {
  CHECK(sample::values("std::isdigit('0')") == "2048 2048 2048");
  CHECK(sample::values(
            "std::string t = \"aZ5 ~\"; int n = 0; for (auto c : t) n = 2 * n + (isalpha(c) != 0); return n;") ==
        "24 24 24");
  for (int c = 0; c < 128; ++c)
    for (const auto& [name, kind] :
         std::initializer_list<std::pair<std::string, int (*)(int)>>{{"isalnum", std::isalnum},
                                                                     {"isalpha", std::isalpha},
                                                                     {"isdigit", std::isdigit},
                                                                     {"islower", std::islower},
                                                                     {"ispunct", std::ispunct},
                                                                     {"isspace", std::isspace},
                                                                     {"isupper", std::isupper},
                                                                     {"isxdigit", std::isxdigit}}) {
      CAPTURE(name);
      CAPTURE(c);
      CHECK(sample::values("(int) (" + name + "(" + std::to_string(c) + ") != 0) + 0 * i") ==
            sample::values(std::to_string(static_cast<int>(kind(c) != 0)) + " + 0 * i"));
    }
}

TEST_CASE("what is no number is named") {
  CHECK(sample::error("std::stoi(s)").find("entry 0: \"ab\" is not a number") == 0);
}
