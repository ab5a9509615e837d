#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/narrow.hpp"
#include "ramet/object/internal/structs/object_image.hpp"
#include "ramet/object/internal/structs/struct_program.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr int deepest_nesting = 100;
constexpr std::uint32_t is_referenced = 1U << 4;     // TObject::kIsReferenced: a process number follows the bits
constexpr std::int32_t first_with_item_version = 8;  // of TStreamerInfo: older ones do not say the items' version
constexpr std::size_t fewest_for_image = 4;          // objects: below that an image is not worth making

using Counters = std::array<std::uint32_t, most_counters>;

template <class Text>
Text& as(void* value) noexcept {
  return *static_cast<Text*>(value);
}

/// Runs a program. Threads: one thread.
class Run {
 public:
  explicit Run(bytes::ByteCursor& cursor) : cursor_(cursor) {}

  /// A value with the head that its form has.
  void value(const ValueProgram& program, std::byte* to, Counters& counters) {
    if (program.target == nullptr) return unwanted(program, counters);
    if (program.form->head != Head::column) return bare(program, to, counters);
    give_up_image();
    const VersionHeader header = schema::read_version(cursor_);
    if (header.memberwise) {
      item_columns(program, header, hold(program, to));
    } else {
      bare(program, to, counters);
    }
    finish(header);
  }

 private:
  static std::byte* hold(const ValueProgram& program, std::byte* to) {
    return program.holder == nullptr ? to : static_cast<std::byte*>(program.holder->hold(to, true));
  }

  /// A value whose head, if it is that of a collection, has been read.
  void bare(const ValueProgram& program, std::byte* to, Counters& counters) {
    const StoredForm& form = *program.form;
    if (form.kind == FormKind::pointer) return pointer(program, to);
    if (program.holder != nullptr) {
      give_up_image();
      to = hold(program, to);
    }
    switch (form.kind) {
      case FormKind::number:
        return number(program, to, counters);
      case FormKind::bits:
        give_up_image();
        return bits(program.coding, to);
      case FormKind::text:
        give_up_image();
        as<std::string>(to) = cursor_.string();
        return;
      case FormKind::characters:
        give_up_image();
        as<std::string>(to) = characters();
        return;
      case FormKind::fixed_array:
        return items(program, static_cast<std::size_t>(form.size), to);
      case FormKind::pair:
        value(program.contents[0], to + program.offsets[0], counters);
        return value(program.contents[1], to + program.offsets[1], counters);
      case FormKind::object:
        return object(program, to, counters);
      default:
        give_up_image();
        return items(program, count_of(form, program.obeys_counter, program.contents[0].smallest, counters), to);
    }
  }

  void number(const ValueProgram& program, std::byte* to, Counters& counters) {
    const NumberCoding& coding = program.coding;
    if (image_ != nullptr) {
      CopyList one;
      one.add(coding, 0, 0, 1);
      image_->add_numbers(one, image_place(), static_cast<std::size_t>(to - image_target_));
    }
    const std::byte* const from = cursor_.take(coding.size).data();
    decode_numbers(coding, from, coding.size, 1, to);
    if (program.sets_counter != no_counter) set_counter(program, from, counters);
  }

  static void set_counter(const ValueProgram& program, const std::byte* from, Counters& counters) {
    const StoredForm& form = *program.form;
    const std::size_t size = stored_size(form.number, form.range);
    decode_numbers(  // a negative one is refused
        {.stored = form.number, .type = array::NumberType::uint32, .range = form.range, .size = size}, from, size, 1,
        reinterpret_cast<std::byte*>(&counters[program.sets_counter]));
  }

  void bits(const NumberCoding& coding, std::byte* to) {
    const std::byte* const from = cursor_.take(sizeof(std::uint32_t)).data();
    if ((bytes::load_big_endian<std::uint32_t>(from) & is_referenced) != 0) cursor_.skip(sizeof(std::uint16_t));
    decode_numbers(coding, from, coding.size, 1, to);
  }

  std::string_view characters() {
    const auto text = cursor_.take(cursor_.count(1, "length of a char*"));
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }

  /// How many items follow.
  std::size_t count_of(const StoredForm& form, std::size_t obeys_counter, std::size_t smallest,
                       const Counters& counters) {
    switch (form.kind) {
      case FormKind::counted_array:
        return cursor_.read<std::uint8_t>() == 0 ? 0 : counters[obeys_counter];
      case FormKind::counted_objects:
        return counters[obeys_counter];
      default:
        return cursor_.count(smallest, "size of a collection");
    }
  }

  // --- items of arrays and collections ---------------------------------------------------------------------------

  /// So many items, which a sequence or array gets.
  void items(const ValueProgram& program, std::size_t count, std::byte* to) {
    const ValueProgram& content = program.contents[0];
    const TargetType& target = *program.target;
    if (target.shape == TargetShape::array) {
      if (count != target.length) fail(ErrorKind::corrupt, "there are {} values, wanted are {}", count, target.length);
      return many(content, to, count);
    }
    give_up_image();
    if (count > cursor_.remaining() / content.smallest)
      fail(ErrorKind::corrupt, "an array has {} values in {} bytes", count, cursor_.remaining());
    if (target.assign != nullptr && content.form->kind == FormKind::number && content.is_plain)
      return target.assign(to, cursor_.take(count * content.coding.size).data(), count);
    put(target, to, count, [&](void* first) { many(content, static_cast<std::byte*>(first), count); });
  }

  static void put(const TargetType& target, std::byte* to, std::size_t count, FillItems fill) {
    if (target.resize == nullptr) return target.fill(to, count, fill);
    void* const first = target.resize(to, count);
    if (count != 0) fill(first);
  }

  /// Values one after the other, into values that lie one after the other.
  void many(const ValueProgram& program, std::byte* first, std::size_t count) {
    if (program.target != nullptr && program.holder == nullptr && program.form->kind == FormKind::number &&
        image_ == nullptr) {
      const NumberCoding& coding = program.coding;
      const auto from = cursor_.take(checked_product<std::size_t>(count, coding.size, "size of numbers"));
      return decode_numbers(coding, from.data(), coding.size, count, first);
    }
    const std::size_t stride = program.holder != nullptr ? program.holder->size : program.target->size;
    each(program, first, count, stride);
  }

  void each(const ValueProgram& program, std::byte* first, std::size_t count, std::size_t stride) {
    if (image_ == nullptr && count >= fewest_for_image && may_be_alike(program))
      return alike(program, first, count, stride);
    Counters counters{};
    for (std::size_t i = 0; i < count; ++i) value(program, first + i * stride, counters);
  }

  /// Objects, or arrays of them.
  static bool may_be_alike(const ValueProgram& program) noexcept {
    if (program.target == nullptr || program.holder != nullptr) return false;
    const StoredForm* form = program.form;
    while (form->kind == FormKind::fixed_array && form->head == Head::none) form = &form->contents[0];
    return form->kind == FormKind::object && form->head == Head::each;
  }

  /// Objects of which most look like the first: those with the same heads are copied by its image.
  void alike(const ValueProgram& program, std::byte* first, std::size_t count, std::size_t stride) {
    Counters counters{};
    ObjectImage image;
    const auto all = cursor_.all();
    const auto place = [&] { return static_cast<std::size_t>(cursor_.position() - cursor_.origin()); };
    const std::size_t begin = place();
    image_ = &image;
    image_begin_ = begin;
    image_target_ = first;
    value(program, first, counters);
    image_ = nullptr;
    const bool has_image = image.close(all.data() + begin, place() - begin);
    std::size_t i = 1;
    while (i < count) {
      if (has_image) {
        const std::byte* from = all.data() + place();
        const std::byte* const begin_of_rest = from;
        std::size_t left = cursor_.remaining();
        while (i < count && left >= image.reach() && image.matches(from)) {
          image.read(from, first + i * stride);
          from += image.size();
          left -= image.size();
          ++i;
        }
        cursor_.skip(static_cast<std::size_t>(from - begin_of_rest));
        if (i == count) break;
      }
      value(program, first + i * stride, counters);
      ++i;
    }
  }

  // --- objects ---------------------------------------------------------------------------------------------------

  void object(const ValueProgram& program, std::byte* to, Counters& counters) {
    if (++depth_ > deepest_nesting)
      fail(ErrorKind::corrupt, "objects at byte {} are nested deeper than {}", cursor_.position(), deepest_nesting);
    const ObjectProgram& object = *program.object;
    if (program.form->head == Head::none) {
      Counters own{};
      members(object, object.layouts.front(), to, own);
    } else {
      const std::uint64_t begin = cursor_.position();
      const LayoutHead head = read_head(*object.of_class);
      if (image_ != nullptr)
        image_->add_head(static_cast<std::size_t>(begin - cursor_.origin()) - image_begin_,
                         static_cast<std::size_t>(cursor_.position() - begin));
      const LayoutProgram& layout =
          object.layouts[static_cast<std::size_t>(head.layout - object.of_class->layouts.data())];
      if (program.form->head == Head::base) {
        members(object, layout, to, counters);
      } else {
        Counters own{};
        members(object, layout, to, own);
      }
      finish(head.header);
    }
    --depth_;
  }

  void members(const ObjectProgram& object, const LayoutProgram& layout, std::byte* to, Counters& counters) {
    require_readable(layout);
    for (const Step& step : layout.steps) {
      if (step.bytes != 0) {
        if (image_ != nullptr)
          image_->add_numbers(step.numbers, image_place(), static_cast<std::size_t>(to - image_target_));
        step.numbers.run(cursor_.take(step.bytes).data(), to);
        continue;
      }
      if (step.value.form->head == Head::base) {  // which names itself
        value(step.value, to, counters);
        continue;
      }
      while_doing([&] { return fmt::format("{}.{}", object.of_class->name, step.name); },
                  [&] { value(step.value, to + step.offset, counters); });
    }
  }

  /// As read_layout_head, but knows the head of the object before again: most have the same version.
  LayoutHead read_head(const ClassForm& of_class) {
    constexpr std::size_t count_size = sizeof(std::uint32_t);
    if (last_class_ == &of_class && cursor_.remaining() >= last_head_.size()) {
      const std::byte* const head = cursor_.all().data() + (cursor_.position() - cursor_.origin());
      const auto counted = bytes::load_big_endian<std::uint32_t>(head);
      const std::size_t size = counted & ~schema::byte_count_mask;
      const bool is_same = (counted & schema::byte_count_mask) != 0 && (counted & schema::class_mask) == 0 &&
                           std::memcmp(head + count_size, last_head_.data() + count_size, last_size_ - count_size) == 0;
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
    const bool is_whole = found.header.has_end() && last_size_ <= last_head_.size();
    last_class_ = is_whole ? &of_class : nullptr;
    last_layout_ = found.layout;
    if (is_whole) std::memcpy(last_head_.data(), cursor_.all().data() + (begin - cursor_.origin()), last_size_);
    return found;
  }

  static void require_readable(const LayoutProgram& layout) {
    if (!layout.reason.empty()) fail(ErrorKind::unsupported, "{}", layout.reason);
  }

  /// A pointer to an object of just this class, or to none.
  void pointer(const ValueProgram& program, std::byte* to) {
    give_up_image();
    const ObjectTag tag = schema::read_tag(cursor_);
    if (tag.kind == ObjectTag::Kind::reference)
      fail(ErrorKind::unsupported, "a pointer to an object that others point to, too: read it as an ObjectGraph");
    if (program.holder != nullptr)
      to = static_cast<std::byte*>(program.holder->hold(to, tag.kind != ObjectTag::Kind::null));
    if (tag.kind == ObjectTag::Kind::null) return;
    if (tag.class_name != program.object->of_class->name)
      fail(ErrorKind::unsupported, "a pointer to an object of class '{}' holds one of class '{}'",
           program.object->of_class->name, tag.class_name);
    const StoredForm form{.kind = FormKind::object, .head = Head::each, .of_class = program.object->of_class};
    const ValueProgram pointee{.form = &form, .target = program.target, .object = program.object};
    Counters counters{};
    object(pointee, to, counters);
    if (cursor_.position() > tag.end)
      fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", tag.begin, tag.end,
           cursor_.position());
    cursor_.seek(tag.end);
  }

  // --- members of many objects stored together -------------------------------------------------------------------

  /// A collection whose items are stored member-wise.
  void item_columns(const ValueProgram& program, const VersionHeader& header, std::byte* to) {
    const ValueProgram* content = program.contents.empty() ? nullptr : &program.contents[0];
    if (program.form->kind != FormKind::collection || content->object == nullptr)
      fail(ErrorKind::unsupported, "values at byte {} have their members one after the other", header.begin);
    const ObjectProgram& object = *content->object;
    std::size_t stored = 0;
    if (header.version >= first_with_item_version)
      stored = static_cast<std::size_t>(&read_item_layout(cursor_, *object.of_class) - object.of_class->layouts.data());
    const LayoutProgram& layout = object.layouts[stored];
    const std::size_t count = cursor_.count(1, "size of a collection");
    const auto columns_into = [&](void* first) {
      columns(object, layout, static_cast<std::byte*>(first), count, content->target->size);
    };
    if (program.target->shape == TargetShape::sequence) return put(*program.target, to, count, columns_into);
    if (count != program.target->length)
      fail(ErrorKind::corrupt, "there are {} values, wanted are {}", count, program.target->length);
    columns_into(to);
  }

  void columns(const ObjectProgram& object, const LayoutProgram& layout, std::byte* first, std::size_t count,
               std::size_t stride) {
    require_readable(layout);
    if (count == 0) return;
    for (const Step& step : layout.columns)
      while_doing([&] { return fmt::format("{}.{}", object.of_class->name, step.name); },
                  [&] { column(step.value, first + step.offset, count, stride); });
  }

  /// One member of `count` objects.
  void column(const ValueProgram& program, std::byte* to, std::size_t count, std::size_t stride) {
    if (program.obeys_counter != no_counter)
      fail(ErrorKind::unsupported, "arrays that another member counts, of many objects together");
    const StoredForm& form = *program.form;
    if (form.head == Head::base && program.object != nullptr)
      return columns(*program.object, program.object->layouts[program.base_layout], to, count, stride);
    if (form.head != Head::column) return each(program, to, count, stride);
    Counters counters{};
    const VersionHeader header = schema::read_version(cursor_);  // one for all of them
    if (program.target == nullptr) return pass_over(header);
    for (std::size_t i = 0; i < count; ++i) {
      if (header.memberwise) {
        item_columns(program, header, hold(program, to + i * stride));
      } else {
        bare(program, to + i * stride, counters);
      }
    }
    finish(header);
  }

  // --- what nobody wants -----------------------------------------------------------------------------------------

  /// A number may still count what is wanted.
  void unwanted(const ValueProgram& program, Counters& counters) {
    const StoredForm& form = *program.form;
    if (program.sets_counter == no_counter) return skip(form, program.obeys_counter, counters);
    set_counter(program, cursor_.take(stored_size(form.number, form.range)).data(), counters);
  }

  void skip(const StoredForm& form, std::size_t obeys_counter, const Counters& counters) {
    give_up_image();
    if (form.head != Head::none && form.kind != FormKind::text) return pass_over(schema::read_version(cursor_));
    switch (form.kind) {
      case FormKind::number:
        return cursor_.skip(stored_size(form.number, form.range));
      case FormKind::bits: {
        const NumberCoding coding{.stored = schema::Fundamental::uint32, .type = array::NumberType::uint32, .size = 4};
        std::uint32_t forgotten = 0;
        return bits(coding, reinterpret_cast<std::byte*>(&forgotten));
      }
      case FormKind::text:
        if (form.head != Head::none) return pass_over(schema::read_version(cursor_));
        cursor_.string();
        return;
      case FormKind::characters:
        characters();
        return;
      case FormKind::tobject:
        return skip_tobject();
      case FormKind::reference:
        return cursor_.skip(12);
      case FormKind::pointer: {
        const ObjectTag tag = schema::read_tag(cursor_);
        if (tag.kind == ObjectTag::Kind::object) cursor_.seek(tag.end);
        return;
      }
      case FormKind::fixed_array:
        return skip_many(form.contents[0], form.size);
      case FormKind::counted_array:
      case FormKind::counted_objects:
      case FormKind::sized_array:
      case FormKind::collection:
        return skip_many(form.contents[0], count_of(form, obeys_counter, 1, counters));
      default:
        fail(ErrorKind::unsupported, "a member that nobody wants cannot be passed over: {}", form.reason);
    }
  }

  void skip_many(const StoredForm& form, std::size_t count) {
    if (form.kind == FormKind::number)
      return cursor_.skip(checked_product<std::size_t>(count, stored_size(form.number, form.range), "size of numbers"));
    const Counters none{};
    for (std::size_t i = 0; i < count; ++i) skip(form, no_counter, none);
  }

  void skip_tobject() {
    cursor_.skip(sizeof(std::uint16_t) + sizeof(std::uint32_t));
    if ((cursor_.read<std::uint32_t>() & is_referenced) != 0) cursor_.skip(sizeof(std::uint16_t));
  }

  void pass_over(const VersionHeader& header) {
    if (!header.has_end())
      fail(ErrorKind::unsupported, "object at byte {} cannot be skipped: it has no byte count", header.begin);
    cursor_.seek(header.end);
  }

  void finish(const VersionHeader& header) const {
    if (header.has_end() && cursor_.position() != header.end)
      fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members end at byte {}", header.begin,
           header.end, cursor_.position());
  }

  // --- the image that is being made, if one is -------------------------------------------------------------------

  void give_up_image() noexcept {
    if (image_ != nullptr) image_->give_up();
  }
  std::size_t image_place() const noexcept {
    return static_cast<std::size_t>(cursor_.position() - cursor_.origin()) - image_begin_;
  }

  bytes::ByteCursor& cursor_;
  int depth_ = 0;
  const ClassForm* last_class_ = nullptr;  // of the object before: its head, and what that meant
  const ClassLayout* last_layout_ = nullptr;
  std::size_t last_size_ = 0;
  std::array<std::byte, 10> last_head_{};  // byte count 4, version 2, checksum 4
  ObjectImage* image_ = nullptr;
  std::size_t image_begin_ = 0;        // in the cursor's bytes
  std::byte* image_target_ = nullptr;  // the struct that the first object fills
};

}  // namespace

void run_struct(const StructProgram& program, bytes::ByteCursor& cursor, void* value) {
  Counters none{};
  Run(cursor).value(program.whole, static_cast<std::byte*>(value), none);
}

}  // namespace ramet::inline v1::object::internal
