#include "ramet/frame/internal/explain/stage_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ramet::inline v1::frame::internal {
namespace {

/// The bytes of the character at a place, or 0 if they are no UTF-8.
std::size_t character_size(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[at + k]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return 0;
  for (std::size_t k = 1; k < size; ++k)
    if ((byte(k) & 0xC0U) != 0x80) return 0;
  const bool is_long = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool is_beyond = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
  return is_long || is_beyond ? 0 : size;
}

/// With a comma between thousands.
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string duration(double seconds) {
  if (seconds >= 1) return fmt::format("{:.2f} s", seconds);
  return seconds >= 1e-3 ? fmt::format("{:.2f} ms", seconds * 1e3) : fmt::format("{:.1f} us", seconds * 1e6);
}

std::string size_text(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  if (number >= 1e9) return fmt::format("{:.2f} GB", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.2f} MB", number / 1e6);
  return number >= 1e3 ? fmt::format("{:.2f} kB", number / 1e3) : fmt::format("{} bytes", bytes);
}

std::string per_cent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "" : fmt::format(" ({:.2f} %)", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

/// ", for nominal, jes:up and 12 more", unless it is only for the nominal one.
std::string variations_text(const std::vector<std::string>& variations) {
  constexpr std::size_t most = 4;
  if (variations.empty() || (variations.size() == 1 && variations.front().empty())) return {};
  std::string text = ", for ";
  for (std::size_t k = 0; k < std::min(variations.size(), most); ++k)
    text += (k == 0 ? "" : ", ") + (variations[k].empty() ? std::string("nominal") : variations[k]);
  if (variations.size() > most) text += fmt::format(" and {} more", variations.size() - most);
  return text;
}

std::string column_line(const Explanation& of, const ExplainedColumn& column) {
  std::string line = fmt::format("reads {}: {}", column.name, column.type);
  if (of.has_times)
    line += fmt::format(", {} unpacked for {} entries", size_text(column.bytes), grouped(column.entries));
  return line;
}

std::string definition_line(const Explanation& of, const ExplainedStep& step) {
  std::string line = fmt::format("defines {}: {} = {}", step.name, step.type, step.text);
  line += variations_text(step.variations);
  if (step.uses > 1) line += fmt::format(", used {} times", step.uses);
  if (of.has_times && step.is_function) line += ", " + duration(step.seconds);
  return line;
}

std::string result_line(const Explanation& of, const ExplainedStep& step) {
  std::string line = step.name;
  if (!step.text.empty()) line += " of " + step.text;
  line += variations_text(step.variations);
  if (of.has_times) line += ", " + duration(step.seconds);
  return line;
}

std::string title_of(const ExplainedStage& stage) {
  std::string title;
  if (stage.kind == ExplainedStage::Kind::source) return stage.text;
  if (stage.kind == ExplainedStage::Kind::range) {
    title = "range " + stage.text;
  } else {
    title = stage.name.empty() || stage.name == stage.text ? "filter " + stage.text
                                                           : fmt::format("filter '{}' {}", stage.name, stage.text);
  }
  if (!stage.variation.empty()) title += ", for " + stage.variation;
  return title;
}

std::string entries_line(const ExplainedStage& stage) {
  if (stage.kind == ExplainedStage::Kind::source) return grouped(stage.kept) + " entries";
  return fmt::format("{} of {} entries{}", grouped(stage.kept), grouped(stage.reached),
                     per_cent(stage.kept, stage.reached));
}

std::string times_line(const ExplainedStage& stage) {
  std::string line =
      fmt::format("reading {}, expressions {}", duration(stage.reading_seconds), duration(stage.computing_seconds));
  if (stage.kind != ExplainedStage::Kind::source) line += ", choosing " + duration(stage.choosing_seconds);
  return line;
}

/// Lines of items, and the number of those that are left.
template <class Item, class Line>
void add_lines(const Explanation& of, const std::vector<Item>& items, const LineLimits& limits, Line&& line,
               std::vector<std::string>& lines) {
  for (std::size_t k = 0; k < std::min(items.size(), limits.lines); ++k)
    lines.push_back(one_line(line(of, items[k]), limits.characters));
  if (items.size() > limits.lines) lines.push_back(fmt::format("... and {} more", items.size() - limits.lines));
}

}  // namespace

std::string one_line(std::string_view text, std::size_t characters) {
  std::string line;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    const auto first = static_cast<unsigned char>(text[at]);
    const bool is_blank = first <= 0x20 || first == 0x7F ||
                          (first == 0xC2 && size == 2 && static_cast<unsigned char>(text[at + 1]) < 0xA0);
    if (is_blank && (line.empty() || line.back() == ' ')) {
      at += size;
      continue;
    }
    if (count == characters) {
      line += "…";
      break;
    }
    line += is_blank ? " " : size == 0 ? "?" : text.substr(at, size);
    at += std::max<std::size_t>(size, 1);
    ++count;
  }
  return line;
}

std::size_t character_count(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; }));
}

StageLines stage_lines(const Explanation& of, std::size_t number, const LineLimits& limits) {
  const ExplainedStage& stage = of.stages.at(number);
  StageLines lines{.title = one_line(title_of(stage), limits.characters)};
  if (of.has_run) lines.facts.push_back(entries_line(stage));
  add_lines(of, stage.columns, limits, &column_line, lines.facts);
  add_lines(of, stage.definitions, limits, &definition_line, lines.facts);
  if (of.has_times) lines.facts.push_back(times_line(stage));
  add_lines(of, stage.results, limits, &result_line, lines.results);
  return lines;
}

std::vector<std::string> summary_lines(const Explanation& of, const LineLimits& limits) {
  std::vector<std::string> lines;
  if (of.has_run)
    lines.push_back(fmt::format("{} entries in {} on {} thread{}", grouped(of.entries), duration(of.seconds),
                                of.threads, of.threads == 1 ? "" : "s"));
  if (of.unused.empty()) return lines;
  std::string unused = "defined for nothing:";
  for (const std::string& name : of.unused) unused += (unused.back() == ':' ? " " : ", ") + name;
  lines.push_back(one_line(unused, limits.characters));
  return lines;
}

}  // namespace ramet::inline v1::frame::internal
