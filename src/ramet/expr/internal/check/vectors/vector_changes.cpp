#include <array>

#include "ramet/expr/internal/check/vectors/vector_coordinates.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

/// Methods that set all coordinates: what is behind Set, and the class whose coordinates they take.
struct Setting {
  std::string_view name;
  std::string_view of;
};

constexpr auto settings = std::to_array<Setting>({
    {"PtEtaPhiM", "PtEtaPhiMVector"},
    {"PtEtaPhiE", "PtEtaPhiEVector"},
    {"PxPyPzE", "XYZTVector"},
    {"XYZT", "XYZTVector"},
    {"XYZM", "PxPyPzMVector"},
    {"XYZ", "XYZVector"},
    {"PtEtaPhi", "RhoEtaPhiVector"},
    {"MagThetaPhi", "Polar3DVector"},
    {"MagPhi", "Polar2DVector"},
    {"XY", "XYVector"},
});

std::string_view coordinate_of(std::string_view name) {
  constexpr auto names = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"Pt", "pt"},
      {"Eta", "eta"},
      {"Phi", "phi"},
      {"M", "m"},
      {"E", "e"},
      {"T", "e"},
      {"Px", "x"},
      {"Py", "y"},
      {"Pz", "z"},
      {"X", "x"},
      {"Y", "y"},
      {"Z", "z"},
      {"Perp", "pt"},
      {"Rho", "pt"},
      {"R", "r"},
      {"Theta", "theta"},
      {"Mag", "r"},
  });
  for (const auto& [known, coordinate] : names)
    if (known == name) return coordinate;
  return {};
}

Operand with_space(Builder& builder, const Operand& vector, const std::array<Term, 3>& space) {
  std::vector<NodeId> all = {space[0].node(), space[1].node()};
  if (vector.members.size() > 2) all.push_back(space[2].node());
  if (vector.members.size() > 3) all.push_back(Coordinates(builder, vector).e());
  return of_cartesian(builder, vector, all);
}

// A coordinate that the vector does not keep: its others of that kind stay.
std::optional<Operand> set_direction(Builder& builder, const Operand& vector, std::string_view coordinate, Term to) {
  const Coordinates own(builder, vector);
  if (coordinate == "phi") return with_space(builder, vector, {own.pt() * cos(to), own.pt() * sin(to), own.z()});
  if (coordinate == "pt") {
    const Term factor = to / own.pt();
    return with_space(builder, vector, {own.x() * factor, own.y() * factor, own.z()});
  }
  if (coordinate == "r") {
    const Term factor = to / own.p();
    return with_space(builder, vector, {own.x() * factor, own.y() * factor, own.z() * factor});
  }
  if (coordinate == "theta") {
    const Term across = own.p() * sin(to);
    return with_space(builder, vector, {across * cos(own.phi()), across * sin(own.phi()), own.p() * cos(to)});
  }
  return std::nullopt;
}

// SetPtEtaPhiM, SetPtEtaPhiE, SetPtEtaPhi of TLorentzVector and TVector3, step by step as ROOT computes them.
std::optional<Operand> of_pt_eta_phi(Builder& builder, const Operand& vector, std::string_view what,
                                     const std::vector<NodeId>& nodes) {
  if (nodes.size() != vector.members.size()) return std::nullopt;
  const auto term = [&](std::size_t k) { return Term(builder, builder.convert(nodes[k], NumberType::float64)); };
  const Term pt = term(0).of(Op::absolute);
  const Term x = pt * cos(term(2));
  const Term y = pt * sin(term(2));
  if (nodes.size() == 3) {
    const Term turn = pt.number(2.) * (-term(1)).of(Op::exp).of(Op::atan);
    return with_space(builder, vector, {x, y, pt / turn.of(Op::tan)});
  }
  const Term z = pt * sinh(term(1));
  const std::string_view made = what.ends_with('M') ? "PxPyPzMVector" : "XYZTVector";
  const std::array<NodeId, 4> all = {x.node(), y.node(), z.node(), term(3).node()};
  return convert_vector(builder, make_vector(builder, made, all), vector.class_name);
}

std::optional<Operand> set(Builder& builder, const Operand& vector, std::string_view what,
                           std::span<const Operand> arguments) {
  std::vector<NodeId> nodes;
  for (const Operand& argument : arguments)
    if (argument.is_value()) nodes.push_back(argument.node);
  if ((what == "VectM" || what == "VectMag" || what == "Vect") && arguments[0].is_record()) {
    std::vector<NodeId> all = cartesian(builder, arguments[0]);
    const bool with_mass = what != "Vect";
    if (all.size() != 3 || nodes.size() != (with_mass ? 1U : 0U) || vector.members.size() != 4) return std::nullopt;
    all.push_back(with_mass ? nodes[0] : Coordinates(builder, vector).e().node());
    return convert_vector(builder, make_vector(builder, with_mass ? "PxPyPzMVector" : "XYZTVector", all),
                          vector.class_name);
  }
  if (nodes.size() != arguments.size()) return std::nullopt;
  if (nodes.size() == vector.members.size() && (what == "Coordinates" || what.empty()))
    return make_vector(builder, vector.class_name, nodes);
  if (what == "PtThetaPhi" && nodes.size() == 3 && vector.members.size() == 3) {
    const Term pt(builder, builder.convert(nodes[0], NumberType::float64));
    const Term theta(builder, nodes[1]);
    const Term phi(builder, nodes[2]);
    return with_space(builder, vector, {pt * cos(phi), pt * sin(phi), pt / theta.of(Op::tan)});
  }
  if (Coordinates(builder, vector).is_of_old_classes() && nodes.size() > 2 && what.starts_with("PtEtaPhi"))
    return of_pt_eta_phi(builder, vector, what, nodes);
  for (const Setting& setting : settings)
    if (setting.name == what && nodes.size() == vector.members.size() &&
        vector_coordinates(setting.of)->size() == nodes.size())
      return convert_vector(builder, make_vector(builder, setting.of, nodes), vector.class_name);
  const std::string_view coordinate = coordinate_of(what);
  if (coordinate.empty() || nodes.size() != 1) return std::nullopt;
  const NodeId to = builder.convert(nodes[0], builder.type(vector.members.front().node).number);
  Operand made = vector;
  for (std::size_t k = 0; k < made.names.size(); ++k)
    if (made.names[k] == coordinate) {
      made.members[k].node = to;
      return made;
    }
  return set_direction(builder, vector, coordinate, Term(builder, to));
}

// Around any axis, by the formula of Rodrigues.
Operand rotated_around(Builder& builder, const Operand& vector, const Term& angle, const Operand& axis) {
  const Coordinates own(builder, vector);
  const Coordinates around(builder, axis);
  const Term size = around.p();
  const std::array<Term, 3> n = {around.x() / size, around.y() / size, around.z() / size};
  const std::array<Term, 3> v = {own.x(), own.y(), own.z()};
  const Term along = (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]) * (own.one() - cos(angle));
  const auto part = [&](std::size_t i, std::size_t j, std::size_t k) {
    return v[i] * cos(angle) + (n[j] * v[k] - n[k] * v[j]) * sin(angle) + n[i] * along;
  };
  return with_space(builder, vector, {part(0, 1, 2), part(1, 2, 0), part(2, 0, 1)});
}

}  // namespace

std::optional<Operand> changed_vector(Builder& builder, const Operand& vector, std::string_view name,
                                      std::span<const Operand> arguments) {
  if (name.starts_with("Set") && !arguments.empty()) return set(builder, vector, name.substr(3), arguments);
  if (name == "Boost" && vector.members.size() == 4) {
    if (arguments.size() == 1 && arguments[0].is_record() && arguments[0].members.size() == 3)
      return boosted(builder, vector, cartesian(builder, arguments[0]));
    if (arguments.size() != 3) return std::nullopt;
    std::vector<NodeId> velocity;
    for (const Operand& argument : arguments)
      if (argument.is_value()) velocity.push_back(argument.node);
    if (velocity.size() == 3) return boosted(builder, vector, velocity);
  }
  if (vector.members.size() < 3 || arguments.empty() || !arguments[0].is_value()) return std::nullopt;
  if (arguments.size() == 1 && name.size() == 7 && name.starts_with("Rotate") && name[6] >= 'X' && name[6] <= 'Z')
    return rotated(builder, vector, static_cast<char>(name[6] - 'X' + 'x'), arguments[0].node);
  if (name == "Rotate" && arguments.size() == 2 && arguments[1].is_record() && arguments[1].members.size() == 3)
    return rotated_around(builder, vector, Term(builder, builder.convert(arguments[0].node, NumberType::float64)),
                          arguments[1]);
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
