#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/quick_head.hpp"
#include "ramet/object/internal/structs/object_image.hpp"
#include "ramet/object/internal/structs/struct_program.hpp"
#include "ramet/object/internal/structs/value_skipper.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr int deepest_nesting = 100;
constexpr std::uint32_t is_referenced = 1U << 4;     // TObject::kIsReferenced: a process number follows the bits
constexpr std::int32_t first_with_item_version = 8;  // of TStreamerInfo: older versions do not store the items' version
constexpr std::size_t fewest_for_image = 4;          // objects: with fewer, making an image does not pay

using Counters = std::array<std::uint32_t, most_counters>;

template <class Text>
Text& as(void* value) noexcept {
  return *static_cast<Text*>(value);
}

/// Runs a program. Threads: one thread.
class Run {
 public:
  explicit Run(bytes::ByteCursor& cursor) : cursor_(cursor) {}

  /// Read a value with its head.
  void value(const ValueProgram& program, std::byte* to, Counters& counters) {
    if (program.target == nullptr) return unwanted(program, counters);
    if (program.form->head != Head::column) return bare(program, to, counters);
    give_up_image();
    const VersionHeader header = read_quick_head(cursor_);
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

  /// Read a value after the head of its collection, if it is one.
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
        as<std::string>(to) = read_characters(cursor_);
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
        return items(program, count_of(form, counted(program, counters), program.contents[0].smallest, cursor_), to);
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
    decode_numbers(  // negative counts are refused
        {.stored = form.number, .type = array::NumberType::uint32, .range = form.range, .size = size}, from, size, 1,
        reinterpret_cast<std::byte*>(&counters[program.sets_counter]));
  }

  void bits(const NumberCoding& coding, std::byte* to) {
    const std::byte* const from = cursor_.take(sizeof(std::uint32_t)).data();
    if ((bytes::load_big_endian<std::uint32_t>(from) & is_referenced) != 0) cursor_.skip(sizeof(std::uint16_t));
    decode_numbers(coding, from, coding.size, 1, to);
  }

  static std::uint32_t counted(const ValueProgram& program, const Counters& counters) noexcept {
    return program.obeys_counter == no_counter ? 0 : counters[program.obeys_counter];
  }

  // --- items of arrays and collections ---------------------------------------------------------------------------

  /// Read `count` items into a sequence or array.
  void items(const ValueProgram& program, std::size_t count, std::byte* to) {
    const ValueProgram& content = program.contents[0];
    const TargetType& target = *program.target;
    if (target.shape == TargetShape::array) {
      if (count != target.length) fail(ErrorKind::corrupt, "there are {} values, expected {}", count, target.length);
      return many(content, to, count);
    }
    give_up_image();
    if (count > cursor_.remaining() / content.smallest)
      fail(ErrorKind::corrupt, "an array of {} values has {} bytes", count, cursor_.remaining());
    if (target.assign != nullptr && content.form->kind == FormKind::number && content.is_plain)
      return target.assign(to, cursor_.take(count * content.coding.size).data(), count);
    put(target, to, count, [&](void* first) { many(content, static_cast<std::byte*>(first), count); });
  }

  static void put(const TargetType& target, std::byte* to, std::size_t count, FillItems fill) {
    if (target.resize == nullptr) return target.fill(to, count, fill);
    void* const first = target.resize(to, count);
    if (count != 0) fill(first);
  }

  /// Read consecutive values into consecutive C++ values.
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
    if (image_ == nullptr && is_pair_of_numbers(program)) return pairs_of_numbers(program, first, count, stride);
    Counters counters{};
    for (std::size_t i = 0; i < count; ++i) value(program, first + i * stride, counters);
  }

  static bool is_pair_of_numbers(const ValueProgram& program) noexcept {
    const auto is_number = [](const ValueProgram& one) {
      return one.form->kind == FormKind::number && one.target != nullptr && one.holder == nullptr;
    };
    return program.form->kind == FormKind::pair && program.target != nullptr && program.holder == nullptr &&
           is_number(program.contents[0]) && is_number(program.contents[1]);
  }

  void pairs_of_numbers(const ValueProgram& program, std::byte* first, std::size_t count, std::size_t stride) {
    const std::array codings = {&program.contents[0].coding, &program.contents[1].coding};
    const std::size_t size = codings[0]->size + codings[1]->size;
    const std::byte* const from = cursor_.take(checked_product<std::size_t>(count, size, "size of pairs")).data();
    decode_numbers(*codings[0], from, size, count, first + program.offsets[0], stride);
    decode_numbers(*codings[1], from + codings[0]->size, size, count, first + program.offsets[1], stride);
  }

  /// Whether values are objects, or arrays of objects, which may have equal heads.
  static bool may_be_alike(const ValueProgram& program) noexcept {
    if (program.target == nullptr || program.holder != nullptr) return false;
    const StoredForm* form = program.form;
    while (form->kind == FormKind::fixed_array && form->head == Head::none) form = &form->contents[0];
    return form->kind == FormKind::object && form->head == Head::each;
  }

  /// Read objects that mostly have the same heads as the first; these are copied by its image.
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
        const std::size_t read = image.read(all.subspan(place()), count - i, first + i * stride, stride);
        cursor_.skip(read * image.size());
        i += read;
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
      if (step.is_text) {
        text(step, to);
        continue;
      }
      if (step.value.form->head == Head::base) {  // whose error names itself
        value(step.value, to, counters);
        continue;
      }
      while_doing([&] { return fmt::format("{}.{}", object.of_class->name, step.name); },
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

  static void require_readable(const LayoutProgram& layout) {
    if (!layout.reason.empty()) fail(ErrorKind::unsupported, "{}", layout.reason);
  }

  /// Read a pointer that is null or points to an object of exactly this class.
  void pointer(const ValueProgram& program, std::byte* to) {
    give_up_image();
    const ObjectTag tag = schema::read_tag(cursor_);
    if (tag.kind == ObjectTag::Kind::reference)
      fail(ErrorKind::unsupported, "a pointer to a shared object: read it as an ObjectGraph");
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

  /// Read a collection whose items are stored member-wise.
  void item_columns(const ValueProgram& program, const VersionHeader& header, std::byte* to) {
    const ValueProgram* content = program.contents.empty() ? nullptr : &program.contents[0];
    if (program.form->kind != FormKind::collection || content->object == nullptr)
      fail(ErrorKind::unsupported, "values at byte {} are stored member-wise", header.begin);
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
      fail(ErrorKind::corrupt, "there are {} values, expected {}", count, program.target->length);
    columns_into(to);
  }

  void columns(const ObjectProgram& object, const LayoutProgram& layout, std::byte* first, std::size_t count,
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
      while_doing([&] { return fmt::format("{}.{}", object.of_class->name, step->name); },
                  [&] { column(step->value, first + step->offset, count, stride); });
      ++step;
    }
  }

  /// Read members that are numbers, for a few kB of structs at a time, so that the structs stay in the cache.
  void number_columns(const ClassForm& of_class, std::span<const Step> members, const ManyObjects& structs) {
    constexpr std::size_t group_size = 16384;
    const std::size_t group = std::max<std::size_t>(group_size / structs.to_stride, 1);
    std::vector<const std::byte*> from;
    for (const Step& member : members)
      from.push_back(while_doing([&] { return fmt::format("{}.{}", of_class.name, member.name); },
                                 [&] {
                                   return cursor_.take(
                                       checked_product<std::size_t>(structs.count, member.bytes, "size of numbers"));
                                 })
                         .data());
    for (std::size_t done = 0; done < structs.count; done += group)
      for (std::size_t i = 0; i < members.size(); ++i)
        while_doing([&] { return fmt::format("{}.{}", of_class.name, members[i].name); },
                    [&] {
                      members[i].numbers.run({from[i] + done * members[i].bytes, members[i].bytes,
                                              structs.to + done * structs.to_stride, structs.to_stride,
                                              std::min(group, structs.count - done)});
                    });
  }

  /// Read one member of `count` objects.
  void column(const ValueProgram& program, std::byte* to, std::size_t count, std::size_t stride) {
    if (program.obeys_counter != no_counter)
      fail(ErrorKind::unsupported, "counted arrays in objects that are stored member-wise");
    const StoredForm& form = *program.form;
    if (form.head == Head::base && program.object != nullptr)
      return columns(*program.object, program.object->layouts[program.base_layout], to, count, stride);
    if (form.head != Head::column) return each(program, to, count, stride);
    Counters counters{};
    const VersionHeader header = schema::read_version(cursor_);  // one for all of them
    if (program.target == nullptr) return pass_over(header, cursor_);
    if (form.kind == FormKind::text && program.holder == nullptr && !header.memberwise) {
      for (std::size_t i = 0; i < count; ++i) as<std::string>(to + i * stride) = cursor_.string();
      return finish(header);
    }
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

  /// Skip a value; a number may still count a wanted member.
  void unwanted(const ValueProgram& program, Counters& counters) {
    const StoredForm& form = *program.form;
    if (program.sets_counter == no_counter) {
      give_up_image();
      return skip_value(form, counted(program, counters), cursor_);
    }
    set_counter(program, cursor_.take(stored_size(form.number, form.range)).data(), counters);
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
  const ClassForm* last_class_ = nullptr;  // of the previous object: its head and layout
  const ClassLayout* last_layout_ = nullptr;
  std::size_t last_size_ = 0;
  std::uint16_t last_version_ = 0;
  std::uint32_t last_checksum_ = 0;
  ObjectImage* image_ = nullptr;
  std::size_t image_begin_ = 0;        // position in the cursor's bytes
  std::byte* image_target_ = nullptr;  // the struct that the first object fills
};

}  // namespace

void run_struct(const StructProgram& program, bytes::ByteCursor& cursor, void* value) {
  Counters none{};
  Run(cursor).value(program.whole, static_cast<std::byte*>(value), none);
}

}  // namespace ramet::inline v1::object::internal
