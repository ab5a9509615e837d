#include "ramet/ntuple/internal/encode/projection_planner.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/ntuple.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::string_view sizes_type = "ROOT::RNTupleCardinality<std::uint64_t>";

/// Copies fields as projections. Threads: one thread.
class ProjectionPlanner {
 public:
  explicit ProjectionPlanner(NTuplePlan& plan) noexcept : plan_(plan) {}

  void add(const table::Projection& spec) {
    const Field* const found = find_field(plan_.schema, spec.source);
    if (found == nullptr) detail::fail(ErrorKind::misuse, "there is no field '{}' to project", spec.source);
    const FieldNumber source = found->number;  // adding fields moves those of the schema
    std::vector<FieldNumber> collections = collections_above(source);
    std::optional<FieldNumber> above;
    std::string name = spec.name;
    const FieldNumber first{plan_.schema.fields.size()};
    for (auto at = collections.begin(); at != collections.end(); ++at) {
      above =
          add_one(*at, above, std::exchange(name, "_0"), type_name_around({at, collections.end()}, source, spec.sizes));
    }
    if (spec.sizes)
      add_sizes(source, above, std::move(name));
    else
      add_copy(source, above, std::move(name));
    plan_.schema.fields[first.number].description = spec.description;
    plan_.schema.top.push_back(first);
  }

 private:
  /// The collections above the field, outermost first; they are part of the projection, records are not.
  std::vector<FieldNumber> collections_above(FieldNumber source) const {
    std::vector<FieldNumber> collections;
    const Field* at = &plan_.schema.field(source);
    require_projectable(*at);
    while (!at->is_top()) {
      at = &plan_.schema.field(at->parent);
      require_projectable(*at);
      if (at->role == FieldRole::collection) collections.push_back(at->number);
    }
    std::ranges::reverse(collections);
    return collections;
  }

  static void require_projectable(const Field& field) {
    if (field.source) detail::fail(ErrorKind::misuse, "field '{}' is a projection itself", field.name);
    if (field.array_size)
      detail::fail(ErrorKind::misuse, "field '{}' is a fixed-size array, which cannot be projected", field.name);
    if (field.role == FieldRole::variant || field.role == FieldRole::streamer)
      detail::fail(ErrorKind::misuse, "field '{}' ({}) cannot be projected", field.name, field.type_name);
  }

  /// The type name of these collections, outermost first, around the source; empty if the source has no type name.
  std::string type_name_around(std::span<const FieldNumber> collections, FieldNumber source, bool sizes) const {
    std::string name = sizes ? std::string(sizes_type) : plan_.schema.field(source).type_name;
    if (name.empty()) return {};
    for (std::size_t left = collections.size(); left > 0; --left) {
      const std::string& outer = plan_.schema.field(collections[left - 1]).type_name;
      name = fmt::format("std::{}<{}>", outer.starts_with("std::optional<") ? "optional" : "vector", name);
    }
    return name;
  }

  FieldNumber add_one(FieldNumber source, std::optional<FieldNumber> parent, std::string name, std::string type_name) {
    const Field& from = plan_.schema.field(source);
    Field field;
    field.number = {plan_.schema.fields.size()};
    field.parent = parent.value_or(field.number);
    field.name = std::move(name);
    field.type_name = std::move(type_name);
    field.role = from.role;
    field.source = source;
    field.representations = from.representations;
    const FieldNumber number = field.number;
    for (const auto& columns : field.representations)
      for (const ColumnNumber column : columns) plan_.aliases.push_back({column, number});
    plan_.schema.fields.push_back(std::move(field));
    if (parent) plan_.schema.fields[parent->number].fields.push_back(number);
    return number;
  }

  /// Copy a field and all fields below it.
  void add_copy(FieldNumber source, std::optional<FieldNumber> parent, std::string name) {
    require_projectable(plan_.schema.field(source));
    const FieldNumber added = add_one(source, parent, std::move(name), plan_.schema.field(source).type_name);
    plan_.schema.fields[added.number].type_version = plan_.schema.field(source).type_version;
    plan_.schema.fields[added.number].type_checksum = plan_.schema.field(source).type_checksum;
    const std::vector<FieldNumber> below = plan_.schema.field(source).fields;
    for (const FieldNumber field : below) add_copy(field, added, plan_.schema.field(field).name);
  }

  void add_sizes(FieldNumber source, std::optional<FieldNumber> parent, std::string name) {
    const Field& field = plan_.schema.field(source);
    if (field.role != FieldRole::collection)
      detail::fail(ErrorKind::misuse, "field '{}' ({}) is not a collection and has no sizes", field.name,
                   field.type_name);
    const FieldNumber added = add_one(source, parent, std::move(name), std::string(sizes_type));
    plan_.schema.fields[added.number].role = FieldRole::leaf;
  }

  NTuplePlan& plan_;
};

}  // namespace

void add_projection(NTuplePlan& plan, const table::Projection& projection) {
  detail::while_doing([&] { return fmt::format("projected field '{}'", projection.name); },
                      [&] { ProjectionPlanner(plan).add(projection); });
}

}  // namespace ramet::inline v1::ntuple
