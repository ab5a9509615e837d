#include "ramet/write/entry_filler.hpp"

#include <algorithm>
#include <utility>

#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/write/internal/cluster_writer.hpp"  // IWYU pragma: keep (the type behind a context)
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write {

EntryColumns::EntryColumns(const TableWriter& table)
    : file_(table.file_), table_(table.output_), schema_(&table.schema()) {}

EntryColumns::EntryColumns(const FillContext& context)
    : file_(context.writer_->shared_file()), table_(context.writer_->shared_table()), schema_(&context.schema()) {}

const array::Type& EntryColumns::add(std::string_view member, std::string_view former_name) {
  const auto& specs = schema_->columns;
  auto found = std::ranges::find(specs, member, &table::Column::name);
  if (found == specs.end() && !former_name.empty()) found = std::ranges::find(specs, former_name, &table::Column::name);
  if (found == specs.end()) {
    std::vector<std::string_view> names;
    for (const table::Column& column : specs) names.push_back(column.name);
    detail::fail(ErrorKind::not_found, "no column '{}' in table '{}'{}", member, schema_->name,
                 file::suggest_names(member, names));
  }
  const auto number = static_cast<std::size_t>(found - specs.begin());
  if (std::ranges::find(numbers_, number) != numbers_.end())
    detail::fail(ErrorKind::misuse, "two members of the struct are column '{}' of table '{}', '{}' among them",
                 found->name, schema_->name, member);
  numbers_.push_back(number);
  if (!conversions_.empty()) conversions_.emplace_back();
  return found->type;
}

void EntryColumns::set_conversion(std::shared_ptr<const void> conversion) {
  conversions_.resize(numbers_.size());
  conversions_.back() = std::move(conversion);
}

void EntryColumns::require_same(const table::Schema& schema) const {
  for (const std::size_t number : numbers_) {
    const table::Column& wanted = schema_->columns[number];
    if (number >= schema.columns.size() || schema.columns[number].name != wanted.name)
      detail::fail(ErrorKind::misuse, "the plan fills column {} of table '{}', '{}', which the context of '{}' has not",
                   number, schema_->name, wanted.name, schema.name);
    if (const array::Type& type = schema.columns[number].type; type != wanted.type)
      detail::fail(ErrorKind::misuse, "column '{}' of '{}' is of type {}, the plan's of type {}", wanted.name,
                   schema.name, array::to_string(type), array::to_string(wanted.type));
  }
}

}  // namespace ramet::inline v1::write
