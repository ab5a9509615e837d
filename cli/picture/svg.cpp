#include "cli/picture/picture.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : printable(text)) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string hex(Colour colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

std::string written(const PictureBox& box) {
  return fmt::format(R"(<rect x="{:.7g}" y="{:.7g}" width="{:.7g}" height="{:.7g}" fill="{}"/>)", box.x, box.y,
                     box.width, box.height, hex(box.colour));
}

std::string written(const PictureLine& line) {
  return fmt::format(R"(<line x1="{:.7g}" y1="{:.7g}" x2="{:.7g}" y2="{:.7g}" stroke="{}" stroke-width="{:.7g}"/>)",
                     line.x1, line.y1, line.x2, line.y2, hex(line.colour), line.width);
}

std::string written(const PictureText& text) {
  const char* const anchor = text.anchor == Anchor::begin ? "start" : text.anchor == Anchor::end ? "end" : "middle";
  const std::string turned =
      text.is_upright ? fmt::format(R"x( transform="rotate(-90 {:.7g} {:.7g})")x", text.x, text.y) : "";
  return fmt::format(R"(<text x="{:.7g}" y="{:.7g}" font-size="{:.7g}" text-anchor="{}"{}>{}</text>)", text.x, text.y,
                     text.size, anchor, turned, escaped(text.text));
}

}  // namespace

std::string to_svg(const Picture& picture) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.7g}\" height=\"{1:.7g}\" viewBox=\"0 0 {0:.7g} {1:.7g}\" "
      "font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      picture.width, picture.height);
  for (const auto& shape : picture.shapes)
    svg += std::visit([](const auto& one) { return written(one); }, shape) + "\n";
  return svg + "</svg>\n";
}

}  // namespace ramet::cli
