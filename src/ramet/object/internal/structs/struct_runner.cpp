#include <array>
#include <cstring>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/object/internal/stored_parts.hpp"
#include "ramet/object/internal/structs/struct_run.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr int deepest_struct = 100;
constexpr std::size_t fewest_for_image = 4;  // objects: with fewer, making an image does not pay

}  // namespace

void StructRun::value(const ValuePlan& plan, std::byte* to, CounterValues& counters) {
  if (plan.target == nullptr) return plan.call == nullptr ? unwanted(plan, counters) : call(plan, to, counters);
  if (plan.form->head != Head::column) return bare(plan, to, counters);
  give_up_image();
  const VersionHeader header = read_quick_head(cursor_);
  if (header.memberwise) {
    item_columns(plan, header, hold(plan, to));
  } else {
    bare(plan, to, counters);
  }
  finish(header);
}

void StructRun::bare(const ValuePlan& plan, std::byte* to, CounterValues& counters) {
  const StoredForm& form = *plan.form;
  if (form.kind == FormKind::pointer) return pointer(plan, to);
  if (plan.holder != nullptr) {
    give_up_image();
    to = hold(plan, to);
  }
  switch (form.kind) {
    case FormKind::number:
      return number(plan, to, counters);
    case FormKind::bits:
      give_up_image();
      return bits(plan.coding, to);
    case FormKind::text:
      give_up_image();
      as<std::string>(to) = cursor_.string();
      return;
    case FormKind::characters:
      give_up_image();
      as<std::string>(to) = read_characters(cursor_);
      return;
    case FormKind::fixed_array:
      return items(plan, plan.contents[0], static_cast<std::size_t>(form.size), to);
    case FormKind::pair:
      value(plan.contents[0], to + plan.offsets[0], counters);
      return value(plan.contents[1], to + plan.offsets[1], counters);
    case FormKind::object:
      return object(plan, to, counters);
    case FormKind::tobject:
      give_up_image();
      as<ObjectBits>(to) = read_object_bits(cursor_);
      return;
    default: {
      give_up_image();
      const auto [count, content] = count_items(form, counted(plan, counters), plan.contents[0].smallest, cursor_);
      return items(plan, plan.contents[content], count, to);
    }
  }
}

void StructRun::number(const ValuePlan& plan, std::byte* to, CounterValues& counters) {
  const NumberCoding& coding = plan.coding;
  if (image_ != nullptr) {
    CopyList one;
    one.add(coding, 0, 0, 1);
    image_->add_numbers(one, image_place(), static_cast<std::size_t>(to - image_target_));
  }
  const std::byte* const from = cursor_.take(coding.size).data();
  decode_numbers(coding, from, coding.size, 1, to);
  if (plan.sets_counter != no_counter) set_counter(plan, from, counters);
}

void StructRun::bits(const NumberCoding& coding, std::byte* to) {
  decode_numbers(coding, read_bits(cursor_), coding.size, 1, to);
}

void StructRun::items(const ValuePlan& plan, const ValuePlan& content, std::size_t count, std::byte* to) {
  const TargetType& target = *plan.target;
  if (target.shape == TargetShape::array) {
    if (count != target.length)
      detail::fail(ErrorKind::corrupt, "there are {} values, expected {}", count, target.length);
    return many(content, to, count);
  }
  give_up_image();
  if (count > cursor_.remaining() / content.smallest)
    detail::fail(ErrorKind::corrupt, "an array of {} values has {} bytes", count, cursor_.remaining());
  if (target.assign != nullptr && content.form->kind == FormKind::number && content.coding.is_plain)
    return target.assign(to, cursor_.take(count * content.coding.size).data(), count);
  put(target, to, count, [&](void* first) { many(content, static_cast<std::byte*>(first), count); });
}

void StructRun::many(const ValuePlan& plan, std::byte* first, std::size_t count) {
  if (plan.target != nullptr && plan.holder == nullptr && plan.form->kind == FormKind::number && image_ == nullptr) {
    const NumberCoding& coding = plan.coding;
    const auto from = cursor_.take(detail::checked_product<std::size_t>(count, coding.size, "size of numbers"));
    return decode_numbers(coding, from.data(), coding.size, count, first);
  }
  const std::size_t stride = plan.holder != nullptr ? plan.holder->size : plan.target->size;
  each(plan, first, count, stride);
}

void StructRun::each(const ValuePlan& plan, std::byte* first, std::size_t count, std::size_t stride) {
  if (image_ == nullptr && count >= fewest_for_image && may_be_alike(plan)) return alike(plan, first, count, stride);
  if (image_ == nullptr && is_pair_of_numbers(plan)) return pairs_of_numbers(plan, first, count, stride);
  CounterValues counters{};
  for (std::size_t i = 0; i < count; ++i) value(plan, first + i * stride, counters);
}

bool StructRun::is_pair_of_numbers(const ValuePlan& plan) noexcept {
  const auto is_number = [](const ValuePlan& one) {
    return one.form->kind == FormKind::number && one.target != nullptr && one.holder == nullptr;
  };
  return plan.form->kind == FormKind::pair && plan.target != nullptr && plan.holder == nullptr &&
         is_number(plan.contents[0]) && is_number(plan.contents[1]);
}

void StructRun::pairs_of_numbers(const ValuePlan& plan, std::byte* first, std::size_t count, std::size_t stride) {
  const std::array codings = {&plan.contents[0].coding, &plan.contents[1].coding};
  const std::size_t size = codings[0]->size + codings[1]->size;
  const std::byte* const from = cursor_.take(detail::checked_product<std::size_t>(count, size, "size of pairs")).data();
  decode_numbers(*codings[0], from, size, count, first + plan.offsets[0], stride);
  decode_numbers(*codings[1], from + codings[0]->size, size, count, first + plan.offsets[1], stride);
}

void StructRun::alike(const ValuePlan& plan, std::byte* first, std::size_t count, std::size_t stride) {
  CounterValues counters{};
  ObjectImage image;
  const auto all = cursor_.all();
  const auto place = [&] { return static_cast<std::size_t>(cursor_.position() - cursor_.origin()); };
  const std::size_t begin = place();
  image_ = &image;
  image_begin_ = begin;
  image_target_ = first;
  value(plan, first, counters);
  image_ = nullptr;
  const bool has_image = image.close(all.data() + begin, place() - begin);
  std::size_t i = 1;
  while (i < count) {
    if (has_image) {
      const std::size_t read = image.read(all.subspan(place()), count - i, first + i * stride, stride);
      cursor_.skip(read * image.size());
      i += read;
      if (i == count) break;
    }
    value(plan, first + i * stride, counters);
    ++i;
  }
}

void StructRun::object(const ValuePlan& plan, std::byte* to, CounterValues& counters) {
  if (++depth_ > deepest_struct)
    detail::fail(ErrorKind::corrupt, "objects at byte {} are nested deeper than {}", cursor_.position(),
                 deepest_struct);
  const ObjectPlan& object = *plan.object;
  if (plan.form->head == Head::none) {
    CounterValues own{};
    members(object, object.layouts.front(), to, own);
  } else {
    const std::uint64_t begin = cursor_.position();
    const LayoutHead head = read_head(*object.of_class);
    if (image_ != nullptr)
      image_->add_head(static_cast<std::size_t>(begin - cursor_.origin()) - image_begin_,
                       static_cast<std::size_t>(cursor_.position() - begin));
    const LayoutSteps& layout = object.layouts[static_cast<std::size_t>(head.layout - object.of_class->layouts.data())];
    CounterValues own{};
    CounterValues& used = plan.form->head == Head::base ? counters : own;
    if (reader_ == nullptr) [[likely]] {
      members(object, layout, to, used);
    } else {
      confined_members(head.header, object, layout, to, used);
    }
    finish(head.header);
  }
  --depth_;
}

void run_struct(const OwnedPlan& plan, bytes::ByteCursor& cursor, void* value) {
  CounterValues none{};
  StructRun(cursor).value(plan.whole, static_cast<std::byte*>(value), none);
}

void run_layout(const ObjectPlan& plan, ObjectReader& reader, void* record) {
  StructRun(reader).first_layout(plan, static_cast<std::byte*>(record));
}

}  // namespace ramet::inline v1::object::internal
