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

// How stored values get into C++ values: a form, matched with a type.

namespace ramet::inline v1::object::internal {

struct ObjectProgram;

inline constexpr std::size_t no_counter = static_cast<std::size_t>(-1);
inline constexpr std::size_t most_counters = 16;  ///< members of an object that count others

/// How a value of a form gets into a value of a type. Threads: immutable.
struct ValueProgram {
  const StoredForm* form = nullptr;
  const TargetType* target = nullptr;  ///< null: nobody wants it
  const TargetType* holder = nullptr;  ///< what is to hold the target, if it is held
  NumberCoding coding = {};            ///< of a number
  bool is_plain = false;               ///< a number that at most changes its byte order
  std::size_t smallest = 1;            ///< bytes that a value has at least, or 1
  std::size_t sets_counter = no_counter;
  std::size_t obeys_counter = no_counter;
  const ObjectProgram* object = nullptr;    ///< of object, pointer and pair
  std::size_t base_layout = 0;              ///< with Head::base: the layout that is there without a head
  std::vector<ValueProgram> contents = {};  ///< as those of the form
  std::array<std::size_t, 2> offsets = {};  ///< of a pair: where its two members are
};

/// A member; or several numbers that stand one after the other. Threads: immutable.
struct Step {
  std::string name;
  std::size_t offset = 0;  ///< in the record
  ValueProgram value = {};
  bool is_text = false;   ///< a text that a std::string takes
  std::size_t bytes = 0;  ///< of such numbers; 0 when it is a member
  CopyList numbers = {};
};

/// What to do for the members of one layout. Threads: immutable.
struct LayoutProgram {
  std::vector<Step> steps;
  std::vector<Step> columns;  ///< the same, each member on its own, also one of numbers (of which `bytes` are those of
                              ///< one object): for members of many objects stored together
  std::string reason;         ///< why it cannot be read; empty when it can
};

/// How objects of a class, in whatever layout, get into a record. Threads: immutable.
struct ObjectProgram {
  const ClassForm* of_class = nullptr;
  std::vector<LayoutProgram> layouts;  ///< as ClassForm::layouts
};

/// Everything that reading needs. Threads: immutable.
struct StructProgram {
  std::shared_ptr<const StoredType> stored;
  std::shared_ptr<const TargetTypes> types;
  ValueProgram whole;
  std::map<std::pair<const ClassForm*, const TargetType*>, std::unique_ptr<ObjectProgram>> objects;
  std::vector<std::unique_ptr<ObjectProgram>> bases;
};

/// Match a stored type with a C++ type. A layout with a member that cannot be converted is refused when it is met.
/// Throws Error(unsupported) when the whole cannot be.
StructProgram compile_struct(std::shared_ptr<const StoredType> stored, std::shared_ptr<const TargetTypes> types);

/// Read one value of a program. Throws Error(corrupt), Error(unsupported).
void run_struct(const StructProgram& program, bytes::ByteCursor& cursor, void* value);

}  // namespace ramet::inline v1::object::internal
