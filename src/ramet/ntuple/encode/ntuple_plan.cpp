#include "ramet/ntuple/encode/ntuple_plan.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/encode/plan/field_planner.hpp"
#include "ramet/ntuple/encode/plan/field_shape.hpp"
#include "ramet/ntuple/encode/plan/projection_planner.hpp"

namespace ramet::inline v1::ntuple {
namespace {

/// Entries of before a column have zeros in it, and what a zero is has to be beyond doubt: a page of zero bits.
void require_zero(const NTuplePlan& plan, std::size_t column) {
  const Column& added = plan.schema.columns[column];
  if (added.coding.type == ColumnType::real32_quant && added.coding.minimum != 0)
    fail(ErrorKind::misuse,
         "field '{}' is added later, so entries of before have zeros, but its range begins at {}, not 0",
         plan.spec.fields[plan.sources[column].field].name, added.coding.minimum);
}

void add_to(NTuplePlan& plan, std::vector<FieldSpec> fields, std::vector<ProjectionSpec> projections) {
  const std::size_t first_field = plan.spec.fields.size();
  const std::size_t first_projection = plan.spec.projections.size();
  for (FieldSpec& field : fields) plan.spec.fields.push_back(std::move(field));
  for (ProjectionSpec& projection : projections) plan.spec.projections.push_back(std::move(projection));
  std::vector<std::string> names;
  for (const FieldSpec& field : plan.spec.fields) names.push_back(field.name);
  for (const ProjectionSpec& projection : plan.spec.projections) names.push_back(projection.name);
  check_field_names(names);
  for (std::size_t field = first_field; field < plan.spec.fields.size(); ++field) add_field(plan, field);
  for (std::size_t projection = first_projection; projection < plan.spec.projections.size(); ++projection)
    add_projection(plan, plan.spec.projections[projection]);
}

}  // namespace

NTuplePlan plan_ntuple(NTupleSpec spec, bool is_compressed) {
  NTuplePlan plan;
  plan.is_compressed = is_compressed;
  plan.spec.name = std::move(spec.name);
  plan.spec.description = std::move(spec.description);
  check_field_name(plan.spec.name);
  plan.classes = std::make_shared<const FieldClasses>(field_classes_of(std::move(spec.classes)));
  add_to(plan, std::move(spec.fields), std::move(spec.projections));
  plan.header = {plan.schema.fields.size(), plan.schema.columns.size(), plan.aliases.size()};
  return plan;
}

NTuplePlan extend_plan(const NTuplePlan& plan, std::vector<FieldSpec> fields, std::vector<ProjectionSpec> projections) {
  NTuplePlan extended = plan;
  add_to(extended, std::move(fields), std::move(projections));
  for (std::size_t column = plan.schema.columns.size(); column < extended.schema.columns.size(); ++column)
    require_zero(extended, column);
  return extended;
}

}  // namespace ramet::inline v1::ntuple
