#include "ramet/object/detail/column_writer.hpp"

#include <utility>

#include "ramet/object/internal/storing/write_plan.hpp"

namespace ramet::inline v1::object {

ColumnWriter::ColumnWriter(std::shared_ptr<const StoredType> stored, const array::Type& type)
    : stored_(std::move(stored)),
      plan_(std::make_unique<const internal::WritePlan>(internal::compile_write(stored_->form(), type))) {}

ColumnWriter::~ColumnWriter() = default;
ColumnWriter::ColumnWriter(ColumnWriter&&) noexcept = default;
ColumnWriter& ColumnWriter::operator=(ColumnWriter&&) noexcept = default;

std::size_t ColumnWriter::fixed_size() const noexcept {
  return plan_->kind == FormKind::number && plan_->head == Head::none ? plan_->number.size : plan_->image.bytes.size();
}

bool ColumnWriter::holds_objects() const noexcept { return internal::holds_objects(*plan_); }

void ColumnWriter::append(const array::Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) const {
  internal::write_each(*plan_, from, first, count, to);
}

void ColumnWriter::append_member_wise(const array::Array& from, std::size_t first, std::size_t count,
                                      bytes::Buffer& to) const {
  internal::write_column(*plan_, from, first, count, to);
}

}  // namespace ramet::inline v1::object
