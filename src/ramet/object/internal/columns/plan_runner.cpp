#include <algorithm>
#include <optional>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/narrow.hpp"
#include "ramet/object/internal/columns/bulk.hpp"
#include "ramet/object/internal/columns/column_plan.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::Array;
using array::Kind;

constexpr std::uint32_t is_referenced = 1U << 4;     // TObject::kIsReferenced: a process number follows the bits
constexpr std::int32_t first_with_item_version = 8;  // of TStreamerInfo: older ones do not say the items' version

std::int64_t signed_length(const Array& array) { return static_cast<std::int64_t>(array.length); }

void append_empty(Array& to, std::size_t count);

/// Append `count` values that were not stored: 0, empty, or objects of such.
void append_defaults(Array& to, std::size_t count) {
  switch (to.kind) {
    case Kind::number: {
      const auto place = to.values.extend(count * array::size_of(to.number));
      std::ranges::fill(place, std::byte{0});
      break;
    }
    case Kind::string:
    case Kind::list:
    case Kind::option:
      return append_empty(to, count);
    case Kind::regular:
      append_defaults(to.contents[0], checked_product<std::size_t>(count, to.size, "size of an array"));
      break;
    case Kind::record:
      for (Array& member : to.contents) append_defaults(member, count);
      break;
    case Kind::variant:
      fail(ErrorKind::unsupported, "a variant that is not stored");
  }
  to.length += count;
}

/// Lists, strings or options without anything in them.
void append_empty(Array& to, std::size_t count) {
  const std::int64_t end = to.list_offsets().back();
  for (std::size_t i = 0; i < count; ++i) array::append_offset(to, end);
  to.length += count;
}

/// Runs a plan. Threads: one thread.
class Run {
 public:
  Run(bytes::ByteCursor& cursor, const CompiledColumn& column)
      : cursor_(cursor), counters_(column.counters), bulks_(column.bulks) {}

  /// Values one after the other, each with the head that its form has.
  void each(const ColumnPlan& plan, std::size_t count, Array& to) {
    if (plan.head != Head::column) return bare(plan, count, to);
    for (std::size_t i = 0; i < count; ++i) {
      const VersionHeader header = schema::read_version(cursor_);
      if (header.memberwise)
        item_columns(plan, header, 1, to);
      else
        bare(plan, 1, to);
      finish(header);
    }
  }

  /// The values that one member has in `count` objects: those with Head::column have one head together.
  void column(const ColumnPlan& plan, std::size_t count, Array& to) {
    if (count == 0) return;
    if (plan.head == Head::base) return columns_of(plan.layouts[plan.base_layout], *plan.of_class, count, to);
    if (plan.head != Head::column) return bare(plan, count, to);
    const VersionHeader header = schema::read_version(cursor_);
    if (header.memberwise)
      item_columns(plan, header, count, to);
    else
      bare(plan, count, to);
    finish(header);
  }

 private:
  /// Values whose head, if it is one for all, has been read.
  void bare(const ColumnPlan& plan, std::size_t count, Array& to) {
    switch (plan.kind) {
      case FormKind::number:
        return numbers(plan, count, to);
      case FormKind::bits:
        return bits(plan, count, to);
      case FormKind::text:
        for (std::size_t i = 0; i < count; ++i) append_text(cursor_.string(), to);
        return;
      case FormKind::characters:
        for (std::size_t i = 0; i < count; ++i) append_text(characters(), to);
        return;
      case FormKind::fixed_array:
        return fixed(plan, count, to);
      case FormKind::counted_array:
        return counted(plan, count, to);
      case FormKind::counted_objects:
        for (std::size_t i = 0; i < count; ++i) list(plan, counter(plan, i, count), to);
        return;
      case FormKind::sized_array:
      case FormKind::collection:
        for (std::size_t i = 0; i < count; ++i) list(plan, item_count(plan.contents[0].smallest), to);
        return;
      case FormKind::pair:
        return pairs(plan, count, to);
      case FormKind::object:
        return objects(plan, count, to);
      case FormKind::pointer:
        if (to.kind != Kind::option) return skip(plan, count);
        for (std::size_t i = 0; i < count; ++i) pointer(plan, to);
        return;
      case FormKind::tobject:
        for (std::size_t i = 0; i < count; ++i) tobject();
        to.length += count;
        return;
      case FormKind::reference:
        return references(count, to);
      case FormKind::objects:
        for (std::size_t i = 0; i < count; ++i) name_and_size(to);
        return;
      case FormKind::references:
        for (std::size_t i = 0; i < count; ++i) reference_array(to);
        return;
      default:
        return skip(plan, count);
    }
  }

  void numbers(const ColumnPlan& plan, std::size_t count, Array& to) {
    const NumberCoding& coding = plan.number;
    const auto from = cursor_.take(checked_product<std::size_t>(count, coding.size, "size of numbers"));
    decode_numbers(coding, from.data(), coding.size, count,
                   to.values.extend(count * array::size_of(coding.type)).data());
    to.length += count;
    if (plan.sets_counter != no_counter) set_counter(plan, from.data(), count);
  }

  void set_counter(const ColumnPlan& plan, const std::byte* from, std::size_t count) {
    NumberCoding coding = plan.number;
    coding.type = array::NumberType::uint32;  // a negative one is refused
    std::vector<std::uint32_t>& counter = counters_[plan.sets_counter];
    counter.resize(count);
    decode_numbers(coding, from, coding.size, count, reinterpret_cast<std::byte*>(counter.data()));
  }

  std::uint32_t counter(const ColumnPlan& plan, std::size_t index, std::size_t count) const {
    const std::vector<std::uint32_t>& counter = counters_[plan.obeys_counter];
    if (counter.size() != count)
      fail(ErrorKind::corrupt, "an array at byte {} comes before the number that counts it", cursor_.position());
    return counter[index];
  }

  void bits(const ColumnPlan& plan, std::size_t count, Array& to) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::byte* const from = cursor_.take(sizeof(std::uint32_t)).data();
      if ((bytes::load_big_endian<std::uint32_t>(from) & is_referenced) != 0) cursor_.skip(sizeof(std::uint16_t));
      decode_numbers(plan.number, from, 0, 1, to.values.extend(array::size_of(plan.number.type)).data());
    }
    to.length += count;
  }

  static void append_text(std::string_view text, Array& to) {
    to.values.append(std::as_bytes(std::span(text)));
    array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
    ++to.length;
  }

  std::string_view characters() {
    const auto text = cursor_.take(cursor_.count(1, "length of a char*"));
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }

  void fixed(const ColumnPlan& plan, std::size_t count, Array& to) {
    if (to.kind == Kind::list) {
      for (std::size_t i = 0; i < count; ++i) list(plan, plan.size, to);
      return;
    }
    bare(plan.contents[0], checked_product<std::size_t>(count, plan.size, "size of an array"), to.contents[0]);
    to.length += count;
  }

  void counted(const ColumnPlan& plan, std::size_t count, Array& to) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t stated = counter(plan, i, count);
      const std::uint32_t size = cursor_.read<std::uint8_t>() == 0 ? 0 : stated;
      if (to.kind == Kind::list || to.contents[0].kind != Kind::list) {
        list(plan, size, to);
        continue;
      }
      for (std::uint64_t array = 0; array < plan.size; ++array) list(plan, size, to.contents[0]);
      ++to.length;
    }
  }

  std::size_t item_count(std::size_t smallest) {
    return cursor_.count(std::max<std::size_t>(smallest, 1), "size of a collection");
  }

  /// One list of so many items.
  void list(const ColumnPlan& plan, std::size_t items, Array& to) {
    bare(plan.contents[0], items, to.contents[0]);
    close_list(plan, items, to);
  }

  static void close_list(const ColumnPlan& plan, std::size_t items, Array& to) {
    if (to.kind == Kind::regular && items != plan.size)
      fail(ErrorKind::corrupt, "a collection of {} values where there are {}", items, plan.size);
    if (to.kind == Kind::list) array::append_offset(to, signed_length(to.contents[0]));
    ++to.length;
  }

  /// `count` collections whose items are stored member-wise.
  void item_columns(const ColumnPlan& plan, const VersionHeader& header, std::size_t count, Array& to) {
    const ColumnPlan* items = &plan;
    while (items->kind == FormKind::fixed_array) items = &items->contents[0];  // `vector<A> x[3]` has one head
    if (items->kind != FormKind::collection || items->contents[0].layouts.empty())
      fail(ErrorKind::corrupt, "values at byte {} are stored member-wise, but are no collections of objects",
           header.begin);
    const ColumnPlan& item = items->contents[0];
    const LayoutPlan* layout = &item.layouts.front();
    if (header.version >= first_with_item_version) {
      const ClassLayout& stored = read_item_layout(cursor_, *item.of_class);
      layout = &item.layouts[static_cast<std::size_t>(&stored - item.of_class->layouts.data())];
    }
    member_wise(plan, *layout, count, to);
  }

  void member_wise(const ColumnPlan& plan, const LayoutPlan& layout, std::size_t count, Array& to) {
    if (plan.kind == FormKind::fixed_array) {
      for (std::size_t i = 0; i < count; ++i) {
        member_wise(plan.contents[0], layout, plan.size, to.contents[0]);
        close_list(plan, plan.size, to);
      }
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t items = item_count(layout.smallest);
      columns_of(layout, *plan.contents[0].of_class, items, to.contents[0]);
      close_list(plan, items, to);
    }
  }

  /// All members of `count` objects, one member after the other.
  void columns_of(const LayoutPlan& layout, const ClassForm& of_class, std::size_t count, Array& to) {
    require_readable(layout, of_class);
    if (count == 0) return;
    for (const MemberPlan& member : layout.members) member_into(member, count, to, true);
    to.length += count;
    if (layout.may_lack) add_lacking(to);
  }

  void member_into(const MemberPlan& member, std::size_t count, Array& to, bool is_member_wise) {
    switch (member.to) {
      case Destination::member:
        return is_member_wise ? column(member.plan, count, to.contents[member.place])
                              : each(member.plan, count, to.contents[member.place]);
      case Destination::base: {
        const std::size_t length = to.length;
        if (is_member_wise)
          column(member.plan, count, to);
        else
          each(member.plan, count, to);
        to.length = length;
        return;
      }
      case Destination::nowhere: {
        Array forgotten(member.type);
        return is_member_wise ? column(member.plan, count, forgotten) : each(member.plan, count, forgotten);
      }
    }
  }

  static void add_lacking(Array& to) {
    for (Array& member : to.contents)
      if (member.length < to.length) append_defaults(member, to.length - member.length);
  }

  static void require_readable(const LayoutPlan& layout, const ClassForm& of_class) {
    if (!layout.reason.empty()) fail(ErrorKind::unsupported, "class '{}': {}", of_class.name, layout.reason);
  }

  /// Read as many as look like those before. Returns how many.
  std::size_t in_bulk(const ColumnPlan& plan, std::size_t count, Array& to) {
    constexpr std::size_t worthwhile = 4;
    if (plan.bulk == no_bulk) return 0;
    Alike& alike = bulks_[plan.bulk];
    alike.seen += count;
    if (!alike.was_tried && alike.seen >= worthwhile) {
      alike.bulk = Bulk::learn(plan, cursor_);
      alike.was_tried = true;
    }
    return alike.bulk ? alike.bulk->read(cursor_, count, to) : 0;
  }

  void pairs(const ColumnPlan& plan, std::size_t count, Array& to) {
    count -= in_bulk(plan, count, to);
    for (std::size_t i = 0; i < count; ++i) {
      bare(plan.contents[0], 1, to.contents[0]);
      bare(plan.contents[1], 1, to.contents[1]);
    }
    to.length += count;
  }

  void objects(const ColumnPlan& plan, std::size_t count, Array& to) {
    count -= in_bulk(plan, count, to);
    for (std::size_t i = 0; i < count; ++i) {
      if (plan.head == Head::none) {
        members_of(plan.layouts.front(), *plan.of_class, to);
        continue;
      }
      const LayoutHead head = read_layout_head(cursor_, *plan.of_class);
      members_of(plan.layouts[static_cast<std::size_t>(head.layout - plan.of_class->layouts.data())], *plan.of_class,
                 to);
      finish(head.header);
    }
  }

  void members_of(const LayoutPlan& layout, const ClassForm& of_class, Array& to) {
    require_readable(layout, of_class);
    for (const MemberPlan& member : layout.members) member_into(member, 1, to, false);
    ++to.length;
    if (layout.may_lack) add_lacking(to);
  }

  /// A pointer to an object of just this class, or to none.
  void pointer(const ColumnPlan& plan, Array& to) {
    ObjectTag tag = schema::read_tag(cursor_);
    if (tag.kind == ObjectTag::Kind::object) {
      pointee(plan, tag, to.contents[0]);
      cursor_.seek(tag.end);
    } else if (tag.kind == ObjectTag::Kind::reference) {
      const std::uint64_t return_to = cursor_.position();
      tag = schema::read_tag_at(cursor_, tag.identity);
      if (tag.end > return_to)  // an object that is being read, or one that is still to come
        fail(ErrorKind::unsupported, "object at byte {} points to one at byte {} that it lies in", return_to,
             tag.begin);
      count_reference();
      cursor_.seek(tag.begin);
      pointee(plan, tag, to.contents[0]);
      cursor_.seek(return_to);
    }
    array::append_offset(to, signed_length(to.contents[0]));
    ++to.length;
  }

  void pointee(const ColumnPlan& plan, const ObjectTag& tag, Array& to) {
    if (plan.contents.empty()) {  // only its presence is wanted
      ++to.length;
      return;
    }
    if (tag.class_name != plan.of_class->name && plan.contents[0].kind != FormKind::objects)
      fail(ErrorKind::unsupported, "a pointer to an object of class '{}' holds one of class '{}', in a column",
           plan.of_class->name, tag.class_name);
    bare(plan.contents[0], 1, to);
    if (cursor_.position() > tag.end)
      fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", tag.begin, tag.end,
           cursor_.position());
  }

  /// A sane record has fewer references than words: without this, few bytes could stand for many objects.
  void count_reference() {
    if (++references_ > cursor_.all().size() / sizeof(std::uint32_t))
      fail(ErrorKind::corrupt, "references of the record are followed more than {} times",
           cursor_.all().size() / sizeof(std::uint32_t));
  }

  /// A TObject: its members are no column's.
  std::uint32_t tobject() {
    cursor_.skip(sizeof(std::uint16_t));
    const auto unique_id = cursor_.read<std::uint32_t>();
    const auto bits = cursor_.read<std::uint32_t>();
    if ((bits & is_referenced) != 0) cursor_.skip(sizeof(std::uint16_t));
    return unique_id;
  }

  template <class Number>
  static void append_number(Number number, Array& to) {
    std::memcpy(to.values.extend(sizeof number).data(), &number, sizeof number);
    ++to.length;
  }

  void references(std::size_t count, Array& to) {
    constexpr std::size_t version = 2, bits = 4, process = 2;
    for (std::size_t i = 0; i < count; ++i) {
      cursor_.skip(version);
      append_number(cursor_.read<std::uint32_t>(), to.contents[0]);
      cursor_.skip(bits + process);
    }
    to.length += count;
  }

  void reference_array(Array& to) {
    const VersionHeader header = schema::read_version(cursor_);
    tobject();
    append_text(cursor_.string(), to.contents[0]);
    const std::size_t count = cursor_.count(sizeof(std::uint32_t), "size of a TRefArray");
    append_number(narrow<std::int32_t>(count, "size of a TRefArray"), to.contents[1]);
    cursor_.skip(sizeof(std::int32_t) + sizeof(std::uint16_t));  // lower bound, process number
    for (std::size_t i = 0; i < count; ++i) append_number(cursor_.read<std::uint32_t>(), to.contents[2].contents[0]);
    array::append_offset(to.contents[2], signed_length(to.contents[2].contents[0]));
    ++to.contents[2].length;
    ++to.length;
    finish(header);
  }

  /// A TList, THashList or TObjArray without the objects in it (TList.cxx, TObjArray.cxx: Streamer).
  void name_and_size(Array& to) {
    const VersionHeader header = schema::read_version(cursor_);
    if (!header.has_end())
      fail(ErrorKind::unsupported, "list at byte {} cannot be skipped: it has no byte count", header.begin);
    if (header.version > 2) tobject();
    append_text(header.version > 1 ? cursor_.string() : std::string_view(), to.contents[0]);
    append_number(cursor_.read<std::int32_t>(), to.contents[1]);
    ++to.length;
    cursor_.seek(header.end);
  }

  /// What no column can hold, and nobody wants.
  void skip(const ColumnPlan& plan, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (plan.kind == FormKind::pointer) {
        const ObjectTag tag = schema::read_tag(cursor_);
        if (tag.kind == ObjectTag::Kind::object) cursor_.seek(tag.end);
        continue;
      }
      const VersionHeader header = schema::read_version(cursor_);
      if (!header.has_end())
        fail(ErrorKind::unsupported, "object at byte {} cannot be skipped: it has no byte count", header.begin);
      cursor_.seek(header.end);
    }
  }

  void finish(const VersionHeader& header) const {
    if (header.has_end() && cursor_.position() != header.end)
      fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members end at byte {}", header.begin,
           header.end, cursor_.position());
  }

  /// How objects of a plan look. Threads: one thread.
  struct Alike {
    std::optional<Bulk> bulk;
    std::size_t seen = 0;
    bool was_tried = false;
  };

  bytes::ByteCursor& cursor_;
  std::vector<std::vector<std::uint32_t>> counters_;
  std::vector<Alike> bulks_;
  std::size_t references_ = 0;
};

}  // namespace

void run_column(const CompiledColumn& column, bytes::ByteCursor& cursor, std::size_t count, Array& to,
                bool is_member_wise) {
  Run run(cursor, column);
  if (is_member_wise)
    run.column(column.plan, count, to);
  else
    run.each(column.plan, count, to);
}

}  // namespace ramet::inline v1::object::internal
