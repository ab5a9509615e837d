#include "cli/picture/picture.hpp"

#include "ramet/core/error.hpp"

#ifdef RAMET_CAIRO
#include <memory>

#include <cairo.h>
#endif

namespace ramet::cli {

#ifdef RAMET_CAIRO
namespace {

constexpr double resolution = 2;

void choose(cairo_t* cairo, Colour colour) {
  cairo_set_source_rgb(cairo, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

void paint(cairo_t* cairo, const PictureBox& box) {
  choose(cairo, box.colour);
  cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
  cairo_fill(cairo);
}

void paint(cairo_t* cairo, const PictureLine& line) {
  choose(cairo, line.colour);
  cairo_set_line_width(cairo, line.width);
  cairo_move_to(cairo, line.x1, line.y1);
  cairo_line_to(cairo, line.x2, line.y2);
  cairo_stroke(cairo);
}

void paint(cairo_t* cairo, const PictureText& text) {
  choose(cairo, {});
  cairo_set_font_size(cairo, text.size);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.text.c_str(), &extents);
  const double part = text.anchor == Anchor::begin ? 0 : text.anchor == Anchor::end ? 1 : 0.5;
  cairo_save(cairo);
  cairo_translate(cairo, text.x, text.y);
  if (text.is_upright) cairo_rotate(cairo, -1.5707963267948966);
  cairo_move_to(cairo, -part * extents.x_advance, 0);
  cairo_show_text(cairo, text.text.c_str());
  cairo_restore(cairo);
}

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string to_png(const Picture& picture) {
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(picture.width * resolution),
                                 static_cast<int>(picture.height * resolution)),
      &cairo_surface_destroy);
  const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo(cairo_create(surface.get()), &cairo_destroy);
  cairo_scale(cairo.get(), resolution, resolution);
  choose(cairo.get(), {255, 255, 255});
  cairo_paint(cairo.get());
  cairo_select_font_face(cairo.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  for (const auto& shape : picture.shapes) std::visit([&](const auto& one) { paint(cairo.get(), one); }, shape);
  std::string png;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), &append, &png);
  if (status != CAIRO_STATUS_SUCCESS)
    detail::fail(ErrorKind::io, "the picture cannot be made: {}", cairo_status_to_string(status));
  return png;
}
#else
std::string to_png(const Picture& /*picture*/) {
  detail::fail(ErrorKind::unsupported, "this program was built without cairo, which PNG needs; write .svg instead");
}
#endif

}  // namespace ramet::cli
