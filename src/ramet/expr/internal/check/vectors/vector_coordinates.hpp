#pragma once

#include <optional>
#include <string_view>

#include "ramet/expr/internal/check/formulas.hpp"
#include "ramet/expr/internal/check/operand.hpp"

namespace ramet::inline v1::expr {

/// The coordinates of a vector, whichever it keeps, as formulas. Threads: one at a time.
class Coordinates {
 public:
  Coordinates(Builder& builder, const Operand& vector) : builder_(builder), vector_(vector) {}

  bool has(std::string_view name) const { return vector_.member(name) != nullptr; }
  Term kept(std::string_view name) const { return {builder_, vector_.member(name)->node}; }
  /// Of four numbers.
  bool has_time() const { return has("m") || has("e"); }
  Term zero() const { return {builder_, builder_.graph().constant(0.)}; }
  Term one() const { return {builder_, builder_.graph().constant(1.)}; }

  Term pt2() const { return has("x") ? kept("x").squared() + kept("y").squared() : pt().squared(); }
  Term pt() const;
  Term phi() const;
  Term x() const { return has("x") ? kept("x") : pt() * cos(phi()); }
  Term y() const { return has("y") ? kept("y") : pt() * sin(phi()); }
  Term z() const;
  Term p2() const { return has("eta") ? p().squared() : pt2() + z().squared(); }
  Term p() const;
  Term eta() const;
  Term theta() const;
  Term cos_theta() const { return (p() == zero()).choose(one(), z() / p()); }
  Term m2() const;
  /// Negative for space-like vectors.
  Term m() const { return has("m") ? kept("m") : signed_root(m2()); }
  Term e() const;
  Term rapidity() const { return ((e() + z()) / (e() - z())).of(ElementOperation::log) * zero().number(0.5); }
  Term colinear_rapidity() const { return ((e() + p()) / (e() - p())).of(ElementOperation::log) * zero().number(0.5); }
  Term mt2() const { return e().squared() - z().squared(); }
  Term mt() const { return signed_root(mt2()); }
  Term et() const { return (pt() == zero()).choose(zero(), e() * pt() / p()); }
  Term et2() const { return et().squared(); }
  Term plus() const { return e() + z(); }
  Term minus() const { return e() - z(); }
  Term beta() const { return (p() == zero()).choose(zero(), p() / e()); }
  Term gamma() const;
  Term is_lightlike() const;
  Term is_timelike() const { return p2() < e().squared(); }
  Term is_spacelike() const { return e().squared() < p2(); }
  Term signed_root(Term square) const { return (square < zero()).choose(-sqrt(-square), sqrt(square)); }

  /// The coordinate of a class: pt, eta, phi, x, y, z, m, e, r, theta.
  std::optional<Term> named(std::string_view name) const;

  /// Of TLorentzVector and its like, which compute some things in other ways.
  bool is_of_old_classes() const { return vector_.class_name.starts_with('T'); }

 private:
  static bool are_doubles(std::initializer_list<Term> terms);
  /// A function of doubles; other numbers have formulas.
  Term special(SpecialFunction function, std::initializer_list<NodeId> arguments) const;
  Term end_of_eta() const { return zero().number(largest_eta); }

  Builder& builder_;
  const Operand& vector_;
};

}  // namespace ramet::inline v1::expr
