#include "ramet/frame/drawing/target.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ramet/core/error.hpp"
#include "ramet/hist/axis.hpp"

namespace ramet::inline v1::frame {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// The place of ">>" outside of quotes; npos if there is none.
std::size_t arrow_in(std::string_view text) {
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (quote != 0) {
      if (text[at] == quote) quote = 0;
    } else if (text[at] == '"' || text[at] == '\'') {
      quote = text[at];
    } else if (text.substr(at).starts_with(">>")) {
      return at;
    }
  }
  return std::string_view::npos;
}

double number_in(std::string_view text, std::string_view whole) {
  double number = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is not a number", text, whole);
  return number;
}

/// The bins of an axis with its ends. Fewer than one are one between two ends, as in TH1.
std::optional<std::uint32_t> bins_of(double number, const AxisWish& axis, std::string_view whole) {
  if (!(number >= (axis.has_range() ? -static_cast<double>(hist::Axis::most_bins) : 0.) &&
        number <= hist::Axis::most_bins))
    detail::fail(ErrorKind::misuse, "{} bins in '{}': a histogram has 1 to {}", number, whole, hist::Axis::most_bins);
  if (number >= 1) return static_cast<std::uint32_t>(number);
  return axis.has_range() ? std::optional<std::uint32_t>(1) : std::nullopt;
}

/// The axes of "bins,low,high,..."; what is left out or empty is not wished.
std::array<AxisWish, 3> axes_of(std::string_view text, std::string_view whole) {
  std::array<AxisWish, 3> axes;
  std::array<std::optional<double>, 3> bins;
  for (std::size_t number = 0; !text.empty(); ++number) {
    if (number >= 3 * axes.size()) detail::fail(ErrorKind::misuse, "'{}' has more than nine numbers", whole);
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = trimmed(text.substr(0, comma));
    AxisWish& axis = axes[number / 3];
    const std::array<std::optional<double>*, 3> parts = {&bins[number / 3], &axis.low, &axis.high};
    if (!part.empty()) *parts[number % 3] = number_in(part, whole);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (bins[axis]) axes[axis].bins = bins_of(*bins[axis], axes[axis], whole);
  return axes;
}

}  // namespace

DrawText split_draw_text(std::string_view text) {
  const std::size_t arrow = arrow_in(text);
  if (arrow == std::string_view::npos) return {std::string(text), std::nullopt};
  std::string_view rest = trimmed(text.substr(arrow + 2));
  DrawTarget target;
  if (rest.starts_with('+')) {
    target.adds = true;
    rest.remove_prefix(1);
  }
  const std::size_t open = rest.find('(');
  target.name = trimmed(rest.substr(0, open));
  if (open != std::string_view::npos) {
    if (!rest.ends_with(')')) detail::fail(ErrorKind::misuse, "'{}' has no closing parenthesis at its end", rest);
    target.axes = axes_of(rest.substr(open + 1, rest.size() - open - 2), rest);
  }
  return {std::string(text.substr(0, arrow)), target};
}

}  // namespace ramet::inline v1::frame
