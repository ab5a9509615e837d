#include "ramet/expr/internal/draw/draw_names.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t deepest_records = 30;

// fMatrix[2][3] has the name fMatrix.
std::string_view without_sizes(std::string_view name) { return name.substr(0, name.find('[')); }

// A column's path as it may be written: with dots between branches.
std::string dotted_path(std::string_view path) {
  std::string found;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    std::string_view name = without_sizes(path.substr(begin, end - begin));
    if (name.ends_with('.')) name.remove_suffix(1);
    if (!found.empty()) found += '.';
    found += name;
    begin = end + 1;
  }
  return found;
}

// Whether a name is the path or its end, from a dot on.
bool ends_path(std::string_view path, std::string_view name) {
  if (!path.ends_with(name)) return false;
  return path.size() == name.size() || path[path.size() - name.size() - 1] == '.';
}

std::string_view last_name(std::string_view name) {
  name = without_sizes(name);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

void enter_levels(DrawColumn& column) {
  while (column.type->kind == array::Kind::list || column.type->kind == array::Kind::regular ||
         column.type->kind == array::Kind::option) {
    column.levels.push_back(column.type->kind == array::Kind::regular ? column.type->size : DrawColumn::any_length);
    column.type = &column.type->contents.front();
  }
}

bool enter_member(DrawColumn& column, std::string_view wanted, std::size_t depth) {
  if (column.type->kind != array::Kind::record || depth > deepest_records) return false;
  const array::Type& record = *column.type;
  for (std::size_t k = 0; k < record.names.size(); ++k) {
    if (record.names[k] != wanted && without_sizes(record.names[k]) != wanted && last_name(record.names[k]) != wanted)
      continue;
    column.place.members.push_back(k);
    column.type = &record.contents[k];
    enter_levels(column);
    return true;
  }
  for (std::size_t k = 0; k < record.names.size(); ++k) {  // members of base classes
    if (record.contents[k].kind != array::Kind::record) continue;
    column.place.members.push_back(k);
    column.type = &record.contents[k];
    if (enter_member(column, wanted, depth + 1)) return true;
    column.place.members.pop_back();
    column.type = &record;
  }
  return false;
}

constexpr auto classes_of_vectors = std::to_array<std::string_view>(
    {"TLorentzVector", "TVector3", "TVector2", "LorentzVector", "DisplacementVector3D", "PositionVector3D"});
constexpr auto names_of_coordinates =
    std::to_array<std::string_view>({"fX", "fY", "fZ", "fT", "fE", "fM", "fPt", "fRho", "fEta", "fPhi", "fTheta"});

void add_coordinates(const DrawColumn& column, std::vector<std::pair<std::string, DrawColumn>>& found) {
  const array::Type& record = *column.type;
  for (std::size_t k = 0; k < record.names.size(); ++k) {
    const std::string_view name = last_name(record.names[k]);
    DrawColumn inner = column;
    inner.place.members.push_back(k);
    inner.type = &record.contents[k];
    if (inner.type->kind == array::Kind::record && (name == "fP" || name == "fCoordinates"))
      add_coordinates(inner, found);
    else if (inner.type->kind == array::Kind::number &&
             std::ranges::find(names_of_coordinates, name) != names_of_coordinates.end())
      found.emplace_back(name, std::move(inner));
  }
}

}  // namespace

DrawColumn DrawNames::whole(std::size_t column) const {
  DrawColumn found{{column, {}}, &scope_.columns[column].type, {}};
  enter_levels(found);
  return found;
}

std::optional<DrawColumn> DrawNames::column(std::string_view dotted) const {
  for (std::size_t k = 0; k < scope_.columns.size(); ++k)
    if (scope_.columns[k].name == dotted) return whole(k);
  for (std::size_t k = 0; k < scope_.columns.size(); ++k) {
    // Cheap first: most columns end otherwise.
    const std::string_view name = scope_.columns[k].name;
    if (name.find(dotted) == std::string_view::npos && name.find('/') == std::string_view::npos) continue;
    if (ends_path(dotted_path(name), dotted)) return whole(k);
  }
  if (dotted.find('.') != std::string_view::npos) return std::nullopt;
  for (std::size_t k = 0; k < scope_.columns.size(); ++k) {
    DrawColumn found = whole(k);
    if (enter(found, dotted)) return found;
  }
  return std::nullopt;
}

bool DrawNames::enter(DrawColumn& column, std::string_view member) { return enter_member(column, member, 0); }

void DrawNames::enter_first(DrawColumn& column) {
  while (column.type->kind == array::Kind::record && !column.type->contents.empty()) {
    column.place.members.push_back(0);
    column.type = &column.type->contents.front();
    enter_levels(column);
  }
}

std::vector<std::pair<std::string, DrawColumn>> DrawNames::coordinates(const DrawColumn& column) {
  std::vector<std::pair<std::string, DrawColumn>> found;
  if (column.type->kind != array::Kind::record) return found;
  const std::string_view name = without_namespaces(column.type->class_name);
  const std::string_view plain = name.substr(0, name.find('<'));
  if (std::ranges::find(classes_of_vectors, plain) != classes_of_vectors.end()) add_coordinates(column, found);
  return found;
}

std::vector<std::string_view> DrawNames::all() const {
  std::vector<std::string_view> names;
  for (const Scope::Column& column : scope_.columns) {
    names.emplace_back(column.name);
    const std::size_t slash = column.name.rfind('/');
    if (slash != std::string::npos) names.push_back(without_sizes(std::string_view(column.name).substr(slash + 1)));
  }
  for (const Scope::Definition& definition : scope_.definitions) names.emplace_back(definition.name);
  return names;
}

std::vector<std::string_view> DrawNames::members(const DrawColumn& column) {
  std::vector<std::string_view> names;
  if (column.type->kind == array::Kind::record)
    for (const std::string& name : column.type->names) names.push_back(last_name(name));
  return names;
}

}  // namespace ramet::inline v1::expr
