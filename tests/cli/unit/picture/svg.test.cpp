#include <string>

#include "cli/picture/picture.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("SVG has the shapes, and texts that mean nothing in XML") {
  Picture picture{.width = 10, .height = 20};
  picture.shapes.emplace_back(PictureBox{1, 2, 3, 4, {255, 0, 16}});
  picture.shapes.emplace_back(PictureLine{0, 0, 1.5, 2});
  picture.shapes.emplace_back(PictureText{1, 2, "a<b & \"c\"\x1b", 14, Anchor::end, true});
  const std::string svg = to_svg(picture);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\""));
  CHECK(svg.find("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#ff0010\"/>") != std::string::npos);
  CHECK(svg.find("<line x1=\"0\" y1=\"0\" x2=\"1.5\" y2=\"2\"") != std::string::npos);
  CHECK(svg.find("text-anchor=\"end\" transform=\"rotate(-90 1 2)\">a&lt;b &amp; &quot;c&quot;?</text>") !=
        std::string::npos);
}
