#include <array>
#include <numbers>

#include "ramet/expr/internal/check/formulas.hpp"
#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {

namespace {

using Op = ElementOperation;

// The type in which ROOT's functions compute: the common one of their arguments.
NumberType common_of(const CallSite& call, std::size_t count) {
  NumberType common = call.type(0).number;
  for (std::size_t k = 1; k < count; ++k) common = common_type(common, call.type(k).number);
  return is_real(common) ? common : NumberType::float64;
}

Term term(const CallSite& call, std::size_t number, NumberType type) {
  return {call.build, call.build.convert(call.node(number), type)};
}

NodeId half_turn(const CallSite& call, NumberType type, std::size_t place) {
  if (call.arguments.size() > place) return call.build.convert(call.node(place), type);
  return call.build.convert(call.build.graph().constant(std::numbers::pi), type);
}

Operand delta_phi_of(const CallSite& call) {
  const NumberType type = common_of(call, 2);
  return Operand::value(delta_phi(call.build, term(call, 0, type), term(call, 1, type), half_turn(call, type, 2)));
}

// (eta1, eta2, phi1, phi2)
Term delta_r2(const CallSite& call) {
  const NumberType type = common_of(call, 4);
  const Term eta = term(call, 0, type) - term(call, 1, type);
  const Term phi(call.build, delta_phi(call.build, term(call, 2, type), term(call, 3, type), half_turn(call, type, 4)));
  return eta * eta + phi * phi;
}

Operand delta_r_squared(const CallSite& call) { return Operand::value(delta_r2(call)); }

Operand delta_r(const CallSite& call) {
  if (call.arguments.size() == 2) {  // of two vectors
    if (!call.arguments[0].is_record()) call.checker.fail_here("DeltaR takes two vectors, or eta, eta, phi, phi");
    auto found = vector_method(call.build, call.arguments[0], "DeltaR", std::span(call.arguments.data() + 1, 1));
    if (!found) call.checker.fail_here("DeltaR takes two vectors, or eta, eta, phi, phi");
    return *found;
  }
  if (call.arguments.size() == 3) call.checker.fail_here("DeltaR takes two vectors, or eta, eta, phi, phi");
  return Operand::value(sqrt(delta_r2(call)));
}

struct Momentum {
  Term x, y, z, e;
};

Momentum momentum(Term pt, Term eta, Term phi, Term mass) {
  const Term x = pt * cos(phi);
  const Term y = pt * sin(phi);
  const Term z = pt * sinh(eta);
  return {x, y, z, sqrt(x * x + y * y + z * z + mass * mass)};
}

// The invariant mass of each list of particles together.
Operand invariant_mass(const CallSite& call) {
  Builder& build = call.build;
  const NumberType type = common_of(call, 4);
  const Momentum all = momentum(term(call, 0, type), term(call, 1, type), term(call, 2, type), term(call, 3, type));
  const auto sum = [&](Term values) {
    if (!build.type(values).is_list()) call.checker.fail_here("InvariantMass takes lists");
    return Term(build, build.call(CallOperation::sum, ValueType::of(type), {values.node()}));
  };
  const Term x = sum(all.x);
  const Term y = sum(all.y);
  const Term z = sum(all.z);
  const Term e = sum(all.e);
  return Operand::value(sqrt(e * e - x * x - y * y - z * z));
}

struct Direction {
  Term x, y, z;
};

Term dot(const Direction& a, const Direction& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Term angle_between(const Direction& a, const Direction& b) {
  const Direction cross{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return atan2(sqrt(dot(cross, cross)), dot(a, b));
}

// m^2 = m1^2 + m2^2 + 2 (E1 E2 - p1 p2 cos(a)); the difference is made without losing digits of fast particles.
Term mass_of(const Direction& one, Term mass1, const Direction& other, Term mass2) {
  const auto number = [&](double value) {
    return Term(mass1.builder(), mass1.builder().convert(mass1.number(value), element_type(mass1)));
  };
  const Term p1 = dot(one, one);
  const Term p2 = dot(other, other);
  const Term m1 = mass1 * mass1;
  const Term m2 = mass2 * mass2;
  const Term r1 = m1 / p1;
  const Term r2 = m2 / p2;
  const Term x = r1 + r2 + r1 * r2;
  const Term angle = angle_between(one, other);
  const Term cosine = cos(angle);
  const Term energy = sqrt(x + number(1));
  const Term difference = (cosine < number(0)).choose(energy - cosine, (x + sin(angle).squared()) / (energy + cosine));
  const Term both = sqrt(m1 + m2 + difference * number(2) * sqrt(p1 * p2));
  // One of them may rest.
  const auto rests = [&](Term mass, Term other_mass2, Term other_p2) {
    const Term sum = mass + sqrt(other_mass2 + other_p2);
    const Term square = sum * sum - other_p2;
    return (square < number(0)).choose(number(0), sqrt(square));
  };
  const Term zero = number(0);
  return (p1 == zero)
      .choose((p2 == zero).choose(mass1 + mass2, rests(mass1, m2, p2)),
              (p2 == zero).choose(rests(mass2, m1, p1), both));
}

Operand invariant_masses(const CallSite& call) {
  const NumberType type = common_of(call, 8);
  const auto from = [&](std::size_t k) {
    const Term pt = term(call, k, type);
    const Term phi = term(call, k + 2, type);
    return Direction{pt * cos(phi), pt * sin(phi), pt * sinh(term(call, k + 1, type))};
  };
  return Operand::value(mass_of(from(0), term(call, 3, type), from(4), term(call, 7, type)));
}

Operand invariant_masses_cartesian(const CallSite& call) {
  const NumberType type = common_of(call, 8);
  const auto from = [&](std::size_t k) {
    return Direction{term(call, k, type), term(call, k + 1, type), term(call, k + 2, type)};
  };
  return Operand::value(mass_of(from(0), term(call, 3, type), from(4), term(call, 7, type)));
}

// (x1, y1, z1, x2, y2, z2)
Operand angle(const CallSite& call) {
  if (call.arguments.size() == 2) {
    auto found = call.arguments[0].is_record()
                     ? vector_method(call.build, call.arguments[0], "Angle", std::span(call.arguments.data() + 1, 1))
                     : std::nullopt;
    if (!found) call.checker.fail_here("Angle takes two vectors, or x, y, z of both");
    return *found;
  }
  if (call.arguments.size() != 6) call.checker.fail_here("Angle takes two vectors, or x, y, z of both");
  const NumberType type = common_of(call, 6);
  const auto from = [&](std::size_t k) {
    return Direction{term(call, k, type), term(call, k + 1, type), term(call, k + 2, type)};
  };
  return Operand::value(angle_between(from(0), from(3)));
}

// An angle between -pi and pi, or between 0 and 2 pi.
Operand phi_range(const CallSite& call) {
  const Term phi = term(call, 0, NumberType::float64);
  const Term half = phi.number(std::numbers::pi);
  const Term turn = phi.number(2 * std::numbers::pi);
  if (call.name.ends_with("0_2pi")) {
    const Term rest = phi.of(Op::fmod, turn);
    return Operand::value((rest < phi.number(0.)).choose(rest + turn, rest));
  }
  const Term turned(call.build, delta_phi(call.build, phi.number(0.), phi, half));
  if (call.name.find("TVector2") == std::string_view::npos) return Operand::value(turned);
  return Operand::value((turned < half).choose(turned, turned - turn));  // TVector2's pi is -pi
}

std::string_view last_name(const CallSite& call) { return call.name.substr(call.name.rfind(':') + 1); }

const Operand& vector_argument(const CallSite& call, std::size_t number, std::size_t least = 2) {
  const Operand& found = call.arguments[number];
  if (!found.is_record() || found.depth > 0 || !vector_coordinates(found.class_name) || found.members.size() < least)
    call.checker.fail_here(fmt::format("{} takes vectors{}, found {}", call.name, least == 4 ? " of four" : "",
                                       call.checker.spelled(found)));
  return found;
}

Operand of_vectors(const CallSite& call) {
  const std::string_view name = last_name(call);
  const Operand& one = vector_argument(call, 0);
  const Operand& other = vector_argument(call, 1);
  if (name.starts_with("InvariantMass")) {
    const Operand sum = add_vectors(call.build, vector_argument(call, 0, 4), vector_argument(call, 1, 4), false);
    return Operand::value(*vector_property(call.build, sum, name.ends_with('2') ? "M2" : "M"));
  }
  auto found = vector_method(call.build, one, name, {&other, 1});
  if (!found)
    call.checker.fail_here(
        fmt::format("{} of {} and {}", call.name, call.checker.spelled(one), call.checker.spelled(other)));
  // VectorUtil's difference is the second one's minus the first one's.
  if (name == "DeltaPhi") found->node = call.build.negate(found->node);
  return *found;
}

Operand turned(const CallSite& call) {
  const char axis = static_cast<char>(call.name.back() - 'X' + 'x');
  return rotated(call.build, vector_argument(call, 0, 3), axis, call.node(1));
}

// boost(v, velocity); boostX(v, beta)
Operand moving(const CallSite& call) {
  const Operand& vector = vector_argument(call, 0, 4);
  if (call.name.ends_with("boost"))
    return boosted(call.build, vector, cartesian(call.build, vector_argument(call, 1, 3)));
  std::array<NodeId, 3> velocity{};
  velocity.fill(call.build.graph().constant(0.));
  velocity[static_cast<std::size_t>(call.name.back() - 'X')] = call.node(1);
  return boosted(call.build, vector, velocity);
}

// Lists of vectors of lists of their coordinates.
Operand construct(const CallSite& call) {
  if (call.template_arguments.empty()) call.checker.fail_here("Construct of which class?");
  const std::string_view name = vector_class(call.template_arguments[0]);
  const auto coordinates = vector_coordinates(name);
  if (!coordinates) call.checker.fail_here(fmt::format("Construct of {}", name), ErrorKind::unsupported);
  if (call.arguments.size() != coordinates->size())
    call.checker.fail_here(fmt::format("{} takes {} lists", name, coordinates->size()));
  NodeId shape = 0;
  const std::vector<Operand> items = call.checker.items_of(call.arguments, shape);
  std::vector<NodeId> nodes;
  for (const Operand& item : items) nodes.push_back(item.node);
  return call.checker.rebuild(shape, make_vector(call.build, name, nodes));
}

constexpr auto kinematic_table = std::to_array<FunctionEntry>({
    {"DeltaPhi", 2, 3, delta_phi_of, {}, {}, {}},
    {"DeltaR", 2, 5, delta_r, {}, {}, {}},
    {"DeltaR2", 4, 5, delta_r_squared, {}, {}, {}},
    {"InvariantMass", 4, 4, invariant_mass, {}, {}, {}},
    {"InvariantMasses", 8, 8, invariant_masses, {}, {}, {}},
    {"InvariantMasses_PxPyPzM", 8, 8, invariant_masses_cartesian, {}, {}, {}},
    {"Angle", 2, 6, angle, {}, {}, {}},
    {"TVector2::Phi_mpi_pi", 1, 1, phi_range, {}, {}, {}},
    {"TVector2::Phi_0_2pi", 1, 1, phi_range, {}, {}, {}},
    {"VectorUtil::Phi_mpi_pi", 1, 1, phi_range, {}, {}, {}},
    {"VectorUtil::Phi_0_2pi", 1, 1, phi_range, {}, {}, {}},
    {"VectorUtil::DeltaR", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::DeltaPhi", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::Angle", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::InvariantMass", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::InvariantMass2", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::DeltaR2", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::DeltaRapidityPhi", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::DeltaR2RapidityPhi", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::CosTheta", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::ProjVector", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::PerpVector", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::Perp", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::Perp2", 2, 2, of_vectors, {}, {}, {}},
    {"VectorUtil::RotateX", 2, 2, turned, {}, {}, {}},
    {"VectorUtil::RotateY", 2, 2, turned, {}, {}, {}},
    {"VectorUtil::RotateZ", 2, 2, turned, {}, {}, {}},
    {"VectorUtil::boost", 2, 2, moving, {}, {}, {}},
    {"VectorUtil::boostX", 2, 2, moving, {}, {}, {}},
    {"VectorUtil::boostY", 2, 2, moving, {}, {}, {}},
    {"VectorUtil::boostZ", 2, 2, moving, {}, {}, {}},
    {"Construct", 2, 4, construct, {}, {}, {}},
});

}  // namespace

std::span<const FunctionEntry> kinematic_functions() noexcept { return kinematic_table; }

}  // namespace ramet::inline v1::expr
