#include "ramet/object/column_reader.hpp"

#include <utility>

#include "ramet/object/internal/columns/column_plan.hpp"

namespace ramet::inline v1::object {

ColumnReader::ColumnReader(std::shared_ptr<const StoredType> stored)
    : ColumnReader(stored, column_type(stored->form())) {}

ColumnReader::ColumnReader(std::shared_ptr<const StoredType> stored, array::Type wanted)
    : stored_(std::move(stored)), type_(std::move(wanted)) {
  internal::CompiledColumn compiled = internal::compile_column(stored_->form(), type_);
  plan_ = std::make_unique<const internal::ColumnPlan>(std::move(compiled.plan));
  counters_ = compiled.counters;
}

ColumnReader::~ColumnReader() = default;
ColumnReader::ColumnReader(ColumnReader&&) noexcept = default;
ColumnReader& ColumnReader::operator=(ColumnReader&&) noexcept = default;

void ColumnReader::append(bytes::ByteCursor& cursor, std::size_t count, array::Array& to) const {
  internal::run_column(*plan_, counters_, cursor, count, to, false);
}

void ColumnReader::append_member_wise(bytes::ByteCursor& cursor, std::size_t count, array::Array& to) const {
  internal::run_column(*plan_, counters_, cursor, count, to, true);
}

}  // namespace ramet::inline v1::object
