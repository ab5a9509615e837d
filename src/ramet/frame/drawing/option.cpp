#include "ramet/frame/drawing/option.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame {
namespace {

bool has_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

/// Remove a word wherever it stands; returns whether it did.
bool remove_word(std::string& text, std::string_view word) {
  bool is_there = false;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    text.erase(at, word.size());
    is_there = true;
  }
  return is_there;
}

}  // namespace

DrawOption draw_option(std::string_view text) {
  std::string left(text);
  std::ranges::transform(left, left.begin(),
                         [](char one) { return one >= 'A' && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one; });
  for (const std::string_view word : {"entrylist", "para", "candle", "gl5d"})
    if (has_word(left, word))
      detail::fail(ErrorKind::unsupported, "option '{}': '{}' makes no histogram or profile", text, word);
  remove_word(left, "same");
  DrawOption option;
  option.is_normalized = remove_word(left, "norm");
  if (has_word(left, "prof")) option.as = DrawnAs::profile;
  constexpr std::array<std::pair<std::string_view, hist::ProfileErrors>, 3> kinds = {{
      {"profs", hist::ProfileErrors::spread},
      {"profi", hist::ProfileErrors::of_whole_numbers},
      {"profg", hist::ProfileErrors::from_weights},
  }};
  for (const auto& [word, errors] : kinds) {
    if (!has_word(left, word)) continue;
    option.errors = errors;
    break;
  }
  option.keeps_squares = has_word(left, "e");
  option.has_colors = has_word(left, "col");
  return option;
}

}  // namespace ramet::inline v1::frame
