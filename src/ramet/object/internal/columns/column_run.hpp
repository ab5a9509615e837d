#pragma once

#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "ramet/object/internal/columns/bulk.hpp"
#include "ramet/object/internal/columns/column_plan.hpp"
#include "ramet/object/internal/quick_head.hpp"

namespace ramet::inline v1::object::internal {

/// Runs a plan over bytes. Short functions are defined here, so that the loops over values inline them. Threads: one
/// thread.
class ColumnRun {
 public:
  ColumnRun(bytes::ByteCursor& cursor, const WholeColumnPlan& column)
      : cursor_(cursor),
        counters_(column.counters),
        alike_(column.bulks),
        default_bytes_left_(least_default_bytes + default_bytes_per_byte * cursor.all().size()) {}

  /// Read consecutive values, each with its head.
  void each(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  /// Read one member of `count` member-wise stored objects; with Head::column there is one head for all.
  void column(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);

 private:
  /// What the objects of a plan have in common. Threads: one thread.
  struct Alike {
    std::optional<Bulk> bulk;
    std::size_t seen = 0;
    bool was_tried = false;
  };

  // column_runner.cpp: numbers, texts, arrays, collections
  void bare(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void bits(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void fixed(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void counted(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void lists(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void lists_of_numbers(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void list(const ColumnPlan& plan, std::size_t items, array::ArrayBuilder& to);
  void set_counter(const ColumnPlan& plan, const std::byte* from, std::size_t count);
  std::uint32_t counter(const ColumnPlan& plan, std::size_t index, std::size_t count) const;
  void item_columns(const ColumnPlan& plan, const VersionHeader& header, std::size_t count, array::ArrayBuilder& to);
  void member_wise(const ColumnPlan& plan, const LayoutPlan& layout, std::size_t count, array::ArrayBuilder& to);

  // object_runner.cpp: objects and what points to them
  std::size_t in_bulk(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void pairs(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void objects(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);
  void reserve_members(const LayoutPlan& layout, std::size_t count, array::ArrayBuilder& to);
  const LayoutPlan& layout_after(const VersionHeader& header, const ColumnPlan& plan);
  void members_of(const LayoutPlan& layout, const ClassForm& of_class, array::ArrayBuilder& to);
  void columns_of(const LayoutPlan& layout, const ClassForm& of_class, std::size_t count, array::ArrayBuilder& to);
  void plain_columns_of(const LayoutPlan& layout, std::size_t count, array::ArrayBuilder& to);
  void member_into(const MemberPlan& member, std::size_t count, array::ArrayBuilder& to, bool is_member_wise);
  void numbers_into(const MemberPlan& first, array::ArrayBuilder& to);
  void pointer(const ColumnPlan& plan, array::ArrayBuilder& to);
  void pointee(const ColumnPlan& plan, const ObjectTag& tag, array::ArrayBuilder& to);
  void count_reference();
  void references(std::size_t count, array::ArrayBuilder& to);
  void reference_array(array::ArrayBuilder& to);
  void name_and_size(array::ArrayBuilder& to);
  void skip(const ColumnPlan& plan, std::size_t count);

  const std::byte* here() const noexcept { return cursor_.all().data() + (cursor_.all().size() - cursor_.remaining()); }

  VersionHeader read_head() { return read_quick_head(cursor_); }

  void finish(const VersionHeader& header) const {
    if (header.has_end() && cursor_.position() != header.end) [[unlikely]]
      contradicts(header);
  }
  [[noreturn]] void contradicts(const VersionHeader& header) const;

  void numbers(const ColumnPlan& plan, std::size_t count, array::ArrayBuilder& to);

  static void append_text(std::string_view text, array::ArrayBuilder& to) {
    to.values.append(std::as_bytes(std::span(text)));
    array::append_offset(to, static_cast<std::int64_t>(to.values.size()));
    ++to.length;
  }

  template <class Number>
  static void append_number(Number number, array::ArrayBuilder& to) {
    std::memcpy(to.values.extend(sizeof number).data(), &number, sizeof number);
    ++to.length;
  }

  bytes::ByteCursor& cursor_;
  std::vector<std::vector<std::uint32_t>> counters_;
  std::vector<Alike> alike_;
  std::size_t references_ = 0;
  const ClassForm* last_class_ = nullptr;  // the checksum and layout of the last object whose head has a checksum
  std::uint32_t last_checksum_ = 0;
  std::size_t last_layout_ = 0;

  // Members that are not stored are filled with zeros; at least this many bytes are allowed, whatever the record's
  // size.
  static constexpr std::size_t least_default_bytes = 1U << 20;
  static constexpr std::size_t default_bytes_per_byte = 1024;
  std::size_t default_bytes_left_;
};

}  // namespace ramet::inline v1::object::internal
