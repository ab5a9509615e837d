#include "ramet/expr/internal/check/columns.hpp"

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/check/vectors/stored_vectors.hpp"
#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

std::optional<Operand> Columns::find(std::string_view name) {
  for (std::size_t k = 0; k < scope_.columns.size(); ++k)
    if (scope_.columns[k].name == name) return at(k);
  return std::nullopt;
}

Operand Columns::at(std::size_t column) {
  ColumnLeaf place{column, {}};
  return operand(scope_.columns[column].type, place, 0);
}

Operand Columns::operand(const array::Type& type, ColumnLeaf& place, std::uint8_t depth) {
  switch (type.kind) {
    case array::Kind::list:
    case array::Kind::regular:
      // x[2][3] is a list of 6, as in ROOT.
      if (type.kind == array::Kind::regular && type.contents.front().kind == array::Kind::regular)
        return operand(type.contents.front(), place, depth);
      if (depth > 30) detail::fail(ErrorKind::unsupported, "lists more than 30 deep");
      return operand(type.contents.front(), place, static_cast<std::uint8_t>(depth + 1));
    case array::Kind::record: {
      if (type.contents.empty())
        detail::fail(ErrorKind::unsupported, "column {}: a class without members in an expression",
                     scope_.columns[place.column].name);
      std::vector<Operand> members;
      for (std::size_t k = 0; k < type.contents.size(); ++k) {
        place.members.push_back(k);
        members.push_back(operand(type.contents[k], place, depth));
        place.members.pop_back();
      }
      return of_class(builder_, Operand::record(std::string(without_namespaces(type.class_name)), type.names,
                                                std::move(members), depth));
    }
    case array::Kind::option:
    case array::Kind::variant:
      detail::fail(ErrorKind::unsupported, "column {}: values of type {} in an expression",
                   scope_.columns[place.column].name, array::to_string(type));
    case array::Kind::number:
    case array::Kind::string:
      break;
  }
  std::size_t leaf = 0;
  while (leaf < leaves_.size() && (leaves_[leaf].column != place.column || leaves_[leaf].members != place.members))
    ++leaf;
  if (leaf == leaves_.size()) leaves_.push_back(place);
  ValueType value = type.kind == array::Kind::string ? ValueType::string() : ValueType::of(type.number);
  value.depth = depth;
  const NodeId node = builder_.leaf(NodeKind::column, value, leaf);
  if (value != ValueType::string() || scope_.columns[place.column].text == Scope::Text::string)
    return Operand::value(node);
  return Operand::value(builder_.call(CallOperation::terminated, ValueType::of(NumberType::int8).list(), {node}));
}

}  // namespace ramet::inline v1::expr
