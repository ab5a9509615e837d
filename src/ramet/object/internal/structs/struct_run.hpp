#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/quick_head.hpp"
#include "ramet/object/internal/structs/object_image.hpp"
#include "ramet/object/internal/structs/value_plan.hpp"

namespace ramet::inline v1::object::internal {

/// The values of the counting members of an object.
using CounterValues = std::array<std::uint32_t, most_counters>;

template <class Value>
Value& as(void* value) noexcept {
  return *static_cast<Value*>(value);
}

/// Runs a plan over bytes, filling C++ values. Threads: one thread.
class StructRun {
 public:
  explicit StructRun(bytes::ByteCursor& cursor) : cursor_(cursor) {}
  /// Within the objects that a reader has entered; for plans that call functions.
  explicit StructRun(ObjectReader& reader) : cursor_(reader.cursor()), reader_(&reader) {}

  /// Read the members of an object with its first layout.
  void first_layout(const ObjectPlan& object, std::byte* to) {
    CounterValues counters{};
    members(object, object.layouts.front(), to, counters);
  }

  /// Read a value with its head.
  void value(const ValuePlan& plan, std::byte* to, CounterValues& counters);

 private:
  static std::byte* hold(const ValuePlan& plan, std::byte* to) {
    return plan.holder == nullptr ? to : static_cast<std::byte*>(plan.holder->hold(to, true));
  }

  // struct_runner.cpp: values, items, objects
  /// Read a value after the head of its collection, if it is one.
  void bare(const ValuePlan& plan, std::byte* to, CounterValues& counters);
  void number(const ValuePlan& plan, std::byte* to, CounterValues& counters);
  void bits(const NumberCoding& coding, std::byte* to);
  /// Read `count` items into a sequence or array.
  void items(const ValuePlan& plan, const ValuePlan& content, std::size_t count, std::byte* to);
  /// Read consecutive values into consecutive C++ values.
  void many(const ValuePlan& plan, std::byte* first, std::size_t count);
  void each(const ValuePlan& plan, std::byte* first, std::size_t count, std::size_t stride);
  static bool is_pair_of_numbers(const ValuePlan& plan) noexcept;
  void pairs_of_numbers(const ValuePlan& plan, std::byte* first, std::size_t count, std::size_t stride);
  /// Read objects that mostly have the same heads as the first; these are copied by its image.
  void alike(const ValuePlan& plan, std::byte* first, std::size_t count, std::size_t stride);
  void object(const ValuePlan& plan, std::byte* to, CounterValues& counters);

  // special_runner.cpp: pointers, members that functions read, and those that nobody wants
  /// Read a pointer that is null or points to an object of exactly this class.
  void pointer(const ValuePlan& plan, std::byte* to);
  /// Read the members of a base or object, confined to its bytes by the reader.
  void confined_members(const VersionHeader& header, const ObjectPlan& object, const LayoutSteps& layout, std::byte* to,
                        CounterValues& counters);
  /// Let a function of the record read the value, which ends where it would if it was skipped.
  void call(const ValuePlan& plan, std::byte* record, CounterValues& counters);
  /// Whether the object that begins here has a byte count.
  bool is_counted() const;
  /// Skip a value; a number may still count a wanted member.
  void unwanted(const ValuePlan& plan, CounterValues& counters);
  /// A reader passes over what newer versions of ROOT's classes have at their end.
  void end_elsewhere(const VersionHeader& header);

  // member_wise_runner.cpp: members of many objects that are stored together
  /// Read a collection whose items are stored member-wise.
  void item_columns(const ValuePlan& plan, const VersionHeader& header, std::byte* to);
  void columns(const ObjectPlan& object, const LayoutSteps& layout, std::byte* first, std::size_t count,
               std::size_t stride);
  /// Read members that are numbers, for a few kB of structs at a time, so that the structs stay in the cache.
  void number_columns(const ClassForm& of_class, std::span<const Step> members, const ManyObjects& structs);
  /// Read one member of `count` objects.
  void column(const ValuePlan& plan, std::byte* to, std::size_t count, std::size_t stride);

  static void set_counter(const ValuePlan& plan, const std::byte* from, CounterValues& counters) {
    const StoredForm& form = *plan.form;
    const std::size_t size = stored_size(form.number, form.range);
    const auto coding = NumberCoding::of(form.number, array::NumberType::uint32, form.range);  // negative: refused
    decode_numbers(coding, from, size, 1, reinterpret_cast<std::byte*>(&counters[plan.sets_counter]));
  }

  static std::uint32_t counted(const ValuePlan& plan, const CounterValues& counters) noexcept {
    return plan.obeys_counter == no_counter ? 0 : counters[plan.obeys_counter];
  }

  static void put(const TargetType& target, std::byte* to, std::size_t count, FillItems fill) {
    if (target.resize == nullptr) return target.fill(to, count, fill);
    void* const first = target.resize(to, count);
    if (count != 0) fill(first);
  }

  /// Whether values are objects, or arrays of objects, which may have equal heads.
  static bool may_be_alike(const ValuePlan& plan) noexcept {
    if (plan.target == nullptr || plan.holder != nullptr) return false;
    const StoredForm* form = plan.form;
    while (form->kind == FormKind::fixed_array && form->head == Head::none) form = &form->contents[0];
    return form->kind == FormKind::object && form->head == Head::each;
  }

  void members(const ObjectPlan& object, const LayoutSteps& layout, std::byte* to, CounterValues& counters) {
    require_readable(layout);
    for (const Step& step : layout.steps) {
      if (step.bytes != 0) {
        if (image_ != nullptr)
          image_->add_numbers(step.numbers, image_place(), static_cast<std::size_t>(to - image_target_));
        step.numbers.run(cursor_.take(step.bytes).data(), to);
        continue;
      }
      if (step.is_text) {
        text(step, to);
        continue;
      }
      if (step.value.form->head == Head::base || step.value.call != nullptr) {  // whose error names itself
        value(step.value, to, counters);
        continue;
      }
      detail::while_doing([&] { return fmt::format("{}.{}", object.of_class->name, step.name); },
                          [&] { value(step.value, to + step.offset, counters); });
    }
  }

  /// Read a text member with fewer calls than other values: most objects of numbers have one.
  void text(const Step& step, std::byte* to) {
    give_up_image();
    const bool has_head = step.value.form->head == Head::column;
    const VersionHeader header = has_head ? read_quick_head(cursor_) : VersionHeader{};
    as<std::string>(to + step.offset) = cursor_.string();
    if (has_head) finish(header);
  }

  /// As read_layout_head, but faster if the head equals that of the previous object, as most do.
  LayoutHead read_head(const ClassForm& of_class) {
    constexpr std::size_t count_size = sizeof(std::uint32_t), head_size = 6, with_checksum = 10;
    if (last_class_ == &of_class && cursor_.remaining() >= last_size_) {
      const std::byte* const head = cursor_.all().data() + (cursor_.position() - cursor_.origin());
      const auto counted = bytes::load_big_endian<std::uint32_t>(head);
      const std::size_t size = counted & ~schema::byte_count_mask;
      const bool is_same =
          (counted & (schema::byte_count_mask | schema::class_mask)) == schema::byte_count_mask &&
          bytes::load_big_endian<std::uint16_t>(head + count_size) == last_version_ &&
          (last_size_ == head_size || bytes::load_big_endian<std::uint32_t>(head + head_size) == last_checksum_);
      if (is_same && size >= last_size_ - count_size && size <= cursor_.remaining() - count_size) {
        LayoutHead same{.header = {}, .layout = last_layout_};
        same.header.begin = cursor_.position();
        same.header.end = same.header.begin + count_size + size;
        cursor_.skip(last_size_);
        return same;
      }
    }
    const std::uint64_t begin = cursor_.position();
    const LayoutHead found = read_layout_head(cursor_, of_class);
    last_size_ = static_cast<std::size_t>(cursor_.position() - begin);
    last_class_ = nullptr;
    const bool is_usual = (last_size_ == head_size && found.header.version > 0) ||
                          (last_size_ == with_checksum && !found.header.memberwise);
    if (!found.header.has_end() || !is_usual) return found;
    const std::byte* const head = cursor_.all().data() + (begin - cursor_.origin());
    last_version_ = bytes::load_big_endian<std::uint16_t>(head + count_size);
    if (last_size_ == with_checksum) last_checksum_ = bytes::load_big_endian<std::uint32_t>(head + head_size);
    last_class_ = &of_class;
    last_layout_ = found.layout;
    return found;
  }

  static void require_readable(const LayoutSteps& layout) {
    if (!layout.reason.empty()) detail::fail(ErrorKind::unsupported, "{}", layout.reason);
  }

  void finish(const VersionHeader& header) {
    if (header.has_end() && cursor_.position() != header.end) [[unlikely]]
      end_elsewhere(header);
  }

  // the image that is being made, if one is
  void give_up_image() noexcept {
    if (image_ != nullptr) image_->give_up();
  }
  std::size_t image_place() const noexcept {
    return static_cast<std::size_t>(cursor_.position() - cursor_.origin()) - image_begin_;
  }

  bytes::ByteCursor& cursor_;
  ObjectReader* reader_ = nullptr;
  int depth_ = 0;
  const ClassForm* last_class_ = nullptr;  // of the previous object: its head and layout
  const ClassLayout* last_layout_ = nullptr;
  std::size_t last_size_ = 0;
  std::uint16_t last_version_ = 0;
  std::uint32_t last_checksum_ = 0;
  ObjectImage* image_ = nullptr;
  std::size_t image_begin_ = 0;        // position in the cursor's bytes
  std::byte* image_target_ = nullptr;  // the struct that the first object fills
};

}  // namespace ramet::inline v1::object::internal
