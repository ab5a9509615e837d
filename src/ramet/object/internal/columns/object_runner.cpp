#include <algorithm>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/column_run.hpp"
#include "ramet/object/internal/stored_parts.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::ArrayBuilder;
using array::Kind;

std::int64_t signed_length(const ArrayBuilder& array) { return static_cast<std::int64_t>(array.length); }

/// Appends defaults for members that are not stored, as long as their size stays in proportion to the stored bytes.
/// Threads: one thread.
class Defaults {
 public:
  explicit Defaults(std::size_t& bytes_left) : bytes_left_(bytes_left) {}

  /// Append zeros, empty values, or objects of these.
  void append(ArrayBuilder& to, std::size_t count) {
    switch (to.kind) {
      case Kind::number:
        std::ranges::fill(to.values.extend(paid(count, array::size_of(to.number))), std::byte{0});
        break;
      case Kind::string:
      case Kind::list:
      case Kind::option:
        append_empty(to, count);
        break;
      case Kind::regular:
        append(to.contents[0], detail::checked_product<std::size_t>(count, to.size, "size of an array"));
        break;
      case Kind::record:
        for (ArrayBuilder& member : to.contents) append(member, count);
        break;
      case Kind::variant:
        detail::fail(ErrorKind::unsupported, "a variant that is not stored");
    }
    to.length += count;
  }

  /// Append defaults so that every member has as many values as the record.
  void add_lacking(ArrayBuilder& to) {
    for (ArrayBuilder& member : to.contents)
      if (member.length < to.length) append(member, to.length - member.length);
  }

 private:
  std::size_t paid(std::size_t count, std::size_t size) {
    if (count > bytes_left_ / size)
      detail::fail(ErrorKind::corrupt,
                   "members that are not stored would take {} times {} bytes more, for objects of few bytes", count,
                   size);
    bytes_left_ -= count * size;
    return count * size;
  }

  void append_empty(ArrayBuilder& to, std::size_t count) {
    const std::int64_t end = to.list_offsets().back();
    paid(count, sizeof end);
    for (std::size_t i = 0; i < count; ++i) array::append_offset(to, end);
  }

  std::size_t& bytes_left_;
};

void require_readable(const LayoutPlan& layout, const ClassForm& of_class) {
  if (!layout.reason.empty()) detail::fail(ErrorKind::unsupported, "class '{}': {}", of_class.name, layout.reason);
}

}  // namespace

/// Read the objects that have the same heads as those before. Returns their number.
std::size_t ColumnRun::in_bulk(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  constexpr std::size_t worthwhile = 4;
  if (plan.bulk == no_bulk) return 0;
  Alike& alike = alike_[plan.bulk];
  alike.seen += count;
  if (!alike.was_tried && alike.seen >= worthwhile) {
    alike.bulk = Bulk::learn(plan, cursor_);
    alike.was_tried = true;
  }
  return alike.bulk ? alike.bulk->read(cursor_, count, to) : 0;
}

void ColumnRun::pairs(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  count -= in_bulk(plan, count, to);
  for (std::size_t i = 0; i < count; ++i) {
    bare(plan.contents[0], 1, to.contents[0]);
    bare(plan.contents[1], 1, to.contents[1]);
  }
  to.length += count;
}

void ColumnRun::objects(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  count -= in_bulk(plan, count, to);
  reserve_members(plan.layouts.front(), count, to);
  for (std::size_t i = 0; i < count; ++i) {
    if (plan.head == Head::none) {
      members_of(plan.layouts.front(), *plan.of_class, to);
      continue;
    }
    const VersionHeader header = read_head();
    members_of(layout_after(header, plan), *plan.of_class, to);
    finish(header);
  }
}

/// Reserve room for `count` more objects, as far as the record has bytes for them: growing step by step would move each
/// array several times.
void ColumnRun::reserve_members(const LayoutPlan& layout, std::size_t count, ArrayBuilder& to) {
  constexpr std::size_t worthwhile = 64;
  count = std::min(count, cursor_.remaining() / std::max<std::size_t>(layout.smallest, 1));
  if (count < worthwhile) return;
  const auto reserve = [&](bytes::Buffer& buffer, std::size_t size) {
    const std::size_t wanted = buffer.size() + count * size;
    if (wanted > buffer.capacity()) buffer.reserve(std::max(wanted, 2 * buffer.capacity()));
  };
  for (const MemberPlan& member : layout.members) {
    if (member.to != Destination::member) continue;
    ArrayBuilder& array = to.contents[member.place];
    if (array.kind == Kind::number) reserve(array.values, array::size_of(array.number));
    if (array.kind == Kind::string || array.kind == Kind::list) reserve(array.offsets, sizeof(std::int64_t));
  }
}

/// The layout of an object whose version head has been read; usually the first.
const LayoutPlan& ColumnRun::layout_after(const VersionHeader& header, const ColumnPlan& plan) {
  const ClassLayout& first = plan.of_class->layouts.front();
  if (header.version > 0 && header.version == first.version) return plan.layouts.front();
  const bool may_be_same = header.version == 0 && plan.of_class == last_class_ && header.has_end() &&
                           header.end - cursor_.position() >= sizeof last_checksum_;
  if (may_be_same && bytes::load_big_endian<std::uint32_t>(here()) == last_checksum_) {
    cursor_.skip(sizeof last_checksum_);
    return plan.layouts[last_layout_];
  }
  const std::byte* const checksum = here();
  const ClassLayout& layout = read_layout_after(cursor_, header, *plan.of_class);
  last_layout_ = static_cast<std::size_t>(&layout - plan.of_class->layouts.data());
  const bool has_checksum = here() - checksum == sizeof last_checksum_;
  last_class_ = has_checksum ? plan.of_class : nullptr;
  if (has_checksum) last_checksum_ = bytes::load_big_endian<std::uint32_t>(checksum);
  return plan.layouts[last_layout_];
}

void ColumnRun::members_of(const LayoutPlan& layout, const ClassForm& of_class, ArrayBuilder& to) {
  require_readable(layout, of_class);
  for (std::size_t i = 0; i < layout.members.size();) {
    const MemberPlan& member = layout.members[i];
    if (member.plain > 0) {
      numbers_into(member, to);
      i += member.plain;
    } else {
      member_into(member, 1, to, false);
      ++i;
    }
  }
  ++to.length;
  if (layout.may_lack) Defaults(default_bytes_left_).add_lacking(to);
}

/// Read members that are one number each and need only a change of byte order.
void ColumnRun::numbers_into(const MemberPlan& first, ArrayBuilder& to) {
  const std::byte* from = cursor_.take(first.plain_size).data();
  for (const MemberPlan& member : std::span(&first, first.plain)) {
    ArrayBuilder& array = to.contents[member.place];
    switch (member.plan.number.size) {
      case 1:
        append_number(bytes::load_big_endian<std::uint8_t>(from), array);
        break;
      case 2:
        append_number(bytes::load_big_endian<std::uint16_t>(from), array);
        break;
      case 4:
        append_number(bytes::load_big_endian<std::uint32_t>(from), array);
        break;
      default:
        append_number(bytes::load_big_endian<std::uint64_t>(from), array);
    }
    from += member.plan.number.size;
  }
}

/// Read `count` objects that are stored member-wise.
void ColumnRun::columns_of(const LayoutPlan& layout, const ClassForm& of_class, std::size_t count, ArrayBuilder& to) {
  require_readable(layout, of_class);
  if (count == 0) return;
  if (layout.plain_columns.empty()) {
    for (const MemberPlan& member : layout.members) member_into(member, count, to, true);
  } else {
    plain_columns_of(layout, count, to);
  }
  to.length += count;
  if (layout.may_lack) Defaults(default_bytes_left_).add_lacking(to);
}

void ColumnRun::plain_columns_of(const LayoutPlan& layout, std::size_t count, ArrayBuilder& to) {
  auto from = cursor_.take(detail::checked_product<std::size_t>(count, layout.plain_size, "size of objects"));
  for (const PlainColumn& column : layout.plain_columns) {
    ArrayBuilder* array = &to.contents[column.place];
    std::size_t length = count;
    for (; array->kind == Kind::regular; array = &array->contents[0]) {
      array->length += length;
      length *= array->size;
    }
    array->length += length;
    const std::size_t size = count * column.object_size;
    bytes::copy_swapped(array->values.extend(size), from.first(size), column.number_size);
    from = from.subspan(size);
  }
}

void ColumnRun::member_into(const MemberPlan& member, std::size_t count, ArrayBuilder& to, bool is_member_wise) {
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
      ArrayBuilder forgotten(member.type);
      return is_member_wise ? column(member.plan, count, forgotten) : each(member.plan, count, forgotten);
    }
  }
}

/// Read a pointer that is null or points to an object of exactly this class.
void ColumnRun::pointer(const ColumnPlan& plan, ArrayBuilder& to) {
  ObjectTag tag = schema::read_tag(cursor_);
  if (tag.kind == ObjectTag::Kind::object) {
    pointee(plan, tag, to.contents[0]);
    cursor_.seek(tag.end);
  } else if (tag.kind == ObjectTag::Kind::reference) {
    const std::uint64_t return_to = cursor_.position();
    tag = schema::read_tag_at(cursor_, tag.identity);
    if (tag.end > return_to)  // an object that is being read, or follows later
      detail::fail(ErrorKind::unsupported, "object at byte {} points to the object at byte {} that contains it",
                   return_to, tag.begin);
    count_reference();
    cursor_.seek(tag.begin);
    pointee(plan, tag, to.contents[0]);
    cursor_.seek(return_to);
  }
  array::append_offset(to, signed_length(to.contents[0]));
  ++to.length;
}

void ColumnRun::pointee(const ColumnPlan& plan, const ObjectTag& tag, ArrayBuilder& to) {
  if (plan.contents.empty()) {  // only whether it is null matters
    ++to.length;
    return;
  }
  if (tag.class_name != plan.of_class->name && plan.contents[0].kind != FormKind::objects)
    detail::fail(ErrorKind::unsupported, "a pointer to an object of class '{}' holds one of class '{}', in a column",
                 plan.of_class->name, tag.class_name);
  bare(plan.contents[0], 1, to);
  if (cursor_.position() > tag.end)
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", tag.begin,
                 tag.end, cursor_.position());
}

/// Valid records have fewer references than words. This limit keeps a few bytes from representing very many objects.
void ColumnRun::count_reference() {
  if (++references_ > cursor_.all().size() / sizeof(std::uint32_t))
    detail::fail(ErrorKind::corrupt, "references of the record are followed more than {} times",
                 cursor_.all().size() / sizeof(std::uint32_t));
}

void ColumnRun::references(std::size_t count, ArrayBuilder& to) {
  constexpr std::size_t version = 2, bits = 4, process = 2;
  for (std::size_t i = 0; i < count; ++i) {
    cursor_.skip(version);
    append_number(cursor_.read<std::uint32_t>(), to.contents[0]);
    cursor_.skip(bits + process);
  }
  to.length += count;
}

void ColumnRun::reference_array(ArrayBuilder& to) {
  const VersionHeader header = read_head();
  read_object_bits(cursor_);
  append_text(cursor_.string(), to.contents[0]);
  const std::size_t count = cursor_.count(sizeof(std::uint32_t), "size of a TRefArray");
  append_number(detail::narrow<std::int32_t>(count, "size of a TRefArray"), to.contents[1]);
  cursor_.skip(sizeof(std::int32_t) + sizeof(std::uint16_t));  // lower bound, process number
  for (std::size_t i = 0; i < count; ++i) append_number(cursor_.read<std::uint32_t>(), to.contents[2].contents[0]);
  array::append_offset(to.contents[2], signed_length(to.contents[2].contents[0]));
  ++to.contents[2].length;
  ++to.length;
  finish(header);
}

/// Read a TList, THashList or TObjArray without its objects (TList.cxx, TObjArray.cxx: Streamer).
void ColumnRun::name_and_size(ArrayBuilder& to) {
  const VersionHeader header = read_head();
  if (!header.has_end())
    detail::fail(ErrorKind::unsupported, "list at byte {} cannot be skipped: it has no byte count", header.begin);
  if (header.version > 2) read_object_bits(cursor_);
  append_text(header.version > 1 ? cursor_.string() : std::string_view(), to.contents[0]);
  append_number(cursor_.read<std::int32_t>(), to.contents[1]);
  ++to.length;
  cursor_.seek(header.end);
}

/// Skip values that a column cannot hold.
void ColumnRun::skip(const ColumnPlan& plan, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (plan.kind == FormKind::pointer) {
      const ObjectTag tag = schema::read_tag(cursor_);
      if (tag.kind == ObjectTag::Kind::object) cursor_.seek(tag.end);
      continue;
    }
    pass_over(read_head(), cursor_);
  }
}

}  // namespace ramet::inline v1::object::internal
