#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/structs/value_plan.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr int deepest_type = 100;
constexpr std::size_t most_layout_members = 100'000;               // in all layouts of a type and its bases
constexpr std::size_t largest_struct_skip = std::size_t{1} << 30;  // bytes that are skipped as one number is

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
    case TargetShape::identity:
      return "a reference to an object";
    case TargetShape::bits:
      return "a TObject";
    case TargetShape::call:
      break;
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
    case FormKind::unsupported:
      return "an object";
    case FormKind::pointer:
      return "a pointer to an object";
    default:
      return "an object of a class with its own streamer";
  }
}

[[noreturn]] void no_conversion(const StoredForm& form, const TargetType& target) {
  if (form.kind == FormKind::unsupported && !form.reason.empty())
    detail::fail(ErrorKind::unsupported, "{}", form.reason);
  detail::fail(ErrorKind::unsupported, "{} cannot be read as {}", word_of(form), word_of(target.shape));
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

NumberCoding coding_of(const StoredForm& form, const TargetType& target) {
  return NumberCoding::of(form.number, target.number, form.range);
}

/// Numbers of one coding, flattened from any number of dimensions. Threads: a value.
struct FlatNumbers {
  NumberCoding coding = {};
  std::size_t offset = 0;  ///< in the record
  std::size_t count = 0;   ///< 0: the bytes are skipped
  std::size_t bytes = 0;
};

/// A wanted member as numbers of one coding; nothing if it is not.
std::optional<FlatNumbers> wanted_numbers(const StoredForm& form, const TargetMember& wanted) {
  const StoredForm* stored = &form;
  const TargetType* type = wanted.type;
  std::size_t count = 1;
  while (stored->kind == FormKind::fixed_array && type->shape == TargetShape::array && stored->size == type->length) {
    if (type->length == 0 || stored->head != Head::none) return std::nullopt;
    count *= type->length;
    stored = &stored->contents[0];
    type = type->content;
  }
  if (stored->kind != FormKind::number || stored->is_counter || type->shape != TargetShape::number) return std::nullopt;
  const NumberCoding coding = coding_of(*stored, *type);
  return FlatNumbers{.coding = coding, .offset = wanted.offset, .count = count, .bytes = coding.size * count};
}

/// Matches forms with types. Threads: one thread.
class Compiler {
 public:
  explicit Compiler(ObjectPlans& plans) : plans_(plans) {}

  using Counters = std::map<std::string, std::size_t, std::less<>>;

  /// Compile a wanted value into a plan that is empty.
  void value(const StoredForm& form, const TargetType& wanted, Counters& counters, ValuePlan& made) {
    if (++depth_ > deepest_type) detail::fail(ErrorKind::unsupported, "types nested deeper than {}", deepest_type);
    made.form = &form;
    made.target = &wanted;
    made.smallest = smallest_of(form);
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
      case FormKind::tobject:
        require(form, target, target.shape == TargetShape::bits);
        break;
      case FormKind::pointer:
        if (target.shape == TargetShape::identity) break;
        [[fallthrough]];
      case FormKind::object:
        require(form, target, target.shape == TargetShape::record);
        require_class(*form.of_class, target);
        made.object = &object(*form.of_class, target);
        break;
      default:
        no_conversion(form, target);
    }
    --depth_;
  }

  /// Match a class that has one layout with a record.
  ObjectPlan layout_of(const ClassForm& of_class, const TargetType& target) {
    ObjectPlan made{.of_class = &of_class, .layouts = {}};
    Counters counters;
    makes_columns_ = false;
    add_layout(of_class, of_class.layouts.front(), target, counters, made);
    if (const std::string& reason = made.layouts.front().reason; !reason.empty())
      detail::fail(ErrorKind::unsupported, "{}", reason);
    return made;
  }

 private:
  static void require(const StoredForm& form, const TargetType& target, bool can) {
    if (!can) no_conversion(form, target);
  }

  static void require_class(const ClassForm& of_class, const TargetType& target) {
    if (!target.class_names.empty() && std::ranges::find(target.class_names, of_class.name) == target.class_names.end())
      detail::fail(ErrorKind::unsupported, "an object of class '{}' cannot be read as '{}'", of_class.name,
                   target.class_names.front());
  }

  void items(const StoredForm& form, const TargetType& target, Counters& counters, ValuePlan& made) {
    require(form, target, target.shape == TargetShape::array || target.shape == TargetShape::sequence);
    if (form.kind == FormKind::fixed_array && target.shape == TargetShape::array && form.size != target.length)
      detail::fail(ErrorKind::unsupported, "{} values cannot be read as {}", form.size, target.length);
    if (form.kind == FormKind::counted_array && form.size > 0)
      detail::fail(ErrorKind::unsupported, "several arrays with one counter cannot be read as {}",
                   word_of(target.shape));
    made.obeys_counter = counter_of(form, counters);
    Counters none;
    for (const StoredForm& content : form.contents) value(content, *target.content, none, made.contents.emplace_back());
  }

  static std::size_t counter_of(const StoredForm& form, const Counters& counters) {
    if (form.counter.empty()) return no_counter;
    const auto counter = counters.find(form.counter);
    if (counter == counters.end())
      detail::fail(ErrorKind::unsupported, "an array is counted by '{}', which is not an earlier member", form.counter);
    return counter->second;
  }

  void pair(const StoredForm& form, const TargetType& target, ValuePlan& made) {
    const auto is_called = [](std::string_view name) {
      return [name](const TargetMember& member) { return member.name == name; };
    };
    for (const std::size_t place : {0U, 1U}) {
      const auto member = std::ranges::find_if(target.members, is_called(place == 0 ? "first" : "second"));
      require(form, target, target.shape == TargetShape::record && member != target.members.end());
      made.offsets[place] = member->offset;
      Counters none;
      value(form.contents[place], *member->type, none, made.contents.emplace_back());
    }
    if (form.of_class != nullptr) made.object = &object(*form.of_class, target);
  }

  const ObjectPlan& object(const ClassForm& of_class, const TargetType& target) {
    const auto [place, is_new] = plans_.objects.try_emplace({&of_class, &target});
    if (!is_new) return *place->second;
    ObjectPlan& made = *(place->second = std::make_unique<ObjectPlan>());
    made.of_class = &of_class;
    const auto outer = std::exchange(open_, {});
    const bool made_columns = std::exchange(makes_columns_, true);
    for (const ClassLayout& layout : of_class.layouts) {
      Counters counters;
      add_layout(of_class, layout, target, counters, made);
    }
    makes_columns_ = made_columns;
    open_ = outer;
    return made;
  }

  void add_layout(const ClassForm& of_class, const ClassLayout& layout, const TargetType& target, Counters& counters,
                  ObjectPlan& made) {
    LayoutSteps& to = made.layouts.emplace_back();
    const int depth = depth_;
    open_.push_back(&of_class);
    try {
      add_members(layout, target, counters, to);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) throw;
      to.reason = fmt::format("{}.{}", of_class.name, error.what());
    }
    open_.pop_back();
    depth_ = depth;
  }

  void add_members(const ClassLayout& layout, const TargetType& target, Counters& counters, LayoutSteps& to) {
    to.steps.reserve(layout.members.size());
    for (const MemberForm& member : layout.members) {
      if (++members_ > most_layout_members)
        detail::fail(ErrorKind::corrupt, "a type of more than {} members", most_layout_members);
      if (member.form.kind == FormKind::nothing) continue;
      detail::while_doing(member.name, [&] { add_member(member, target, counters, to); });
    }
  }

  void add_member(const MemberForm& member, const TargetType& target, Counters& counters, LayoutSteps& to) {
    const StoredForm& form = member.form;
    const TargetMember* const wanted = form.kind == FormKind::bytes ? nullptr : find(target, member);
    const bool is_call = wanted != nullptr && wanted->type->shape == TargetShape::call;
    if (member.is_base && form.kind == FormKind::object && !is_call) return add_base(member, target, counters, to);
    if (const auto numbers = flat_numbers(member, wanted)) return add_numbers(member, *numbers, to);
    Step& step = to.steps.emplace_back(Step{.name = member.name});
    if (wanted == nullptr || is_call) {
      step.value.form = &form;
      if (form.head == Head::none) step.value.obeys_counter = counter_of(form, counters);
      if (is_call) step.value.call = wanted->type->call;
    } else {
      step.offset = wanted->offset;
      value(form, *wanted->type, counters, step.value);
      step.is_text = form.kind == FormKind::text && step.value.holder == nullptr;
    }
    if (form.is_counter) step.value.sets_counter = set_counter(member.name, counters);
    if (makes_columns_) to.columns.push_back(step);
  }

  /// Add numbers, or bytes that are skipped, to those before them.
  void add_numbers(const MemberForm& member, const FlatNumbers& numbers, LayoutSteps& to) const {
    if (numbers.bytes == 0) return;
    if (makes_columns_) {
      Step& column = to.columns.emplace_back(Step{.name = member.name, .bytes = numbers.bytes});
      if (numbers.count != 0) column.numbers.add(numbers.coding, 0, numbers.offset, numbers.count);
    }
    if (to.steps.empty() || to.steps.back().bytes == 0) to.steps.push_back({.name = member.name});
    Step& run = to.steps.back();
    if (numbers.count != 0) run.numbers.add(numbers.coding, run.bytes, numbers.offset, numbers.count);
    run.bytes += numbers.bytes;
  }

  /// A member that is numbers of one coding; or that nobody wants and always has the same size.
  std::optional<FlatNumbers> flat_numbers(const MemberForm& member, const TargetMember* wanted) {
    if (wanted != nullptr) return wanted_numbers(member.form, *wanted);
    const auto size = size_of(member.form);
    return size ? std::optional(FlatNumbers{.bytes = *size}) : std::nullopt;
  }

  /// The size of a value that is skipped, if all such values have the same.
  std::optional<std::size_t> size_of(const StoredForm& form) {
    if (form.kind != FormKind::object || form.head != Head::none) return size_of_numbers(form);
    std::size_t size = 0;
    for (const MemberForm& member : form.of_class->layouts.front().members) {  // of a TDatime
      const auto of_member = size_of_numbers(member.form);
      if (!of_member) return std::nullopt;
      size += *of_member;
    }
    return size;
  }

  static std::optional<std::size_t> size_of_numbers(const StoredForm& form) {
    if (form.kind == FormKind::bytes) return static_cast<std::size_t>(form.size);
    if (form.kind == FormKind::number && !form.is_counter) return stored_size(form.number, form.range);
    if (form.kind != FormKind::fixed_array || form.head != Head::none) return std::nullopt;
    const auto size = size_of_numbers(form.contents[0]);
    if (!size || (*size != 0 && form.size > largest_struct_skip / *size)) return std::nullopt;
    return *size * static_cast<std::size_t>(form.size);
  }

  /// Add a base, which fills the same struct; its numbers may count members of the derived class.
  void add_base(const MemberForm& member, const TargetType& target, Counters& counters, LayoutSteps& to) {
    const StoredForm& form = member.form;
    if (++depth_ > deepest_type) detail::fail(ErrorKind::unsupported, "more than {} levels of bases", deepest_type);
    if (std::ranges::find(open_, form.of_class) != open_.end())
      detail::fail(ErrorKind::corrupt, "class '{}' is a base of itself", form.of_class->name);
    Step& step = to.steps.emplace_back(Step{.name = member.name});
    step.value.form = &form;
    step.value.target = &target;
    step.value.object = &base_plan(*form.of_class, target, counters);
    const auto there = std::ranges::find(form.of_class->layouts, form.base_version, &ClassLayout::version);
    if (there != form.of_class->layouts.end())
      step.value.base_layout = static_cast<std::size_t>(there - form.of_class->layouts.begin());
    if (makes_columns_) to.columns.push_back(step);
    --depth_;
  }

  /// The plan of a base. Classes share it, unless it has or obeys counters.
  const ObjectPlan& base_plan(const ClassForm& of_class, const TargetType& target, Counters& counters) {
    const auto known = plans_.shared_bases.find({&of_class, &target});
    if (known != plans_.shared_bases.end() && counters.empty()) return *known->second;
    ObjectPlan& base = *plans_.bases.emplace_back(std::make_unique<ObjectPlan>());
    base.of_class = &of_class;
    base.layouts.reserve(of_class.layouts.size());
    const bool may_share = counters.empty();
    for (const ClassLayout& layout : of_class.layouts) add_layout(of_class, layout, target, counters, base);
    if (may_share && counters.empty()) plans_.shared_bases.emplace(std::pair(&of_class, &target), &base);
    return base;
  }

  static const TargetMember* find(const TargetType& target, const MemberForm& member) {
    const bool is_array_base = member.is_base && member.form.kind == FormKind::sized_array;  // also called fArray
    const auto is_called = [](const TargetMember& wanted, std::string_view by) {
      return wanted.name == by || (!wanted.former_name.empty() && wanted.former_name == by);
    };
    for (const TargetMember& wanted : target.members)
      if (is_called(wanted, member.name) || (is_array_base && is_called(wanted, "fArray"))) return &wanted;
    return nullptr;
  }

  static std::size_t set_counter(const std::string& name, Counters& counters) {
    const std::size_t place = counters.emplace(name, counters.size()).first->second;
    if (place >= most_counters)
      detail::fail(ErrorKind::unsupported, "a class has more than {} members that count others", most_counters);
    return place;
  }

  ObjectPlans& plans_;
  std::vector<const ClassForm*> open_;  // the class that is being compiled, and the classes that have it as a base
  std::size_t members_ = 0;
  int depth_ = 0;
  bool makes_columns_ = true;  // objects may be stored member-wise
};

}  // namespace

OwnedPlan compile_struct(std::shared_ptr<const StoredType> stored, std::shared_ptr<const TargetTypes> types) {
  OwnedPlan plan{.stored = std::move(stored), .types = std::move(types), .whole = {}, .objects = {}};
  Compiler::Counters none;
  Compiler(plan.objects).value(plan.stored->form(), plan.types->whole(), none, plan.whole);
  return plan;
}

ObjectPlan compile_layout(const ClassForm& of_class, const TargetType& record, ObjectPlans& objects) {
  return Compiler(objects).layout_of(of_class, record);
}

}  // namespace ramet::inline v1::object::internal
