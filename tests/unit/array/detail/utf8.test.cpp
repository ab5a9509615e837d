#include "ramet/array/detail/utf8.hpp"

#include <span>
#include <string_view>

#include <doctest/doctest.h>

using namespace std::literals;

namespace {

bool is_utf8(std::string_view text) { return ramet::array::is_utf8(std::as_bytes(std::span(text))); }

}  // namespace

TEST_CASE("characters of every length are UTF-8 at any place") {
  for (const std::string_view text : {""sv, "plain"sv, "exactly8"sv, "\0 is one, too"sv, "\xc2\x80"sv, "\xdf\xbf"sv,
                                      "\xe0\xa0\x80"sv, "\xed\x9f\xbf"sv, "\xee\x80\x80"sv, "\xef\xbf\xbf"sv,
                                      "\xf0\x90\x80\x80"sv, "\xf4\x8f\xbf\xbf"sv, "grün, 緑, 🟩 and some more"sv}) {
    CAPTURE(text);
    CHECK(is_utf8(text));
  }
}

TEST_CASE("truncated, overlong, surrogate and too large characters are not UTF-8") {
  for (const std::string_view text :
       {"\x80"sv, "eight   \xff"sv, "\xc2"sv, "\xc2 "sv, "\xc1\xbf"sv, "\xe0\x9f\xbf"sv, "\xed\xa0\x80"sv, "\xe2\x82"sv,
        "\xf0\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv, "\xf5\x80\x80\x80"sv, "\xf0\x9f\x9f"sv, "Latin-1: gr\xfcn"sv,
        "\xe2\x82\xac\xac"sv, "\xe1\x80\xc0"sv}) {
    CAPTURE(text);
    CHECK_FALSE(is_utf8(text));
  }
}
