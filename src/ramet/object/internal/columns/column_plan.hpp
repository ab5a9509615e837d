#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/object/internal/columns/number_column.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object::internal {

struct MemberPlan;

inline constexpr std::size_t no_counter = std::numeric_limits<std::size_t>::max();

inline constexpr std::size_t no_bulk = no_counter;

/// A member that, when stored together, is a run of numbers that change their byte order only. Threads: a value.
struct PlainColumn {
  std::size_t place;        ///< which member of the record
  std::size_t number_size;  ///< bytes
  std::size_t object_size;  ///< bytes of an object's
};

/// What to do for objects of one layout. Threads: immutable.
struct LayoutPlan {
  std::vector<MemberPlan> members;
  bool may_lack = false;                        ///< members of the record may not be stored, not even in a base
  std::size_t smallest = 0;                     ///< bytes that all members have at least, without heads
  std::string reason;                           ///< why it cannot be read; empty when it can
  std::vector<PlainColumn> plain_columns = {};  ///< its members, when all are such
  std::size_t plain_size = 0;                   ///< bytes of an object's plain_columns
};

/// How values of a form get into an array of a type: the form, matched with the type. Threads: immutable.
struct ColumnPlan {
  FormKind kind = FormKind::nothing;
  Head head = Head::none;
  array::Kind to = array::Kind::number;  ///< what the array is
  NumberCoding number = {};
  std::uint64_t size = 0;                  ///< fixed_array: how many; regular arrays: how many each has
  std::size_t smallest = 0;                ///< bytes that a value has at least
  std::size_t sets_counter = no_counter;   ///< number: which counter it is
  std::size_t obeys_counter = no_counter;  ///< counted_array, counted_objects
  const ClassForm* of_class = nullptr;     ///< object, the class of a collection's items, that of a pointer
  std::size_t base_layout = 0;             ///< with Head::base: the layout that is there without a head
  std::size_t bulk = no_bulk;              ///< object, pair: which of those that may be read many at a time
  std::vector<ColumnPlan> contents = {};   ///< as the form has them; of a pair, its two members
  std::vector<LayoutPlan> layouts = {};    ///< object: as ClassForm::layouts; pair: how its class is stored member-wise
};

/// Where a member goes.
enum class Destination : std::uint8_t {
  member,  ///< into one of the record's
  base,    ///< a base: its members go into the same record; or the values of a std::array
  nowhere  ///< it is not wanted
};

/// A member, and where it goes. Threads: immutable.
struct MemberPlan {
  Destination to = Destination::nowhere;
  std::size_t place = 0;  ///< of Destination::member: which of the record
  /// From here on, so many members are numbers that change their byte order only, and these are their bytes. 0 when
  /// this one is not, or there is no second.
  std::size_t plain = 0;
  std::size_t plain_size = 0;
  ColumnPlan plan;
  array::Type type = {};  ///< of Destination::nowhere: what it is read as
};

/// A plan, and what has to be kept while it runs. Threads: immutable.
struct CompiledColumn {
  ColumnPlan plan;
  std::size_t counters = 0;
  std::size_t bulks = 0;
};

/// Match a form with a type. Throws Error(unsupported), naming the member, when the one cannot become the other.
CompiledColumn compile_column(const StoredForm& form, const array::Type& type);

/// Read values as ColumnReader does.
void run_column(const CompiledColumn& column, bytes::ByteCursor& cursor, std::size_t count, array::Array& to,
                bool is_member_wise);

}  // namespace ramet::inline v1::object::internal
