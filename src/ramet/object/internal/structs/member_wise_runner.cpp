#include <algorithm>
#include <vector>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/object/internal/stored_parts.hpp"
#include "ramet/object/internal/structs/struct_run.hpp"

namespace ramet::inline v1::object::internal {

void StructRun::item_columns(const ValuePlan& plan, const VersionHeader& header, std::byte* to) {
  const ValuePlan* content = plan.contents.empty() ? nullptr : &plan.contents[0];
  if (plan.form->kind != FormKind::collection || content->object == nullptr)
    detail::fail(ErrorKind::unsupported, "values at byte {} are stored member-wise", header.begin);
  const ObjectPlan& object = *content->object;
  std::size_t stored = 0;
  if (header.version >= first_with_item_version)
    stored = static_cast<std::size_t>(&read_item_layout(cursor_, *object.of_class) - object.of_class->layouts.data());
  const LayoutSteps& layout = object.layouts[stored];
  const std::size_t count = cursor_.count(1, "size of a collection");
  const auto columns_into = [&](void* first) {
    columns(object, layout, static_cast<std::byte*>(first), count, content->target->size);
  };
  if (plan.target->shape == TargetShape::sequence) return put(*plan.target, to, count, columns_into);
  if (count != plan.target->length)
    detail::fail(ErrorKind::corrupt, "there are {} values, expected {}", count, plan.target->length);
  columns_into(to);
}

void StructRun::columns(const ObjectPlan& object, const LayoutSteps& layout, std::byte* first, std::size_t count,
                        std::size_t stride) {
  require_readable(layout);
  if (count == 0) return;
  const auto end = layout.columns.end();
  for (auto step = layout.columns.begin(); step != end;) {
    if (const auto others = std::find_if(step, end, [](const Step& one) { return one.bytes == 0; }); others != step) {
      number_columns(*object.of_class, {step, others}, {nullptr, 0, first, stride, count});
      step = others;
      continue;
    }
    detail::while_doing([&] { return fmt::format("{}.{}", object.of_class->name, step->name); },
                        [&] { column(step->value, first + step->offset, count, stride); });
    ++step;
  }
}

void StructRun::number_columns(const ClassForm& of_class, std::span<const Step> members, const ManyObjects& structs) {
  constexpr std::size_t group_size = 16384;
  const std::size_t group = std::max<std::size_t>(group_size / structs.to_stride, 1);
  std::vector<const std::byte*> from;
  for (const Step& member : members)
    from.push_back(detail::while_doing([&] { return fmt::format("{}.{}", of_class.name, member.name); },
                                       [&] {
                                         return cursor_.take(detail::checked_product<std::size_t>(
                                             structs.count, member.bytes, "size of numbers"));
                                       })
                       .data());
  for (std::size_t done = 0; done < structs.count; done += group)
    for (std::size_t i = 0; i < members.size(); ++i)
      detail::while_doing([&] { return fmt::format("{}.{}", of_class.name, members[i].name); },
                          [&] {
                            members[i].numbers.run({from[i] + done * members[i].bytes, members[i].bytes,
                                                    structs.to + done * structs.to_stride, structs.to_stride,
                                                    std::min(group, structs.count - done)});
                          });
}

void StructRun::column(const ValuePlan& plan, std::byte* to, std::size_t count, std::size_t stride) {
  if (plan.obeys_counter != no_counter)
    detail::fail(ErrorKind::unsupported, "counted arrays in objects that are stored member-wise");
  const StoredForm& form = *plan.form;
  if (form.head == Head::base && plan.object != nullptr)
    return columns(*plan.object, plan.object->layouts[plan.base_layout], to, count, stride);
  if (form.head != Head::column) return each(plan, to, count, stride);
  CounterValues counters{};
  const VersionHeader header = schema::read_version(cursor_);  // one for all of them
  if (plan.target == nullptr) return pass_over(header, cursor_);
  if (form.kind == FormKind::text && plan.holder == nullptr && !header.memberwise) {
    for (std::size_t i = 0; i < count; ++i) as<std::string>(to + i * stride) = cursor_.string();
    return finish(header);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (header.memberwise) {
      item_columns(plan, header, hold(plan, to + i * stride));
    } else {
      bare(plan, to + i * stride, counters);
    }
  }
  finish(header);
}

}  // namespace ramet::inline v1::object::internal
