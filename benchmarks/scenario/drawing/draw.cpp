// Histograms of the flat tree. usage: draw VARIANT FILE THREADS TIMES
#include <memory>
#include <string>

#include "../measure.hpp"
#include "texts.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/frame/drawing/drawing.hpp"

using namespace ramet;

int main(int count, char** values) {
  const std::string variant = values[1];
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  const scenario::Drawing& drawing = scenario::drawing_of(variant);
  const frame::DrawText text = frame::split_draw_text(drawing.text);
  const dataset::Session session({.threads = threads});
  scenario::repeat("ramet", variant, static_cast<int>(threads), times, 0, [&] {
    const frame::Source source(dataset::open_table(session.open(values[2]), "t"));
    const dataset::ReadOptions options{.executor = session.executor()};
    const auto query =
        frame::RowsQuery::compile(source, {&text.expressions, 1}, drawing.cut, {{0}, {source.entries(options)}});
    const auto drawn =
        frame::draw(query, {.expressions = text.expressions, .cut = drawing.cut, .target = *text.target}, options);
    return static_cast<double>(drawn.selected);
  });
}
