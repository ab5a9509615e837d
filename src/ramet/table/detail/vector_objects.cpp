#include "ramet/table/detail/vector_objects.hpp"

#include <array>
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

/// A class of vectors: how expressions call it and its coordinates, and how ROOT's files do. Threads: a value.
struct VectorClass {
  std::string_view name;  // of doubles; "F" follows for floats
  std::string_view object;
  std::string_view system;
  std::array<std::string_view, 4> coordinates;
  std::array<std::string_view, 4> members;
};

constexpr auto classes = std::to_array<VectorClass>({
    {"PtEtaPhiMVector", "LorentzVector", "PtEtaPhiM4D", {"pt", "eta", "phi", "m"}, {"fPt", "fEta", "fPhi", "fM"}},
    {"PtEtaPhiEVector", "LorentzVector", "PtEtaPhiE4D", {"pt", "eta", "phi", "e"}, {"fPt", "fEta", "fPhi", "fE"}},
    {"PxPyPzMVector", "LorentzVector", "PxPyPzM4D", {"x", "y", "z", "m"}, {"fX", "fY", "fZ", "fM"}},
    {"XYZTVector", "LorentzVector", "PxPyPzE4D", {"x", "y", "z", "e"}, {"fX", "fY", "fZ", "fT"}},
    {"PxPyPzEVector", "LorentzVector", "PxPyPzE4D", {"x", "y", "z", "e"}, {"fX", "fY", "fZ", "fT"}},
    {"XYZVector", "DisplacementVector3D", "Cartesian3D", {"x", "y", "z"}, {"fX", "fY", "fZ"}},
    {"XYZPoint", "PositionVector3D", "Cartesian3D", {"x", "y", "z"}, {"fX", "fY", "fZ"}},
    {"RhoEtaPhiVector", "DisplacementVector3D", "CylindricalEta3D", {"pt", "eta", "phi"}, {"fRho", "fEta", "fPhi"}},
});

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
    const bool has_tag = class_.object != "LorentzVector";
    return fmt::format("ROOT::Math::{}<{}{}>", class_.object, system_name(),
                       has_tag ? ",ROOT::Math::DefaultCoordinateSystemTag" : " ");
  }
  Type coordinates() const { return record_of(class_.coordinates); }
  Type object() const { return Type::record_of({"fCoordinates"}, {record_of(class_.members)}); }

  void describe(Schema& schema) const {
    if (schema::find_class(schema.classes, object_name()) != nullptr) return;
    schema::ClassSpec system{.name = system_name()};
    for (std::string& member : texts(class_.members))
      system.members.push_back({std::move(member), number_ == NumberType::float32 ? "float" : "double"});
    if (schema::find_class(schema.classes, system.name) == nullptr) schema.classes.push_back(std::move(system));
    schema.classes.push_back({.name = object_name(), .members = {{"fCoordinates", system_name()}}});
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
  const Type object = vector->object();
  const std::span<const array::Array> coordinates = records.contents();
  std::vector<array::Array> system;
  system.push_back(renamed(object.contents.front(), records.length(), {coordinates.begin(), coordinates.end()}));
  array::Array objects = renamed(object, records.length(), std::move(system));
  if (!is_list) return objects;
  std::vector<array::Array> content;
  content.push_back(std::move(objects));
  return values.with_contents(std::move(content));
}

}  // namespace ramet::inline v1::table
