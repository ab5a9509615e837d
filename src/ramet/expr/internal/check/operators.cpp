#include <utility>

#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

std::optional<Op> arithmetic_of(std::string_view symbol) {
  if (symbol == "+") return Op::add;
  if (symbol == "-") return Op::subtract;
  if (symbol == "*") return Op::multiply;
  if (symbol == "/") return Op::divide;
  if (symbol == "%") return Op::remainder;
  if (symbol == "&") return Op::bit_and;
  if (symbol == "|") return Op::bit_or;
  if (symbol == "^") return Op::bit_xor;
  if (symbol == "<<") return Op::shift_left;
  if (symbol == ">>") return Op::shift_right;
  return std::nullopt;
}

bool needs_integers(Op op) {
  return op == Op::remainder || op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor || op == Op::shift_left ||
         op == Op::shift_right;
}

bool is_string(const ValueType& type) { return type == ValueType::string(); }

bool is_tuple(const Operand& operand) { return operand.class_name == "pair" || operand.class_name == "tuple"; }

}  // namespace

std::string Checker::spelled(const Operand& operand) const {
  switch (operand.form) {
    case Operand::Form::value:
      return to_string(build_.type(operand.node));
    case Operand::Form::record:
      return (operand.depth > 0 ? "RVec of " : "") + (operand.class_name.empty() ? "a record" : operand.class_name);
    case Operand::Form::lambda:
      return "a lambda";
    case Operand::Form::list:
      return "a list in braces";
    case Operand::Form::place:
      return "a place in a list";
    case Operand::Form::nothing:
      break;
  }
  return "nothing";
}

NodeId Checker::value_node(const Operand& operand) {
  if (!operand.is_value()) fail_here(fmt::format("expected a number, found {}", spelled(operand)));
  return operand.node;
}

NodeId Checker::list(const Operand& operand, std::string_view wanted) {
  const bool is_first = operand.form == Operand::Form::place && build_.is_constant(operand.node) &&
                        build_.node(operand.node).number == 0 && !operand.is_reversed;
  if (is_first) return list(list_of(operand), wanted);  // &v[0]
  if (!operand.is_value() || !build_.type(operand.node).is_list())
    fail_here(fmt::format("expected {}, found {}", wanted, spelled(operand)));
  return operand.node;
}

NodeId Checker::truth(const Operand& operand) {
  const NodeId node = value_node(operand);
  if (!build_.type(node).is_number()) fail_here(fmt::format("expected true or false, found {}", spelled(operand)));
  return build_.to_bool(node);
}

Operand Checker::unary(const Syntax& syntax) {
  const Operand operand = check(syntax.children[0]);
  build_.stand_at(text_, syntax.begin, syntax.end);
  const std::string& symbol = syntax.text;
  if (symbol == "*" && operand.form == Operand::Form::place) return at_place(operand);
  if (symbol == "*" || symbol == "&") fail_here("pointers are not supported", ErrorKind::unsupported);
  if (symbol == "sizeof") return size_of(operand);
  if (operand.is_record() && symbol == "-" && vector_coordinates(operand.class_name) && operand.depth == 0)
    return scale_vector(build_, operand, build_.graph().constant(-1.));
  const NodeId node = value_node(operand);
  const ValueType type = build_.type(node);
  if (type.is_string) fail_here(fmt::format("{} of {}", symbol, spelled(operand)));
  if (symbol == "-") return Operand::value(build_.negate(node));
  if (symbol == "+") return Operand::value(type.is_list() ? node : build_.convert(node, promoted(type.number)));
  if (symbol == "~") {
    if (is_real(type.number)) fail_here(fmt::format("~ of {}", spelled(operand)));
    return Operand::value(build_.bit_not(node));
  }
  return Operand::value(build_.for_elements({node}, [&](std::span<const NodeId> values) {
    const NodeId found = build_.logical_not(values[0]);
    return type.is_list() ? build_.convert(found, type.number) : found;  // RVec keeps its type
  }));
}

Operand Checker::size_of(const Operand& operand) {
  if (!operand.is_value() || !build_.type(operand.node).is_number())
    fail_here(fmt::format("sizeof is for numbers, not {}; v.size() counts elements", spelled(operand)),
              ErrorKind::unsupported);
  return Operand::value(build_.graph().constant(std::uint64_t{array::size_of(build_.type(operand.node).number)}));
}

Operand Checker::binary(const Syntax& syntax) {
  Operand one = check(syntax.children[0]);
  if (syntax.text == ",") return check(syntax.children[1]);
  const bool is_logical = syntax.text == "&&" || syntax.text == "||";
  if (is_logical) ++conditional_;
  const Operand other = check(syntax.children[1]);
  if (is_logical) --conditional_;
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (syntax.text == "+" || syntax.text == "-") one = place_of_data(one, syntax.children[0]);
  return binary_of(syntax.text, one, other);
}

Operand Checker::binary_of(std::string_view symbol, const Operand& one, const Operand& other) {
  if (one.form == Operand::Form::place || other.form == Operand::Form::place) return places(symbol, one, other);
  if (one.is_record() || other.is_record()) return vectors(symbol, one, other);
  if (!one.is_value() || !other.is_value()) fail_here(fmt::format("{} {} {}", spelled(one), symbol, spelled(other)));
  const ValueType first = build_.type(one.node);
  const ValueType second = build_.type(other.node);
  if (is_string(first) || is_string(second)) {
    const auto is_text = [&](const ValueType& type) {
      return is_string(type) || (type.number == NumberType::int8 && (type.depth == 1 || symbol == "+"));
    };
    if (is_text(first) && is_text(second)) return strings(symbol, text_node(one), text_node(other));
    if (!first.is_string || !second.is_string || symbol == "+")
      fail_here(fmt::format("{} {} {}", spelled(one), symbol, spelled(other)));
  }
  if (first.is_string || second.is_string) {
    // Lists of strings, compared with strings one by one.
    const NodeId found = build_.for_elements({one.node, other.node}, [&](std::span<const NodeId> values) {
      return build_.convert(strings(symbol, values[0], values[1]).node, NumberType::int32);
    });
    return Operand::value(found);
  }
  if (symbol == "&&" || symbol == "||") return Operand::value(build_.logical(symbol == "&&", one.node, other.node));
  if (symbol == "==") return Operand::value(build_.equal(one.node, other.node));
  if (symbol == "!=") return Operand::value(build_.compare(Op::not_equal, one.node, other.node));
  if (symbol == "<") return Operand::value(build_.less(one.node, other.node));
  if (symbol == ">") return Operand::value(build_.less(other.node, one.node));
  if (symbol == "<=") return Operand::value(build_.compare(Op::less_equal, one.node, other.node));
  if (symbol == ">=") return Operand::value(build_.compare(Op::less_equal, other.node, one.node));
  const auto operation = arithmetic_of(symbol);
  if (!operation) fail_here(fmt::format("the operator {} is not supported", symbol), ErrorKind::unsupported);
  if (needs_integers(*operation) && (is_real(first.number) || is_real(second.number)))
    fail_here(fmt::format("{} {} {}: {} is for whole numbers{}", spelled(one), symbol, spelled(other), symbol,
                          symbol == "^" ? "; a power is pow(x, y)" : ""));
  return Operand::value(build_.arithmetic(*operation, one.node, other.node));
}

Operand Checker::strings(std::string_view symbol, NodeId one, NodeId other) {
  const ValueType first = build_.type(one);
  const ValueType second = build_.type(other);
  if (!is_string(first) || !is_string(second))
    fail_here(fmt::format("{} {} {}", to_string(first), symbol, to_string(second)));
  const ValueType truth = ValueType::of(NumberType::boolean);
  if (symbol == "+") return Operand::value(build_.call(CallOperation::string_join, first, {one, other}));
  if (symbol == "==" || symbol == "!=") {
    const NodeId equal = build_.call(CallOperation::string_equal, truth, {one, other});
    return Operand::value(symbol == "==" ? equal : build_.logical_not(equal));
  }
  const NodeId order = build_.call(CallOperation::string_compare, ValueType::of(NumberType::int32), {one, other});
  const NodeId zero = build_.graph().constant(std::int32_t{0});
  if (symbol == "<") return Operand::value(build_.less(order, zero));
  if (symbol == ">") return Operand::value(build_.less(zero, order));
  if (symbol == "<=") return Operand::value(build_.compare(Op::less_equal, order, zero));
  if (symbol == ">=") return Operand::value(build_.compare(Op::less_equal, zero, order));
  fail_here(fmt::format("{} {} {}", to_string(first), symbol, to_string(second)));
}

Operand Checker::vectors(std::string_view symbol, const Operand& one, const Operand& other) {
  const auto is_vector = [](const Operand& operand) {
    return operand.is_record() && vector_coordinates(operand.class_name).has_value();
  };
  const bool lists = (one.is_record() && one.depth > 0) || (other.is_record() && other.depth > 0);
  if (!lists && is_tuple(one) && is_tuple(other)) return compare_parts(symbol, one, other);
  if (!lists && is_vector(one) && is_vector(other)) {
    if (symbol == "+" || symbol == "-") return add_vectors(build_, one, other, symbol == "-");
    if (symbol == "==" || symbol == "!=") return equal_vectors(one, other, symbol == "==");
    if (symbol == "*" && one.class_name == "Boost" && other.members.size() == 4)
      return boosted(build_, other, cartesian(build_, one));
    if (symbol == "*" && one.class_name.starts_with('T')) {  // not of those of ROOT::Math
      const Operand arguments[] = {other};
      return *vector_method(build_, one, "Dot", arguments);
    }
  }
  if (!lists && is_vector(one) && other.is_value() && build_.type(other.node).is_number()) {
    if (symbol == "*") return scale_vector(build_, one, other.node);
    if (symbol == "/")
      return scale_vector(build_, one, build_.arithmetic(Op::divide, build_.graph().constant(1.), other.node));
  }
  if (!lists && is_vector(other) && one.is_value() && symbol == "*")
    return scale_vector(build_, other, value_node(one));
  if (lists) {
    // Element by element.
    const Operand both[] = {one, other};
    NodeId shape = 0;
    const std::vector<Operand> items = items_of(both, shape);
    return rebuild(shape, binary_of(symbol, items[0], items[1]));
  }
  fail_here(fmt::format("{} {} {}", spelled(one), symbol, spelled(other)));
}

// Pairs and tuples: by the first part, of equal ones by the next.
Operand Checker::compare_parts(std::string_view symbol, const Operand& one, const Operand& other) {
  if (one.names != other.names) fail_here(fmt::format("{} {} {}", spelled(one), symbol, spelled(other)));
  const auto opposite = [&](std::string_view of, const Operand& first, const Operand& second) {
    return Operand::value(build_.logical_not(compare_parts(of, first, second).node));
  };
  if (symbol == ">") return compare_parts("<", other, one);
  if (symbol == "<=") return opposite("<", other, one);
  if (symbol == ">=") return opposite("<", one, other);
  if (symbol == "!=") return opposite("==", one, other);
  const bool is_less = symbol == "<";
  if (!is_less && symbol != "==") fail_here(fmt::format("{} {} {}", spelled(one), symbol, spelled(other)));
  const auto both = [&](Op op, NodeId first, NodeId second) {
    return build_.element(op, NumberType::boolean, {first, second});
  };
  NodeId found = build_.graph().constant(!is_less);
  for (std::size_t k = one.members.size(); k-- > 0;) {
    const Operand& a = one.members[k];
    const Operand& b = other.members[k];
    if (!is_less) {
      found = both(Op::logical_and, truth(binary_of("==", a, b)), found);
    } else {
      const NodeId is_not_greater = build_.logical_not(truth(binary_of("<", b, a)));
      found = both(Op::logical_or, truth(binary_of("<", a, b)), both(Op::logical_and, is_not_greater, found));
    }
  }
  return Operand::value(found);
}

Operand Checker::equal_vectors(const Operand& one, const Operand& other, bool wanted) {
  const Operand like = convert_vector(build_, other, one.class_name);
  NodeId found = build_.graph().constant(true);
  for (std::size_t k = 0; k < one.members.size(); ++k)
    found = build_.element(Op::logical_and, NumberType::boolean,
                           {found, build_.equal(one.members[k].node, like.members[k].node)});
  return Operand::value(wanted ? found : build_.logical_not(found));
}

void Checker::make_alike(Operand& one, Operand& other) {
  if (one.is_record() && other.is_record()) {
    if (one.class_name != other.class_name && one.depth == 0 && other.depth == 0 &&
        vector_coordinates(one.class_name) && vector_coordinates(other.class_name))
      other = convert_vector(build_, other, one.class_name);
    if (one.class_name == other.class_name && one.depth == other.depth && one.names == other.names) return;
  }
  if (one.form == Operand::Form::place && other.form == Operand::Form::place) {
    if (!one.members[0].is_same(other.members[0])) fail_here("places in different lists");
    return;
  }
  if (one.form == Operand::Form::list && other.is_value()) one = coerce_braces(one, build_.type(other.node));
  if (other.form == Operand::Form::list && one.is_value()) other = coerce_braces(other, build_.type(one.node));
  if (!one.is_value() || !other.is_value())
    fail_here(fmt::format("values of different types: {} and {}", spelled(one), spelled(other)));
  const ValueType first = build_.type(one.node);
  const ValueType second = build_.type(other.node);
  if (first.depth != second.depth || first.is_string != second.is_string)
    fail_here(fmt::format("values of different types: {} and {}", spelled(one), spelled(other)));
  if (first.number == second.number) return;
  const NumberType common = common_type(first.number, second.number);
  one.node = build_.convert(one.node, common);
  other.node = build_.convert(other.node, common);
}

Operand Checker::choose(NodeId condition, const Operand& first, const Operand& second) {
  Operand one = first;
  Operand other = second;
  make_alike(one, other);
  if (one.is_value()) return Operand::value(build_.choose(condition, one.node, other.node));
  if (one.form == Operand::Form::place) {
    one.node = build_.choose(condition, one.node, other.node);
    return one;
  }
  for (std::size_t k = 0; k < one.members.size(); ++k)
    one.members[k] = choose(condition, one.members[k], other.members[k]);
  return one;
}

// Each of them could become the other, so that C++ takes neither; numbers have a common type.
void Checker::require_lists_alike(const ValueType& one, const ValueType& other) {
  if (one.is_string || !one.is_list() || one.depth != other.depth || one.number == other.number) return;
  fail_here(fmt::format("values of different types: {} and {}; convert one of them, as {}(...)", to_string(one),
                        to_string(other), to_string(one)));
}

Operand Checker::ternary(const Syntax& syntax) {
  const NodeId condition = truth(check(syntax.children[0]));
  ++conditional_;
  const Operand one = check(syntax.children[1]);
  const Operand other = check(syntax.children[2]);
  --conditional_;
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (one.is_value() && other.is_value()) require_lists_alike(build_.type(one.node), build_.type(other.node));
  return choose(condition, one, other);
}

Operand Checker::assign(const Syntax& syntax) {
  Operand value = check(syntax.children[1]);
  build_.stand_at(text_, syntax.begin, syntax.end);
  if (syntax.text != "=") {
    const Operand before = check(syntax.children[0]);
    build_.stand_at(text_, syntax.begin, syntax.end);
    value = binary_of(std::string_view(syntax.text).substr(0, syntax.text.size() - 1), before, value);
  }
  set(syntax.children[0], value);
  return check(syntax.children[0]);
}

Operand Checker::step(const Syntax& syntax) {
  const Operand before = check(syntax.children[0]);
  build_.stand_at(text_, syntax.begin, syntax.end);
  const Operand one = Operand::value(build_.graph().constant(std::int32_t{1}));
  set(syntax.children[0], binary_of(syntax.text[0] == '+' ? "+" : "-", before, one));
  return syntax.text.size() == 3 ? before : check(syntax.children[0]);
}

// An element of a list, for its type.
Operand Checker::list_element(const Operand& list) {
  if (list.is_value() && is_string(build_.type(list.node)))
    return Operand::value(build_.graph().constant(std::int8_t{0}));
  const Operand first[] = {Operand::value(build_.graph().constant(std::int64_t{0}))};
  return list_method("at", list, first);
}

void Checker::make_like(Operand& value, const Operand& like) {
  if (like.is_value() && value.is_value()) {
    const ValueType type = build_.type(like.node);
    const ValueType found = build_.type(value.node);
    if (type == ValueType::string() && found != type) {
      value = Operand::value(text_node(value));
      return;
    }
    if (type.depth != found.depth || type.is_string != found.is_string)
      fail_here(fmt::format("a variable of type {} cannot become {}", to_string(type), to_string(found)));
    if (!type.is_string) value.node = build_.convert(value.node, type.number);
  } else if (like.is_value() && value.form == Operand::Form::list) {
    value = coerce_braces(value, build_.type(like.node));
  } else if (like.is_record() && like.depth == 0 && value.form == Operand::Form::list &&
             value.members.size() == like.members.size()) {  // pair = {a, b}
    Operand made = like;
    for (std::size_t k = 0; k < made.members.size(); ++k) {
      made.members[k] = value.members[k];
      make_like(made.members[k], like.members[k]);
    }
    value = std::move(made);
  } else {
    Operand same = like;
    make_alike(same, value);
  }
}

// A variable keeps its type.
void Checker::set(const Syntax& target, Operand value) {
  if (conditional_ > 0)
    fail_here("an assignment in a part that is only evaluated sometimes; use if", ErrorKind::unsupported);
  if (target.kind == SyntaxKind::index) {
    const Operand list = check(target.children[0]);
    const NodeId place = build_.convert(value_node(check(target.children[1])), NumberType::int64);
    build_.stand_at(text_, target.begin, target.end);
    if (build_.type(place).is_list())
      fail_here("assigning to the elements that a mask chooses; use v = Where(mask, x, v)", ErrorKind::unsupported);
    const bool is_list = (list.is_value() && (build_.type(list.node).is_list() || is_string(build_.type(list.node)))) ||
                         (list.is_record() && list.depth > 0);
    if (!is_list) fail_here(fmt::format("assigning to a part of {}", spelled(list)), ErrorKind::unsupported);
    Operand item = std::move(value);
    make_like(item, list_element(list));
    return set(target.children[0], with_element(list, place, item));
  }
  if (target.kind == SyntaxKind::unary && target.text == "*") {
    const Operand place = check(target.children[0]);
    if (place.form == Operand::Form::place) {
      if (place.is_reversed) fail_here("assigning through an iterator that goes backwards", ErrorKind::unsupported);
      const Operand list = list_of(place);
      Operand item = std::move(value);
      make_like(item, list_element(list));
      return set(*place.syntax, with_element(list, place.node, item));
    }
  }
  if (target.kind == SyntaxKind::member) {  // pair.first = x
    Operand object = check(target.children[0]);
    build_.stand_at(text_, target.begin, target.end);
    for (std::size_t k = 0; object.is_record() && object.depth == 0 && k < object.names.size(); ++k) {
      if (object.names[k] != target.text) continue;
      make_like(value, object.members[k]);
      object.members[k] = std::move(value);
      return set(target.children[0], std::move(object));
    }
  }
  Operand* const variable = target.kind == SyntaxKind::name ? names_.find(target.text) : nullptr;
  if (variable == nullptr) fail_here("only variables that were declared here can be assigned to; a comparison is ==");
  if (names_.variables[names_.index_of(target.text)].refers_to_part)
    fail_here(fmt::format("{} refers to a part of something, which cannot be changed through it", target.text),
              ErrorKind::unsupported);
  make_like(value, *variable);
  *names_.find(target.text) = std::move(value);
}

}  // namespace ramet::inline v1::expr
