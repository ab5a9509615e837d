#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/column_run.hpp"
#include "ramet/object/internal/stored_parts.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::ArrayBuilder;
using array::Kind;

void close_list(const ColumnPlan& plan, std::size_t items, ArrayBuilder& to) {
  if (to.kind == Kind::regular && items != plan.size)
    detail::fail(ErrorKind::corrupt, "a collection has {} values, expected {}", items, plan.size);
  if (to.kind == Kind::list) array::append_offset(to, static_cast<std::int64_t>(to.contents[0].length));
  ++to.length;
}

}  // namespace

/// Read consecutive values, each with its head.
void ColumnRun::each(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  if (plan.head != Head::column) return bare(plan, count, to);
  for (std::size_t i = 0; i < count; ++i) {
    const VersionHeader header = read_head();
    if (header.memberwise)
      item_columns(plan, header, 1, to);
    else
      bare(plan, 1, to);
    finish(header);
  }
}

/// Read one member of `count` member-wise stored objects; with Head::column there is one head for all.
void ColumnRun::column(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  if (count == 0) return;
  if (plan.head == Head::base) return columns_of(plan.layouts[plan.base_layout], *plan.of_class, count, to);
  if (plan.head != Head::column) return bare(plan, count, to);
  const VersionHeader header = read_head();
  if (header.memberwise)
    item_columns(plan, header, count, to);
  else
    bare(plan, count, to);
  finish(header);
}

/// Read values after their common head, if there is one.
void ColumnRun::bare(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  switch (plan.kind) {
    case FormKind::number:
      return numbers(plan, count, to);
    case FormKind::bits:
      return bits(plan, count, to);
    case FormKind::text:
      for (std::size_t i = 0; i < count; ++i) append_text(cursor_.string(), to);
      return;
    case FormKind::characters:
      for (std::size_t i = 0; i < count; ++i) append_text(read_characters(cursor_), to);
      return;
    case FormKind::fixed_array:
      return fixed(plan, count, to);
    case FormKind::counted_array:
      return counted(plan, count, to);
    case FormKind::counted_objects:
      for (std::size_t i = 0; i < count; ++i) list(plan, counter(plan, i, count), to);
      return;
    case FormKind::triangle:
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t rows = counter(plan, i, count);
        list(plan, rows * (rows + 1) / 2, to);
      }
      return;
    case FormKind::sized_array:
    case FormKind::collection:
      return lists(plan, count, to);
    case FormKind::pair:
      return pairs(plan, count, to);
    case FormKind::object:
      return objects(plan, count, to);
    case FormKind::pointer:
      if (to.kind != Kind::option) return skip(plan, count);
      for (std::size_t i = 0; i < count; ++i) pointer(plan, to);
      return;
    case FormKind::tobject:
      for (std::size_t i = 0; i < count; ++i) read_object_bits(cursor_);
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
    case FormKind::unsupported:
      if (plan.of_class != nullptr && count > 0)
        detail::fail(ErrorKind::unsupported, "class '{}', which the file does not describe", plan.of_class->name);
      return skip(plan, count);
    default:
      return skip(plan, count);
  }
}

void ColumnRun::numbers(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  const NumberCoding& coding = plan.number;
  const auto from = cursor_.take(detail::checked_product<std::size_t>(count, coding.size, "size of numbers"));
  decode_numbers(coding, from.data(), coding.size, count, to.values.extend(count * array::size_of(coding.type)).data());
  to.length += count;
  if (plan.sets_counter != no_counter) set_counter(plan, from.data(), count);
}

void ColumnRun::set_counter(const ColumnPlan& plan, const std::byte* from, std::size_t count) {
  // Negative counts are refused.
  const auto coding = NumberCoding::of(plan.number.stored, array::NumberType::uint32, plan.number.range);
  std::vector<std::uint32_t>& counter = counters_[plan.sets_counter];
  counter.resize(count);
  decode_numbers(coding, from, coding.size, count, reinterpret_cast<std::byte*>(counter.data()));
}

std::uint32_t ColumnRun::counter(const ColumnPlan& plan, std::size_t index, std::size_t count) const {
  const std::vector<std::uint32_t>& counter = counters_[plan.obeys_counter];
  if (counter.size() != count)
    detail::fail(ErrorKind::corrupt, "an array at byte {} comes before its counter", cursor_.position());
  return counter[index];
}

void ColumnRun::bits(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  for (std::size_t i = 0; i < count; ++i) {
    decode_numbers(plan.number, read_bits(cursor_), 0, 1, to.values.extend(array::size_of(plan.number.type)).data());
  }
  to.length += count;
}

void ColumnRun::fixed(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  if (to.kind == Kind::list) {
    for (std::size_t i = 0; i < count; ++i) list(plan, plan.size, to);
    return;
  }
  bare(plan.contents[0], detail::checked_product<std::size_t>(count, plan.size, "size of an array"), to.contents[0]);
  to.length += count;
}

void ColumnRun::counted(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t stated = counter(plan, i, count);
    const std::uint32_t size = cursor_.read<std::uint8_t>() == 0 ? 0 : stated;
    if (to.kind == Kind::list || to.contents[0].kind != Kind::list) {
      list(plan, size, to);
      continue;
    }
    if (plan.size >
        default_bytes_left_ / sizeof(std::int64_t))  // empty arrays take no bytes in the file, but an offset in memory
      detail::fail(ErrorKind::corrupt, "{} arrays at byte {} are too many for the record's size", plan.size,
                   cursor_.position());
    default_bytes_left_ -= plan.size * sizeof(std::int64_t);
    for (std::uint64_t array = 0; array < plan.size; ++array) list(plan, size, to.contents[0]);
    ++to.length;
  }
}

/// Read consecutive collections.
void ColumnRun::lists(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  const ColumnPlan& content = plan.contents[0];
  if (to.kind == Kind::list && content.kind == FormKind::number && content.sets_counter == no_counter)
    return lists_of_numbers(plan, count, to);
  const std::size_t smallest = std::max<std::size_t>(content.smallest, 1);
  for (std::size_t i = 0; i < count; ++i) list(plan, cursor_.count(smallest, "size of a collection"), to);
}

void ColumnRun::lists_of_numbers(const ColumnPlan& plan, std::size_t count, ArrayBuilder& to) {
  const NumberCoding& coding = plan.contents[0].number;
  const std::size_t size = array::size_of(coding.type);
  ArrayBuilder& content = to.contents[0];
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t items = cursor_.count(coding.size, "size of a collection");
    decode_numbers(coding, here(), coding.size, items, content.values.extend(items * size).data());
    cursor_.skip(items * coding.size);
    content.length += items;
    array::append_offset(to, static_cast<std::int64_t>(content.length));
  }
  to.length += count;
}

/// Read a list of `items` items.
void ColumnRun::list(const ColumnPlan& plan, std::size_t items, ArrayBuilder& to) {
  bare(plan.contents[0], items, to.contents[0]);
  close_list(plan, items, to);
}

/// Read `count` collections whose items are stored member-wise.
void ColumnRun::item_columns(const ColumnPlan& plan, const VersionHeader& header, std::size_t count, ArrayBuilder& to) {
  const ColumnPlan* items = &plan;
  while (items->kind == FormKind::fixed_array) items = &items->contents[0];  // `vector<A> x[3]` has one head
  if (items->kind == FormKind::collection && items->contents[0].kind == FormKind::unsupported)
    bare(items->contents[0], 1, to);  // throws, naming the class that the file does not describe
  if (items->kind != FormKind::collection || items->contents[0].layouts.empty())
    detail::fail(ErrorKind::corrupt, "values at byte {} are stored member-wise, but are not collections of objects",
                 header.begin);
  const ColumnPlan& item = items->contents[0];
  const LayoutPlan* layout = &item.layouts.front();
  if (header.version >= first_with_item_version) {
    const ClassLayout& stored = read_item_layout(cursor_, *item.of_class);
    layout = &item.layouts[static_cast<std::size_t>(&stored - item.of_class->layouts.data())];
  }
  member_wise(plan, *layout, count, to);
}

void ColumnRun::member_wise(const ColumnPlan& plan, const LayoutPlan& layout, std::size_t count, ArrayBuilder& to) {
  if (plan.kind == FormKind::fixed_array) {
    for (std::size_t i = 0; i < count; ++i) {
      member_wise(plan.contents[0], layout, plan.size, to.contents[0]);
      close_list(plan, plan.size, to);
    }
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t items = cursor_.count(std::max<std::size_t>(layout.smallest, 1), "size of a collection");
    columns_of(layout, *plan.contents[0].of_class, items, to.contents[0]);
    close_list(plan, items, to);
  }
}

void ColumnRun::contradicts(const VersionHeader& header) const {
  detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members end at byte {}", header.begin,
               header.end, cursor_.position());
}

void run_column(const WholeColumnPlan& column, bytes::ByteCursor& cursor, std::size_t count, ArrayBuilder& to,
                bool is_member_wise) {
  ColumnRun run(cursor, column);
  if (is_member_wise)
    run.column(column.plan, count, to);
  else
    run.each(column.plan, count, to);
}

}  // namespace ramet::inline v1::object::internal
