#include <algorithm>
#include <array>
#include <numbers>

#include "ramet/expr/internal/check/vectors/vector_coordinates.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

struct Property {
  std::string_view name;  ///< GenVector spells many of them with small letters, too
  Term (Coordinates::*compute)() const;
  std::size_t members = 2;  ///< that a vector must have
};

constexpr auto properties = std::to_array<Property>({
    {"Pt", &Coordinates::pt},
    {"Perp", &Coordinates::pt},
    {"Rho", &Coordinates::pt},
    {"Perp2", &Coordinates::pt2},
    {"Pt2", &Coordinates::pt2},
    {"Eta", &Coordinates::eta},
    {"PseudoRapidity", &Coordinates::eta},
    {"Phi", &Coordinates::phi},
    {"Theta", &Coordinates::theta},
    {"CosTheta", &Coordinates::cos_theta},
    {"Px", &Coordinates::x},
    {"Py", &Coordinates::y},
    {"Pz", &Coordinates::z, 3},
    {"X", &Coordinates::x},
    {"Y", &Coordinates::y},
    {"Z", &Coordinates::z, 3},
    {"P", &Coordinates::p},
    {"R", &Coordinates::p},
    {"Mag", &Coordinates::p},
    {"Mod", &Coordinates::pt},
    {"Mod2", &Coordinates::pt2},
    {"P2", &Coordinates::p2},
    {"Mag2", &Coordinates::p2},
    {"M", &Coordinates::m, 4},
    {"Mass", &Coordinates::m, 4},
    {"M2", &Coordinates::m2, 4},
    {"Mass2", &Coordinates::m2, 4},
    {"E", &Coordinates::e, 4},
    {"Energy", &Coordinates::e, 4},
    {"T", &Coordinates::e, 4},
    {"Rapidity", &Coordinates::rapidity, 4},
    {"ColinearRapidity", &Coordinates::colinear_rapidity, 4},
    {"Mt", &Coordinates::mt, 4},
    {"Mt2", &Coordinates::mt2, 4},
    {"Et", &Coordinates::et, 4},
    {"Et2", &Coordinates::et2, 4},
    {"Plus", &Coordinates::plus, 4},
    {"Minus", &Coordinates::minus, 4},
    {"Beta", &Coordinates::beta, 4},
    {"Gamma", &Coordinates::gamma, 4},
    {"isTimelike", &Coordinates::is_timelike, 4},
    {"isSpacelike", &Coordinates::is_spacelike, 4},
    {"isLightlike", &Coordinates::is_lightlike, 4},
});

bool is_same_name(std::string_view one, std::string_view other) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

const Property* find_property(std::string_view name) {
  const auto* found = std::find_if(properties.begin(), properties.end(), [&](const auto& p) { return p.name == name; });
  if (found == properties.end())
    found =
        std::find_if(properties.begin(), properties.end(), [&](const auto& p) { return is_same_name(p.name, name); });
  return found == properties.end() ? nullptr : found;
}

std::optional<Operand> of_itself(Builder& builder, const Operand& vector, std::string_view name) {
  const Coordinates own(builder, vector);
  if ((name == "Vect" && vector.members.size() == 4) || (name == "BoostToCM" || name == "BoostVector")) {
    const std::string_view made = own.is_of_old_classes() ? "TVector3" : "XYZVector";
    std::array<NodeId, 3> all = {own.x(), own.y(), own.z()};
    if (name != "Vect") {
      const Term energy = name == "BoostToCM" ? -own.e() : own.e();
      for (NodeId& coordinate : all) coordinate = (Term(builder, coordinate) / energy).node();
    }
    return make_vector(builder, made, all);
  }
  if ((name == "Unit" && vector.members.size() < 4) || (name == "Ort" && vector.members.size() == 2)) {
    const Term size = own.p();
    return scale_vector(builder, vector, (size == own.zero()).choose(own.one(), own.one() / size));
  }
  return std::nullopt;
}

Term dot(const Coordinates& one, const Coordinates& other) {
  return one.x() * other.x() + one.y() * other.y() + one.z() * other.z();
}

Term cosine(const Coordinates& one, const Coordinates& other) {
  const Term size2 = dot(one, one) * dot(other, other);
  const Term found = dot(one, other) / sqrt(size2);
  const Term limited = (one.one() < found).choose(one.one(), (found < -one.one()).choose(-one.one(), found));
  return (one.zero() < size2).choose(limited, one.one());
}

std::optional<Operand> between(Builder& builder, std::string_view name, const Operand& vector, const Operand& with) {
  const Coordinates one(builder, vector);
  const Coordinates other(builder, with);
  const NodeId half_turn = builder.graph().constant(std::numbers::pi);
  const auto phi = [&] { return Term(builder, delta_phi(builder, other.phi(), one.phi(), half_turn)); };
  const auto number = [](Term term) { return Operand::value(term.node()); };
  if (name == "DeltaPhi") return number(phi());
  const bool by_rapidity = name.find("Rapidity") != std::string_view::npos;
  if (by_rapidity && !(one.has_time() && other.has_time())) return std::nullopt;
  const auto distance2 = [&] {
    return phi().squared() + (by_rapidity ? one.rapidity() - other.rapidity() : one.eta() - other.eta()).squared();
  };
  if (name == "DeltaR2" || name == "DeltaR2RapidityPhi") return number(distance2());
  if (name == "DeltaR" || name == "DeltaRapidityPhi" || name == "DrEtaPhi") return number(sqrt(distance2()));
  if (name == "CosTheta") return number(cosine(one, other));
  if (name == "Angle") return number(cosine(one, other).of(Op::acos));
  if (name == "Dot") {
    const bool has_times = vector.members.size() == 4 && with.members.size() == 4;
    if (has_times && one.is_of_old_classes())
      return number(one.e() * other.e() - one.z() * other.z() - one.y() * other.y() - one.x() * other.x());
    return number(has_times ? one.e() * other.e() - dot(one, other) : dot(one, other));
  }
  const Term part = dot(one, other) / other.p2();
  if (name == "Proj" || name == "ProjVector")
    return convert_vector(builder, scale_vector(builder, with, part), vector.class_name);
  if (name == "Norm" || name == "PerpVector")
    return add_vectors(builder, vector, scale_vector(builder, with, part), true);
  const auto perp2 = [&] {
    const Term along = dot(one, other);
    return dot(one, one) - along * along / dot(other, other);
  };
  if (name == "Perp2") return number(perp2());
  if (name == "Perp") return number(sqrt(perp2()));
  if (name == "Cross" && vector.members.size() == 3) {
    const std::array<NodeId, 3> all = {(one.y() * other.z() - one.z() * other.y()).node(),
                                       (one.z() * other.x() - one.x() * other.z()).node(),
                                       (one.x() * other.y() - one.y() * other.x()).node()};
    return of_cartesian(builder, vector, all);
  }
  return std::nullopt;
}

}  // namespace

bool is_vector_property(std::string_view name) noexcept { return find_property(name) != nullptr; }

std::vector<std::string_view> vector_properties() {
  std::vector<std::string_view> names;
  for (const Property& property : properties) names.push_back(property.name);
  return names;
}

std::optional<NodeId> vector_property(Builder& builder, const Operand& vector, std::string_view name) {
  const Property* const found = find_property(name);
  if (found == nullptr || vector.members.size() < found->members || vector.class_name == "Boost") return std::nullopt;
  const Coordinates from(builder, vector);
  if (found->members == 4 && !from.has_time()) return std::nullopt;
  // The size of four is their mass.
  if (from.has_time() && found->name == "Mag") return from.m().node();
  if (from.has_time() && found->name == "Mag2") return from.m2().node();
  // TLorentzVector's Rho is the length of the momentum.
  const Term value =
      found->name == "Rho" && vector.class_name == "TLorentzVector" ? from.p() : (from.*found->compute)();
  if (!vector.class_name.ends_with('F') || !is_real(builder.type(value).number)) return value.node();
  return builder.convert(value, NumberType::float32);
}

std::optional<Operand> vector_method(Builder& builder, const Operand& vector, std::string_view name,
                                     std::span<const Operand> arguments) {
  if (arguments.empty()) return of_itself(builder, vector, name);
  if (arguments.size() != 1) return std::nullopt;
  if (arguments[0].is_record() && arguments[0].depth == 0) return between(builder, name, vector, arguments[0]);
  if (name == "Rotate" && vector.members.size() == 2 && arguments[0].is_value())
    return rotated(builder, vector, 'z', arguments[0].node);
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
