#include "ramet/recovery/internal/reports/kind_of_message.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace ramet::recovery::internal;

TEST_CASE("kind of message: numbers and quoted names do not matter") {
  CHECK(kind_of_message("basket 3 of 'x1' at byte 17") == kind_of_message("basket 40 of 'muon 2' at byte 1"));
  CHECK(kind_of_message("basket 3") != kind_of_message("page 3"));
}

TEST_CASE("kind of message: a very long message keeps its begin and end") {
  const std::string text = "begins" + std::string(1'000'000, 'x') + "ends";
  const std::string kept = shortened(text);
  CHECK(kept.size() < 2100);
  CHECK(kept.starts_with("begins"));
  CHECK(kept.ends_with("ends"));
  CHECK(shortened("short") == "short");
}
