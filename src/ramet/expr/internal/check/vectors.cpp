#include "ramet/expr/internal/check/vectors.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "ramet/expr/internal/check/formulas.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

struct VectorClass {
  std::string_view name;
  std::array<std::string_view, 4> coordinates;
};

constexpr std::array<VectorClass, 22> classes = {{
    {"PtEtaPhiMVector", {"pt", "eta", "phi", "m"}},
    {"PtEtaPhiMVectorF", {"pt", "eta", "phi", "m"}},
    {"PtEtaPhiEVector", {"pt", "eta", "phi", "e"}},
    {"PtEtaPhiEVectorF", {"pt", "eta", "phi", "e"}},
    {"PxPyPzMVector", {"x", "y", "z", "m"}},
    {"PxPyPzMVectorF", {"x", "y", "z", "m"}},
    {"PxPyPzEVector", {"x", "y", "z", "e"}},
    {"XYZTVector", {"x", "y", "z", "e"}},
    {"XYZTVectorF", {"x", "y", "z", "e"}},
    {"TLorentzVector", {"x", "y", "z", "e"}},
    {"LorentzVector", {"x", "y", "z", "e"}},
    {"XYZVector", {"x", "y", "z"}},
    {"XYZVectorF", {"x", "y", "z"}},
    {"XYZPoint", {"x", "y", "z"}},
    {"XYZPointF", {"x", "y", "z"}},
    {"TVector3", {"x", "y", "z"}},
    {"RhoEtaPhiVector", {"pt", "eta", "phi"}},
    {"Polar3DVector", {"r", "theta", "phi"}},
    {"XYVector", {"x", "y"}},
    {"TVector2", {"x", "y"}},
    {"Polar2DVector", {"pt", "phi"}},
    {"", {}},
}};

const VectorClass* find_class(std::string_view name) {
  if (name.empty()) return nullptr;
  const auto found = std::find_if(classes.begin(), classes.end(), [&](const auto& one) { return one.name == name; });
  return found == classes.end() ? nullptr : &*found;
}

/// The coordinates of a vector, whichever it keeps. Threads: one at a time.
class Coordinates {
 public:
  Coordinates(Builder& builder, const Operand& vector) : builder_(builder), vector_(vector) {}

  bool has(std::string_view name) const { return vector_.member(name) != nullptr; }
  Term kept(std::string_view name) const { return {builder_, vector_.member(name)->node}; }
  /// Of four numbers.
  bool has_time() const { return has("m") || has("e"); }
  Term zero() const { return {builder_, builder_.graph().constant(0.)}; }

  Term pt2() const { return has("x") ? kept("x").squared() + kept("y").squared() : pt().squared(); }
  Term pt() const {
    if (has("pt")) return kept("pt");
    if (has("r")) return kept("r") * sin(kept("theta"));
    return sqrt(pt2());
  }
  Term phi() const {
    if (has("phi")) return kept("phi");
    return (pt2() == zero()).choose(zero(), atan2(kept("y"), kept("x")));
  }
  Term x() const { return has("x") ? kept("x") : pt() * cos(phi()); }
  Term y() const { return has("y") ? kept("y") : pt() * sin(phi()); }
  Term z() const {
    if (has("z")) return kept("z");
    if (has("r")) return kept("r") * cos(kept("theta"));
    if (!has("eta")) return zero();
    const Term eta = kept("eta");
    const Term beyond = eta.of(Op::absolute) - largest_eta();
    const Term along = (zero() < beyond).choose((eta < zero()).choose(-beyond, beyond), zero());
    return (zero() < pt()).choose(pt() * sinh(eta), along);
  }
  Term p2() const { return has("eta") ? p().squared() : pt2() + z().squared(); }
  Term p() const {
    if (has("r")) return kept("r");
    if (!has("eta")) return sqrt(p2());
    const Term beyond = kept("eta").of(Op::absolute) - largest_eta();
    const Term along = (zero() < beyond).choose(beyond, zero());
    return (zero() < pt()).choose(pt() * cosh(kept("eta")), along);
  }
  Term eta() const {
    if (has("eta")) return kept("eta");
    const Term along = (z() == zero()).choose(zero(), z() + (z() < zero()).choose(-largest_eta(), largest_eta()));
    // asinh in the way in which ROOT computes it: of large negative numbers its digits are others.
    const Term one = zero().number(1.);
    const Term slope = z() / pt();
    const Term size = slope.of(Op::absolute);
    const Term far = (size + size).of(Op::log);
    const Term near = (slope + sqrt(slope * slope + one)).of(Op::log);
    const Term found = (size < zero().number(8192.)).choose(near, (slope < zero()).choose(-far, far));
    return (pt2() == zero()).choose(along, found);
  }
  /// Behind which no real direction is: ROOT gives it, and z more, to vectors along the axis.
  Term largest_eta() const { return zero().number(22756.0); }
  Term theta() const { return has("theta") ? kept("theta") : atan2(pt(), z()); }
  Term m2() const {
    if (has("m")) return (kept("m") < zero()).choose(-kept("m").squared(), kept("m").squared());
    return kept("e").squared() - p2();
  }
  /// Negative for space-like vectors.
  Term m() const { return has("m") ? kept("m") : signed_root(m2()); }
  Term e() const {
    if (has("e")) return kept("e");
    const Term square = p2() + m2();
    return sqrt((square < zero()).choose(zero(), square));
  }
  Term rapidity() const { return ((e() + z()) / (e() - z())).of(Op::log) * zero().number(0.5); }
  Term mt2() const { return e().squared() - z().squared(); }
  Term mt() const { return signed_root(mt2()); }
  Term et() const { return e() * pt() / p(); }
  Term signed_root(Term square) const { return (square < zero()).choose(-sqrt(-square), sqrt(square)); }

  std::optional<Term> named(std::string_view name) const {
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

 private:
  Builder& builder_;
  const Operand& vector_;
};

struct Property {
  std::string_view name;
  Term (Coordinates::*compute)() const;
};

constexpr std::array<Property, 37> properties = {{
    {"Pt", &Coordinates::pt},
    {"Perp", &Coordinates::pt},
    {"Rho", &Coordinates::pt},
    {"Perp2", &Coordinates::pt2},
    {"Pt2", &Coordinates::pt2},
    {"Eta", &Coordinates::eta},
    {"PseudoRapidity", &Coordinates::eta},
    {"Phi", &Coordinates::phi},
    {"Theta", &Coordinates::theta},
    {"Px", &Coordinates::x},
    {"Py", &Coordinates::y},
    {"Pz", &Coordinates::z},
    {"X", &Coordinates::x},
    {"Y", &Coordinates::y},
    {"Z", &Coordinates::z},
    {"x", &Coordinates::x},
    {"y", &Coordinates::y},
    {"z", &Coordinates::z},
    {"P", &Coordinates::p},
    {"R", &Coordinates::p},
    {"Mag", &Coordinates::p},
    {"P2", &Coordinates::p2},
    {"Mag2", &Coordinates::p2},
    {"M", &Coordinates::m},
    {"Mass", &Coordinates::m},
    {"mass", &Coordinates::m},
    {"M2", &Coordinates::m2},
    {"E", &Coordinates::e},
    {"Energy", &Coordinates::e},
    {"T", &Coordinates::e},
    {"t", &Coordinates::e},
    {"energy", &Coordinates::e},
    {"Rapidity", &Coordinates::rapidity},
    {"Mt", &Coordinates::mt},
    {"Mt2", &Coordinates::mt2},
    {"Et", &Coordinates::et},
    {"pt", &Coordinates::pt},
}};

constexpr std::array<std::string_view, 13> of_four = {"M", "Mass",   "mass",     "M2", "E",   "Energy", "T",
                                                      "t", "energy", "Rapidity", "Mt", "Mt2", "Et"};

Operand of_cartesian(Builder& builder, const Operand& like, std::span<const NodeId> cartesian) {
  const std::string_view plain = cartesian.size() == 4   ? "XYZTVector"
                                 : cartesian.size() == 3 ? "XYZVector"
                                                         : "XYVector";
  return convert_vector(builder, make_vector(builder, plain, cartesian), like.class_name);
}

std::vector<NodeId> cartesian(Builder& builder, const Operand& vector) {
  const Coordinates from(builder, vector);
  std::vector<NodeId> found = {from.x(), from.y()};
  if (vector.members.size() > 2) found.push_back(from.z());
  if (vector.members.size() > 3) found.push_back(from.e());
  return found;
}

}  // namespace

std::optional<std::vector<std::string>> vector_coordinates(std::string_view class_name) {
  const VectorClass* const found = find_class(class_name);
  if (found == nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const std::string_view name : found->coordinates)
    if (!name.empty()) names.emplace_back(name);
  return names;
}

Operand make_vector(Builder& builder, std::string_view class_name, std::span<const NodeId> coordinates) {
  std::vector<std::string> names = *vector_coordinates(class_name);
  std::vector<Operand> members;
  for (std::size_t k = 0; k < names.size(); ++k)
    members.push_back(Operand::value(k < coordinates.size() ? builder.convert(coordinates[k], NumberType::float64)
                                                            : builder.graph().constant(0.)));
  return Operand::record(std::string(class_name), std::move(names), std::move(members));
}

std::optional<NodeId> vector_property(Builder& builder, const Operand& vector, std::string_view name) {
  const Coordinates from(builder, vector);
  const auto found =
      std::find_if(properties.begin(), properties.end(), [&](const auto& one) { return one.name == name; });
  if (found == properties.end()) return std::nullopt;
  const bool needs_time = std::find(of_four.begin(), of_four.end(), name) != of_four.end();
  if (needs_time && !from.has_time()) return std::nullopt;
  if (name == "Rho" && vector.class_name == "TLorentzVector") return from.p().node();
  return (from.*found->compute)().node();
}

NodeId delta_phi(Builder& builder, NodeId one, NodeId other, NodeId half_turn) {
  const Term half(builder, half_turn);
  const Term turn = half + half;
  const Term difference = (Term(builder, other) - Term(builder, one)).of(Op::fmod, turn);
  const Term lower = (difference < -half).choose(difference + turn, difference);
  return (half < lower).choose(lower - turn, lower).node();
}

std::optional<Operand> vector_method(Builder& builder, const Operand& vector, std::string_view name,
                                     std::span<const Operand> arguments) {
  if (arguments.size() != 1 || !arguments[0].is_record()) return std::nullopt;
  const Coordinates one(builder, vector);
  const Coordinates other(builder, arguments[0]);
  const NodeId half_turn = builder.graph().constant(std::numbers::pi);
  if (name == "DeltaPhi") return Operand::value(delta_phi(builder, other.phi(), one.phi(), half_turn));
  if (name == "DeltaR" || name == "DrEtaPhi") {
    const Term phi(builder, delta_phi(builder, one.phi(), other.phi(), half_turn));
    return Operand::value(sqrt((one.eta() - other.eta()).squared() + phi.squared()));
  }
  if (name == "Dot") {
    const Term space = one.x() * other.x() + one.y() * other.y() + one.z() * other.z();
    return Operand::value(vector.members.size() == 4 ? (one.e() * other.e() - space).node() : space.node());
  }
  if (name == "Angle") {
    const Term product = one.x() * other.x() + one.y() * other.y() + one.z() * other.z();
    return Operand::value((product / (one.p() * other.p())).of(Op::acos));
  }
  if (name == "Cross") {
    const std::array<NodeId, 3> all = {(one.y() * other.z() - one.z() * other.y()).node(),
                                       (one.z() * other.x() - one.x() * other.z()).node(),
                                       (one.x() * other.y() - one.y() * other.x()).node()};
    return of_cartesian(builder, vector, all);
  }
  return std::nullopt;
}

Operand add_vectors(Builder& builder, const Operand& one, const Operand& other, bool subtract) {
  std::vector<NodeId> sum = cartesian(builder, one);
  const std::vector<NodeId> more = cartesian(builder, other);
  for (std::size_t k = 0; k < sum.size() && k < more.size(); ++k)
    sum[k] = builder.arithmetic(subtract ? Op::subtract : Op::add, sum[k], more[k]);
  return of_cartesian(builder, one, sum);
}

Operand scale_vector(Builder& builder, const Operand& vector, NodeId factor) {
  std::vector<NodeId> scaled = cartesian(builder, vector);
  for (NodeId& coordinate : scaled) coordinate = builder.arithmetic(Op::multiply, coordinate, factor);
  return of_cartesian(builder, vector, scaled);
}

Operand convert_vector(Builder& builder, const Operand& vector, std::string_view class_name) {
  if (vector.class_name == class_name) return vector;
  const Coordinates from(builder, vector);
  std::vector<NodeId> coordinates;
  const auto names = *vector_coordinates(class_name);
  for (const std::string& name : names) coordinates.push_back(*from.named(name));
  return make_vector(builder, class_name, coordinates);
}

}  // namespace ramet::inline v1::expr
