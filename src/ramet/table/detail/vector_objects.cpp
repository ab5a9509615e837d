#include "ramet/table/detail/vector_objects.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/array/array_builder.hpp"

namespace ramet::inline v1::table {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;

/// How objects of a class have their coordinates.
enum class Layout : std::uint8_t {
  system,   ///< in fCoordinates, of a class of its own: those of ROOT::Math
  lorentz,  ///< x, y and z in fP, a TVector3, then fE
  plain     ///< as members
};

/// A class of vectors: how expressions call it and its coordinates, and how ROOT's files do. Threads: a value.
struct VectorClass {
  std::string_view name;  // of doubles; for those of ROOT::Math "F" follows for floats
  Layout layout;
  std::string_view object;  // of ROOT::Math: the template
  std::string_view system;
  std::array<std::string_view, 4> coordinates;
  std::array<std::string_view, 4> members;
};

constexpr auto with_system = Layout::system;
constexpr auto classes = std::to_array<VectorClass>({
    {"PtEtaPhiMVector",
     with_system,
     "LorentzVector",
     "PtEtaPhiM4D",
     {"pt", "eta", "phi", "m"},
     {"fPt", "fEta", "fPhi", "fM"}},
    {"PtEtaPhiEVector",
     with_system,
     "LorentzVector",
     "PtEtaPhiE4D",
     {"pt", "eta", "phi", "e"},
     {"fPt", "fEta", "fPhi", "fE"}},
    {"PxPyPzMVector", with_system, "LorentzVector", "PxPyPzM4D", {"x", "y", "z", "m"}, {"fX", "fY", "fZ", "fM"}},
    {"XYZTVector", with_system, "LorentzVector", "PxPyPzE4D", {"x", "y", "z", "e"}, {"fX", "fY", "fZ", "fT"}},
    {"PxPyPzEVector", with_system, "LorentzVector", "PxPyPzE4D", {"x", "y", "z", "e"}, {"fX", "fY", "fZ", "fT"}},
    {"XYZVector", with_system, "DisplacementVector3D", "Cartesian3D", {"x", "y", "z"}, {"fX", "fY", "fZ"}},
    {"XYZPoint", with_system, "PositionVector3D", "Cartesian3D", {"x", "y", "z"}, {"fX", "fY", "fZ"}},
    {"RhoEtaPhiVector",
     with_system,
     "DisplacementVector3D",
     "CylindricalEta3D",
     {"pt", "eta", "phi"},
     {"fRho", "fEta", "fPhi"}},
    {"TLorentzVector", Layout::lorentz, "", "", {"x", "y", "z", "e"}, {"fX", "fY", "fZ", "fE"}},
    {"TVector3", Layout::plain, "", "", {"x", "y", "z"}, {"fX", "fY", "fZ"}},
    {"TVector2", Layout::plain, "", "", {"x", "y"}, {"fX", "fY"}},
});

/// A class that derives from TObject as ROOT 6.40 has it, so that its checksum is ROOT's.
schema::ClassSpec tobject_class(std::string_view name) {
  schema::ClassSpec spec{.name = std::string(name), .version = 3, .bases = {std::string(schema::tobject_name)}};
  if (name == "TLorentzVector") {
    spec.version = 4;
    spec.members = {{"fP", "TVector3", "3 vector component"},
                    {"fE", "double", "time or energy of (x,y,z,t) or (px,py,pz,e)"}};
  } else if (name == "TVector3") {
    spec.members = {{"fX", "double"}, {"fY", "double"}, {"fZ", "double"}};
  } else {
    spec.members = {{"fX", "double", "components of the vector"}, {"fY", "double"}};
  }
  return spec;
}

std::vector<std::string> texts(const std::array<std::string_view, 4>& names) {
  std::vector<std::string> found;
  for (const std::string_view name : names)
    if (!name.empty()) found.emplace_back(name);
  return found;
}

/// A class of vectors with its numbers. Threads: a value.
class Vector {
 public:
  Vector(const VectorClass& of, NumberType number) : class_(of), number_(number) {}

  std::string system_name() const {
    return fmt::format("ROOT::Math::{}<{}>", class_.system, number_ == NumberType::float32 ? "float" : "double");
  }
  std::string object_name() const {
    if (class_.layout != Layout::system) return std::string(class_.name);
    const bool has_tag = class_.object != "LorentzVector";
    return fmt::format("ROOT::Math::{}<{}{}>", class_.object, system_name(),
                       has_tag ? ",ROOT::Math::DefaultCoordinateSystemTag" : " ");
  }
  Layout layout() const noexcept { return class_.layout; }
  Type coordinates() const { return record_of(class_.coordinates); }
  Type object() const {
    Type members = record_of(class_.members);
    if (class_.layout == Layout::plain) return members;
    if (class_.layout == Layout::system) return Type::record_of({"fCoordinates"}, {std::move(members)});
    const Type momentum = Type::record_of({"fX", "fY", "fZ"}, {3, Type::of(number_)});
    return Type::record_of({"fP", "fE"}, {momentum, Type::of(number_)});
  }

  void describe(Schema& schema) const {
    const auto add = [&schema](schema::ClassSpec spec) {
      if (schema::find_class(schema.classes, spec.name) == nullptr) schema.classes.push_back(std::move(spec));
    };
    if (class_.layout == Layout::system) {
      schema::ClassSpec system{.name = system_name()};
      for (std::string& member : texts(class_.members))
        system.members.push_back({std::move(member), number_ == NumberType::float32 ? "float" : "double"});
      add(std::move(system));
      return add({.name = object_name(), .members = {{"fCoordinates", system_name()}}});
    }
    if (class_.layout == Layout::lorentz) add(tobject_class("TVector3"));
    add(tobject_class(class_.name));
  }

 private:
  Type record_of(const std::array<std::string_view, 4>& names) const {
    std::vector<std::string> members = texts(names);
    const std::size_t count = members.size();
    return Type::record_of(std::move(members), std::vector<Type>(count, Type::of(number_)));
  }

  const VectorClass& class_;
  NumberType number_;
};

/// How a file spells a class, without blanks, and with the numbers that values of it have.
std::string plain_name(std::string name) {
  std::erase(name, ' ');
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> packed = {
      {{"Double32_t", "double"}, {"Float16_t", "float"}}};
  for (const auto& [stored, number] : packed)
    if (const std::size_t at = name.find(stored); at != std::string::npos) name.replace(at, stored.size(), number);
  return name;
}

/// The class of records that are vectors; nothing for others.
std::optional<Vector> vector_of(const Type& record) {
  if (record.kind != Kind::record) return std::nullopt;
  const std::string of_file = plain_name(record.class_name);
  for (const VectorClass& one : classes)
    for (const NumberType number : {NumberType::float64, NumberType::float32}) {
      const std::string_view suffix = number == NumberType::float32 ? "F" : "";
      const Vector vector(one, number);
      if (one.layout != Layout::system && number == NumberType::float32) continue;
      const bool is_named =
          record.class_name.starts_with(one.name) && record.class_name.substr(one.name.size()) == suffix;
      if (is_named && record == vector.coordinates()) return vector;
      if (record == vector.object() && of_file == plain_name(vector.object_name())) return vector;
    }
  return std::nullopt;
}

/// The class whose objects a column has, or whose objects are in its lists; nothing for other columns.
std::optional<Vector> vector_of(const Column& column) {
  const bool is_list = column.type.kind == Kind::list;
  const Type& object = is_list ? column.type.contents.front() : column.type;
  for (const VectorClass& one : classes)
    for (const NumberType number : {NumberType::float64, NumberType::float32}) {
      if (one.layout != Layout::system && number == NumberType::float32) continue;
      const Vector vector(one, number);
      const std::string name = vector.object_name();
      if (column.type_name == (is_list ? fmt::format("std::vector<{}>", name) : name) && object == vector.object())
        return vector;
    }
  return std::nullopt;
}

/// The members of records as those of others of this type.
array::Array renamed(const Type& type, std::size_t length, std::vector<array::Array> members) {
  array::ArrayBuilder record(type);
  record.length = length;
  return std::move(record).finish(std::move(members));
}

/// Objects of records of coordinates.
array::Array objects_of(const array::Array& records, const Vector& vector) {
  const Type object = vector.object();
  const std::span<const array::Array> coordinates = records.contents();
  std::vector<array::Array> members{coordinates.begin(), coordinates.end()};
  if (vector.layout() != Layout::plain) {
    std::vector<array::Array> outer;
    if (vector.layout() == Layout::lorentz) {
      outer.push_back(std::move(members.back()));
      members.pop_back();
    }
    outer.insert(outer.begin(), renamed(object.contents.front(), records.length(), std::move(members)));
    members = std::move(outer);
  }
  return renamed(object, records.length(), std::move(members));
}

}  // namespace

void store_vectors(Schema& schema) {
  for (Column& column : schema.columns) {
    const bool is_list = column.type.kind == Kind::list;
    const auto vector = vector_of(is_list ? column.type.contents.front() : column.type);
    if (!vector || !column.type_name.empty() || !column.counter.empty()) continue;
    vector->describe(schema);
    column.type_name = is_list ? fmt::format("std::vector<{}>", vector->object_name()) : vector->object_name();
    column.type = is_list ? Type::list_of(vector->object()) : vector->object();
    column.split_level = 0;  // ROOT calls the branch as the column, without a dot behind it
  }
}

Type type_of_coordinates(const Column& column) {
  const auto vector = vector_of(column);
  if (!vector) return column.type;
  return column.type.kind == Kind::list ? Type::list_of(vector->coordinates()) : vector->coordinates();
}

array::Array as_objects(const array::Array& values, const Column& column) {
  const auto vector = vector_of(column);
  const bool is_list = column.type.kind == Kind::list;
  if (!vector || values.type() == column.type) return values;
  const array::Array& records = is_list ? values.content(0) : values;
  array::Array objects = objects_of(records, *vector);
  if (!is_list) return objects;
  std::vector<array::Array> content;
  content.push_back(std::move(objects));
  return values.with_contents(std::move(content));
}

}  // namespace ramet::inline v1::table
