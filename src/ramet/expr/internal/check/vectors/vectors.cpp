#include "ramet/expr/internal/check/vectors/vectors.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "ramet/expr/internal/check/vectors/vector_coordinates.hpp"
#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

struct VectorClass {
  std::string_view name;
  std::array<std::string_view, 4> coordinates;
};

constexpr auto classes = std::to_array<VectorClass>({
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
    {"Boost", {"x", "y", "z"}},
    {"RhoEtaPhiVector", {"pt", "eta", "phi"}},
    {"RhoZPhiVector", {"pt", "z", "phi"}},
    {"Polar3DVector", {"r", "theta", "phi"}},
    {"XYVector", {"x", "y"}},
    {"XYPoint", {"x", "y"}},
    {"TVector2", {"x", "y"}},
    {"Polar2DVector", {"pt", "phi"}},
});

const VectorClass* find_class(std::string_view name) {
  const auto* const found =
      std::find_if(classes.begin(), classes.end(), [&](const auto& one) { return one.name == name; });
  return found == classes.end() ? nullptr : found;
}

NumberType number_of(std::string_view class_name) {
  return class_name.ends_with('F') ? NumberType::float32 : NumberType::float64;
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

std::string_view vector_class(const Syntax& type) noexcept {
  const std::string_view name = plain_name(type);
  if (name != "LorentzVector" || type.children.empty()) return name;
  const std::string_view system = plain_name(type.children[0]);
  const bool is_float = !type.children[0].children.empty() && plain_name(type.children[0].children[0]) == "float";
  if (system == "PtEtaPhiM4D") return is_float ? "PtEtaPhiMVectorF" : "PtEtaPhiMVector";
  if (system == "PtEtaPhiE4D") return is_float ? "PtEtaPhiEVectorF" : "PtEtaPhiEVector";
  if (system == "PxPyPzM4D") return is_float ? "PxPyPzMVectorF" : "PxPyPzMVector";
  return is_float ? "XYZTVectorF" : "XYZTVector";
}

Operand make_vector(Builder& builder, std::string_view class_name, std::span<const NodeId> coordinates) {
  const NumberType number = number_of(class_name);
  std::vector<std::string> names = *vector_coordinates(class_name);
  std::vector<Operand> members;
  for (std::size_t k = 0; k < names.size(); ++k)
    members.push_back(Operand::value(k < coordinates.size() ? builder.convert(coordinates[k], number)
                                                            : builder.graph().constant(number, 0)));
  return Operand::record(std::string(class_name), std::move(names), std::move(members));
}

NodeId delta_phi(Builder& builder, NodeId one, NodeId other, NodeId half_turn) {
  const Term half(builder, half_turn);
  const Term turn = half + half;
  const Term difference = (Term(builder, other) - Term(builder, one)).of(Op::fmod, turn);
  const Term lower = (difference < -half).choose(difference + turn, difference);
  return (half < lower).choose(lower - turn, lower).node();
}

std::vector<NodeId> cartesian(Builder& builder, const Operand& vector) {
  const Coordinates from(builder, vector);
  std::vector<NodeId> found = {from.x(), from.y()};
  if (vector.members.size() > 2) found.push_back(from.z());
  if (vector.members.size() > 3) found.push_back(from.e());
  return found;
}

Operand of_cartesian(Builder& builder, const Operand& like, std::span<const NodeId> cartesian) {
  const std::string_view plain = cartesian.size() == 4   ? "XYZTVector"
                                 : cartesian.size() == 3 ? "XYZVector"
                                                         : "XYVector";
  return convert_vector(builder, make_vector(builder, plain, cartesian), like.class_name);
}

Operand add_vectors(Builder& builder, const Operand& one, const Operand& other, bool subtract) {
  std::vector<NodeId> sum = cartesian(builder, one);
  const std::vector<NodeId> more = cartesian(builder, other);
  for (std::size_t k = 0; k < sum.size() && k < more.size(); ++k)
    sum[k] = builder.arithmetic(subtract ? Op::subtract : Op::add, sum[k], more[k]);
  return of_cartesian(builder, one, sum);
}

// Its own coordinates, so that twice the vector has exactly twice the mass. By a number below 0 directions turn around.
Operand scale_vector(Builder& builder, const Operand& vector, NodeId factor) {
  const Term by(builder, builder.convert(factor, NumberType::float64));
  const Term zero = by.number(0.);
  const Term half_turn = by.number(std::numbers::pi);
  const Term turns = by < zero;
  const bool never_turns = builder.is_constant(turns) && builder.node(turns).number == 0;
  const auto scaled = [&](std::string_view name, Term own) -> Term {
    const bool is_length = name == "pt" || name == "r" || (name == "m" && vector.member("x") == nullptr);
    if (is_length) return own * (never_turns ? by : turns.choose(-by, by));
    if (name != "eta" && name != "theta" && name != "phi") return own * by;
    if (never_turns) return own;
    if (name == "phi") return turns.choose((zero < own).choose(own - half_turn, own + half_turn), own);
    return turns.choose(name == "eta" ? -own : half_turn - own, own);
  };
  std::vector<NodeId> coordinates;
  for (std::size_t k = 0; k < vector.names.size(); ++k)
    coordinates.push_back(scaled(vector.names[k], Term(builder, vector.members[k].node)));
  return make_vector(builder, vector.class_name, coordinates);
}

Operand convert_vector(Builder& builder, const Operand& vector, std::string_view class_name) {
  if (vector.class_name == class_name) return vector;
  const Coordinates from(builder, vector);
  std::vector<NodeId> coordinates;
  const auto names = *vector_coordinates(class_name);
  for (const std::string& name : names) coordinates.push_back(*from.named(name));
  return make_vector(builder, class_name, coordinates);
}

Operand boosted(Builder& builder, const Operand& vector, std::span<const NodeId> velocity) {
  const std::vector<NodeId> p = cartesian(builder, vector);
  const auto term = [&](NodeId node) { return Term(builder, builder.convert(node, NumberType::float64)); };
  const Term bx = term(velocity[0]);
  const Term by = term(velocity[1]);
  const Term bz = term(velocity[2]);
  const Term e(builder, p[3]);
  const Term zero = bx.number(0.);
  const Term one = bx.number(1.);
  const Term b2 = bx * bx + by * by + bz * bz;
  const Term gamma = one / sqrt(one - b2);
  const Term along = bx * Term(builder, p[0]) + by * Term(builder, p[1]) + bz * Term(builder, p[2]);
  const Term more = (zero < b2).choose((gamma - one) / b2, zero);
  const auto moved = [&](NodeId coordinate, Term b) {
    return (Term(builder, coordinate) + more * along * b + gamma * b * e).node();
  };
  const std::array<NodeId, 4> all = {moved(p[0], bx), moved(p[1], by), moved(p[2], bz), (gamma * (e + along)).node()};
  return of_cartesian(builder, vector, all);
}

Operand rotated(Builder& builder, const Operand& vector, char axis, NodeId angle) {
  std::vector<NodeId> p = cartesian(builder, vector);
  const Term turn(builder, builder.convert(angle, NumberType::float64));
  const auto turn_plane = [&](NodeId& first, NodeId& second) {
    const Term a(builder, first);
    const Term b(builder, second);
    first = (cos(turn) * a - sin(turn) * b).node();
    second = (sin(turn) * a + cos(turn) * b).node();
  };
  if (axis == 'x') turn_plane(p[1], p[2]);
  if (axis == 'y') turn_plane(p[2], p[0]);
  if (axis == 'z') turn_plane(p[0], p[1]);
  return of_cartesian(builder, vector, p);
}

}  // namespace ramet::inline v1::expr
