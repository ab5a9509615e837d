#include "ramet/object/column_reader.hpp"

#include <utility>

#include "ramet/object/internal/columns/column_plan.hpp"

namespace ramet::inline v1::object {

ColumnReader::ColumnReader(const std::shared_ptr<const StoredType>& stored)
    : ColumnReader(stored, column_type(stored->form())) {}

ColumnReader::ColumnReader(std::shared_ptr<const StoredType> stored, array::Type wanted)
    : stored_(std::move(stored)), type_(std::move(wanted)) {
  plan_ = std::make_unique<const internal::WholeColumnPlan>(internal::compile_column(stored_->form(), type_));
}

ColumnReader::~ColumnReader() = default;
ColumnReader::ColumnReader(ColumnReader&&) noexcept = default;
ColumnReader& ColumnReader::operator=(ColumnReader&&) noexcept = default;

void ColumnReader::append(bytes::ByteCursor& cursor, std::size_t count, array::ArrayBuilder& to) const {
  internal::run_column(*plan_, cursor, count, to, false);
}

void ColumnReader::append_member_wise(bytes::ByteCursor& cursor, std::size_t count, array::ArrayBuilder& to) const {
  internal::run_column(*plan_, cursor, count, to, true);
}

}  // namespace ramet::inline v1::object
