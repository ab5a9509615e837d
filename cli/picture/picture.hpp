#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ramet::cli {

/// Red, green and blue. Threads: a value.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

/// A straight line. Threads: a value.
struct PictureLine {
  double x1, y1, x2, y2;
  double width = 1;
  Colour colour = {};
};

/// A filled rectangle. Threads: a value.
struct PictureBox {
  double x, y, width, height;
  Colour colour;
};

/// Where a text is, seen from its point.
enum class Anchor : std::uint8_t { begin, middle, end };

/// A text on one line; its point is on the base line. Threads: a value.
struct PictureText {
  double x, y;
  std::string text;  ///< UTF-8
  double size = 14;
  Anchor anchor = Anchor::middle;
  bool is_upright = false;  ///< written from below to above
};

/// What is drawn, from the background on, in units of a pixel from the upper left corner. Threads: a value.
struct Picture {
  double width = 800;
  double height = 600;
  std::vector<std::variant<PictureBox, PictureLine, PictureText>> shapes = {};
};

/// The picture as an SVG document.
std::string to_svg(const Picture& picture);

/// The picture as a PNG file, in twice the resolution. Throws Error(unsupported) when the program was built without
/// cairo.
std::string to_png(const Picture& picture);

}  // namespace ramet::cli
