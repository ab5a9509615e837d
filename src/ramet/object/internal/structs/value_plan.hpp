#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/object/internal/columns/number_column.hpp"
#include "ramet/object/internal/structs/copy_list.hpp"
#include "ramet/object/stored_form.hpp"
#include "ramet/object/typed/target_type.hpp"

// How stored values are converted to C++ values: a form, matched with a type.

namespace ramet::inline v1::object::internal {

struct ObjectPlan;

inline constexpr std::size_t most_counters = 16;  ///< counting members of an object

/// How a value of a form is converted to a value of a type. Threads: immutable.
struct ValuePlan {
  const StoredForm* form = nullptr;
  const TargetType* target = nullptr;  ///< null: the value is skipped, or `call` reads it
  const TargetType* holder = nullptr;  ///< the holder of the target, if it has one
  void (*call)(void* record, ObjectReader& reader) = nullptr;
  NumberCoding coding = {};  ///< of a number
  std::size_t smallest = 1;  ///< the least number of bytes of a value, at least 1
  std::size_t sets_counter = no_counter;
  std::size_t obeys_counter = no_counter;
  const ObjectPlan* object = nullptr;       ///< of object, pointer and pair
  std::size_t base_layout = 0;              ///< with Head::base: the layout if there is no head
  std::vector<ValuePlan> contents = {};     ///< as in the form
  std::array<std::size_t, 2> offsets = {};  ///< of a pair: the offsets of its two members
};

/// A member, or several adjacent numbers. Threads: immutable; it borrows the form.
struct Step {
  std::string_view name;
  std::size_t offset = 0;  ///< in the record
  ValuePlan value = {};
  bool is_text = false;   ///< a text that is read into a std::string
  std::size_t bytes = 0;  ///< of adjacent numbers; 0 for a member
  CopyList numbers = {};
};

/// The steps for the members of one layout. Threads: immutable.
struct LayoutSteps {
  std::vector<Step> steps;
  std::vector<Step> columns;  ///< the same for member-wise stored objects: one step for each member, also for numbers,
                              ///< whose `bytes` are those of one object
  std::string reason;         ///< why it cannot be read; empty when it can
};

/// How objects of a class, in any layout, are converted to a record. Threads: immutable.
struct ObjectPlan {
  const ClassForm* of_class = nullptr;
  std::vector<LayoutSteps> layouts;  ///< as ClassForm::layouts
};

/// The plans that values refer to. Threads: immutable after compilation.
struct ObjectPlans {
  std::map<std::pair<const ClassForm*, const TargetType*>, std::unique_ptr<ObjectPlan>> objects;
  std::vector<std::unique_ptr<ObjectPlan>> bases;
  std::map<std::pair<const ClassForm*, const TargetType*>, const ObjectPlan*> shared_bases;  ///< have no counters
};

/// A plan, with all that it borrows. Threads: immutable.
struct OwnedPlan {
  std::shared_ptr<const StoredType> stored;
  std::shared_ptr<const TargetTypes> types;
  ValuePlan whole;
  ObjectPlans objects;
};

/// Match a stored type with a C++ type. A layout with a member that cannot be converted is refused when an object has
/// it. Throws Error(unsupported) when the type as a whole cannot be converted.
OwnedPlan compile_struct(std::shared_ptr<const StoredType> stored, std::shared_ptr<const TargetTypes> types);

/// Match a class that has one layout with a record. Throws Error(unsupported) when it cannot be converted.
ObjectPlan compile_layout(const ClassForm& of_class, const TargetType& record, ObjectPlans& objects);

/// Read one value of a plan. Throws Error(corrupt), Error(unsupported).
void run_struct(const OwnedPlan& plan, bytes::ByteCursor& cursor, void* value);

/// Read the members of one object with the only layout of its plan. Bytes at the end of a base that its layout does
/// not know are passed over, and no base may reach beyond the object. Throws as run_struct.
void run_layout(const ObjectPlan& plan, ObjectReader& reader, void* record);

}  // namespace ramet::inline v1::object::internal
