#include "ramet/expr/internal/text/parse.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/text/cpp_parser.hpp"
#include "ramet/expr/internal/text/python/python_parser.hpp"

namespace ramet::inline v1::expr {

namespace {

bool looks_like_cpp(std::string_view text) {
  constexpr std::array<std::string_view, 9> marks = {"&&", "||", "?", "::", "->", "{", ";", "return ", "auto "};
  if (std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) { return text.find(mark) != text.npos; }))
    return true;
  for (std::size_t place = text.find('!'); place != text.npos; place = text.find('!', place + 1))
    if (place + 1 >= text.size() || text[place + 1] != '=') return true;
  return false;
}

// Of what is no Python, *x and &x are more likely mistakes than pointers.
bool has_pointers(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::unary && (syntax.text == "*" || syntax.text == "&")) return true;
  return std::any_of(syntax.children.begin(), syntax.children.end(), has_pointers);
}

}  // namespace

Parsed parse(std::string_view text, Language language) {
  if (language == Language::cpp) return {parse_cpp(text), Language::cpp};
  if (language == Language::python) return {parse_python(text), Language::python};
  if (text.find("_cast<") != text.npos) return {parse_cpp(text), Language::cpp};  // in Python, a comparison of names
  std::optional<Error> mistake;
  try {
    return {parse_python(text), Language::python};
  } catch (const Error& error) {
    mistake = error;
  }
  if (looks_like_cpp(text)) return {parse_cpp(text), Language::cpp};
  try {
    if (Syntax syntax = parse_cpp(text); !has_pointers(syntax)) return {std::move(syntax), Language::cpp};
  } catch (const Error&) {
    throw Error(*mistake);
  }
  throw Error(*mistake);
}

}  // namespace ramet::inline v1::expr
