#include "ramet/array/type.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::array {
namespace {

constexpr std::array<std::string_view, 11> number_names = {"bool",   "int8",   "int16",  "int32",   "int64",  "uint8",
                                                           "uint16", "uint32", "uint64", "float32", "float64"};

constexpr int deepest_type = 64;

/// Not std::isalnum: a program's locale has no say.
bool is_word(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A member's name as it is written in a type.
std::string written(std::string_view name) {
  if (!name.empty() && std::ranges::all_of(name, is_word)) return std::string(name);
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

/// The contents of a record or variant, with commas between them and each with its name if it has one.
std::string listed(const Type& type) {
  std::string text;
  for (std::size_t content = 0; content < type.contents.size(); ++content) {
    if (content != 0) text += ", ";
    if (type.kind == Kind::record) text += written(type.names.at(content)) + ": ";
    text += to_string(type.contents[content]);
  }
  return text;
}

/// Parses a type, left to right. Threads: one thread.
class TypeParser {
 public:
  explicit TypeParser(std::string_view text) : text_(text) {}

  Type whole() {
    Type type = one(0);
    if (skip_spaces(), at_ != text_.size()) wrong("the end");
    return type;
  }

 private:
  Type one(int depth) {
    if (depth > deepest_type)
      detail::fail(ErrorKind::misuse, "type '{}' is nested deeper than {}", text_, deepest_type);
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '{') return record(depth);
    if (take('?')) return Type::option_of(one(depth + 1));
    const std::size_t begin = at_;
    const std::string_view name = word();
    if (name == "var") {
      expect('*');
      return Type::list_of(one(depth + 1));
    }
    if (name == "string") return Type::string();
    if (name == "union") return variant(depth);
    if (const auto number = number_type_of(name)) return Type::of(*number);
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), size);
    if (error != std::errc{} || end != name.data() + name.size() || name.empty()) {
      at_ = begin;
      wrong("a type such as float32, string, 'var * int32' or '3 * float64'");
    }
    expect('*');
    return Type::regular_of(size, one(depth + 1));
  }

  Type record(int depth) {
    expect('{');
    std::vector<std::string> names;
    std::vector<Type> contents;
    if (take('}')) return Type::record_of({}, {});
    do {
      names.push_back(member_name());
      expect(':');
      contents.push_back(one(depth + 1));
    } while (take(','));
    expect('}');
    return Type::record_of(std::move(names), std::move(contents));
  }

  /// The alternatives behind "union".
  Type variant(int depth) {
    expect('[');
    std::vector<Type> contents;
    if (take(']')) return Type::variant_of({});
    do contents.push_back(one(depth + 1));
    while (take(','));
    expect(']');
    return Type::variant_of(std::move(contents));
  }

  /// A member's name, in quotes or without.
  std::string member_name() {
    if (take('"')) return quoted();
    skip_spaces();
    const std::string_view plain = word();
    if (plain.empty()) wrong("a member's name");
    return std::string(plain);
  }

  /// What stands between quotes; the first has been taken.
  std::string quoted() {
    std::string characters;
    for (;;) {
      if (at_ >= text_.size()) wrong("'\"'");
      char next = text_[at_++];
      if (next == '"') return characters;
      if (next == '\\') {
        if (at_ >= text_.size()) wrong("a character");
        next = text_[at_++];
      }
      characters += next;
    }
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool take(char wanted) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) wrong(std::string("'") + wanted + "'");
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  [[noreturn]] void wrong(std::string_view wanted) const {
    detail::fail(ErrorKind::misuse, "type '{}' is not understood at character {}: expected {}", text_, at_, wanted);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view to_string(NumberType type) noexcept { return number_names[static_cast<std::size_t>(type)]; }

std::optional<NumberType> number_type_of(std::string_view name) noexcept {
  for (std::size_t number = 0; number < number_names.size(); ++number)
    if (number_names[number] == name) return static_cast<NumberType>(number);
  return std::nullopt;
}

Type Type::list_of(Type content) {
  Type type{.kind = Kind::list, .names = {}, .contents = {}};
  type.contents.push_back(std::move(content));
  return type;
}

Type Type::regular_of(std::uint64_t size, Type content) {
  Type type{.kind = Kind::regular, .size = size, .names = {}, .contents = {}};
  type.contents.push_back(std::move(content));
  return type;
}

Type Type::record_of(std::vector<std::string> names, std::vector<Type> contents) {
  return {.kind = Kind::record, .names = std::move(names), .contents = std::move(contents)};
}

Type Type::option_of(Type content) {
  Type type{.kind = Kind::option, .names = {}, .contents = {}};
  type.contents.push_back(std::move(content));
  return type;
}

Type Type::variant_of(std::vector<Type> contents) {
  if (contents.size() > most_alternatives)
    detail::fail(ErrorKind::misuse, "a variant of {} alternatives, the most are {}", contents.size(),
                 most_alternatives);
  return {.kind = Kind::variant, .names = {}, .contents = std::move(contents)};
}

std::string to_string(const Type& type) {
  switch (type.kind) {
    case Kind::number:
      return std::string(to_string(type.number));
    case Kind::string:
      return "string";
    case Kind::list:
      return fmt::format("var * {}", to_string(type.contents.at(0)));
    case Kind::regular:
      return fmt::format("{} * {}", type.size, to_string(type.contents.at(0)));
    case Kind::option:
      return fmt::format("?{}", to_string(type.contents.at(0)));
    case Kind::record:
      return fmt::format("{{{}}}", listed(type));
    case Kind::variant:
      return fmt::format("union[{}]", listed(type));
  }
  return {};
}

Type parse_type(std::string_view text) { return TypeParser(text).whole(); }

}  // namespace ramet::inline v1::array
