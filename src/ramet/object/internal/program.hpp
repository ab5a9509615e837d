#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ramet/object/detail/member_plan.hpp"
#include "ramet/object/stored_form.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::object::internal {

/// The kinds of steps.
enum class Action : std::uint8_t {
  bytes,       ///< skip `count` bytes
  number,      ///< one number
  numbers,     ///< `count` numbers
  counted,     ///< one byte (0: nothing follows), then as many numbers as counter `counter` says
  string,      ///< a TString
  characters,  ///< a char*: a 4-byte length and the characters
  std_string,  ///< a version head and a string
  bits,        ///< TObject::fBits, which may be followed by a process number
  tobject,     ///< a TObject
  array,       ///< a TArrayD or its like: a 4-byte count and the numbers
  object,      ///< anything that has a version head with a byte count
  pointer,     ///< an object tag, and the object if it is new
  base,        ///< a version head and what one of the programs in `bases[base]` reads
};

inline constexpr std::int16_t none = -1;

/// One step. Threads: immutable.
struct Operation {
  Action action = Action::bytes;
  schema::Fundamental stored = schema::Fundamental::int8;  ///< the numbers' type in the file
  bool wide_when_two = false;                              ///< counted: 8-byte integers follow when the first byte is 2
  std::int16_t target = none;                              ///< the target that gets it
  std::int16_t counter = none;  ///< number: the counter that it sets; counted: the counter that it uses
  std::uint32_t count = 1;      ///< bytes or numbers; otherwise the number of repetitions
  std::uint32_t base = 0;
  schema::ValueRange range = {};  ///< of Double32_t and Float16_t
};

struct Program;

/// The program of one version of a base class; a file may contain any. Threads: immutable.
struct BaseProgram {
  std::int32_t version;
  std::uint32_t checksum;
  std::unique_ptr<const Program> program;
};

/// The steps for the members of one version of a class, in order. Threads: immutable.
struct Program {
  std::string class_name;
  std::vector<Operation> operations;
  std::vector<std::vector<BaseProgram>> bases;
};

/// All parts of a compiled plan. Threads: immutable.
struct CompiledPlan {
  std::vector<Target> targets;
  Program program;
};

inline constexpr std::size_t most_counters = 32;
using Counters = std::array<std::uint32_t, most_counters>;

/// Compile a layout. Appends the names of the targets that it fills. Throws Error(unsupported) when it cannot fill a
/// target.
CompiledPlan compile_plan(const Layouts& layouts, const schema::StreamerInfo& info, std::span<const Target> targets,
                          std::vector<std::string>& found);

/// Read the members of one object.
void run_program(const CompiledPlan& plan, ObjectReader& reader, void* fields);

}  // namespace ramet::inline v1::object::internal
