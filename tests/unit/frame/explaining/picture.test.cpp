#include "ramet/frame/explaining/picture.hpp"

#include <array>
#include <cstdio>
#include <vector>

#include "unit/frame/explaining/sample_explanation.hpp"
#include <doctest/doctest.h>

using namespace ramet::frame;

namespace {

struct Rectangle {
  unsigned x, y, width, height;
};

/// The boxes of a picture, without its ground.
std::vector<Rectangle> boxes_of(const std::string& svg) {
  std::vector<Rectangle> boxes;
  for (std::size_t at = 0; (at = svg.find("<rect x=", at)) != std::string::npos; ++at) {
    Rectangle box{};
    REQUIRE(std::sscanf(svg.c_str() + at, R"(<rect x="%u" y="%u" width="%u" height="%u")", &box.x, &box.y, &box.width,
                        &box.height) == 4);
    boxes.push_back(box);
  }
  return boxes;
}

}  // namespace

TEST_CASE("texts in a picture are escaped") {
  const std::string svg = to_svg(sample::explanation());
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg.find(">a &quot;&lt;file&gt;&quot; &amp; more.root</text>") != std::string::npos);
  CHECK(svg.find(">x &lt; 2, for") == std::string::npos);  // behind "filter "
  CHECK(svg.find("filter x &lt; 2, for e:up") != std::string::npos);
}

TEST_CASE("boxes are apart from each other, and what comes from one is at its right") {
  Explanation of = sample::explanation();
  for (std::size_t k = 0; k < 20; ++k)
    of.stages.push_back({.kind = ExplainedStage::Kind::filter,
                         .text = std::string(k * 9, 'x'),
                         .above = k % 7,
                         .results = std::vector<ExplainedStep>(k, ExplainedStep{.name = "count"})});
  const std::vector<Rectangle> boxes = boxes_of(to_svg(of));
  CHECK(boxes.size() == 23 + 21);
  for (std::size_t k = 0; k < boxes.size(); ++k)
    for (std::size_t other = 0; other < k; ++other) {
      CAPTURE(k);
      CAPTURE(other);
      const Rectangle &a = boxes[k], &b = boxes[other];
      CHECK((a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height));
    }
  CHECK(boxes[1].x > boxes[0].x + boxes[0].width);
}
