#include "ramet/ntuple/internal/encode/stored_plan.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/field_shape.hpp"
#include "ramet/ntuple/field_layout.hpp"
#include "ramet/ntuple/internal/encode/element_encoder.hpp"

namespace ramet::inline v1::ntuple {
namespace {

bool holds_variant(const FieldLayout& layout) {
  return layout.kind == LayoutKind::variant || std::ranges::any_of(layout.contents, holds_variant);
}

/// Finds the sources of the columns' elements, from the layouts with which fields are read. Threads: one thread.
class SourceFinder {
 public:
  explicit SourceFinder(NTuplePlan& plan) noexcept : plan_(plan) {}

  void add_top(const Field& field, const FieldLayout& layout) {
    source_ = {plan_.table.columns.size()};
    add(layout);
    if (holds_variant(layout)) plan_.fields_with_variants.push_back(plan_.table.columns.size());
    plan_.table.columns.push_back({.name = field.name, .type = layout.type, .description = field.description});
  }

  /// Throws Error(unsupported) unless all columns have a source.
  void require_all() const {
    for (std::size_t number = 0; number < plan_.schema.columns.size(); ++number)
      if (!found_.contains({number}))
        detail::fail(ErrorKind::unsupported,
                     "field '{}' cannot be continued: it has columns that its values do not use",
                     plan_.schema.field(plan_.schema.columns[number].field).name);
  }

 private:
  void add(const FieldLayout& layout) {
    switch (layout.kind) {
      case LayoutKind::number:
        column(*layout.field, 0, ColumnPart::values);
        return require_encodable(layout.type.number, layout.field->representations.front().front());
      case LayoutKind::string:
        column(*layout.field, 0, ColumnPart::ends);
        column(*layout.field, 1, ColumnPart::values).per_empty_entry = 0;
        return;
      case LayoutKind::list:
      case LayoutKind::option:
        column(*layout.field, 0, ColumnPart::ends);
        return add_contents(layout, 0);
      case LayoutKind::variant:
        column(*layout.field, 0, ColumnPart::dispatches);
        return add_contents(layout, 0);
      case LayoutKind::regular:
        return add_contents(layout, layout.type.size);
      case LayoutKind::record:
        return add_contents(layout, 1);
      case LayoutKind::cardinality:
      case LayoutKind::streamed:
      case LayoutKind::unreadable:
        break;
    }
    if (layout.kind == LayoutKind::unreadable) detail::fail(ErrorKind::unsupported, "{}", layout.reason);
    detail::fail(ErrorKind::unsupported, "writing values of type {} in the form of this field is not supported",
                 layout.field->type_name);
  }

  /// Add the sources of a value's contents; a value of zeros and empty collections has `in_empty` of them.
  void add_contents(const FieldLayout& layout, std::uint64_t in_empty) {
    const std::uint64_t per_empty_entry = std::exchange(source_.per_empty_entry, source_.per_empty_entry * in_empty);
    for (std::size_t content = 0; content < layout.contents.size(); ++content) {
      source_.path.push_back(content);
      add(layout.contents[content]);
      source_.path.pop_back();
    }
    source_.per_empty_entry = per_empty_entry;
  }

  ColumnSource& column(const Field& field, std::size_t number, ColumnPart part) {
    if (field.representations.size() != 1)
      detail::fail(ErrorKind::unsupported, "field '{}' ({}) is stored in {} ways", field.name, field.type_name,
                   field.representations.size());
    const ColumnNumber column = field.representations.front().at(number);
    if (plan_.schema.column(column).is_suppressed)
      detail::fail(ErrorKind::unsupported, "column {} of field '{}' is suppressed", column.number, field.name);
    source_.part = part;
    found_.insert(column);
    plan_.sources[column.number] = source_;
    return plan_.sources[column.number];
  }

  void require_encodable(array::NumberType from, ColumnNumber column) const {
    const ColumnCoding& coding = plan_.schema.column(column).coding;
    if (!is_encodable(from, coding))
      detail::fail(ErrorKind::unsupported, "values of type {} are not written as {} with {} bits", to_string(from),
                   to_string(coding.type), coding.bits);
  }

  NTuplePlan& plan_;
  ColumnSource source_;
  std::set<ColumnNumber> found_;
};

}  // namespace

NTuplePlan plan_of(const NTuple& ntuple, const object::FormCache& forms) {
  NTuplePlan plan;
  plan.table.name = ntuple.name;
  plan.table.title = ntuple.description;
  plan.schema = ntuple.schema;
  plan.sources.resize(plan.schema.columns.size());
  plan.header = {plan.schema.fields.size(), plan.schema.columns.size(), 0};
  plan.classes = std::make_shared<const FieldClasses>();
  SourceFinder finder(plan);
  for (const FieldNumber number : ntuple.schema.top) {
    const Field& field = ntuple.schema.field(number);
    if (field.source) {
      plan.table.projections.push_back(
          {.name = field.name, .source = ntuple.path_of(ntuple.schema.field(*field.source))});
      continue;
    }
    detail::while_doing([&] { return fmt::format("field '{}' cannot be continued", field.name); },
                        [&] { finder.add_top(field, layout_of(ntuple.schema, field, forms)); });
  }
  finder.require_all();
  return plan;
}

}  // namespace ramet::inline v1::ntuple
