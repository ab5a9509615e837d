#include "ramet/object/detail/member_plans.hpp"

#include <cstddef>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/form_cache.hpp"
#include "ramet/object/internal/partial_forms.hpp"
#include "ramet/object/internal/structs/value_plan.hpp"

namespace ramet::inline v1::object {

/// The wanted members as a record, with the types that it borrows. Threads: immutable.
struct UntypedMemberPlans::Record {
  Record(const std::vector<internal::WantedMember>& members, void* fields) {
    calls.reserve(members.size());
    whole.shape = TargetShape::record;
    whole.members.reserve(members.size());
    for (const internal::WantedMember& member : members) {
      TargetMember& made = whole.members.emplace_back();
      made.name = member.name;
      if (member.call == nullptr) {
        const auto* const address = static_cast<const std::byte*>(member.address(fields));
        made.offset = static_cast<std::size_t>(address - static_cast<const std::byte*>(fields));
        made.type = &member.type(types);
      } else {
        calls.push_back({.shape = TargetShape::call, .members = {}, .class_names = {}, .call = member.call});
        made.type = &calls.back();
      }
    }
  }

  std::vector<internal::WantedPart> parts() const {
    std::vector<internal::WantedPart> parts;
    for (const TargetMember& member : whole.members) {
      const TargetShape shape = member.type->shape;
      parts.push_back({member.name, shape != TargetShape::call && shape != TargetShape::identity});
    }
    return parts;
  }

  TargetTypes types;
  std::vector<TargetType> calls;
  TargetType whole;
};

/// What the plans of one MemberPlans borrow. Threads: one thread adds forms and plans; plans that other threads use
/// have those that they borrow already, which stay as they are.
struct UntypedMemberPlans::Origin {
  Origin(const Layouts& layouts, const std::vector<internal::WantedMember>& members, void* fields)
      : record(members, fields), forms(layouts, record.parts()) {}

  Record record;
  internal::PartialForms forms;
  internal::ObjectPlans objects;
};

/// How objects of one version of a class are read. Threads: immutable.
struct UntypedMemberPlans::Plan {
  Plan(std::shared_ptr<Origin> from, const schema::StreamerInfo& info)
      : origin(std::move(from)),
        members(internal::compile_layout(origin->forms.of_layout(info), origin->record.whole, origin->objects)) {}

  std::shared_ptr<Origin> origin;
  internal::ObjectPlan members;
};

UntypedMemberPlans::UntypedMemberPlans(const void* type, std::vector<internal::WantedMember> members)
    : type_(type), members_(std::move(members)) {}
UntypedMemberPlans::~UntypedMemberPlans() = default;
UntypedMemberPlans::UntypedMemberPlans(UntypedMemberPlans&&) noexcept = default;
UntypedMemberPlans& UntypedMemberPlans::operator=(UntypedMemberPlans&&) noexcept = default;

void UntypedMemberPlans::read(ObjectReader& reader, std::string_view class_name, void* fields) {
  const ObjectReader::Nesting nesting(reader);
  const VersionHeader header = reader.read_version();
  {
    const ObjectReader::Within within(reader, header);
    const std::uint32_t checksum = reader.read_checksum(header, class_name);
    read_members(reader, class_name, header.version, checksum, fields);
  }
  reader.finish(header);
}

void UntypedMemberPlans::read_members(ObjectReader& reader, std::string_view class_name, int version,
                                      std::uint32_t checksum, void* fields) {
  for (const Known& known : known_)
    if (known.version == version && known.checksum == checksum && known.class_name == class_name)
      return internal::run_layout(known.plan->members, reader, fields);
  // a plan may meet new classes while it runs
  const std::shared_ptr<const Plan> plan = find_or_make(reader.layouts(), class_name, version, checksum, fields);
  known_.push_back({std::string(class_name), version, checksum, plan});
  internal::run_layout(plan->members, reader, fields);
}

std::shared_ptr<const UntypedMemberPlans::Plan> UntypedMemberPlans::find_or_make(const Layouts& layouts,
                                                                                 std::string_view class_name,
                                                                                 int version, std::uint32_t checksum,
                                                                                 void* fields) {
  const auto make = [&]() -> std::shared_ptr<const Plan> {
    const schema::StreamerInfo* const info = layouts.find(class_name, version, checksum);
    if (info == nullptr)
      detail::fail(ErrorKind::unsupported, "class '{}' version {} has an unknown layout: the file does not describe it",
                   class_name, version);
    const std::shared_ptr<Origin> origin =
        origin_ == nullptr ? std::make_shared<Origin>(layouts, members_, fields) : std::exchange(origin_, nullptr);
    auto plan = std::make_shared<const Plan>(origin, *info);
    origin_ = origin;  // unless an error left it incomplete
    return plan;
  };
  if (layouts.cache == nullptr) return make();
  std::string key = fmt::format("{};{};{};{}", type_, class_name, version, checksum);
  for (const internal::WantedMember& member : members_) key.append(";").append(member.name);
  return layouts.cache->find_or_make<Plan>(key, make);
}

}  // namespace ramet::inline v1::object
