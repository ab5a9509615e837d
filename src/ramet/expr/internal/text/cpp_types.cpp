#include "ramet/expr/internal/text/cpp_grammar.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

void CppGrammar::skip_qualifiers() {
  while (reader_.at_word("const") || reader_.at_word("constexpr") || reader_.at_word("static")) reader_.take();
}

// int (*)(int): the part behind the type. A cast to it says which of several functions is meant; all are one here.
bool CppGrammar::skip_function_pointer() {
  if (!reader_.at_symbol("(") || !reader_.at_symbol("*", 1) || !reader_.at_symbol(")", 2) || !reader_.at_symbol("(", 3))
    return false;
  for (int k = 0; k < 4; ++k) reader_.take();
  while (!reader_.at_end() && !reader_.at_symbol(")")) reader_.take();
  reader_.expect(")");
  return true;
}

std::optional<Syntax> CppGrammar::type() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t start = reader_.place();
  const std::size_t begin = reader_.peek().begin;
  skip_qualifiers();
  std::optional<Syntax> found = type_words(begin);
  if (!found) {
    reader_.go_back(start);
    return std::nullopt;
  }
  skip_qualifiers();
  if (reader_.accept("&&") || reader_.accept("&")) {
    found->text += '&';  // it is something else by another name
    skip_qualifiers();
  }
  return found;
}

std::optional<Syntax> CppGrammar::type_words(std::size_t begin) {
  if (reader_.peek().kind == TokenKind::name && is_type_word(reader_.peek().text)) {
    std::string words = reader_.take().text;
    while (reader_.peek().kind == TokenKind::name && is_type_word(reader_.peek().text))
      words += fmt::format(" {}", reader_.take().text);
    return node(SyntaxKind::type, begin, std::move(words));
  }
  if (reader_.peek().kind != TokenKind::name && !reader_.at_symbol("::")) return std::nullopt;
  const Syntax name = qualified_name();
  if (const auto known = types_.find(name.text); known != types_.end() && name.children.empty()) return known->second;
  const std::string_view plain = without_namespaces(name.text);
  if (plain == name.text && (plain == "string" || plain == "string_view") && !reader_.at_symbol("("))
    return std::nullopt;
  if (is_deduced_type(name)) return node(SyntaxKind::type, begin, name.text, {});
  if (!name.children.empty() ? !names_template(plain) : !names_type(plain) && !names_type(name.text))
    return std::nullopt;
  return node(SyntaxKind::type, begin, name.text, name.children);
}

// std::vector v{1, 2}; std::pair(x, 2): the types of the parts are those of the values.
bool CppGrammar::is_deduced_type(const Syntax& name) const {
  const std::string_view plain = without_namespaces(name.text);
  const bool is_tuple = plain == "pair" || plain == "tuple";
  const bool is_list = plain == "RVec" || plain == "vector" || plain == "array";
  if (!name.children.empty() || (!is_tuple && !is_list) || (plain == name.text && plain != "RVec")) return false;
  if (reader_.at_symbol("{") || reader_.at_symbol("(")) return true;
  if (reader_.peek().kind != TokenKind::name) return false;
  return reader_.at_symbol("{", 1) || reader_.at_symbol("(", 1) || reader_.at_symbol("=", 1);
}

Syntax CppGrammar::qualified_name() {
  const std::size_t begin = reader_.peek().begin;
  std::string text;
  if (reader_.accept("::")) text = "::";
  std::vector<Syntax> arguments;
  for (;;) {
    if (reader_.peek().kind != TokenKind::name) reader_.fail_here("expected a name, found " + reader_.found());
    text += reader_.take().text;
    if (reader_.at_symbol("<")) {
      if (auto found = template_arguments(text == "std::get")) arguments = std::move(*found);
    }
    if (!reader_.accept("::")) break;
    text += "::";
  }
  return node(SyntaxKind::name, begin, std::move(text), std::move(arguments));
}

// `a < b` and `f<int>(x)` begin alike: it is a list of arguments when all are types or whole numbers, and `>` follows.
std::optional<std::vector<Syntax>> CppGrammar::template_arguments(bool of_numbers) {
  const std::size_t start = reader_.place();
  reader_.expect("<");
  std::vector<Syntax> found;
  const bool is_called = reader_.at_symbol("(", 1) || reader_.at_symbol("{", 1);
  if (reader_.at_symbol(">") && is_called && reader_.accept(">")) return found;  // std::greater<>()
  bool good = true;
  do {
    if (reader_.peek().kind == TokenKind::integer && (reader_.at_symbol(">", 1) || reader_.at_symbol(",", 1))) {
      found.push_back(literal());
    } else if (auto argument = type()) {
      found.push_back(std::move(*argument));
    } else {
      good = false;
    }
  } while (good && reader_.accept(","));
  const bool only_numbers = good && !of_numbers && found.front().kind == SyntaxKind::integer;
  if (good && !only_numbers && reader_.peek().kind == TokenKind::symbol && reader_.accept_first('>')) return found;
  reader_.go_back(start);
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
