#include "ramet/schema/internal/type_parser.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::schema::internal {
namespace {

constexpr int deepest_nesting = 50;

bool is_word_letter(char letter) noexcept {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '_';
}

bool is_qualifier(std::string_view word) noexcept { return word == "const" || word == "volatile"; }

bool is_number_word(std::string_view word) noexcept {
  constexpr std::array words =
      std::to_array<std::string_view>({"unsigned", "signed", "long", "short", "int", "char", "double"});
  return std::ranges::find(words, word) != words.end();
}

/// The canonical spelling of a number type with several words in any order: "long unsigned int" becomes "unsigned
/// long".
std::string canonical_number(const std::vector<std::string_view>& words) {
  const auto count = [&](std::string_view word) { return std::ranges::count(words, word); };
  if (count("double") > 0) return count("long") > 0 ? "long double" : "double";
  const std::string text = count("unsigned") > 0 ? "unsigned " : "";
  if (count("char") > 0) return count("signed") > 0 ? "signed char" : text + "char";
  if (count("short") > 0) return text + "short";
  if (count("long") > 1) return text + "long long";
  if (count("long") > 0) return text + "long";
  return text + "int";
}

/// Reads a type from text, left to right.
class TypeParser {
 public:
  explicit TypeParser(std::string_view text) : text_(text) {}

  TypeName whole() {
    TypeName type = parse(0);
    if (at_ != text_.size()) complain("ends early");
    return type;
  }

 private:
  [[noreturn]] void complain(std::string_view what) const {
    detail::fail(ErrorKind::corrupt, "type name '{}' {} at character {}", text_.substr(0, 200), what, at_);
  }

  void skip_blanks() noexcept {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char letter) noexcept {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }
  std::string_view peek_word() noexcept {
    skip_blanks();
    std::size_t end = at_;
    while (end < text_.size() && is_word_letter(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  TypeName parse(int depth) {
    if (depth > deepest_nesting) complain("is nested too deeply");
    TypeName type;
    take_qualifiers(type);
    parse_name(type, depth);
    take_qualifiers(type);
    while (take('*') || take('&')) {
      ++type.pointers;
      take_qualifiers(type);
    }
    return type;
  }

  void take_qualifiers(TypeName& type) noexcept {
    for (std::string_view word = peek_word(); is_qualifier(word); word = peek_word()) {
      if (word == "const") type.is_const = true;
      at_ += word.size();
    }
  }

  void parse_name(TypeName& type, int depth) {
    if (is_number_word(peek_word())) {
      std::vector<std::string_view> words;
      for (std::string_view word = peek_word(); is_number_word(word) || word == "const"; word = peek_word()) {
        if (word == "const")
          type.is_const = true;
        else
          words.push_back(word);
        at_ += word.size();
      }
      type.name = canonical_number(words);
      return;
    }
    parse_scoped_name(type, depth);
    if (type.name.empty() || type.name.ends_with("::")) complain("has no name");
    const auto first_word = std::string_view(type.name).substr(
        0, static_cast<std::size_t>(std::ranges::find_if_not(type.name, is_word_letter) - type.name.begin()));
    if (is_qualifier(first_word) || is_number_word(first_word)) complain("has a keyword for a name");
    simplify(type);
  }

  /// Parse words joined by "::", and signed numbers, each possibly with arguments. Those of outer scopes become text.
  void parse_scoped_name(TypeName& type, int depth) {
    std::string outer;  // text of scopes that have arguments, and a "::"
    for (;;) {
      if (!type.arguments.empty()) {
        outer.empty() ? simplify(type) : drop_allocators(type);  // names of the standard library have no such scopes
        outer += type.name;
        outer += TypeName{.name = {}, .arguments = std::exchange(type.arguments, {})}.spelling();
        outer += "::";
        type.name.clear();
      }
      skip_blanks();
      while (at_ < text_.size() && (is_word_letter(text_[at_]) || text_[at_] == '-' || text_[at_] == '(' ||
                                    text_[at_] == ')'))  // "(anonymous)", "(Color)2"
        type.name += text_[at_++];
      if (take('<')) parse_arguments(type, depth);
      if (!text_.substr(at_).starts_with("::")) break;
      at_ += 2;
      const bool is_std = outer.empty() && type.name == "std";
      if (type.arguments.empty() && !is_std && !(outer.empty() && type.name.empty())) type.name += "::";
      if (is_std) type.name.clear();
    }
    if (!outer.empty()) type.name.insert(0, outer);
  }

  void parse_arguments(TypeName& type, int depth) {
    if (take('>')) return;
    do {
      type.arguments.push_back(parse(depth + 1));
    } while (take(','));
    if (!take('>')) complain("lacks a '>'");
  }

  static void drop_allocators(TypeName& type) {
    std::erase_if(type.arguments, [](const TypeName& argument) {
      return argument.name == "allocator" || argument.name == "char_traits";
    });
  }

  /// Drop the default arguments of standard containers.
  static void simplify(TypeName& type) {
    drop_allocators(type);
    const auto drop_last = [&](std::size_t at, std::string_view name) {
      if (type.arguments.size() > at && type.arguments.back().name == name) type.arguments.pop_back();
    };
    switch (type.container()) {
      case Container::set:
      case Container::multiset:
        drop_last(1, "less");
        break;
      case Container::map:
      case Container::multimap:
        drop_last(2, "less");
        break;
      case Container::unordered_set:
      case Container::unordered_multiset:
        drop_last(2, "equal_to"), drop_last(1, "hash");
        break;
      case Container::unordered_map:
      case Container::unordered_multimap:
        drop_last(3, "equal_to"), drop_last(2, "hash");
        break;
      default:
        break;
    }
    if (type.name == "basic_string" && type.arguments.size() == 1 && type.arguments[0].name == "char")
      type.name = "string", type.arguments.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

TypeName parse_type(std::string_view text) { return TypeParser(text).whole(); }

}  // namespace ramet::inline v1::schema::internal
