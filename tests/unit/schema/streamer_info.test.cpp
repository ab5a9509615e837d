#include "ramet/schema/streamer_info.hpp"

#include <doctest/doctest.h>

using namespace ramet::schema;

namespace {

StreamerInfo info_of(std::string name, int version, std::uint32_t checksum) {
  StreamerInfo info;
  info.class_name = std::move(name);
  info.version = version;
  info.checksum = checksum;
  return info;
}

StreamerInfos some() {
  return StreamerInfos(
      {info_of("TTree", 20, 1), info_of("A", 3, 30), info_of("TTree", 5, 2), info_of("A", 1, 10), info_of("A", 3, 31)});
}

}  // namespace

TEST_CASE("infos are found by class and version") {
  const StreamerInfos infos = some();
  CHECK(infos.find("TTree", 20)->checksum == 1);
  CHECK(infos.find("TTree", 5)->checksum == 2);
  CHECK(infos.find("A", 3)->checksum == 30);
  CHECK(infos.find("TTree", 6) == nullptr);
  CHECK(infos.find("TTre", 20) == nullptr);
  CHECK(infos.find("", 0) == nullptr);
}

TEST_CASE("infos are found by checksum, within their class") {
  const StreamerInfos infos = some();
  CHECK(infos.find_by_checksum("A", 31)->version == 3);
  CHECK(infos.find_by_checksum("TTree", 31) == nullptr);
}

TEST_CASE("the latest version of a class is found, and all of them") {
  const StreamerInfos infos = some();
  CHECK(infos.find_latest("TTree")->version == 20);
  CHECK(infos.find_latest("B") == nullptr);
  REQUIRE(infos.of_class("A").size() == 3);
  CHECK(infos.of_class("A")[0].version == 1);
  CHECK(infos.of_class("B").empty());
  CHECK(infos.all().size() == 5);
}

TEST_CASE("there may be no infos at all") {
  const StreamerInfos infos({});
  CHECK(infos.find("A", 1) == nullptr);
  CHECK(infos.find_latest("A") == nullptr);
  CHECK(infos.all().empty());
}
