#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/object/internal/columns/number_column.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object::internal {

struct MemberPlan;

inline constexpr std::size_t no_bulk = no_counter;

/// A member that, when stored member-wise, is a run of numbers that need only a change of byte order. Threads: a value.
struct PlainColumn {
  std::size_t place;        ///< the member of the record
  std::size_t number_size;  ///< bytes
  std::size_t object_size;  ///< bytes of an object's
};

/// How to read objects of one layout. Threads: immutable.
struct LayoutPlan {
  std::vector<MemberPlan> members;
  bool may_lack = false;                        ///< some members of the record may be missing, also in bases
  std::size_t smallest = 0;                     ///< the least number of bytes of all members, without heads
  std::string reason;                           ///< why it cannot be read; empty when it can
  std::vector<PlainColumn> plain_columns = {};  ///< its members, if all are of this kind
  std::size_t plain_size = 0;                   ///< bytes of an object's plain_columns
};

/// How values of a form are read into an array of a type. Threads: immutable.
struct ColumnPlan {
  FormKind kind = FormKind::nothing;
  Head head = Head::none;
  array::Kind to = array::Kind::number;  ///< the kind of the array
  NumberCoding number = {};
  std::uint64_t size = 0;                  ///< fixed_array: the number of items; regular arrays: the size
  std::size_t smallest = 0;                ///< the least number of bytes of a value
  std::size_t sets_counter = no_counter;   ///< number: the counter that it sets
  std::size_t obeys_counter = no_counter;  ///< counted_array, counted_objects
  const ClassForm* of_class = nullptr;     ///< object, the class of a collection's items, that of a pointer
  std::size_t base_layout = 0;             ///< with Head::base: the layout if there is no head
  std::size_t bulk = no_bulk;              ///< object, pair: the number of its Bulk, if it may have one
  std::vector<ColumnPlan> contents = {};   ///< as in the form; of a pair, its two members
  std::vector<LayoutPlan> layouts = {};    ///< object: as ClassForm::layouts; pair: the member-wise layout of its class
};

/// The destination of a member.
enum class Destination : std::uint8_t {
  member,  ///< into a member of the record
  base,    ///< into the same record: a base, or the values of a std::array
  nowhere  ///< skipped
};

/// A member, and its destination. Threads: immutable.
struct MemberPlan {
  Destination to = Destination::nowhere;
  std::size_t place = 0;  ///< of Destination::member: the member of the record
  /// The size of the run of members from here on that are numbers and need only a change of byte order; 0 if there are
  /// fewer than two.
  std::size_t plain = 0;
  std::size_t plain_size = 0;
  ColumnPlan plan;
  array::Type type = {};  ///< of Destination::nowhere: the type in which it is read
};

/// A plan, and what it borrows. Threads: immutable.
struct WholeColumnPlan {
  ColumnPlan plan;
  std::size_t counters = 0;
  std::size_t bulks = 0;
};

/// Match a form with a type. Throws Error(unsupported), naming the member, when values of the form cannot be converted.
WholeColumnPlan compile_column(const StoredForm& form, const array::Type& type);

/// Read values as ColumnReader does.
void run_column(const WholeColumnPlan& column, bytes::ByteCursor& cursor, std::size_t count, array::ArrayBuilder& to,
                bool is_member_wise);

}  // namespace ramet::inline v1::object::internal
