#include "ramet/object/detail/member_plan.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/program.hpp"

namespace ramet::inline v1::object {

UntypedPlan::UntypedPlan(const Layouts& layouts, std::string_view class_name, int version, std::uint32_t checksum,
                         std::span<const internal::Target> targets)
    : class_name_(class_name), version_(version) {
  const schema::StreamerInfo* info = layouts.find(class_name, version, checksum);
  if (info == nullptr)
    fail(ErrorKind::unsupported, "class '{}' version {} has an unknown layout: the file does not describe it",
         class_name, version);
  compiled_ = std::make_unique<const internal::CompiledPlan>(internal::compile_plan(layouts, *info, targets, found_));
}

UntypedPlan::~UntypedPlan() = default;
UntypedPlan::UntypedPlan(UntypedPlan&&) noexcept = default;
UntypedPlan& UntypedPlan::operator=(UntypedPlan&&) noexcept = default;

bool UntypedPlan::has(std::string_view member) const noexcept {
  return std::ranges::find(found_, member) != found_.end();
}

void UntypedPlan::read_untyped(ObjectReader& reader, void* fields) const {
  internal::run_program(*compiled_, reader, fields);
}

}  // namespace ramet::inline v1::object
