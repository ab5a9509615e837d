#include "ramet/compression/settings.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using ramet::Error;
using namespace ramet::compression;

TEST_CASE("settings are ROOT's numbers") {
  CHECK(Settings{Algorithm::zstd, 5}.code() == 505);
  CHECK(Settings{Algorithm::lzma, 7}.code() == 207);
  CHECK(Settings{Algorithm::zstd, 0}.code() == 0);
  CHECK(Settings::from_code(404) == Settings{Algorithm::lz4, 4});
  CHECK(Settings::from_code(306) == Settings{Algorithm::old, 6});
  CHECK(Settings::from_code(0) == Settings{Algorithm::none, 0});
  CHECK(Settings::from_code(100) == Settings{Algorithm::none, 0});
}

TEST_CASE("a level alone is zlib, as it was when there was nothing else") {
  CHECK(Settings::from_code(1) == Settings{Algorithm::zlib, 1});
  CHECK(Settings::from_code(9) == Settings{Algorithm::zlib, 9});
}

TEST_CASE("every number goes to settings and back") {
  for (int algorithm = 1; algorithm <= 5; ++algorithm)
    for (int level = 1; level <= 9; ++level)
      CHECK(Settings::from_code(100 * algorithm + level).code() == 100 * algorithm + level);
}

TEST_CASE("numbers without a meaning are refused") {
  for (const int code : {-1, -505, 10, 99, 110, 510, 599, 600, 601, 1000, 2147483647, -2147483647 - 1}) {
    CAPTURE(code);
    CHECK_THROWS_AS(Settings::from_code(code), Error);
  }
}

TEST_CASE("settings without a meaning are refused") {
  for (int algorithm = 0; algorithm <= 5; ++algorithm)
    for (int level = 0; level <= 9; ++level)
      CHECK_NOTHROW((Settings{static_cast<Algorithm>(algorithm), level}.check()));
  for (const int level : {-1, 10, 105, 2147483647, -2147483647 - 1})
    CHECK_THROWS_AS((Settings{Algorithm::zstd, level}.check()), Error);
  CHECK_THROWS_AS((Settings{static_cast<Algorithm>(6), 1}.check()), Error);
}

TEST_CASE("settings are read from text") {
  CHECK(Settings::parse("zstd") == Settings{Algorithm::zstd, 5});
  CHECK(Settings::parse("zstd:7") == Settings{Algorithm::zstd, 7});
  CHECK(Settings::parse("zlib") == Settings{Algorithm::zlib, 1});
  CHECK(Settings::parse("lzma") == Settings{Algorithm::lzma, 7});
  CHECK(Settings::parse("lz4") == Settings{Algorithm::lz4, 4});
  CHECK(Settings::parse("lz4:0") == Settings{Algorithm::none, 0});
  CHECK(Settings::parse("none") == Settings{Algorithm::none, 0});
  CHECK(Settings::parse("207") == Settings{Algorithm::lzma, 7});
  CHECK(Settings::parse("0") == Settings{Algorithm::none, 0});
}

TEST_CASE("unknown text is refused and quoted") {
  for (const char* text : {"", ":", "zst", "zstdd", "ZSTD", "zstd:", "zstd:x", "zstd:10", "zstd:-1", "zstd:5 ", " zstd",
                           "none:3", "1e3"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Settings::parse(text), Error);
  }
  CHECK_THROWS_WITH(Settings::parse("gzip"),
                    "'gzip' is not a compression setting (zlib, lzma, lz4 or zstd with :1 to :9, or none)");
}

TEST_CASE("text goes to settings and back") {
  for (const char* text : {"zlib:1", "zlib:9", "lzma:7", "old:6", "lz4:4", "zstd:5", "none"})
    CHECK(Settings::parse(text).to_string() == text);
  CHECK(Settings{Algorithm::zstd, 0}.to_string() == "none");
}
