#include "ramet/expr/internal/check/vectors/vector_coordinates.hpp"

#include <algorithm>

namespace ramet::inline v1::expr {

using Op = ElementOperation;

bool Coordinates::are_doubles(std::initializer_list<Term> terms) {
  return std::ranges::all_of(terms, [](Term term) { return element_type(term) == NumberType::float64; });
}

Term Coordinates::special(SpecialFunction function, std::initializer_list<NodeId> arguments) const {
  return {builder_, special_of(builder_, function, arguments)};
}

Term Coordinates::pt() const {
  if (has("pt")) return kept("pt");
  if (has("r")) return kept("r") * sin(kept("theta"));
  return sqrt(pt2());
}

Term Coordinates::phi() const {
  if (has("phi")) return kept("phi");
  // TVector2's angle is between 0 and 2 pi.
  const Term zero = this->zero();
  if (vector_.class_name == "TVector2") return atan2(-kept("y"), -kept("x")) + zero.number(3.14159265358979323846);
  if (are_doubles({kept("x"), kept("y")})) return special(SpecialFunction::phi_of_plane, {kept("y"), kept("x")});
  return (pt2() == zero).choose(zero, atan2(kept("y"), kept("x")));
}

Term Coordinates::z() const {
  if (has("z")) return kept("z");
  if (has("r")) return kept("r") * cos(kept("theta"));
  if (!has("eta")) return zero();
  const Term eta = kept("eta");
  if (are_doubles({pt(), eta})) return special(SpecialFunction::z_beside_eta, {pt(), eta, sinh(eta)});
  const Term along = (zero() < eta).choose(eta - end_of_eta(), (eta == zero()).choose(zero(), eta + end_of_eta()));
  return (zero() < pt()).choose(pt() * sinh(eta), along);
}

Term Coordinates::p() const {
  if (has("r")) return kept("r");
  if (!has("eta")) return sqrt(p2());
  const Term eta = kept("eta");
  if (are_doubles({pt(), eta})) return special(SpecialFunction::p_beside_eta, {pt(), eta, cosh(eta)});
  const Term beyond = eta.of(Op::absolute) - end_of_eta();
  const Term along = (zero() < beyond).choose(beyond, zero());
  return (zero() < pt()).choose(pt() * cosh(eta), along);
}

Term Coordinates::eta() const {
  if (has("eta")) return kept("eta");
  const Term half = zero().number(0.5);
  if (is_of_old_classes()) {
    const Term cosine = cos_theta();
    const Term far = (z() == zero()).choose(zero(), (zero() < z()).choose(zero().number(10e10), zero().number(-10e10)));
    const Term found = -(half * ((one() - cosine) / (one() + cosine)).of(Op::log));
    return (cosine * cosine < one()).choose(found, far);
  }
  if (has("r")) return -((kept("theta") * half).of(Op::tan).of(Op::log));
  if (are_doubles({pt(), z()})) return special(SpecialFunction::eta_of_plane, {pt(), z()});
  const Term along = (z() == zero()).choose(zero(), z() + (z() < zero()).choose(-end_of_eta(), end_of_eta()));
  // asinh in the way in which ROOT computes it: of large numbers its digits are others.
  const Term slope = z() / pt();
  const Term size = slope.of(Op::absolute);
  const Term far_above = (size + size + half / size).of(Op::log);
  const Term far_below = -((size + size).of(Op::log));
  const Term near = (slope + sqrt(slope * slope + one())).of(Op::log);
  const Term found = (size < zero().number(8192.)).choose(near, (slope < zero()).choose(far_below, far_above));
  return (pt2() == zero()).choose(along, found);
}

Term Coordinates::theta() const {
  if (has("theta")) return kept("theta");
  if (!has("eta")) return atan2(pt(), z());
  const Term two = zero().number(2.);
  const Term along = (kept("eta") < zero()).choose(zero().number(3.14159265358979323846), zero());
  return (zero() < pt()).choose(two * (-kept("eta")).of(Op::exp).of(Op::atan), along);
}

Term Coordinates::gamma() const {
  if (is_of_old_classes()) return one() / sqrt(one() - beta().squared());
  const Term v2 = p2();
  const Term t2 = e().squared();
  const Term found = (t2 < v2).choose(zero(), one() / sqrt(one() - v2 / t2));
  return (t2 == zero()).choose((v2 == zero()).choose(one(), zero()), found);
}

Term Coordinates::is_lightlike() const {
  const Term away = (e() - p()).squared();
  const Term limit = zero().number(100 * 2.220446049250313e-16) * e() * e();
  const auto logical = [&](Op operation, Term a, Term b) {
    return Term(builder_, builder_.element(operation, NumberType::boolean, {a, b}));
  };
  return logical(Op::logical_or, logical(Op::logical_and, e() == zero(), p() == zero()), away < limit);
}

Term Coordinates::m2() const {
  if (has("m")) return (kept("m") < zero()).choose(-kept("m").squared(), kept("m").squared());
  if (is_of_old_classes() || !has("x")) return kept("e").squared() - p2();
  return kept("e").squared() - kept("x").squared() - kept("y").squared() - kept("z").squared();
}

Term Coordinates::e() const {
  if (has("e")) return kept("e");
  const Term square = p2() + m2();
  return sqrt((square < zero()).choose(zero(), square));
}

std::optional<Term> Coordinates::named(std::string_view name) const {
  if (name == "pt") return pt();
  if (name == "eta") return eta();
  if (name == "phi") return phi();
  if (name == "x") return x();
  if (name == "y") return y();
  if (name == "z") return z();
  if (name == "m") return m();
  if (name == "e") return e();
  if (name == "r") return p();
  if (name == "theta") return theta();
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
