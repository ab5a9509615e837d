#include "ramet/ntuple/detail/ntuple_plan.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/field_shape.hpp"
#include "ramet/ntuple/internal/encode/field_planner.hpp"
#include "ramet/ntuple/internal/encode/projection_planner.hpp"

namespace ramet::inline v1::ntuple {
namespace {

/// Entries older than a column have zeros in it. Zero must be encoded as zero bits.
void require_zero(const NTuplePlan& plan, std::size_t column) {
  const Column& added = plan.schema.columns[column];
  if (added.coding.type == ColumnType::real32_quant && added.coding.minimum != 0)
    detail::fail(ErrorKind::misuse,
                 "field '{}' is added later, so older entries have zeros, but its range begins at {}, not 0",
                 plan.table.columns[plan.sources[column].field].name, added.coding.minimum);
}

void add_to(NTuplePlan& plan, std::vector<table::Column> columns, std::vector<table::Projection> projections) {
  const std::size_t first_column = plan.table.columns.size();
  const std::size_t first_projection = plan.table.projections.size();
  for (table::Column& column : columns) plan.table.columns.push_back(std::move(column));
  for (table::Projection& projection : projections) plan.table.projections.push_back(std::move(projection));
  std::vector<std::string> names;
  for (const table::Column& column : plan.table.columns) names.push_back(column.name);
  for (const table::Projection& projection : plan.table.projections) names.push_back(projection.name);
  check_field_names(names);
  for (std::size_t column = first_column; column < plan.table.columns.size(); ++column) add_field(plan, column);
  for (std::size_t projection = first_projection; projection < plan.table.projections.size(); ++projection)
    add_projection(plan, plan.table.projections[projection]);
}

}  // namespace

NTuplePlan plan_ntuple(table::Schema table, bool is_compressed) {
  NTuplePlan plan;
  plan.is_compressed = is_compressed;
  plan.table.name = std::move(table.name);
  plan.table.title = std::move(table.title);
  check_field_name(plan.table.name);
  plan.classes = std::make_shared<const FieldClasses>(field_classes_of(std::move(table.classes)));
  add_to(plan, std::move(table.columns), std::move(table.projections));
  plan.header = {plan.schema.fields.size(), plan.schema.columns.size(), plan.aliases.size()};
  return plan;
}

NTuplePlan extend_plan(const NTuplePlan& plan, std::vector<table::Column> columns,
                       std::vector<table::Projection> projections) {
  NTuplePlan extended = plan;
  add_to(extended, std::move(columns), std::move(projections));
  for (std::size_t column = plan.schema.columns.size(); column < extended.schema.columns.size(); ++column)
    require_zero(extended, column);
  return extended;
}

}  // namespace ramet::inline v1::ntuple
