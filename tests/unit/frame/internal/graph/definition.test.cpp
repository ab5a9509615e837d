#include "ramet/frame/internal/graph/definition.hpp"

#include <doctest/doctest.h>

using namespace ramet::frame::internal;

TEST_CASE("the variation of a tag is called by both names") {
  Variation variation;
  variation.name = "met";
  variation.tags = {"down", "up"};
  CHECK(variation.tag_name(1) == "met:up");
}

TEST_CASE("a definition may tell which entries have a column") {
  Definition definition;
  CHECK(!definition.tells_missing());
  definition.missing = Definition::Missing::filled;
  CHECK(!definition.tells_missing());
  definition.missing = Definition::Missing::told;
  CHECK(definition.tells_missing());
  definition.missing = Definition::Missing::denied;
  CHECK(definition.tells_missing());
}
