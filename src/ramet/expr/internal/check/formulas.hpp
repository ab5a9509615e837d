#pragma once

#include <array>
#include <initializer_list>
#include <span>

#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/run/special/special.hpp"

namespace ramet::inline v1::expr {

/// A function of real numbers, as libm computes it.
NodeId real_of_libm(Builder& builder, ElementOperation function, std::span<const NodeId> arguments);
/// A special function of doubles, element by element of lists.
NodeId special_of(Builder& builder, SpecialFunction function, std::span<const NodeId> arguments);

/// Formulas as they are written: a number that nodes are made of. C++'s rules of promotion hold. Threads: one at a
/// time.
class Term {
 public:
  Term(Builder& builder, NodeId node) noexcept : builder_(&builder), node_(node) {}

  NodeId node() const noexcept { return node_; }
  Builder& builder() const noexcept { return *builder_; }
  // A formula is a node.
  operator NodeId() const noexcept { return node_; }  // NOLINT(google-explicit-constructor): see above
  /// A number of the type, in formulas with this one.
  template <class Number>
  Term number(Number value) const {
    return {*builder_, builder_->graph().constant(value)};
  }

  friend Term operator+(Term a, Term b) { return a.with(ElementOperation::add, b); }
  friend Term operator-(Term a, Term b) { return a.with(ElementOperation::subtract, b); }
  friend Term operator*(Term a, Term b) { return a.with(ElementOperation::multiply, b); }
  friend Term operator/(Term a, Term b) { return a.with(ElementOperation::divide, b); }
  Term operator-() const { return {*builder_, builder_->negate(node_)}; }
  friend Term operator<(Term a, Term b) { return {*a.builder_, a.builder_->less(a.node_, b.node_)}; }
  friend Term operator==(Term a, Term b) { return {*a.builder_, a.builder_->equal(a.node_, b.node_)}; }

  /// A function's value, by libm: four-vectors have ROOT's last digit.
  Term of(ElementOperation function) const { return {*builder_, real_of_libm(*builder_, function, {&node_, 1})}; }
  Term of(ElementOperation function, Term other) const {
    const std::array<NodeId, 2> both = {node_, other.node_};
    return {*builder_, real_of_libm(*builder_, function, both)};
  }
  Term squared() const { return *this * *this; }
  /// one where this is true, otherwise other; both are computed. Element by element of lists.
  Term choose(Term one, Term other) const;

 private:
  Term with(ElementOperation operation, Term other) const {
    return {*builder_, builder_->arithmetic(operation, node_, other.node_)};
  }

  Builder* builder_;
  NodeId node_;
};

inline Term Term::choose(Term one, Term other) const {
  Builder& builder = *builder_;
  return {builder, builder.for_elements({node_, one.node_, other.node_}, [&](std::span<const NodeId> values) {
            const NumberType common = common_type(builder.type(values[1]).number, builder.type(values[2]).number);
            return builder.element(
                ElementOperation::select, common,
                {builder.to_bool(values[0]), builder.convert(values[1], common), builder.convert(values[2], common)});
          })};
}

/// The type of a number, or of a list's numbers.
inline NumberType element_type(Term term) { return term.builder().type(term).number; }

inline Term sqrt(Term x) { return x.of(ElementOperation::sqrt); }
inline Term sin(Term x) { return x.of(ElementOperation::sin); }
inline Term cos(Term x) { return x.of(ElementOperation::cos); }
inline Term sinh(Term x) { return x.of(ElementOperation::sinh); }
inline Term cosh(Term x) { return x.of(ElementOperation::cosh); }
inline Term tanh(Term x) { return x.of(ElementOperation::tanh); }
inline Term atan2(Term y, Term x) { return y.of(ElementOperation::atan2, x); }

}  // namespace ramet::inline v1::expr
