#include "ramet/io/detail/process_number.hpp"

#include "forked.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet::io;

TEST_CASE("process number: a forked child gets an error with the process of the file, and advice") {
  const std::uint64_t number = process_number();
  CHECK(failure_of([&] { require_process(number, "x.root"); }) == "nothing");
  const std::string said = said_by_child([&] { return failure_of([&] { require_process(number, "x.root"); }); });
  CHECK(said.starts_with("misuse: 'x.root' is written by process " + std::to_string(number) +
                         ", and this is its forked child "));
  CHECK(
      said.ends_with(": to write the file with more processes, call `share` in the first one and "
                     "`join` in the others"));
}

TEST_CASE("process mark: it recognises its process, also in a child's child") {
  const ProcessMark mark;
  const auto look = [&] { return std::string(mark.is_here() ? "here" : "elsewhere"); };
  CHECK(mark.number() == process_number());
  CHECK(look() == "here");
  CHECK(said_by_child(look) == "elsewhere");
  CHECK(said_by_child([&] { return said_by_child(look); }) == "elsewhere");
  CHECK(said_by_child([&] {
          const ProcessMark own;
          return std::string(own.is_here() && own.number() != mark.number() ? "its own" : "not its own");
        }) == "its own");
  CHECK(look() == "here");
}
