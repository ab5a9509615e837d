#include "ramet/expr/internal/text/type_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ramet::inline v1::expr {

namespace {

using array::NumberType;
using Named = std::pair<std::string_view, NumberType>;

constexpr std::array<Named, 52> numbers = {{
    {"bool", NumberType::boolean},
    {"Bool_t", NumberType::boolean},
    {"char", NumberType::int8},
    {"signed char", NumberType::int8},
    {"Char_t", NumberType::int8},
    {"int8_t", NumberType::int8},
    {"unsigned char", NumberType::uint8},
    {"UChar_t", NumberType::uint8},
    {"uint8_t", NumberType::uint8},
    {"short", NumberType::int16},
    {"short int", NumberType::int16},
    {"Short_t", NumberType::int16},
    {"int16_t", NumberType::int16},
    {"unsigned short", NumberType::uint16},
    {"unsigned short int", NumberType::uint16},
    {"UShort_t", NumberType::uint16},
    {"uint16_t", NumberType::uint16},
    {"int", NumberType::int32},
    {"signed", NumberType::int32},
    {"signed int", NumberType::int32},
    {"Int_t", NumberType::int32},
    {"int32_t", NumberType::int32},
    {"unsigned", NumberType::uint32},
    {"unsigned int", NumberType::uint32},
    {"uint", NumberType::uint32},
    {"UInt_t", NumberType::uint32},
    {"uint32_t", NumberType::uint32},
    {"long", NumberType::int64},
    {"long int", NumberType::int64},
    {"long long", NumberType::int64},
    {"long long int", NumberType::int64},
    {"Long_t", NumberType::int64},
    {"Long64_t", NumberType::int64},
    {"int64_t", NumberType::int64},
    {"ptrdiff_t", NumberType::int64},
    {"ssize_t", NumberType::int64},
    {"unsigned long", NumberType::uint64},
    {"unsigned long int", NumberType::uint64},
    {"long unsigned int", NumberType::uint64},
    {"unsigned long long", NumberType::uint64},
    {"unsigned long long int", NumberType::uint64},
    {"ULong_t", NumberType::uint64},
    {"ULong64_t", NumberType::uint64},
    {"uint64_t", NumberType::uint64},
    {"size_t", NumberType::uint64},
    {"ulong", NumberType::uint64},
    {"float", NumberType::float32},
    {"Float_t", NumberType::float32},
    {"Float16_t", NumberType::float32},
    {"double", NumberType::float64},
    {"Double_t", NumberType::float64},
    {"Double32_t", NumberType::float64},
}};

constexpr std::array<Named, 11> lists = {{
    {"RVecB", NumberType::boolean},
    {"RVecC", NumberType::int8},
    {"RVecS", NumberType::int16},
    {"RVecI", NumberType::int32},
    {"RVecU", NumberType::uint32},
    {"RVecL", NumberType::int64},
    {"RVecLL", NumberType::int64},
    {"RVecULL", NumberType::uint64},
    {"RVecUL", NumberType::uint64},
    {"RVecF", NumberType::float32},
    {"RVecD", NumberType::float64},
}};

constexpr auto others = std::to_array<std::string_view>({
    "auto",
    "void",
    "std::string",
    "TString",
    "std::string_view",
    "PtEtaPhiMVector",
    "PtEtaPhiEVector",
    "PxPyPzMVector",
    "PxPyPzEVector",
    "XYZTVector",
    "XYZVector",
    "RhoEtaPhiVector",
    "Polar3DVector",
    "XYVector",
    "Polar2DVector",
    "TLorentzVector",
    "TVector2",
    "TVector3",
    "PtEtaPhiMVectorF",
    "PxPyPzMVectorF",
    "PtEtaPhiEVectorF",
    "XYZTVectorF",
    "XYZVectorF",
    "XYZPoint",
    "XYZPointF",
    "LorentzVector",
    "string",
    "string_view",
    "Boost",
    "RhoZPhiVector",
    "XYPoint",
    "PtEtaPhiM4D",
    "PtEtaPhiE4D",
    "PxPyPzM4D",
    "PxPyPzE4D",
});

constexpr auto templates = std::to_array<std::string_view>({"RVec", "vector", "array", "pair", "numeric_limits",
                                                            "LorentzVector", "initializer_list", "tuple", "PtEtaPhiM4D",
                                                            "PtEtaPhiE4D", "PxPyPzM4D", "PxPyPzE4D"});

template <std::size_t Count>
std::optional<NumberType> find(const std::array<Named, Count>& names, std::string_view name) {
  const auto found = std::find_if(names.begin(), names.end(), [&](const Named& named) { return named.first == name; });
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<NumberType> number_type_named(std::string_view name) noexcept { return find(numbers, name); }
std::optional<NumberType> list_type_named(std::string_view name) noexcept { return find(lists, name); }

bool names_type(std::string_view name) noexcept {
  return number_type_named(name) || list_type_named(name) ||
         std::find(others.begin(), others.end(), name) != others.end();
}

bool names_template(std::string_view name) noexcept {
  return std::find(templates.begin(), templates.end(), name) != templates.end();
}

bool is_type_word(std::string_view word) noexcept {
  return word == "unsigned" || word == "signed" || word == "long" || word == "short" || word == "int" ||
         word == "char" || word == "double";
}

}  // namespace ramet::inline v1::expr
