#include "ramet/expr/internal/check/vectors/stored_vectors.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ramet/expr/internal/check/vectors/vectors.hpp"

namespace ramet::inline v1::expr {
namespace {

using CoordinateNames = std::vector<std::string>;

/// What ROOT calls coordinates in files, as in PtEtaPhiM4D and TVector3.
constexpr auto stored_names = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"fX", "x"},
    {"fY", "y"},
    {"fZ", "z"},
    {"fT", "e"},
    {"fE", "e"},
    {"fM", "m"},
    {"fPt", "pt"},
    {"fRho", "pt"},
    {"fEta", "eta"},
    {"fPhi", "phi"},
    {"fTheta", "theta"},
});

std::string_view known_name(std::string_view stored) {
  const auto* const found = std::ranges::find(stored_names, stored, [](const auto& one) { return one.first; });
  return found == stored_names.end() ? std::string_view() : found->second;
}

bool is_coordinate(std::string_view name) {
  return std::ranges::any_of(stored_names, [&](const auto& one) { return one.second == name; });
}

struct Coordinate {
  std::string name;
  Operand value;
};

/// Threads: a value.
class Found {
 public:
  void add(const Operand& record) {
    for (std::size_t k = 0; k < record.names.size(); ++k) {
      const std::string& name = record.names[k];
      const Operand& member = record.members[k];
      if (name == "fP" || name == "fCoordinates") {
        add(member);
      } else if (const std::string_view known = known_name(name); !known.empty() && member.is_value()) {
        all_.push_back({std::string(known), member});
      } else if (member.is_value() && is_coordinate(name)) {  // of TVector3, which is a vector by now
        all_.push_back({name, member});
      }
    }
  }

  const Operand* value(std::string_view name) const {
    const auto found = std::ranges::find(all_, name, &Coordinate::name);
    return found == all_.end() ? nullptr : &found->value;
  }
  bool has(const CoordinateNames& names) const {
    return names.size() == all_.size() &&
           std::ranges::all_of(names, [&](const std::string& name) { return value(name) != nullptr; });
  }
  bool is_float(const Builder& builder) const {
    return std::ranges::all_of(
        all_, [&](const Coordinate& one) { return builder.type(one.value.node).number == array::NumberType::float32; });
  }

 private:
  std::vector<Coordinate> all_;
};

/// The class of vectors that is kept as these coordinates; empty if there is none.
std::string class_of(const Builder& builder, std::string_view stored, const Found& found) {
  const std::string_view plain = stored.substr(0, stored.find('<'));
  if (plain == "TLorentzVector" || plain == "TVector3" || plain == "TVector2")
    return found.has(*vector_coordinates(plain)) ? std::string(plain) : std::string();
  constexpr std::array four = {"XYZTVector", "PxPyPzMVector", "PtEtaPhiMVector", "PtEtaPhiEVector"};
  constexpr std::array three = {"XYZVector", "RhoEtaPhiVector", "RhoZPhiVector"};
  constexpr std::array points = {"XYZPoint"};
  const auto first_of = [&](const auto& names) -> std::string {
    for (const char* const name : names) {
      if (!found.has(*vector_coordinates(name))) continue;
      const std::string of_floats = std::string(name) + "F";
      return found.is_float(builder) && vector_coordinates(of_floats) ? of_floats : name;
    }
    return {};
  };
  if (plain == "LorentzVector") return first_of(four);
  if (plain == "DisplacementVector3D") return first_of(three);
  return plain == "PositionVector3D" ? first_of(points) : std::string();
}

}  // namespace

Operand of_class(const Builder& builder, Operand record) {
  Found found;
  found.add(record);
  const std::string name = class_of(builder, record.class_name, found);
  if (name.empty()) {
    const auto coordinates = vector_coordinates(record.class_name);
    const bool is_whole = !coordinates || std::ranges::all_of(*coordinates, [&](const std::string& one) {
      return record.member(one) != nullptr;
    });
    if (!is_whole) record.class_name.clear();
    return record;
  }
  const CoordinateNames names = *vector_coordinates(name);
  std::vector<Operand> members;
  for (const std::string& one : names) members.push_back(*found.value(one));
  return Operand::record(name, names, std::move(members), record.depth);
}

std::optional<Operand> stored_member(const Operand& vector, std::string_view name) {
  if (!vector_coordinates(vector.class_name)) return std::nullopt;
  if (name == "fP" && vector.class_name == "TLorentzVector")
    return Operand::record("TVector3", {"x", "y", "z"}, {*vector.member("x"), *vector.member("y"), *vector.member("z")},
                           vector.depth);
  if (name == "fCoordinates") return vector;
  const std::string_view known = known_name(name);
  const Operand* const found = known.empty() ? nullptr : vector.member(known);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace ramet::inline v1::expr
