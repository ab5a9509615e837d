#include "ramet/expr/internal/graph/value_type.hpp"

#include <string_view>

namespace ramet::inline v1::expr {

namespace {

std::string_view name_of(NumberType type) {
  switch (type) {
    case NumberType::boolean:
      return "bool";
    case NumberType::int8:
      return "char";
    case NumberType::int16:
      return "short";
    case NumberType::int32:
      return "int";
    case NumberType::int64:
      return "long";
    case NumberType::uint8:
      return "unsigned char";
    case NumberType::uint16:
      return "unsigned short";
    case NumberType::uint32:
      return "unsigned int";
    case NumberType::uint64:
      return "unsigned long";
    case NumberType::float32:
      return "float";
    case NumberType::float64:
      break;
  }
  return "double";
}

}  // namespace

std::string to_string(const ValueType& type) {
  if (type.depth > 0) return "RVec<" + to_string(type.item()) + ">";
  return type.is_string ? "std::string" : std::string(name_of(type.number));
}

}  // namespace ramet::inline v1::expr
