#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("Form writes values as printf does") {
  CHECK(sample::values("Form(\"%d of %03u\", i, n)") == "\"2 of 003\" \"0 of 000\" \"5 of 001\"");
  CHECK(sample::values("Form(\"%.2f|%6.1e|%g\", d, d, x)") ==
        "\"0.25|2.5e-01|1.5\" \"1.00|1.0e+00|-2\" \"-8.00|-8.0e+00|4\"");
  CHECK(sample::values("std::string(TString::Format(\"%-4s|%5s|100%%\", s, s).Data())") ==
        "\"ab  |   ab|100%\" \"    |     |100%\" \"xyz |  xyz|100%\"");
  CHECK(sample::values("Form(\"%x %c\", 255, 'a')") == "\"ff a\" \"ff a\" \"ff a\"");
}

TEST_CASE("formats that fit no values are named") {
  CHECK(sample::error("Form(\"%d\", x)").find("%d of a real number") == 0);
  CHECK(sample::error("Form(\"%f\", i)").find("%f of a whole number") == 0);
  CHECK(sample::error("Form(\"%d\")").find("Form: the format has more values") == 0);
  CHECK(sample::error("Form(s, i)").find("Form takes a format that is written") == 0);
  CHECK(sample::error("Form(\"%99999d\", i)").find("a format with more than 999") == 0);
}
