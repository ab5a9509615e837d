#include "ramet/frame/explaining/picture.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/frame/internal/explain/stage_lines.hpp"

namespace ramet::inline v1::frame {
namespace {

using internal::character_count;
using internal::LineLimits;
using internal::stage_lines;
using internal::StageLines;
using internal::summary_lines;

constexpr LineLimits limits{.characters = 72, .lines = 12};
constexpr std::size_t character_width = 7;
constexpr std::size_t line_height = 16;
constexpr std::size_t padding = 8;
constexpr std::size_t gap_between_layers = 48;
constexpr std::size_t gap_between_boxes = 16;

/// A stage or the results of one. Threads: a value.
struct Box {
  std::vector<std::string> lines;
  std::size_t layer = 0;
  std::size_t above = 0;  ///< the box that it comes from; of the first, itself
  bool is_result = false;
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t width = 0;
  std::size_t height = 0;

  std::size_t middle() const noexcept { return y + height / 2; }
};

std::string escaped(std::string_view text) {
  std::string made;
  for (const char one : text) {
    switch (one) {
      case '&':
        made += "&amp;";
        break;
      case '<':
        made += "&lt;";
        break;
      case '>':
        made += "&gt;";
        break;
      case '"':
        made += "&quot;";
        break;
      default:
        made += one;
    }
  }
  return made;
}

void add_box(std::vector<Box>& boxes, Box box) {
  std::size_t characters = 0;
  for (const std::string& line : box.lines) characters = std::max(characters, character_count(line));
  box.width = characters * character_width + 2 * padding;
  box.height = box.lines.size() * line_height + 2 * padding;
  boxes.push_back(std::move(box));
}

/// The boxes of all stages and results; each behind the one that it comes from.
std::vector<Box> boxes_of(const Explanation& of) {
  std::vector<Box> boxes;
  std::vector<std::size_t> places;  // of stages
  for (std::size_t stage = 0; stage < of.stages.size(); ++stage) {
    StageLines lines = stage_lines(of, stage, limits);
    const std::size_t above = stage == 0 ? 0 : places[of.stages[stage].above];
    Box box{.lines = std::move(lines.facts), .layer = stage == 0 ? 0 : boxes[above].layer + 1, .above = above};
    box.lines.insert(box.lines.begin(), std::move(lines.title));
    places.push_back(boxes.size());
    const Box results{
        .lines = std::move(lines.results), .layer = box.layer + 1, .above = boxes.size(), .is_result = true};
    add_box(boxes, std::move(box));
    if (!results.lines.empty()) add_box(boxes, results);
  }
  return boxes;
}

/// The place of each box: those of a layer below each other, beside the one that they come from.
void place(std::vector<Box>& boxes) {
  std::vector<std::size_t> starts;  // of layers
  for (const Box& box : boxes) {
    starts.resize(std::max(starts.size(), box.layer + 2));
    starts[box.layer + 1] = std::max(starts[box.layer + 1], box.width + gap_between_layers);
  }
  for (std::size_t layer = 1; layer < starts.size(); ++layer) starts[layer] += starts[layer - 1];
  std::vector<std::size_t> heights(boxes.size());  // of a box with all that comes from it
  std::vector<std::size_t> below(boxes.size());    // of what comes from it
  for (std::size_t k = boxes.size(); k-- > 0;) {
    heights[k] = std::max(boxes[k].height + gap_between_boxes, below[k]);
    if (k > 0) below[boxes[k].above] += heights[k];
  }
  std::vector<std::size_t> next(boxes.size());  // free place for what comes from it
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const std::size_t top = k == 0 ? 0 : std::exchange(next[boxes[k].above], next[boxes[k].above] + heights[k]);
    boxes[k].x = padding + starts[boxes[k].layer];
    boxes[k].y = padding + top + (heights[k] - gap_between_boxes - boxes[k].height) / 2;
    next[k] = top + (heights[k] - below[k]) / 2;
  }
}

std::string text_element(std::size_t x, std::size_t y, std::string_view line, std::string_view weight) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{} xml:space=\"preserve\">{}</text>\n", x, y, weight, escaped(line));
}

std::string box_element(const Box& box) {
  std::string made =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" stroke=\"#5b6b7b\"/>\n",
                  box.x, box.y, box.width, box.height, box.is_result ? 8 : 0, box.is_result ? "#eef7ee" : "#f4f6fa");
  for (std::size_t line = 0; line < box.lines.size(); ++line)
    made += text_element(box.x + padding, box.y + padding + (line + 1) * line_height - 4, box.lines[line],
                         line == 0 && !box.is_result ? " font-weight=\"bold\"" : "");
  return made;
}

std::string edge_element(const Box& from, const Box& to) {
  const std::size_t begin = from.x + from.width;
  const std::size_t middle = (begin + to.x) / 2;
  return fmt::format("<path d=\"M{} {}C{} {} {} {} {} {}\" fill=\"none\" stroke=\"#5b6b7b\"/>\n", begin, from.middle(),
                     middle, from.middle(), middle, to.middle(), to.x, to.middle());
}

}  // namespace

std::string to_svg(const Explanation& of) {
  std::vector<Box> boxes = boxes_of(of);
  place(boxes);
  std::size_t width = 0, height = 0;
  for (const Box& box : boxes) {
    width = std::max(width, box.x + box.width + padding);
    height = std::max(height, box.y + box.height + padding);
  }
  const std::vector<std::string> summary = summary_lines(of, limits);
  std::string drawn;
  for (const std::string& line : summary) {
    height += line_height;
    width = std::max(width, character_count(line) * character_width + 2 * padding);
    drawn += text_element(padding, height - padding, line, "");
  }
  for (std::size_t k = 1; k < boxes.size(); ++k) drawn += edge_element(boxes[boxes[k].above], boxes[k]);
  for (const Box& box : boxes) drawn += box_element(box);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"monospace\" font-size=\"11.5\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#ffffff\"/>\n{2}</svg>\n",
      width, height, drawn);
}

}  // namespace ramet::inline v1::frame
