#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/structs/struct_program.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr int deepest_type = 100;

std::string_view word_of(TargetShape shape) noexcept {
  switch (shape) {
    case TargetShape::number:
      return "a number";
    case TargetShape::text:
      return "a text";
    case TargetShape::record:
      return "a struct";
    case TargetShape::array:
      return "an array of fixed size";
    case TargetShape::sequence:
      return "a container";
    case TargetShape::holder:
      return "an optional value";
  }
  return "";
}

std::string_view word_of(const StoredForm& form) noexcept {
  switch (form.kind) {
    case FormKind::number:
    case FormKind::bits:
      return "a number";
    case FormKind::text:
    case FormKind::characters:
      return "a text";
    case FormKind::fixed_array:
      return "an array of fixed size";
    case FormKind::counted_array:
    case FormKind::counted_objects:
    case FormKind::sized_array:
      return "an array";
    case FormKind::collection:
      return "a container";
    case FormKind::pair:
      return "a pair";
    case FormKind::object:
      return "an object";
    case FormKind::pointer:
      return "a pointer to an object";
    default:
      return "an object of a class with its own streamer";
  }
}

[[noreturn]] void no_conversion(const StoredForm& form, const TargetType& target) {
  if (form.kind == FormKind::unsupported) fail(ErrorKind::unsupported, "{}", form.reason);
  fail(ErrorKind::unsupported, "{} cannot be read as {}", word_of(form), word_of(target.shape));
}

/// The least size of a value of a form, in bytes; at least 1, so that every count is limited by the bytes that follow.
std::size_t smallest_of(const StoredForm& form) noexcept {
  switch (form.kind) {
    case FormKind::number:
      return stored_size(form.number, form.range);
    case FormKind::bits:
    case FormKind::characters:
    case FormKind::pointer:
    case FormKind::sized_array:
      return sizeof(std::uint32_t);
    case FormKind::object:
      return form.head == Head::none ? 1 : sizeof(std::uint16_t);
    default:
      return 1;
  }
}

/// Numbers of one coding, flattened from any number of dimensions.
struct FlatNumbers {
  NumberCoding coding;
  std::size_t count = 0;  ///< 0: the values are not numbers
};

NumberCoding coding_of(const StoredForm& form, const TargetType& target) {
  return {
      .stored = form.number, .type = target.number, .range = form.range, .size = stored_size(form.number, form.range)};
}

FlatNumbers flat_numbers(const StoredForm& form, const TargetType& target) {
  const StoredForm* stored = &form;
  const TargetType* type = &target;
  std::size_t count = 1;
  while (stored->kind == FormKind::fixed_array && type->shape == TargetShape::array && stored->size == type->length) {
    if (type->length == 0 || stored->head != Head::none) return {};
    count *= type->length;
    stored = &stored->contents[0];
    type = type->content;
  }
  if (stored->kind != FormKind::number || stored->is_counter || type->shape != TargetShape::number) return {};
  return {coding_of(*stored, *type), count};
}

/// Matches forms with types. Threads: one thread.
class Compiler {
 public:
  explicit Compiler(StructProgram& program) : program_(program) {}

  using Counters = std::map<std::string, std::size_t, std::less<>>;

  /// Compile a wanted value.
  ValueProgram value(const StoredForm& form, const TargetType& wanted, Counters& counters) {
    if (++depth_ > deepest_type) fail(ErrorKind::unsupported, "types nested deeper than {}", deepest_type);
    ValueProgram made{.form = &form, .target = &wanted, .smallest = smallest_of(form)};
    if (wanted.shape == TargetShape::holder) {
      made.holder = &wanted;
      made.target = wanted.content;
    }
    const TargetType& target = *made.target;
    switch (form.kind) {
      case FormKind::number:
      case FormKind::bits:
        require(form, target, target.shape == TargetShape::number);
        made.coding = coding_of(form, target);
        made.is_plain = is_plain(made.coding);
        break;
      case FormKind::text:
      case FormKind::characters:
        require(form, target, target.shape == TargetShape::text);
        break;
      case FormKind::fixed_array:
      case FormKind::counted_array:
      case FormKind::counted_objects:
      case FormKind::sized_array:
      case FormKind::collection:
        items(form, target, counters, made);
        break;
      case FormKind::pair:
        pair(form, target, made);
        break;
      case FormKind::object:
      case FormKind::pointer:
        require(form, target, target.shape == TargetShape::record);
        require_class(*form.of_class, target);
        made.object = &object(*form.of_class, target);
        break;
      default:
        no_conversion(form, target);
    }
    --depth_;
    return made;
  }

 private:
  static void require(const StoredForm& form, const TargetType& target, bool can) {
    if (!can) no_conversion(form, target);
  }

  static void require_class(const ClassForm& of_class, const TargetType& target) {
    if (!target.class_names.empty() && std::ranges::find(target.class_names, of_class.name) == target.class_names.end())
      fail(ErrorKind::unsupported, "an object of class '{}' cannot be read as '{}'", of_class.name,
           target.class_names.front());
  }

  void items(const StoredForm& form, const TargetType& target, Counters& counters, ValueProgram& made) {
    require(form, target, target.shape == TargetShape::array || target.shape == TargetShape::sequence);
    if (form.kind == FormKind::fixed_array && target.shape == TargetShape::array && form.size != target.length)
      fail(ErrorKind::unsupported, "{} values cannot be read as {}", form.size, target.length);
    made.obeys_counter = counter_of(form, counters);
    Counters none;
    made.contents.push_back(value(form.contents[0], *target.content, none));
  }

  static std::size_t counter_of(const StoredForm& form, const Counters& counters) {
    if (form.counter.empty()) return no_counter;
    const auto counter = counters.find(form.counter);
    if (counter == counters.end())
      fail(ErrorKind::unsupported, "an array is counted by '{}', which is not an earlier member", form.counter);
    return counter->second;
  }

  void pair(const StoredForm& form, const TargetType& target, ValueProgram& made) {
    const auto is_called = [](std::string_view name) {
      return [name](const TargetMember& member) { return member.name == name; };
    };
    for (const std::size_t place : {0U, 1U}) {
      const auto member = std::ranges::find_if(target.members, is_called(place == 0 ? "first" : "second"));
      require(form, target, target.shape == TargetShape::record && member != target.members.end());
      made.offsets[place] = member->offset;
      Counters none;
      made.contents.push_back(value(form.contents[place], *member->type, none));
    }
    if (form.of_class != nullptr) made.object = &object(*form.of_class, target);
  }

  const ObjectProgram& object(const ClassForm& of_class, const TargetType& target) {
    const auto [place, is_new] = program_.objects.try_emplace({&of_class, &target});
    if (!is_new) return *place->second;
    ObjectProgram& made = *(place->second = std::make_unique<ObjectProgram>());
    made.of_class = &of_class;
    for (const ClassLayout& layout : of_class.layouts) {
      Counters counters;
      add_layout(of_class, layout, target, counters, made);
    }
    return made;
  }

  void add_layout(const ClassForm& of_class, const ClassLayout& layout, const TargetType& target, Counters& counters,
                  ObjectProgram& made) {
    LayoutProgram& program = made.layouts.emplace_back();
    const int depth = depth_;
    try {
      add_members(layout, target, counters, program);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) throw;
      program.reason = fmt::format("{}.{}", of_class.name, error.what());
    }
    depth_ = depth;
  }

  void add_members(const ClassLayout& layout, const TargetType& target, Counters& counters, LayoutProgram& program) {
    for (const MemberForm& member : layout.members) {
      if (member.form.kind == FormKind::nothing) continue;
      while_doing(member.name, [&] { add_member(member, target, counters, program); });
    }
  }

  void add_member(const MemberForm& member, const TargetType& target, Counters& counters, LayoutProgram& program) {
    const StoredForm& form = member.form;
    Step step{.name = member.name};
    const bool is_base = member.is_base && form.kind == FormKind::object;
    const TargetMember* wanted = is_base ? nullptr : find(target, member);
    if (wanted != nullptr) step.offset = wanted->offset;
    const FlatNumbers flat = wanted == nullptr ? FlatNumbers{} : flat_numbers(form, *wanted->type);
    if (is_base) {
      step.value = base(form, target, counters);
    } else if (wanted != nullptr) {
      step.value = value(form, *wanted->type, counters);
    } else {
      step.value = {.form = &form, .obeys_counter = counter_of(form, counters)};
      for (const StoredForm& content : form.contents) step.value.contents.push_back({.form = &content});
    }
    if (form.is_counter) step.value.sets_counter = set_counter(member.name, counters);
    const bool is_unwanted_number = wanted == nullptr && form.kind == FormKind::number && !form.is_counter;
    if (flat.count == 0 && !is_unwanted_number) {
      step.is_text = form.kind == FormKind::text && wanted != nullptr && step.value.holder == nullptr;
      program.columns.push_back(step);
      return program.steps.push_back(std::move(step));
    }
    const std::size_t bytes = is_unwanted_number ? stored_size(form.number, form.range) : flat.coding.size * flat.count;
    Step& column = program.columns.emplace_back(Step{.name = member.name, .bytes = bytes});
    if (flat.count != 0) column.numbers.add(flat.coding, 0, step.offset, flat.count);
    if (program.steps.empty() || program.steps.back().bytes == 0) program.steps.push_back({.name = member.name});
    Step& run = program.steps.back();
    if (flat.count != 0) run.numbers.add(flat.coding, run.bytes, step.offset, flat.count);
    run.bytes += bytes;
  }

  /// Compile a base, which fills the same struct; its numbers may count members of the derived class.
  ValueProgram base(const StoredForm& form, const TargetType& target, Counters& counters) {
    if (++depth_ > deepest_type) fail(ErrorKind::unsupported, "more than {} levels of bases", deepest_type);
    auto program = std::make_unique<ObjectProgram>();
    program->of_class = form.of_class;
    ValueProgram made{.form = &form, .target = &target, .object = program.get()};
    for (const ClassLayout& layout : form.of_class->layouts) {
      if (layout.version == form.base_version) made.base_layout = program->layouts.size();
      add_layout(*form.of_class, layout, target, counters, *program);
    }
    program_.bases.push_back(std::move(program));
    --depth_;
    return made;
  }

  static const TargetMember* find(const TargetType& target, const MemberForm& member) {
    const std::string_view name =
        member.is_base && member.form.kind == FormKind::sized_array ? "fArray" : std::string_view(member.name);
    for (const TargetMember& wanted : target.members)
      if (wanted.name == name || (!wanted.former_name.empty() && wanted.former_name == name)) return &wanted;
    return nullptr;
  }

  static std::size_t set_counter(const std::string& name, Counters& counters) {
    const std::size_t place = counters.emplace(name, counters.size()).first->second;
    if (place >= most_counters)
      fail(ErrorKind::unsupported, "a class has more than {} members that count others", most_counters);
    return place;
  }

  StructProgram& program_;
  int depth_ = 0;
};

}  // namespace

StructProgram compile_struct(std::shared_ptr<const StoredType> stored, std::shared_ptr<const TargetTypes> types) {
  StructProgram program{
      .stored = std::move(stored), .types = std::move(types), .whole = {}, .objects = {}, .bases = {}};
  Compiler::Counters none;
  program.whole = Compiler(program).value(program.stored->form(), program.types->whole(), none);
  return program;
}

}  // namespace ramet::inline v1::object::internal
