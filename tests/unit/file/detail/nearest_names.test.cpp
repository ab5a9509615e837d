#include "ramet/file/detail/nearest_names.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::file;
using Names = std::vector<std::string_view>;

TEST_CASE("nearest names: letters missing, extra, wrong, swapped or in another case are found, nearest first") {
  const Names names{"events", "Events2", "weights", "runs"};
  CHECK(nearest_names("event", names) == Names{"events", "Events2"});
  CHECK(nearest_names("eventss", names) == Names{"events", "Events2"});
  CHECK(nearest_names("evemts", names) == Names{"events", "Events2"});
  CHECK(nearest_names("evnets", names) == Names{"events", "Events2"});
  CHECK(nearest_names("EVENTS", names) == Names{"events", "Events2"});
  CHECK(nearest_names("rnus", names) == Names{"runs"});
}

TEST_CASE("nearest names: distant names are not suggested, and each name only once") {
  CHECK(nearest_names("histogram", Names{"events", "runs"}).empty());
  CHECK(nearest_names("x", Names{"y", "y", "yy"}) == Names{"y"});
  CHECK(nearest_names("abc", Names{"abd", "abe", "abf", "abg"}, 2) == Names{"abd", "abe"});
}

TEST_CASE("nearest names: names longer than any table are compared by their start") {
  const std::string wanted(500, 'x');
  const std::string there = std::string(499, 'x') + "y";
  CHECK(nearest_names(wanted, Names{there}) == Names{there});
}

TEST_CASE("nearest names: a message ends with similar names, or else all names, or else that there are none") {
  CHECK(suggest_names("event", Names{"events"}) == "; did you mean 'events'?");
  CHECK(suggest_names("h", Names{"events", "runs"}) == "; there is 'events', 'runs'");
  CHECK(suggest_names("histogram", Names{"a", "b", "c", "d", "e", "f", "g"}) ==
        "; there are 'a', 'b', 'c', 'd', 'e' and 2 more");
  CHECK(suggest_names("h", {}) == "; there is nothing there");
}
