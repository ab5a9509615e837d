#include "ramet/expr/formula.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/formula/formula_grammar.hpp"
#include "ramet/expr/internal/formula/predefined.hpp"
#include "ramet/expr/internal/run/evaluation.hpp"

namespace ramet::inline v1::expr {

/// The nodes of a formula. Parameters are constants, which an evaluation sets in its copy of the graph. Threads:
/// immutable.
struct Formula::Compiled {
  std::string text;
  std::size_t variables = 1;
  std::vector<std::string> names;  ///< of the parameters
  Graph graph;
  ElementPlan plan;
  NodeId result = 0;
  std::vector<std::optional<NodeId>> parameters;  ///< those that are used
  std::vector<std::size_t> leaves;                ///< which variable each column node is
};

namespace {

constexpr std::size_t points_at_once = 4096;

Scope scope_of(const ParsedFormula& parsed) {
  const array::Type real = array::Type::of(array::NumberType::float64);
  Scope scope;
  for (std::size_t k = 0; k < parsed.variables; ++k) scope.columns.push_back({variable_name(k), real});
  for (const std::string& name : parsed.parameters) scope.columns.push_back({"[" + name + "]", real});
  return scope;
}

// A point has the same value wherever it stands among others.
void refuse_entries(const Graph& graph, Checker& checker) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (node.kind != NodeKind::entry && node.kind != NodeKind::slot) continue;
    checker.build().stand_at(node.text, node.begin, node.end);
    checker.fail_here("a formula is computed at points, which have no entries and slots");
  }
}

}  // namespace

Formula Formula::compile(const std::string& text) {
  auto compiled = std::make_shared<Compiled>();
  compiled->text = text;
  ParsedFormula parsed = parse_formula(text);
  const Scope scope = scope_of(parsed);
  compiled->variables = parsed.variables;
  compiled->names = std::move(parsed.names);
  Graph& graph = compiled->graph;
  Checker checker(graph, scope);
  checker.know(predefined_names());
  const Operand value = checker.check_syntax(text, text, parsed.syntax);
  if (!value.is_value() || !graph.node(value.node).type.is_number())
    checker.fail_here(fmt::format("a formula gives a number, not {}", checker.spelled(value)));
  refuse_entries(graph, checker);
  compiled->result = checker.build().convert(value.node, NumberType::float64);
  // Columns are those that occur, in any order.
  compiled->parameters.resize(parsed.parameters.size());
  const std::vector<ColumnLeaf>& leaves = checker.columns().leaves();
  for (const ColumnLeaf& leaf : leaves) compiled->leaves.push_back(leaf.column);
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (graph.node(id).kind != NodeKind::column) continue;
    const std::size_t column = leaves[graph.node(id).number].column;
    if (column < parsed.variables) continue;
    compiled->parameters[column - parsed.variables] = id;
    graph.set_constant(id, 0);
  }
  compiled->plan = plan_elements(graph, {&compiled->result, 1});
  return Formula(std::move(compiled));
}

const std::string& Formula::text() const noexcept { return compiled_->text; }
std::size_t Formula::variables() const noexcept { return compiled_->variables; }
std::span<const std::string> Formula::parameters() const noexcept { return compiled_->names; }

std::optional<std::size_t> Formula::parameter(std::string_view name) const noexcept {
  const auto found = std::find(compiled_->names.begin(), compiled_->names.end(), name);
  if (found == compiled_->names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - compiled_->names.begin());
}

void Formula::evaluate(std::span<const std::span<const double>> points, std::span<const double> parameters,
                       std::span<double> values) const {
  FormulaEvaluator(*this).evaluate(points, parameters, values);
}

struct FormulaEvaluator::State {
  explicit State(Formula of) : formula(std::move(of)), graph(formula.compiled_->graph) {}

  Formula formula;
  Graph graph;
  ArenaPool pool;
};

FormulaEvaluator::FormulaEvaluator(Formula formula) : state_(new State(std::move(formula))) {}
FormulaEvaluator::FormulaEvaluator(FormulaEvaluator&&) noexcept = default;
FormulaEvaluator& FormulaEvaluator::operator=(FormulaEvaluator&&) noexcept = default;
FormulaEvaluator::~FormulaEvaluator() = default;

void FormulaEvaluator::evaluate(std::span<const std::span<const double>> points, std::span<const double> parameters,
                                std::span<double> values) {
  const Formula::Compiled& compiled = *state_->formula.compiled_;
  if (points.size() != compiled.variables)
    detail::fail(ErrorKind::misuse, "a formula of {} variables gets {}", compiled.variables, points.size());
  for (const std::span<const double> column : points)
    if (column.size() != values.size())
      detail::fail(ErrorKind::misuse, "a variable has {} values for {} points", column.size(), values.size());
  if (parameters.size() != compiled.names.size())
    detail::fail(ErrorKind::misuse, "a formula of {} parameters gets {}", compiled.names.size(), parameters.size());
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (compiled.parameters[k]) state_->graph.set_constant(*compiled.parameters[k], parameters[k]);
  ChainMemory chains(compiled.plan, state_->graph);
  std::vector<Values> columns(compiled.leaves.size());
  for (std::size_t first = 0; first < values.size(); first += points_at_once) {
    const std::size_t count = std::min(points_at_once, values.size() - first);
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (compiled.leaves[k] < points.size()) columns[k].data = points[compiled.leaves[k]].data() + first;
    Evaluation evaluation(state_->graph, compiled.plan, chains, state_->pool, {count, {.first_entry = first}, columns});
    std::copy_n(evaluation.result(compiled.result).numbers<double>(), count, values.data() + first);
  }
}

}  // namespace ramet::inline v1::expr
