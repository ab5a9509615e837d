#include "ramet/object/typed/struct_plan.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/structs/value_plan.hpp"

namespace ramet::inline v1::object {

UntypedStructPlan::UntypedStructPlan(const Layouts& layouts, std::string_view class_name,
                                     std::shared_ptr<const TargetTypes> types)
    : plan_(detail::while_doing([&] { return fmt::format("class '{}'", class_name); },
                                [&] {
                                  return std::make_unique<const internal::OwnedPlan>(internal::compile_struct(
                                      StoredType::compile(layouts, class_name, Place::whole), std::move(types)));
                                })) {}

UntypedStructPlan::~UntypedStructPlan() = default;

void UntypedStructPlan::read_untyped(std::span<const std::byte> record, std::size_t begin, void* value) const {
  bytes::ByteCursor cursor(record);
  cursor.skip(begin);
  internal::run_struct(*plan_, cursor, value);
}

}  // namespace ramet::inline v1::object
