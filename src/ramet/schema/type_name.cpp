#include "ramet/schema/type_name.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ramet/schema/internal/type_parser.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::schema {
namespace {

using NamedFundamental = std::pair<std::string_view, Fundamental>;
using NamedContainer = std::pair<std::string_view, Container>;

// Sorted by name. Built-in types are spelled as by `canonical_number`.
constexpr std::array fundamentals = std::to_array<NamedFundamental>({
    {"Bool_t", Fundamental::bool_},
    {"Byte_t", Fundamental::uint8},
    {"Char_t", Fundamental::int8},
    {"Double32_t", Fundamental::double32},
    {"Double_t", Fundamental::double_},
    {"Float16_t", Fundamental::float16},
    {"Float_t", Fundamental::float_},
    {"Int_t", Fundamental::int32},
    {"Long64_t", Fundamental::int64},
    {"Long_t", Fundamental::int64},
    {"Short_t", Fundamental::int16},
    {"Size_t", Fundamental::float_},
    {"Stat_t", Fundamental::double_},
    {"UChar_t", Fundamental::uint8},
    {"UInt_t", Fundamental::uint32},
    {"ULong64_t", Fundamental::uint64},
    {"ULong_t", Fundamental::uint64},
    {"UShort_t", Fundamental::uint16},
    {"Version_t", Fundamental::int16},
    {"bool", Fundamental::bool_},
    {"char", Fundamental::int8},
    {"double", Fundamental::double_},
    {"float", Fundamental::float_},
    {"int", Fundamental::int32},
    {"int16_t", Fundamental::int16},
    {"int32_t", Fundamental::int32},
    {"int64_t", Fundamental::int64},
    {"int8_t", Fundamental::int8},
    {"long", Fundamental::int64},
    {"long long", Fundamental::int64},
    {"ptrdiff_t", Fundamental::int64},
    {"short", Fundamental::int16},
    {"signed char", Fundamental::int8},
    {"size_t", Fundamental::uint64},
    {"uint16_t", Fundamental::uint16},
    {"uint32_t", Fundamental::uint32},
    {"uint64_t", Fundamental::uint64},
    {"uint8_t", Fundamental::uint8},
    {"unsigned char", Fundamental::uint8},
    {"unsigned int", Fundamental::uint32},
    {"unsigned long", Fundamental::uint64},
    {"unsigned long long", Fundamental::uint64},
    {"unsigned short", Fundamental::uint16},
});
static_assert(std::ranges::is_sorted(fundamentals, {}, &NamedFundamental::first));

// Sorted by name.
constexpr std::array containers = std::to_array<NamedContainer>({
    {"ROOT::RVec", Container::rvec},
    {"ROOT::VecOps::RVec", Container::rvec},
    {"array", Container::array},
    {"bitset", Container::bitset},
    {"deque", Container::deque},
    {"forward_list", Container::forward_list},
    {"list", Container::list},
    {"map", Container::map},
    {"multimap", Container::multimap},
    {"multiset", Container::multiset},
    {"set", Container::set},
    {"unordered_map", Container::unordered_map},
    {"unordered_multimap", Container::unordered_multimap},
    {"unordered_multiset", Container::unordered_multiset},
    {"unordered_set", Container::unordered_set},
    {"vector", Container::vector},
});
static_assert(std::ranges::is_sorted(containers, {}, &NamedContainer::first));

// The names in ROOT's dictionaries for other spellings (TClassEdit.cxx, ResolveTypedef), sorted.
constexpr std::array stored_words = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Bool_t", "bool"},
    {"Byte_t", "unsigned char"},
    {"Char_t", "char"},
    {"Double_t", "double"},
    {"Float_t", "float"},
    {"Int_t", "int"},
    {"Long_t", "long"},
    {"Short_t", "short"},
    {"Size_t", "float"},
    {"Stat_t", "double"},
    {"UChar_t", "unsigned char"},
    {"UInt_t", "unsigned int"},
    {"ULong_t", "unsigned long"},
    {"UShort_t", "unsigned short"},
    {"Version_t", "short"},
    {"int16_t", "short"},
    {"int32_t", "int"},
    {"int64_t", "long"},
    {"int8_t", "signed char"},
    {"long long", "Long64_t"},
    {"ptrdiff_t", "long"},
    {"size_t", "unsigned long"},
    {"uint16_t", "unsigned short"},
    {"uint32_t", "unsigned int"},
    {"uint64_t", "unsigned long"},
    {"uint8_t", "unsigned char"},
    {"unsigned long long", "ULong64_t"},
});
static_assert(std::ranges::is_sorted(stored_words, {}, &std::pair<std::string_view, std::string_view>::first));

template <class Table>
auto find_in(const Table& table, std::string_view name) {
  const auto found = std::ranges::lower_bound(table, name, {}, &Table::value_type::first);
  return found != table.end() && found->first == name ? found : table.end();
}

}  // namespace

std::size_t memory_size(Fundamental type) noexcept {
  switch (type) {
    case Fundamental::bool_:
    case Fundamental::int8:
    case Fundamental::uint8:
      return 1;
    case Fundamental::int16:
    case Fundamental::uint16:
      return 2;
    case Fundamental::int32:
    case Fundamental::uint32:
    case Fundamental::float_:
    case Fundamental::float16:
      return 4;
    case Fundamental::int64:
    case Fundamental::uint64:
    case Fundamental::double_:
    case Fundamental::double32:
      return 8;
  }
  return 0;
}

std::optional<Fundamental> fundamental_of(std::string_view spelling) {
  const auto found = find_in(fundamentals, spelling);
  if (found != fundamentals.end()) return found->second;
  return TypeName::parse(spelling).fundamental();
}

std::optional<Fundamental> fundamental_of_code(std::int32_t code) noexcept {
  switch (code) {
    case type_code::char_:
    case type_code::legacy_char:
      return Fundamental::int8;
    case type_code::short_:
      return Fundamental::int16;
    case type_code::int_:
    case type_code::counter:
      return Fundamental::int32;
    case type_code::long_:
    case type_code::long64:
      return Fundamental::int64;
    case type_code::float_:
      return Fundamental::float_;
    case type_code::double_:
      return Fundamental::double_;
    case type_code::double32:
      return Fundamental::double32;
    case type_code::unsigned_char:
      return Fundamental::uint8;
    case type_code::unsigned_short:
      return Fundamental::uint16;
    case type_code::unsigned_int:
    case type_code::bits:
      return Fundamental::uint32;
    case type_code::unsigned_long:
    case type_code::unsigned_long64:
      return Fundamental::uint64;
    case type_code::bool_:
      return Fundamental::bool_;
    case type_code::float16:
      return Fundamental::float16;
    default:
      return std::nullopt;
  }
}

TypeName TypeName::parse(std::string_view text) { return internal::parse_type(text); }

std::string TypeName::spelling() const {
  std::string text = is_const ? "const " : "";
  text += name;
  if (!arguments.empty()) {
    text += '<';
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (i > 0) text += ',';
      text += arguments[i].spelling();
    }
    text += text.back() == '>' ? " >" : ">";
  }
  text.append(static_cast<std::size_t>(pointers), '*');
  return text;
}

std::string TypeName::stored_spelling() const {
  TypeName stored = *this;
  for (TypeName& argument : stored.arguments) argument = {.name = argument.stored_spelling(), .arguments = {}};
  if (const auto found = find_in(stored_words, name); arguments.empty() && found != stored_words.end())
    stored.name = found->second;
  if (stored.name == "ROOT::RVec") stored.name = "ROOT::VecOps::RVec";
  return stored.spelling();
}

Container TypeName::container() const noexcept {
  if (pointers > 0 || arguments.empty()) return Container::none;
  const auto found = find_in(containers, name);
  return found == containers.end() ? Container::none : found->second;
}

bool TypeName::is_string() const noexcept {
  return pointers == 0 && arguments.empty() && (name == "string" || name == "TString");
}

std::optional<Fundamental> TypeName::fundamental() const {
  if (pointers > 0 || !arguments.empty()) return std::nullopt;
  const auto found = find_in(fundamentals, name);
  return found == fundamentals.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace ramet::inline v1::schema
