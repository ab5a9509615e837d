#include "ramet/expr/program_builder.hpp"

#include <utility>

#include "ramet/expr/internal/compiler.hpp"

namespace ramet::inline v1::expr {

struct ProgramBuilder::State {
  explicit State(Scope of) : scope(std::move(of)), compiler(scope) {}

  Value add(Operand operand) {
    values.push_back(std::move(operand));
    return {values.size() - 1};
  }
  const Operand& at(Value value) const { return values.at(value.number); }

  Scope scope;
  Program::Compiler compiler;
  std::vector<Operand> values;
};

namespace {

/// Asks the caller of `expression`. Threads: one at a time.
class AskedNames final : public NameResolver {
 public:
  AskedNames(const std::vector<Operand>& values, ProgramBuilder::FindName find, ProgramBuilder::KnownNames known)
      : values_(values), find_(find), known_(known) {}

  std::optional<Operand> find(const std::string& name) override {
    const auto value = find_(name);
    return value ? std::optional(values_.at(value->number)) : std::nullopt;
  }
  std::vector<std::string> known() override { return known_(); }

 private:
  const std::vector<Operand>& values_;
  ProgramBuilder::FindName find_;
  ProgramBuilder::KnownNames known_;
};

}  // namespace

ProgramBuilder::ProgramBuilder(std::uint64_t seed, std::vector<std::string> random_key)
    : state_(new State({.columns = {}, .definitions = {}, .seed = seed, .random_key = std::move(random_key)})) {}

ProgramBuilder::~ProgramBuilder() = default;

ProgramBuilder::Value ProgramBuilder::column(Scope::Column column) {
  state_->scope.columns.push_back(std::move(column));
  return state_->add(state_->compiler.checker.column(state_->scope.columns.size() - 1));
}

ProgramBuilder::Value ProgramBuilder::expression(const Text& text, FindName find, KnownNames known) {
  Checker& checker = state_->compiler.checker;
  AskedNames names(state_->values, find, known);
  NameResolver* const outer = checker.set_resolver(&names);
  Operand found = checker.check_apart(text.text, text.stream, text.language);
  checker.set_resolver(outer);
  return state_->add(std::move(found));
}

ProgramBuilder::Value ProgramBuilder::element(Value list, std::size_t place, std::size_t count,
                                              const std::string& text) {
  return state_->add(state_->compiler.checker.element_of(state_->at(list), place, count, text));
}

array::Type ProgramBuilder::type(Value value) const { return state_->compiler.type_of(state_->at(value)); }

Program ProgramBuilder::finish(std::span<const Value> results) && {
  std::vector<Operand> operands;
  for (const Value result : results) operands.push_back(state_->at(result));
  return state_->compiler.finish(std::move(operands));
}

}  // namespace ramet::inline v1::expr
