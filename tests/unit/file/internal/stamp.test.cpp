#include "ramet/file/internal/stamp.hpp"

#include <doctest/doctest.h>

using namespace ramet::file;

TEST_CASE("stamp: a date is packed as TDatime does, years counted from 1995") {
  std::tm date{};
  date.tm_year = 126;
  date.tm_mon = 10;
  date.tm_mday = 21;
  date.tm_hour = 21;
  date.tm_min = 36;
  date.tm_sec = 41;
  CHECK(pack_date(date) == 0x7eeb5929);  // as ROOT 6.40 wrote it at that moment
  date = {};
  date.tm_year = 95;
  date.tm_mday = 1;
  CHECK(pack_date(date) == fixed_date);
}

TEST_CASE("stamp: now is later than this test was written") { CHECK((packed_now() >> 26) >= 30); }

TEST_CASE("stamp: random UUIDs differ and have the version of random ones") {
  const Uuid one = random_uuid();
  CHECK(one != random_uuid());
  CHECK((one[6] & std::byte{0xf0}) == std::byte{0x40});
  CHECK((one[8] & std::byte{0xc0}) == std::byte{0x80});
}

TEST_CASE("stamp: the UUID of a name is the same every time, and another for another name") {
  CHECK(uuid_of("run7.root") == uuid_of("run7.root"));
  CHECK(uuid_of("run7.root") != uuid_of("run8.root"));
  CHECK((uuid_of("run7.root")[6] & std::byte{0xf0}) == std::byte{0x80});
}
