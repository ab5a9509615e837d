#include "ramet/object/internal/stored_parts.hpp"
#include "ramet/object/internal/structs/struct_run.hpp"

namespace ramet::inline v1::object::internal {

void StructRun::pointer(const ValuePlan& plan, std::byte* to) {
  give_up_image();
  const ObjectTag tag = schema::read_tag(cursor_);
  if (plan.target->shape == TargetShape::identity) {
    if (tag.kind == ObjectTag::Kind::object) cursor_.seek(tag.end);
    as<ObjectIdentity>(to) = tag.identity;
    return;
  }
  if (tag.kind == ObjectTag::Kind::reference)
    detail::fail(ErrorKind::unsupported, "a pointer to a shared object: read it as an ObjectGraph");
  if (plan.holder != nullptr) to = static_cast<std::byte*>(plan.holder->hold(to, tag.kind != ObjectTag::Kind::null));
  if (tag.kind == ObjectTag::Kind::null) return;
  if (tag.class_name != plan.object->of_class->name)
    detail::fail(ErrorKind::unsupported, "a pointer to an object of class '{}' holds one of class '{}'",
                 plan.object->of_class->name, tag.class_name);
  const StoredForm form{.kind = FormKind::object, .head = Head::each, .of_class = plan.object->of_class};
  const ValuePlan pointee{.form = &form, .target = plan.target, .object = plan.object};
  CounterValues counters{};
  object(pointee, to, counters);
  if (cursor_.position() > tag.end)
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", tag.begin,
                 tag.end, cursor_.position());
  cursor_.seek(tag.end);
}

void StructRun::confined_members(const VersionHeader& header, const ObjectPlan& object, const LayoutSteps& layout,
                                 std::byte* to, CounterValues& counters) {
  const ObjectReader::Within within(*reader_, header);
  members(object, layout, to, counters);
}

void StructRun::call(const ValuePlan& plan, std::byte* record, CounterValues& counters) {
  const std::uint64_t begin = cursor_.position();
  if (plan.form->head != Head::none && !is_counted()) {  // of ROOT 2: it ends where the function stops reading
    const ObjectReader::Nesting nesting(*reader_);
    return plan.call(record, *reader_);
  }
  unwanted(plan, counters);
  const std::uint64_t end = cursor_.position();
  cursor_.seek(begin);
  {
    const ObjectReader::Nesting nesting(*reader_);
    const ObjectReader::Within within(*reader_, end);
    plan.call(record, *reader_);
  }
  cursor_.seek(end);
}

bool StructRun::is_counted() const {
  bytes::ByteCursor ahead = cursor_;
  return schema::read_version(ahead).has_end();
}

void StructRun::unwanted(const ValuePlan& plan, CounterValues& counters) {
  const StoredForm& form = *plan.form;
  if (plan.sets_counter == no_counter) {
    give_up_image();
    return skip_value(form, counted(plan, counters), cursor_);
  }
  set_counter(plan, cursor_.take(stored_size(form.number, form.range)).data(), counters);
}

void StructRun::end_elsewhere(const VersionHeader& header) {
  if (reader_ != nullptr && cursor_.position() < header.end) return cursor_.seek(header.end);
  detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members end at byte {}", header.begin,
               header.end, cursor_.position());
}

}  // namespace ramet::inline v1::object::internal
