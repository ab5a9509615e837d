#include "ramet/expr/internal/check/loop_statement.hpp"

#include <algorithm>

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t most_unrolled = 8;
constexpr std::size_t most_unrolled_nodes = 500;

bool leaves(const Syntax& syntax) {
  if (syntax.kind == SyntaxKind::leave || syntax.kind == SyntaxKind::result) return true;
  if (syntax.kind == SyntaxKind::lambda) return false;
  return std::any_of(syntax.children.begin(), syntax.children.end(), leaves);
}

template <class Work>
void each_value(Operand& operand, Work&& work) {
  if (operand.is_value() || operand.form == Operand::Form::place) work(operand.node);
  if (operand.form == Operand::Form::place) return;  // its list stays
  for (Operand& member : operand.members) each_value(member, work);
}

}  // namespace

LoopStatement::LoopStatement(Statements& statements, const Syntax& loop)
    : statements_(statements), checker_(statements.checker_), loop_(loop) {
  const std::vector<Syntax>& parts = loop.children;
  if (loop.kind == SyntaxKind::range_loop) {
    each_ = &parts[0];
    range_ = &parts[1];
    body_ = &parts[2];
  } else if (loop.kind == SyntaxKind::loop_last) {
    body_ = &parts[0];
    condition_ = &parts[1];
  } else {
    condition_ = parts[1].kind == SyntaxKind::nothing ? nullptr : &parts[1];
    step_ = parts[2].kind == SyntaxKind::nothing ? nullptr : &parts[2];
    body_ = &parts[3];
  }
  has_leave_ = leaves(*body_);
}

void LoopStatement::declare_hidden(const Operand* returned) {
  std::vector<Names::Variable>& all = checker_.names_.variables;
  Graph& graph = checker_.build_.graph();
  if (range_ != nullptr) {
    Operand list = checker_.check(*range_);
    if (list.is_value() && checker_.build_.type(list.node) == ValueType::string()) list = checker_.characters_of(list);
    if (list.form == Operand::Form::list) list = checker_.list_in_braces(list);
    if ((list.is_value() && !checker_.build_.type(list.node).is_list()) || (list.is_record() && list.depth == 0))
      checker_.fail_here(fmt::format("a loop over {}", checker_.spelled(list)));
    all.push_back({"#list", std::move(list)});
    all.push_back({"#place", Operand::value(graph.constant(std::int64_t{0}))});
    variables_.emplace_back("#place");
  }
  if (loop_.kind == SyntaxKind::loop_last) {
    all.push_back({"#first", Operand::value(graph.constant(true))});
    variables_.emplace_back("#first");
  }
  if (has_leave_) {
    all.push_back({"#left", Operand::value(graph.constant(false))});
    variables_.emplace_back("#left");
  }
  if (returned == nullptr) return;
  all.push_back({"#returned", Operand::value(graph.constant(false))});
  all.push_back({"#value", checker_.each_node(*returned, [&](NodeId node) {
                   const ValueType type = checker_.build_.type(node);
                   if (type.is_list()) return checker_.make_list(type, {}, true).node;
                   return type.is_string ? graph.constant(std::string()) : graph.constant(type.number, 0);
                 })});
  variables_.emplace_back("#returned");
  variables_.emplace_back("#value");
}

void LoopStatement::find_variables() {
  std::vector<std::string> assigned;
  find_assigned(*body_, assigned);
  if (step_ != nullptr) find_assigned(*step_, assigned);
  // What lambdas do that are called in the body.
  for (const Names::Variable& variable : checker_.names_.variables)
    if (variable.value.form == Operand::Form::lambda && variable.value.syntax != nullptr)
      find_assigned(variable.value.syntax->children.back(), assigned);
  // An element that is changed through a reference changes the list.
  if (each_ != nullptr && each_->children[0].text.ends_with('&') &&
      std::find(assigned.begin(), assigned.end(), each_->text) != assigned.end()) {
    if (range_->kind != SyntaxKind::name || checker_.names_.find(range_->text) == nullptr)
      checker_.fail_here("elements that are changed through a reference belong to a variable that was declared here");
    changes_elements_ = true;
    if (std::find(assigned.begin(), assigned.end(), range_->text) == assigned.end()) assigned.push_back(range_->text);
  }
  for (std::size_t k = 0; k < assigned.size(); ++k)  // it grows
    if (assigned[k].starts_with('*')) add_list_of(assigned[k].substr(1), assigned);
  for (const std::string& name : assigned) {
    const Operand* const found = checker_.names_.find(name);
    if (found != nullptr && (found->is_value() || found->is_record() || found->form == Operand::Form::place))
      variables_.push_back(name);
  }
}

// What is assigned to *it changes the list that the iterator was made of.
void LoopStatement::add_list_of(const std::string& iterator, std::vector<std::string>& assigned) const {
  const Operand* const place = checker_.names_.find(iterator);
  const bool is_known = place != nullptr && place->form == Operand::Form::place;
  const Syntax* const list = is_known ? place->syntax : declared_list(loop_, iterator);
  if (list == nullptr || list->kind != SyntaxKind::name)
    checker_.fail_here(
        fmt::format("elements are changed through {}, of which it is not known whose elements they are", iterator),
        ErrorKind::unsupported);
  if (std::find(assigned.begin(), assigned.end(), list->text) == assigned.end()) assigned.push_back(list->text);
}

std::vector<NodeId> LoopStatement::variable_nodes() {
  std::vector<NodeId> nodes;
  for (const std::string& name : variables_)
    each_value(*checker_.names_.find(name), [&](NodeId& node) { nodes.push_back(node); });
  return nodes;
}

void LoopStatement::set_variables(const std::vector<NodeId>& nodes) {
  std::size_t next = 0;
  for (const std::string& name : variables_)
    each_value(*checker_.names_.find(name), [&](NodeId& node) { node = nodes[next++]; });
}

NodeId LoopStatement::condition() {
  Builder& build = checker_.build_;
  Graph& graph = build.graph();
  NodeId found = graph.constant(true);
  ++checker_.conditional_;
  if (range_ != nullptr) {
    const Operand size = checker_.list_method("size", *checker_.names_.find("#list"), {});
    found = build.less(checker_.names_.find("#place")->node, build.convert(size.node, NumberType::int64));
  } else if (condition_ != nullptr) {
    found = checker_.truth(checker_.check(*condition_));
  }
  --checker_.conditional_;
  if (const Operand* const first = loop_.kind == SyntaxKind::loop_last ? checker_.names_.find("#first") : nullptr)
    found = build.logical(false, first->node, found);
  if (has_leave_) found = build.logical(true, build.logical_not(checker_.names_.find("#left")->node), found);
  return found;
}

void LoopStatement::body() {
  if (each_ != nullptr) {
    const Operand place = *checker_.names_.find("#place");
    const Operand items[] = {place};
    const Operand element = checker_.list_method("at", *checker_.names_.find("#list"), items);
    checker_.names_.variables.push_back({each_->text, checker_.coerce(element, each_->children[0])});
  }
  const bool outer = std::exchange(statements_.in_loop_, true);
  const std::size_t visible = checker_.names_.variables.size();
  statements_.run({body_});
  if (changes_elements_) {
    Operand& list = *checker_.names_.find(range_->text);
    const NodeId place = checker_.names_.find("#place")->node;
    list = checker_.with_element(list, place, *checker_.names_.find(each_->text));
  }
  checker_.names_.variables.resize(visible);
  statements_.in_loop_ = outer;
}

void LoopStatement::step() {
  Builder& build = checker_.build_;
  const auto go_on = [&]() -> Statements::Ending {
    if (step_ != nullptr) statements_.run({step_});
    if (range_ != nullptr) {
      Operand& place = *checker_.names_.find("#place");
      place.node = build.arithmetic(ElementOperation::add, place.node, build.graph().constant(std::int64_t{1}));
    }
    return {};
  };
  if (loop_.kind == SyntaxKind::loop_last) checker_.names_.find("#first")->node = build.graph().constant(false);
  if (!has_leave_) {
    go_on();
    return;
  }
  statements_.choose_way(checker_.names_.find("#left")->node, [] { return Statements::Ending(); }, go_on);
}

// A loop whose condition is known for each run, as `for (int k = 0; k < 3; ++k)`, is its runs one behind the other:
// what is a function of the counter alone is a constant then.
bool LoopStatement::unroll() {
  if (has_leave_ || checker_.random_calls_.has_any()) return false;  // random numbers depend on the run
  Builder& build = checker_.build_;
  const Names before = checker_.names_;
  const std::size_t nodes = build.graph().size();
  for (std::size_t runs = 0; runs <= most_unrolled; ++runs) {
    const NodeId goes_on = condition();
    if (!build.is_constant(goes_on)) break;
    if (build.node(goes_on).number == 0) return true;
    body();
    step();
    if (build.graph().size() > nodes + most_unrolled_nodes) break;
  }
  checker_.names_ = before;
  return false;
}

void LoopStatement::run(const Operand* returned) {
  Checker& checker = checker_;
  Graph& graph = checker.build_.graph();
  if (loop_.kind == SyntaxKind::loop) statements_.run({&loop_.children[0]});
  declare_hidden(returned);
  find_variables();
  if (returned == nullptr && unroll()) return;
  const Names before = checker.names_;
  const std::uint32_t number = graph.add_loop(checker.space_, variable_nodes());
  const SpaceId outside = std::exchange(checker.space_, graph.loop(number).inside);
  set_variables(graph.loop(number).states);
  const NodeId goes_on = condition();
  body();
  step();
  graph.finish_loop(number, goes_on, variable_nodes());
  checker.space_ = outside;
  checker.names_ = before;
  std::vector<NodeId> outcomes;
  for (std::size_t k = 0; k < graph.loop(number).initial.size(); ++k) outcomes.push_back(graph.outcome(number, k));
  set_variables(outcomes);
}

void LoopStatement::learn(std::optional<Operand>& type) {
  std::optional<Operand>* const outer = std::exchange(statements_.returned_type_, &type);
  run(nullptr);
  statements_.returned_type_ = outer;
  if (!type) checker_.fail_here("a return that is never reached");
}

}  // namespace ramet::inline v1::expr
