#include "ramet/expr/internal/check/statements.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "ramet/expr/internal/check/loop_statement.hpp"

namespace ramet::inline v1::expr {

namespace {

// Each way that ends early is checked to the end, so that many of them one behind the other take long.
constexpr std::size_t most_ways = 256;

bool is_loop(const Syntax& syntax) {
  return syntax.kind == SyntaxKind::loop || syntax.kind == SyntaxKind::loop_last ||
         syntax.kind == SyntaxKind::range_loop;
}

template <class List>
List with_rest(List first, const List& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

}  // namespace

namespace {

bool changes_object(std::string_view method) {
  for (const std::string_view known : {"push_back", "emplace_back", "pop_back", "clear", "resize", "insert", "erase",
                                       "append", "replace", "Append", "Boost", "assign", "fill"})
    if (known == method) return true;
  return method.starts_with("Set") || method.starts_with("Rotate");
}

// The variable in v.begin(), also in v.begin() + 1, or in std::back_inserter(v).
const Syntax* variable_of(const Syntax& place) {
  if (place.kind == SyntaxKind::binary) return variable_of(place.children[0]);
  if (place.kind != SyntaxKind::call) return nullptr;
  const Syntax& called = place.children[0];
  if (called.kind == SyntaxKind::member) return &called.children[0];
  return without_namespaces(called.text) == "back_inserter" && place.children.size() == 2 ? &place.children[1]
                                                                                          : nullptr;
}

// std::sort(v.begin(), v.end()) changes v, std::copy(v.begin(), v.end(), w.begin()) changes w.
const Syntax* changed_argument(const Syntax& call) {
  const std::string_view name = without_namespaces(call.children[0].text);
  if (name == "swap") return &call.children[1];
  std::size_t number = 0;
  for (const std::string_view known :
       {"sort", "stable_sort", "partial_sort", "nth_element", "reverse", "rotate", "iota", "fill", "replace",
        "replace_if", "remove", "remove_if", "unique", "partition", "stable_partition", "fill_n"})
    if (known == name) number = 1;
  if (name == "copy" || name == "copy_if" || name == "transform") number = call.children.size() == 6 ? 4 : 3;
  for (const std::string_view known : {"partial_sum", "inclusive_scan", "exclusive_scan", "adjacent_difference"})
    if (known == name) number = 3;
  return number > 0 && number < call.children.size() ? variable_of(call.children[number]) : nullptr;
}

/// The part of a target that names what is assigned to: of x[1].first, x. `is_through` is set for *it and *(it + 1).
const Syntax& assigned_part(const Syntax& target, bool& is_through) {
  const Syntax* part = &target;
  for (;;) {
    const bool is_deref = part->kind == SyntaxKind::unary && part->text == "*";
    is_through = is_through || is_deref;
    const bool moves = is_through && (part->kind == SyntaxKind::binary || part->kind == SyntaxKind::step);
    if (!is_deref && !moves && part->kind != SyntaxKind::index && part->kind != SyntaxKind::member) return *part;
    part = &part->children[0];
  }
}

void add_name(std::string name, std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

}  // namespace

bool jumps(const Syntax& syntax, bool also_leaves) {
  if (syntax.kind == SyntaxKind::result) return true;
  if (also_leaves && (syntax.kind == SyntaxKind::leave || syntax.kind == SyntaxKind::next)) return true;
  if (syntax.kind == SyntaxKind::lambda) return false;
  const bool inside = also_leaves && !is_loop(syntax);
  return std::any_of(syntax.children.begin(), syntax.children.end(),
                     [&](const Syntax& one) { return jumps(one, inside); });
}

void find_assigned(const Syntax& syntax, std::vector<std::string>& names) {
  const Syntax* target = nullptr;
  if (syntax.kind == SyntaxKind::assign || syntax.kind == SyntaxKind::step) target = &syntax.children[0];
  if (syntax.kind == SyntaxKind::call && syntax.children[0].kind == SyntaxKind::member) {
    const std::string& method = syntax.children[0].text;
    if (changes_object(method)) target = &syntax.children[0].children[0];
  }
  if (syntax.kind == SyntaxKind::call && syntax.children[0].kind == SyntaxKind::name && syntax.children.size() > 1)
    target = changed_argument(syntax);
  if (target != nullptr) {
    bool is_through = false;
    const Syntax& part = assigned_part(*target, is_through);
    // (*v.begin()) = x
    const Syntax* const list = is_through && part.kind == SyntaxKind::call ? variable_of(part) : nullptr;
    if (part.kind == SyntaxKind::name) add_name(is_through ? "*" + part.text : part.text, names);
    if (list != nullptr && list->kind == SyntaxKind::name) add_name(list->text, names);
  }
  if (syntax.kind == SyntaxKind::range_loop && syntax.children[0].children[0].text.ends_with('&')) {
    std::vector<std::string> inside;
    find_assigned(syntax.children[2], inside);
    const bool is_changed = std::find(inside.begin(), inside.end(), syntax.children[0].text) != inside.end();
    if (is_changed && syntax.children[1].kind == SyntaxKind::name) add_name(syntax.children[1].text, names);
  }
  // The second one of swap(a, b) is found as if it was assigned to.
  if (syntax.kind == SyntaxKind::call && syntax.children.size() == 3 &&
      without_namespaces(syntax.children[0].text) == "swap")
    find_assigned({SyntaxKind::assign, 0, 0, "=", {syntax.children[2], syntax.children[1]}}, names);
  for (const Syntax& child : syntax.children) find_assigned(child, names);
}

const Syntax* declared_list(const Syntax& syntax, std::string_view iterator) {
  if (syntax.kind == SyntaxKind::declare && syntax.text == iterator && syntax.children.size() > 1) {
    const Syntax* value = &syntax.children[1];
    while (value->kind == SyntaxKind::binary) value = &value->children[0];
    return variable_of(*value);
  }
  for (const Syntax& child : syntax.children)
    if (const Syntax* const found = declared_list(child, iterator)) return found;
  return nullptr;
}

Operand Statements::function(const Syntax& body) {
  List statements;
  for (const Syntax& statement : body.children) statements.push_back(&statement);
  Ending ending = run(statements);
  return ending.value ? *ending.value : Operand();
}

Statements::Ending Statements::run(const List& statements) {
  for (std::size_t k = 0; k < statements.size(); ++k) {
    const Syntax& statement = *statements[k];
    const List rest(statements.begin() + static_cast<std::ptrdiff_t>(k) + 1, statements.end());
    switch (statement.kind) {
      case SyntaxKind::nothing:
        break;
      case SyntaxKind::declare:
        declare(statement);
        break;
      case SyntaxKind::block: {
        List inner;
        for (const Syntax& child : statement.children) inner.push_back(&child);
        if (jumps(statement, in_loop_)) return run(with_rest(inner, rest));
        const std::size_t visible = names().variables.size();
        run(inner);
        if (statement.text.empty()) names().variables.resize(visible);  // not of `int a, b;`
        break;
      }
      case SyntaxKind::branch:
        if (jumps(statement, in_loop_)) return run_branch(statement, rest);
        run_branch(statement, {});
        break;
      case SyntaxKind::loop:
      case SyntaxKind::loop_last:
      case SyntaxKind::range_loop:
        if (jumps(statement, false)) return run_loop(statement, rest);
        run_loop(statement, {});
        break;
      case SyntaxKind::choice:
        return run_choice(statement, rest);
      case SyntaxKind::result:
        return end_with(statement);
      case SyntaxKind::leave:
      case SyntaxKind::next:
        build().stand_at(checker_.text_, statement.begin, statement.end);
        if (!in_loop_) checker_.fail_here("outside of a loop");
        if (statement.kind == SyntaxKind::leave) *names().find("#left") = truth_constant(true);
        return {std::nullopt, true};
      default:
        checker_.check(statement);
        break;
    }
  }
  return {};
}

Statements::Ending Statements::end_with(const Syntax& result) {
  Operand value = result.children.empty() ? Operand() : checker_.check(result.children[0]);
  build().stand_at(checker_.text_, result.begin, result.end);
  if (value.form == Operand::Form::nothing) checker_.fail_here("no value is returned");
  if (written_type_ != nullptr) value = checker_.coerce(value, *written_type_);
  if (!in_loop_) return {value, false};
  if (returned_type_ != nullptr) {
    *returned_type_ = value;
    return {std::nullopt, true};
  }
  Operand like = *names().find("#value");
  require_one_type(like, value);
  checker_.make_alike(like, value);
  *names().find("#value") = std::move(value);
  *names().find("#returned") = truth_constant(true);
  *names().find("#left") = truth_constant(true);
  return {std::nullopt, true};
}

// As in C++, where the type of what a text gives is that of each return.
void Statements::require_one_type(const Operand& one, const Operand& other) {
  if (written_type_ != nullptr || !one.is_value() || !other.is_value()) return;
  const ValueType first = build().type(one.node);
  const ValueType second = build().type(other.node);
  if (first == second || (first.is_string && second.is_string && first.depth == second.depth)) return;
  checker_.fail_here(fmt::format("{} is returned here, and {} there: convert one of them, as {}(...)",
                                 checker_.spelled(one), checker_.spelled(other), checker_.spelled(one)));
}

Statements::Ending Statements::choose_way(NodeId condition, const Way& one, const Way& other) {
  if (++ways_ > most_ways)
    checker_.fail_here(fmt::format("more than {} ways through the statements", most_ways), ErrorKind::unsupported);
  const Names before = names();
  Ending first = one();
  Names after_one = std::exchange(names(), before);
  Ending second = other();
  names().variables.resize(before.variables.size());
  for (std::size_t k = 0; k < before.variables.size(); ++k) {
    Operand& merged = names().variables[k].value;
    const Operand& changed = after_one.variables[k].value;
    if (!merged.is_same(changed) && merged.form != Operand::Form::lambda)
      merged = checker_.choose(condition, changed, merged);
  }
  if (first.value.has_value() != second.value.has_value())
    checker_.fail_here("a way through the statements without return");
  Ending both{std::nullopt, first.early && second.early};
  if (first.value) {
    require_one_type(*first.value, *second.value);
    both.value = checker_.choose(condition, *first.value, *second.value);
  }
  return both;
}

Statements::Ending Statements::run_branch(const Syntax& branch, const List& rest) {
  const NodeId condition = checker_.truth(checker_.check(branch.children[0]));
  List one{&branch.children[1]};
  List other;
  if (branch.children.size() > 2) other.push_back(&branch.children[2]);
  one = with_rest(one, rest);
  other = with_rest(other, rest);
  return choose_way(condition, [&] { return run(one); }, [&] { return run(other); });
}

// A switch is a chain of ifs. The statements of a label go up to the next break of its own.
Statements::Ending Statements::run_choice(const Syntax& choice, const List& rest) {
  const Operand value = checker_.check(choice.children[0]);
  struct Group {
    NodeId condition = 0;
    List statements;
  };
  std::vector<Group> groups;
  List otherwise;
  std::deque<Syntax> cut;  // blocks that end with a break, without it
  const auto statements_from = [&](std::size_t first) {
    List found;
    for (std::size_t k = first; k < choice.children.size() && choice.children[k].kind != SyntaxKind::leave; ++k) {
      const Syntax& statement = choice.children[k];
      if (statement.kind == SyntaxKind::label) continue;
      const bool ends = statement.kind == SyntaxKind::block && !statement.children.empty() &&
                        statement.children.back().kind == SyntaxKind::leave;
      found.push_back(&statement);
      if (!ends) continue;
      found.back() = &cut.emplace_back(statement);
      cut.back().children.pop_back();
      break;
    }
    return found;
  };
  for (std::size_t k = 1; k < choice.children.size(); ++k) {
    const Syntax& label = choice.children[k];
    if (label.kind != SyntaxKind::label) continue;
    if (label.children.empty()) {
      otherwise = statements_from(k);
      continue;
    }
    const Operand equal = checker_.binary_of("==", value, checker_.check(label.children[0]));
    groups.push_back({checker_.truth(equal), statements_from(k)});
  }
  std::function<Ending(std::size_t)> from = [&](std::size_t k) {
    if (k == groups.size()) return run(with_rest(otherwise, rest));
    return choose_way(
        groups[k].condition, [&] { return run(with_rest(groups[k].statements, rest)); }, [&] { return from(k + 1); });
  };
  return from(0);
}

Statements::Ending Statements::run_loop(const Syntax& loop, const List& rest) {
  const std::size_t visible = names().variables.size();
  if (!jumps(loop, false)) {
    LoopStatement(*this, loop).run(nullptr);
    names().variables.resize(visible);
    return {};
  }
  // What it returns is one of its variables, whose type has to be known first.
  const Names before = names();
  std::optional<Operand> type;
  LoopStatement(*this, loop).learn(type);
  names() = before;
  std::optional<Operand>* const learning = std::exchange(returned_type_, nullptr);
  LoopStatement(*this, loop).run(&*type);
  returned_type_ = learning;
  const NodeId returned = names().find("#returned")->node;
  const Operand value = *names().find("#value");
  names().variables.resize(visible);
  return choose_way(
      returned,
      [&]() -> Ending {
        if (!in_loop_) return {value, false};
        if (returned_type_ != nullptr) {
          *returned_type_ = value;
          return {std::nullopt, true};
        }
        *names().find("#value") = value;
        *names().find("#returned") = truth_constant(true);
        *names().find("#left") = truth_constant(true);
        return {std::nullopt, true};
      },
      [&] { return run(rest); });
}

void Statements::declare(const Syntax& syntax) {
  const Syntax& type = syntax.children[0];
  Operand value;
  if (syntax.children.size() == 1 && plain_name(type) == "auto") {
    build().stand_at(checker_.text_, syntax.begin, syntax.end);
    checker_.fail_here("auto is the type of a value, and there is none");
  }
  if (syntax.children.size() > 1) {
    value = checker_.coerce(checker_.check(syntax.children[1]), type);
  } else {
    const Syntax none{SyntaxKind::construct, syntax.begin, syntax.end, "{", {type}};
    value = checker_.check(none);
  }
  build().stand_at(checker_.text_, syntax.begin, syntax.end);
  if (value.form == Operand::Form::list && plain_name(type) == "auto") value = checker_.list_in_braces(value);
  if (value.form == Operand::Form::list) checker_.fail_here("the type of a list in braces is not known");
  if (value.form == Operand::Form::nothing) checker_.fail_here("a variable without a value");
  // A reference to another variable is that variable; other references may be read.
  const Syntax* const initial = syntax.children.size() > 1 ? &syntax.children[1] : nullptr;
  std::string refers_to;
  if (initial != nullptr && type.text.ends_with('&') && initial->kind == SyntaxKind::name &&
      initial->text != syntax.text && names().find(initial->text) != nullptr &&
      names().find(initial->text)->is_same(value))
    refers_to = initial->text;
  const bool refers_to_part = initial != nullptr && refers_to.empty() && type.text.ends_with('&');
  names().variables.push_back({syntax.text, std::move(value), std::move(refers_to), refers_to_part});
}

}  // namespace ramet::inline v1::expr
