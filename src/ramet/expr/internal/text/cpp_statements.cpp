#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ramet/expr/internal/text/cpp_grammar.hpp"
#include "ramet/expr/internal/text/cpp_parser.hpp"
#include "ramet/expr/internal/text/error.hpp"
#include "ramet/expr/internal/text/type_names.hpp"

namespace ramet::inline v1::expr {

namespace {

// What a block of `auto [a, b]` is called.
constexpr std::string_view parts = "parts";

bool changes(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::assign || syntax.kind == SyntaxKind::step) return true;
  return syntax.kind != SyntaxKind::lambda && std::ranges::any_of(syntax.children, changes);
}

// if (!(condition)) break;
Syntax test_of(Syntax condition) {
  const std::size_t begin = condition.begin;
  const std::size_t end = condition.end;
  Syntax ended{SyntaxKind::unary, begin, end, "!", {std::move(condition)}};
  return {SyntaxKind::branch, begin, end, {}, {std::move(ended), {SyntaxKind::leave, begin, end, {}, {}}}};
}

// Whether a body goes on with the next run of its loop before its end.
bool goes_on(const Syntax& body) {
  if (body.kind == SyntaxKind::next) return true;
  const bool is_other = body.kind == SyntaxKind::loop || body.kind == SyntaxKind::loop_last ||
                        body.kind == SyntaxKind::range_loop || body.kind == SyntaxKind::lambda;
  return !is_other && std::ranges::any_of(body.children, goes_on);
}

// A condition of a loop that changes something, as in while (n--), is tested in the body, which it ends.
void move_condition(Syntax& condition, Syntax& body) {
  if (!changes(condition)) return;
  const Syntax nothing{SyntaxKind::nothing, condition.begin, condition.end, {}, {}};
  Syntax test = test_of(std::exchange(condition, nothing));
  body = {SyntaxKind::block, body.begin, body.end, {}, {std::move(test), std::move(body)}};
}

// The list in v.begin(), v.end(); null for other places.
const Syntax* whole_list(const Syntax& first, const Syntax& last) {
  const auto is_method = [](const Syntax& call, std::string_view name) {
    return call.kind == SyntaxKind::call && call.children.size() == 1 && call.children[0].kind == SyntaxKind::member &&
           (call.children[0].text == name || call.children[0].text.substr(1) == name) &&
           call.children[0].children[0].kind == SyntaxKind::name;
  };
  if (!is_method(first, "begin") || !is_method(last, "end")) return nullptr;
  const Syntax& list = first.children[0].children[0];
  return list.text == last.children[0].children[0].text && first.children[0].text[0] != 'r' ? &list : nullptr;
}

// The body of a lambda as that of a loop: what returns goes on with the next. Not inside of another loop.
bool continue_for_return(Syntax& body, bool in_loop) {
  if (body.kind == SyntaxKind::lambda) return true;
  if (body.kind == SyntaxKind::result) {
    if (in_loop) return false;
    body.kind = SyntaxKind::next;
    body.children.clear();
  }
  const bool is_loop = body.kind == SyntaxKind::loop || body.kind == SyntaxKind::loop_last ||
                       body.kind == SyntaxKind::range_loop || body.kind == SyntaxKind::choice;
  return std::ranges::all_of(body.children, [&](Syntax& one) { return continue_for_return(one, in_loop || is_loop); });
}

}  // namespace

Syntax parse_cpp(std::string_view text) { return CppGrammar(text).whole(); }

Syntax CppGrammar::whole() {
  if (reader_.at_end()) reader_.fail_here("an empty expression");
  if (!begins_statements()) {
    Syntax value = expression();
    while (reader_.accept(";")) {
    }
    if (!reader_.at_end()) reader_.fail_here("expected an operator or the end, found " + reader_.found());
    return value;
  }
  Syntax all = node(SyntaxKind::block, 0);
  while (!reader_.at_end()) all.children.push_back(statement());
  all.end = reader_.last_end();
  return all;
}

// Statements have a semicolon with something behind it or a return, outside of all brackets, or begin with a word of
// their own.
bool CppGrammar::begins_statements() const {
  if (reader_.at_symbol("{")) return true;
  for (const std::string_view word : {"return", "if", "for", "while", "do", "switch", "try"})
    if (reader_.at_word(word)) return true;
  std::size_t depth = 0;
  for (std::size_t k = 0; reader_.peek(k).kind != TokenKind::end; ++k) {
    const Token& token = reader_.peek(k);
    if (depth == 0 && token.kind == TokenKind::name && token.text == "return") return true;
    if (token.kind != TokenKind::symbol) continue;
    if (token.text == "(" || token.text == "[" || token.text == "{") ++depth;
    if ((token.text == ")" || token.text == "]" || token.text == "}") && depth > 0) --depth;
    if (token.text == ";" && depth == 0 && reader_.peek(k + 1).kind != TokenKind::end) return true;
  }
  return false;
}

Syntax CppGrammar::statement() {
  const TokenReader::Nesting nesting(reader_);
  const std::size_t begin = reader_.peek().begin;
  if (reader_.at_symbol("{")) return block();
  if (reader_.accept(";")) return node(SyntaxKind::nothing, begin);
  if (reader_.at_word("if")) return branch();
  if (reader_.at_word("for")) return for_loop();
  if (reader_.at_word("while")) return while_loop();
  if (reader_.at_word("do")) return do_loop();
  if (reader_.at_word("switch")) return choice();
  for (const std::string_view word :
       {"goto", "try", "throw", "struct", "class", "enum", "union", "template", "delete", "new"})
    if (reader_.at_word(word))
      reader_.fail_here(fmt::format("'{}' is not supported in expressions; use a C++ function or a Python one", word),
                        ErrorKind::unsupported);
  Syntax found = node(SyntaxKind::nothing, begin);
  if (reader_.at_word("using") || reader_.at_word("typedef")) {
    found = type_named(begin);
  } else if (reader_.accept_word("return")) {
    found = node(SyntaxKind::result, begin);
    if (!reader_.at_symbol(";")) found.children.push_back(sequence());
  } else if (reader_.accept_word("break")) {
    found = node(SyntaxKind::leave, begin);
  } else if (reader_.accept_word("continue")) {
    found = node(SyntaxKind::next, begin);
  } else {
    found = begins_declaration() ? declarations() : algorithm_as_loop(sequence());
    if (found.kind == SyntaxKind::name && reader_.peek().kind == TokenKind::name) fail_unknown_type(found);
  }
  if (!reader_.at_end()) reader_.expect(";");
  found.end = reader_.last_end();
  return found;
}

// std::for_each(v.begin(), v.end(), f) and std::generate(v.begin(), v.end(), f) as statements are loops.
Syntax CppGrammar::algorithm_as_loop(Syntax statement) const {
  if (statement.kind != SyntaxKind::call || statement.children.size() != 4) return statement;
  const std::string_view name = without_namespaces(statement.children[0].text);
  const Syntax* const list = whole_list(statement.children[1], statement.children[2]);
  if (list == nullptr || statement.children[0].kind != SyntaxKind::name) return statement;
  const std::size_t begin = statement.begin;
  Syntax& function = statement.children[3];
  const Syntax each = node(SyntaxKind::name, begin, "#each");
  const Syntax reference = node(SyntaxKind::type, begin, "auto&");
  Syntax declared = node(SyntaxKind::declare, begin, "#each", {reference});
  if (name == "generate") {
    Syntax set = node(SyntaxKind::assign, begin, "=", {each, node(SyntaxKind::call, begin, {}, {function})});
    return node(SyntaxKind::range_loop, begin, {}, {std::move(declared), *list, std::move(set)});
  }
  if (name != "for_each") return statement;
  // A lambda: captures, the type of its result, one parameter, the body.
  if (function.kind == SyntaxKind::lambda && function.children.size() == 4) {
    if (!continue_for_return(function.children[3], false)) return statement;
    return node(SyntaxKind::range_loop, begin, {},
                {std::move(function.children[2]), *list, std::move(function.children[3])});
  }
  declared.children[0].text = "auto";
  Syntax call = node(SyntaxKind::call, begin, {}, {std::move(function), each});
  return node(SyntaxKind::range_loop, begin, {}, {std::move(declared), *list, std::move(call)});
}

Syntax CppGrammar::block() {
  Syntax all = node(SyntaxKind::block, reader_.peek().begin);
  const std::set<std::string> arrays = arrays_;
  reader_.expect("{");
  while (!reader_.at_end() && !reader_.at_symbol("}")) all.children.push_back(statement());
  reader_.expect("}");
  arrays_ = arrays;
  all.end = reader_.last_end();
  return all;
}

Syntax CppGrammar::branch() {
  const std::size_t begin = reader_.take().begin;
  reader_.accept_word("constexpr");
  reader_.expect("(");
  Syntax first = node(SyntaxKind::nothing, begin);
  if (begins_declaration()) {  // if (auto n = v.size(); n > 2)
    first = declarations();
    if (!reader_.at_symbol(")")) reader_.expect(";");
  }
  // if (auto n = v.size())
  const bool is_declared = first.kind == SyntaxKind::declare && reader_.at_symbol(")");
  Syntax condition = is_declared ? node(SyntaxKind::name, begin, first.text) : sequence();
  reader_.expect(")");
  Syntax found = node(SyntaxKind::branch, begin, {}, {std::move(condition), statement()});
  if (reader_.accept_word("else")) found.children.push_back(statement());
  found.end = reader_.last_end();
  if (first.kind == SyntaxKind::nothing) return found;
  return node(SyntaxKind::block, begin, {}, {std::move(first), std::move(found)});
}

Syntax CppGrammar::for_loop() {
  const std::size_t begin = reader_.take().begin;
  reader_.expect("(");
  Syntax first = node(SyntaxKind::nothing, begin);
  if (!reader_.at_symbol(";")) first = begins_declaration() ? declarations() : sequence();
  if (first.kind == SyntaxKind::declare && reader_.accept(":")) {
    Syntax range = expression();
    reader_.expect(")");
    return node(SyntaxKind::range_loop, begin, {}, {std::move(first), std::move(range), statement()});
  }
  if (first.text == parts && reader_.accept(":")) {  // for (auto [a, b] : pairs): the parts are declared in the body
    Syntax range = expression();
    reader_.expect(")");
    Syntax each = first.children[0];
    Syntax body = node(SyntaxKind::block, begin, {}, {first.children.begin() + 1, first.children.end()});
    body.children.push_back(statement());
    return node(SyntaxKind::range_loop, begin, {}, {std::move(each), std::move(range), std::move(body)});
  }
  reader_.expect(";");
  Syntax condition = reader_.at_symbol(";") ? node(SyntaxKind::nothing, begin) : sequence();
  reader_.expect(";");
  Syntax step = node(SyntaxKind::nothing, begin);
  if (!reader_.at_symbol(")")) {
    step = node(SyntaxKind::block, begin);
    do {
      step.children.push_back(expression());
    } while (reader_.accept(","));
  }
  reader_.expect(")");
  Syntax body = statement();
  move_condition(condition, body);
  return node(SyntaxKind::loop, begin, {}, {std::move(first), std::move(condition), std::move(step), std::move(body)});
}

Syntax CppGrammar::while_loop() {
  const std::size_t begin = reader_.take().begin;
  reader_.expect("(");
  Syntax condition = sequence();
  reader_.expect(")");
  const Syntax none = node(SyntaxKind::nothing, begin);
  Syntax body = statement();
  move_condition(condition, body);
  return node(SyntaxKind::loop, begin, {}, {none, std::move(condition), none, std::move(body)});
}

Syntax CppGrammar::do_loop() {
  const std::size_t begin = reader_.take().begin;
  Syntax body = statement();
  if (!reader_.accept_word("while")) reader_.fail_here("expected 'while', found " + reader_.found());
  reader_.expect("(");
  Syntax condition = sequence();
  reader_.expect(")");
  reader_.accept(";");
  if (!changes(condition) || goes_on(body))
    return node(SyntaxKind::loop_last, begin, {}, {std::move(body), std::move(condition)});
  // A loop without an end, whose body ends with the test.
  const Syntax none = node(SyntaxKind::nothing, begin);
  Syntax all = node(SyntaxKind::block, begin, {}, {std::move(body), test_of(std::move(condition))});
  return node(SyntaxKind::loop, begin, {}, {none, none, none, std::move(all)});
}

Syntax CppGrammar::choice() {
  const std::size_t begin = reader_.take().begin;
  reader_.expect("(");
  Syntax value = expression();
  reader_.expect(")");
  reader_.expect("{");
  Syntax found = node(SyntaxKind::choice, begin, {}, {std::move(value)});
  while (!reader_.at_end() && !reader_.at_symbol("}")) {
    const std::size_t place = reader_.peek().begin;
    if (reader_.accept_word("case")) {
      Syntax label = ternary();
      reader_.expect(":");
      found.children.push_back(node(SyntaxKind::label, place, {}, {std::move(label)}));
    } else if (reader_.accept_word("default")) {
      reader_.expect(":");
      found.children.push_back(node(SyntaxKind::label, place));
    } else {
      found.children.push_back(statement());
    }
  }
  reader_.expect("}");
  found.end = reader_.last_end();
  return found;
}

bool CppGrammar::begins_declaration() {
  if (reader_.at_word("const") || reader_.at_word("constexpr") || reader_.at_word("static") || reader_.at_word("auto"))
    return true;
  const std::size_t start = reader_.place();
  const bool found = type().has_value() && reader_.peek().kind == TokenKind::name;
  reader_.go_back(start);
  return found;
}

Syntax CppGrammar::declarations() {
  const std::size_t begin = reader_.peek().begin;
  const auto wanted = type();
  if (!wanted) fail_without_type();
  Syntax first = declared(*wanted, begin);
  if (!reader_.at_symbol(",")) return first;
  Syntax all = node(SyntaxKind::block, begin, "declarations", {std::move(first)});
  while (reader_.accept(",")) all.children.push_back(declared(*wanted, begin));
  return all;
}

// float a[3]: a list of three; float a[2][3]: a list of two such lists. With values, as many as there are.
Syntax CppGrammar::array_declared(Syntax found) {
  std::vector<std::optional<Syntax>> sizes;
  do {
    sizes.emplace_back();
    if (!reader_.at_symbol("]")) sizes.back() = expression();
    reader_.expect("]");
  } while (reader_.accept("["));
  std::vector<Syntax> lists = {found.children[0]};  // from the element outwards
  for (std::size_t k = 0; k < sizes.size(); ++k)
    lists.push_back(node(SyntaxKind::type, found.begin, "std::vector", {lists.back()}));
  found.children[0] = lists.back();
  if (reader_.accept("=") || reader_.at_symbol("{")) {
    const bool is_sized = sizes.size() == 1 && sizes[0] && sizes[0]->kind == SyntaxKind::integer;
    const Syntax sized = node(SyntaxKind::type, found.begin, "std::array",
                              is_sized ? std::vector{lists[0], *sizes[0]} : lists.back().children);
    found.children.push_back(construction(sized));
  } else {
    std::optional<Syntax> made;
    for (std::size_t k = 0; k < sizes.size(); ++k) {  // std::vector<std::vector<T>>(2, std::vector<T>(3))
      std::optional<Syntax>& size = sizes[sizes.size() - 1 - k];
      if (!size) reader_.fail_here("an array without a size");
      std::vector<Syntax> arguments = {lists[k + 1], std::move(*size)};
      if (made) arguments.push_back(std::move(*made));
      made = node(SyntaxKind::construct, found.begin, "(", std::move(arguments));
    }
    found.children.push_back(std::move(*made));
  }
  arrays_.insert(found.text);
  found.end = reader_.last_end();
  return found;
}

// using A = T; typedef T A; others, as `using namespace N;`, change nothing: names are found without their namespaces.
Syntax CppGrammar::type_named(std::size_t begin) {
  const Syntax nothing = node(SyntaxKind::nothing, begin);
  const bool is_typedef = reader_.take().text == "typedef";
  if (!is_typedef && reader_.accept_word("namespace")) {
    qualified_name();
    return nothing;
  }
  std::string name;
  if (!is_typedef) {
    name = qualified_name().text;
    if (!reader_.accept("=")) return nothing;
  }
  auto known = type();
  if (!known) reader_.fail_here("expected a type, found " + reader_.found());
  if (is_typedef) {
    if (reader_.peek().kind != TokenKind::name) reader_.fail_here("expected a name, found " + reader_.found());
    name = reader_.take().text;
  }
  types_.insert_or_assign(std::move(name), std::move(*known));
  return nothing;
}

// auto [a, b] = pair: the pair, without a name that a text can have, and names for its parts.
Syntax CppGrammar::parts_declared(const Syntax& type, std::size_t begin) {
  std::vector<std::string> names;
  do {
    if (reader_.peek().kind != TokenKind::name) reader_.fail_here("expected a name, found " + reader_.found());
    names.push_back(reader_.take().text);
  } while (reader_.accept(","));
  reader_.expect("]");
  const std::string pair = fmt::format("#pair at {}", begin);
  Syntax all = node(SyntaxKind::block, begin, std::string(parts), {node(SyntaxKind::declare, begin, pair, {type})});
  if (!reader_.at_symbol(":")) {
    reader_.expect("=");
    all.children[0].children.push_back(expression());
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    Syntax get = node(SyntaxKind::name, begin, "std::get", {node(SyntaxKind::integer, begin, std::to_string(k))});
    Syntax part = node(SyntaxKind::call, begin, {}, {std::move(get), node(SyntaxKind::name, begin, pair)});
    all.children.push_back(node(SyntaxKind::declare, begin, std::move(names[k]), {type, std::move(part)}));
  }
  all.end = reader_.last_end();
  return all;
}

void CppGrammar::fail_unknown_type(const Syntax& name) const {
  const bool is_qualified = name.text.find("::") != std::string::npos;
  fail_at(is_qualified ? ErrorKind::unsupported : ErrorKind::misuse, reader_.text(), name.begin, name.end,
          fmt::format("the type {} is not known here", name.text));
}

// static const Table table{1}: the name of the type behind the words is the one that is not known.
void CppGrammar::fail_without_type() {
  skip_qualifiers();
  const bool names_one = reader_.peek().kind == TokenKind::name || reader_.at_symbol("::");
  if (!names_one) reader_.fail_here("expected a type, found " + reader_.found());
  Syntax name = qualified_name();
  name.end = reader_.last_end();
  fail_unknown_type(name);
}

Syntax CppGrammar::declared(const Syntax& type, std::size_t begin) {
  if (reader_.accept("[")) return parts_declared(type, begin);
  if (reader_.at_symbol("*")) reader_.fail_here("pointers are not supported", ErrorKind::unsupported);
  if (reader_.peek().kind != TokenKind::name) reader_.fail_here("expected a name, found " + reader_.found());
  const Token name = reader_.take();
  Syntax found = node(SyntaxKind::declare, begin, name.text, {type});
  if (reader_.accept("[")) return array_declared(std::move(found));
  if (reader_.accept("=")) {
    const bool is_deduced = type.children.empty() && names_template(plain_name(type));
    Syntax value = is_deduced && reader_.at_symbol("{") ? construction(type) : expression();
    found.children.push_back(type.text == "auto" ? decayed(std::move(value)) : std::move(value));
  } else if (reader_.at_symbol("(") || reader_.at_symbol("{")) {
    found.children.push_back(construction(type));
  }
  arrays_.erase(name.text);
  found.end = reader_.last_end();
  return found;
}

}  // namespace ramet::inline v1::expr
