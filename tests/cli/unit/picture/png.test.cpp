#include <string>

#include "cli/picture/picture.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::cli;

TEST_CASE("PNG is written with cairo, and refused without") {
  Picture picture{.width = 40, .height = 20};
  picture.shapes.emplace_back(PictureText{1, 2, "text", 14, Anchor::begin});
  std::string png;
  std::string refusal;
  try {
    png = to_png(picture);
  } catch (const ramet::Error& error) {
    refusal = error.what();
  }
  if (refusal.empty()) {
    CHECK(png.starts_with("\x89PNG"));
    CHECK(png.substr(16, 8) == std::string("\0\0\0\x50\0\0\0\x28", 8));
  } else {
    CHECK(refusal.find("built without cairo") != std::string::npos);
  }
}
