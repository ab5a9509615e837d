#include "ramet/write/internal/formats/file_classes.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using write::internal::FileClasses;

namespace {

schema::StreamerInfo layout(std::string name, std::uint32_t checksum, std::int32_t version = 1) {
  schema::StreamerInfo info;
  info.class_name = std::move(name);
  info.checksum = checksum;
  info.version = version;
  return info;
}

std::size_t count_of(const FileClasses& classes, std::string_view name) {
  const auto all = classes.all();
  return static_cast<std::size_t>(std::ranges::count(all, name, &schema::StreamerInfo::class_name));
}

}  // namespace

TEST_CASE("file classes: ROOT's classes are added with their dependencies, each once") {
  FileClasses classes;
  classes.add(std::vector<std::string_view>{"TTree"});
  classes.add(std::vector<std::string_view>{"TTree", "TBranch"});
  CHECK(count_of(classes, "TTree") == 1);
  CHECK(count_of(classes, "TNamed") == 1);
}

TEST_CASE("file classes: users' classes are added once in each version") {
  FileClasses classes;
  classes.note_written();
  classes.add(std::vector{layout("Hit", 7), layout("Hit", 8, 2)});
  CHECK(classes.has_news());
  classes.note_written();
  classes.add(std::vector{layout("Hit", 7)});
  CHECK_FALSE(classes.has_news());
  CHECK(count_of(classes, "Hit") == 2);
}

TEST_CASE("file classes: an existing version with other members is refused, and nothing is added") {
  FileClasses classes;
  classes.add(std::vector{layout("Hit", 7)});
  CHECK_THROWS_WITH_AS(
      classes.add(std::vector{layout("Track", 1), layout("Hit", 8)}),
      "class 'Hit' exists in version 1 with other members (checksum 0x7, the new one 0x8): give it another "
      "version",
      Error);
  CHECK(count_of(classes, "Track") == 0);
}
