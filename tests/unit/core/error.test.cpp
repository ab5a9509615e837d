#include "ramet/core/error.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

using namespace ramet;

namespace {

Error caught(auto&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return {ErrorKind::misuse, "nothing was thrown"};
}

}  // namespace

TEST_CASE("error: fail formats the text and keeps the kind") {
  const Error error = caught([] { detail::fail(ErrorKind::corrupt, "needs {} bytes, {} are left", 4, 2); });
  CHECK(error.kind() == ErrorKind::corrupt);
  CHECK(std::string(error.what()) == "needs 4 bytes, 2 are left");
}

TEST_CASE("error: every kind has its own word") {
  CHECK(to_string(ErrorKind::not_found) == "not_found");
  CHECK(to_string(ErrorKind::file_missing) == "file_missing");
  CHECK(to_string(ErrorKind::corrupt) == "corrupt");
  CHECK(to_string(ErrorKind::unsupported) == "unsupported");
  CHECK(to_string(ErrorKind::io) == "io");
  CHECK(to_string(ErrorKind::misuse) == "misuse");
  CHECK(to_string(ErrorKind::cancelled) == "cancelled");
}

TEST_CASE("error: whoever does not know ramet catches it as a runtime error") {
  CHECK_THROWS_AS(detail::fail(ErrorKind::io, "no space left on device"), std::runtime_error);
}

TEST_CASE("while_doing: each level puts its place in front, and the kind stays") {
  const Error error = caught([] {
    detail::while_doing("'run7.root'", [] {
      detail::while_doing([] { return fmt::format("key '{}' at byte {}", "events;1", 412); },
                          [] { detail::fail(ErrorKind::corrupt, "record is truncated: needs 4 bytes, 2 are left"); });
    });
  });
  CHECK(error.kind() == ErrorKind::corrupt);
  CHECK(std::string(error.what()) ==
        "'run7.root': key 'events;1' at byte 412: record is truncated: needs 4 bytes, 2 are left");
}

TEST_CASE("while_doing: the text of a task is made only when there is an error") {
  int made = 0;
  const auto task = [&] {
    ++made;
    return "reading";
  };
  CHECK(detail::while_doing(task, [] { return 7; }) == 7);
  CHECK(made == 0);
  CHECK(std::string(caught([&] { detail::while_doing(task, [] { detail::fail(ErrorKind::io, "gone"); }); }).what()) ==
        "reading: gone");
  CHECK(made == 1);
}

TEST_CASE("while_doing: what the work returns comes through as it is") {
  int number = 1;
  int& same = detail::while_doing("looking", [&]() -> int& { return number; });
  CHECK(&same == &number);
  const auto pointer = detail::while_doing("making", [] { return std::make_unique<int>(3); });
  CHECK(*pointer == 3);
  static_assert(std::is_void_v<decltype(detail::while_doing("nothing", [] {}))>);
}

TEST_CASE("while_doing: exceptions of others pass untouched") {
  CHECK_THROWS_WITH_AS(detail::while_doing("asking", [] { throw std::out_of_range("theirs"); }), "theirs",
                       std::out_of_range);
}
