#include "ramet/merge/internal/keys/shared_name.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace ramet::merge::internal;

TEST_CASE("shared name: it is what the text is, and empty at first") {
  const SharedName name = "TH1D";
  CHECK(name.text() == "TH1D");
  CHECK(name == "TH1D");
  CHECK(name == std::string("TH1D"));
  CHECK(name == SharedName(std::string("TH1D")));
  CHECK(name != SharedName("TH1F"));
  CHECK_FALSE(name.empty());
  CHECK(SharedName().empty());
  CHECK(SharedName() == "");
  SharedName other = name;
  const SharedName third = other;
  CHECK(&third.text() == &name.text());
  const std::string& text = name;
  CHECK(&text == &name.text());
}

TEST_CASE("shared names: equal texts are stored once") {
  SharedNames names;
  const SharedName first = names.of("a directory");
  CHECK(&names.of(std::string("a directory")).text() == &first.text());
  CHECK(names.of("another one") == "another one");
  CHECK(&names.of("a directory").text() == &first.text());
}
