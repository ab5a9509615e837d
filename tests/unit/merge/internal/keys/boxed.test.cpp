#include "ramet/merge/internal/keys/boxed.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using ramet::merge::internal::Boxed;

TEST_CASE("boxed: there is no value until it is made, and copies have their own") {
  Boxed<std::string> box;
  CHECK(box.get() == nullptr);
  CHECK(Boxed<std::string>(box).get() == nullptr);
  CHECK(box.made().empty());
  box.made() = "one";
  REQUIRE(box.get() != nullptr);
  CHECK(*box.get() == "one");

  Boxed<std::string> copy = box;
  copy.made() = "two";
  CHECK(*box.get() == "one");
  box = copy;
  CHECK(*box.get() == "two");
  CHECK(box.get() != copy.get());

  const std::string* value = box.get();
  const Boxed<std::string> moved = std::move(box);
  CHECK(moved.get() == value);
  static_assert(sizeof(Boxed<std::string>) == sizeof(void*));
}
