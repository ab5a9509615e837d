#include "ramet/expr/expression.hpp"

#include <algorithm>

#include "ramet/expr/internal/compiler.hpp"
#include "ramet/expr/internal/run/array_values.hpp"

namespace ramet::inline v1::expr {

namespace {

// Lists of records keep their lists outside: `depth` levels of them.
array::Type array_type(const Graph& graph, const Operand& value, std::uint8_t depth) {
  if (value.is_value()) {
    ValueType type = graph.node(value.node).type;
    type.depth = static_cast<std::uint8_t>(type.depth - depth);
    return array_type(type);
  }
  std::vector<array::Type> members;
  for (const Operand& member : value.members) members.push_back(array_type(graph, member, value.depth));
  array::Type type = array::Type::record_of(value.names, std::move(members));
  type.class_name = value.class_name;
  for (std::uint8_t level = depth; level < value.depth; ++level) type = array::Type::list_of(std::move(type));
  return type;
}

void add_nodes(const Operand& value, std::vector<NodeId>& nodes) {
  if (value.is_value()) nodes.push_back(value.node);
  for (const Operand& member : value.members) add_nodes(member, nodes);
}

}  // namespace

array::Type Program::Compiler::type_of(const Operand& value) const { return array_type(compiled->graph, value, 0); }

Program Program::Compiler::finish(std::vector<Operand> values) {
  std::vector<NodeId> wanted;
  for (Operand& value : values) {
    array::Type type = type_of(value);
    add_nodes(value, wanted);
    compiled->results.push_back({std::move(type), std::move(value)});
  }
  compiled->leaves = checker.columns().leaves();
  for (ColumnLeaf& leaf : compiled->leaves) {
    const auto known = std::find(compiled->columns.begin(), compiled->columns.end(), leaf.column);
    const auto place = static_cast<std::size_t>(known - compiled->columns.begin());
    if (known == compiled->columns.end()) compiled->columns.push_back(leaf.column);
    leaf.column = place;
  }
  if (compiled->graph.random.key) wanted.push_back(*compiled->graph.random.key);
  compiled->plan = plan_elements(compiled->graph, wanted);
  return Program(std::move(compiled));
}

Program Program::compile(std::span<const std::string> texts, const Scope& scope) {
  Compiler compiler(scope);
  std::vector<Operand> values;
  for (const std::string& text : texts) values.push_back(compiler.checker.check_text(text));
  return compiler.finish(std::move(values));
}

Program Program::compile(std::span<const std::string> texts, const std::string& cut, const Scope& scope) {
  Compiler compiler(scope);
  std::vector<Operand> values;
  for (const std::string& text : texts) values.push_back(compiler.checker.check_text(text));
  const Operand truths = compiler.checker.check_cut(cut);
  if (compiler.compiled->graph.node(truths.node).type.is_number()) {
    values.push_back(truths);
  } else {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = compiler.checker.kept(values[k], truths, cut, texts[k]);
  }
  return compiler.finish(std::move(values));
}

std::size_t Program::results() const noexcept { return compiled_->results.size(); }
const array::Type& Program::type(std::size_t result) const { return compiled_->results.at(result).type; }
std::span<const std::size_t> Program::columns() const noexcept { return compiled_->columns; }

}  // namespace ramet::inline v1::expr
