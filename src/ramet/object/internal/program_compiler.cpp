#include <algorithm>
#include <map>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/program.hpp"

namespace ramet::inline v1::object::internal {
namespace {

namespace code = schema::type_code;
using schema::Fundamental;
using schema::StreamerElement;
using schema::StreamerInfo;

constexpr int deepest_inheritance = 30;
constexpr std::size_t most_operations = 100'000;  // in all versions of all bases: far more than any class needs
constexpr int counted_end = code::counted_array + code::fixed_array;

/// The number type of a TArray class; nothing for other classes. These stream count and numbers without a head.
std::optional<Fundamental> array_content(std::string_view class_name) noexcept {
  if (class_name == "TArrayC") return Fundamental::int8;
  if (class_name == "TArrayS") return Fundamental::int16;
  if (class_name == "TArrayI") return Fundamental::int32;
  if (class_name == "TArrayL" || class_name == "TArrayL64") return Fundamental::int64;
  if (class_name == "TArrayF") return Fundamental::float_;
  if (class_name == "TArrayD") return Fundamental::double_;
  return std::nullopt;
}

/// The step for an embedded object (or base) that is not wanted.
Operation object_step(std::string_view class_name) {
  if (const auto content = array_content(class_name)) return {.action = Action::array, .stored = *content};
  if (class_name == "TString") return {.action = Action::string};
  if (class_name == "TObject") return {.action = Action::tobject};
  if (class_name == "TDatime") return {.action = Action::bytes, .count = 4};
  return {.action = Action::object};
}

/// Compiles a layout to a program; a class and its bases share counters. Threads: one thread.
class Compiler {
 public:
  Compiler(const Layouts& layouts, std::span<const Target> targets, std::vector<std::string>& found)
      : layouts_(layouts), targets_(targets), found_(found) {}

  Program compile(const StreamerInfo& info, int depth) {
    Program program;
    program.class_name = info.class_name;
    for (const StreamerElement& element : info.elements) {
      if (++operations_ > most_operations)
        fail(ErrorKind::corrupt, "layout of class '{}' has more than {} members", info.class_name, most_operations);
      if (element.element_class == "TStreamerBase")
        add_base(program, element, depth);
      else
        add_step(program, element, member_step(info, element));
    }
    return program;
  }

 private:
  void add_base(Program& program, const StreamerElement& element, int depth) {
    const Operation whole =
        element.type == code::tobject ? Operation{.action = Action::tobject} : object_step(element.name);
    if (whole.action != Action::object || find_target(element.name) != none)
      return add_step(program, element, whole,
                      whole.action == Action::array ? "fArray" : std::string_view(element.name));
    if (depth >= deepest_inheritance)
      fail(ErrorKind::corrupt, "class '{}' has more than {} levels of bases", program.class_name, deepest_inheritance);
    std::vector<BaseProgram> versions = base_programs(element.name, depth);
    if (!std::ranges::any_of(versions, [&](const BaseProgram& base) { return is_of_use(*base.program); }))
      return add_step(program, element, whole);
    program.operations.push_back({.action = Action::base, .base = static_cast<std::uint32_t>(program.bases.size())});
    program.bases.push_back(std::move(versions));
  }

  /// Compile a program for every version of a class in the file or the catalogue.
  std::vector<BaseProgram> base_programs(const std::string& class_name, int depth) {
    std::vector<BaseProgram> programs;
    for (const schema::StreamerInfos* infos : {layouts_.file, layouts_.catalogue}) {
      if (infos == nullptr) continue;
      for (const StreamerInfo& info : infos->of_class(class_name)) {
        const bool is_known = std::ranges::any_of(programs, [&](const BaseProgram& base) {
          return base.version == info.version && (base.checksum == info.checksum || infos != layouts_.file);
        });
        if (!is_known)
          programs.push_back({info.version, info.checksum, std::make_unique<const Program>(compile(info, depth + 1))});
      }
    }
    return programs;
  }

  /// Whether the program does more than skip the object.
  static bool is_of_use(const Program& program) {
    return !program.bases.empty() || std::ranges::any_of(program.operations, [](const Operation& operation) {
      return operation.target != none || (operation.action == Action::number && operation.counter != none);
    });
  }

  Operation member_step(const StreamerInfo& info, const StreamerElement& element) {
    const int type = element.type;
    if (const auto number = schema::fundamental_of_code(type)) return number_step(element, *number);
    if (type > code::fixed_array && type < code::counted_array) {
      if (const auto number = schema::fundamental_of_code(type - code::fixed_array))
        return array_step(element, *number);
    }
    if (type > code::counted_array && type < counted_end) {
      if (const auto number = schema::fundamental_of_code(type - code::counted_array))
        return counted_step(info, element, *number);
    }
    if (type == code::char_star) return {.action = Action::characters};
    const bool is_array = type > code::fixed_array + code::object && type < code::skip;
    Operation step = class_step(info, element, is_array ? type - code::fixed_array : type);
    if (is_array) step.count = static_cast<std::uint32_t>(std::max(element.array_length, 1));
    return step;
  }

  Operation number_step(const StreamerElement& element, Fundamental number) {
    if (element.type == code::bits) return {.action = Action::bits, .stored = number};
    if (element.array_length > 0) return array_step(element, number);
    Operation step{.action = Action::number, .stored = number, .range = element.range};
    if (element.type == code::counter) step.counter = counter_of(element.name);
    return step;
  }

  static Operation array_step(const StreamerElement& element, Fundamental number) {
    return {.action = Action::numbers,
            .stored = number,
            .count = static_cast<std::uint32_t>(std::max(element.array_length, 0)),
            .range = element.range};
  }

  Operation counted_step(const StreamerInfo& info, const StreamerElement& element, Fundamental number) {
    const auto counter = counters_.find(element.count_name);
    if (counter == counters_.end())
      fail(ErrorKind::unsupported, "member '{}' of class '{}' is counted by '{}', which is not an earlier member",
           element.name, info.class_name, element.count_name);
    // Before version 10 TBranch::Streamer wrote addresses of 4 bytes, or of 8 in files beyond 2 GB, whatever the
    // described type
    const bool is_old_seek = info.class_name == "TBranch" && info.version < 10 && element.name == "fBasketSeek";
    return {.action = Action::counted,
            .stored = is_old_seek ? Fundamental::int32 : number,
            .wide_when_two = is_old_seek,
            .counter = counter->second,
            .range = element.range};
  }

  static Operation class_step(const StreamerInfo& info, const StreamerElement& element, int type) {
    const std::string_view class_name = std::string_view(element.type_name).substr(0, element.type_name.find('*'));
    switch (type) {
      case code::tstring:
        return {.action = Action::string};
      case code::tobject:
        return {.action = Action::tobject};
      case code::tnamed:
      case code::base:
        return {.action = Action::object};
      case code::object:
      case code::any:
      case code::object_inplace:
      case code::any_inplace:
        return object_step(class_name);
      case code::object_pointer:
      case code::any_pointer:
      case code::any_pointer_unvirtual:
        return {.action = Action::pointer};
      case code::stl:
      case code::stl_string:
      case code::streamer:
        if (element.stl_type == code::stl_string) return {.action = Action::std_string};
        return {.action = Action::object};
      case code::stl_pointer:
      case code::stl + code::fixed_array:
      case code::stl + code::counted_array:
      case code::streamer_loop:
        return {.action = Action::object};
      case code::artificial:
        return {.action = Action::bytes, .count = 0};
      default:
        fail(ErrorKind::unsupported, "member '{}' of class '{}' version {} has type code {}", element.name,
             info.class_name, info.version, element.type);
    }
  }

  std::int16_t counter_of(const std::string& name) {
    const auto [counter, is_new] = counters_.emplace(name, static_cast<std::int16_t>(counters_.size()));
    if (counters_.size() > most_counters)
      fail(ErrorKind::unsupported, "a class has more than {} members that count others", most_counters);
    return counter->second;
  }

  std::int16_t find_target(std::string_view name) const {
    const auto found = std::ranges::find(targets_, name, &Target::name);
    return found == targets_.end() ? none : static_cast<std::int16_t>(found - targets_.begin());
  }

  void add_step(Program& program, const StreamerElement& element, Operation step, std::string_view alias = {}) {
    std::int16_t target = find_target(element.name);
    if (target == none && !alias.empty()) target = find_target(alias);
    if (target != none) {
      const Target& wanted = targets_[static_cast<std::size_t>(target)];
      check_type(program, element, step, wanted);
      step.target = target;
      if (std::ranges::find(found_, wanted.name) == found_.end()) found_.emplace_back(wanted.name);
    } else if (step.counter == none) {
      make_skip(step);
    }
    if (step.target == none && step.action == Action::bytes && !program.operations.empty()) {
      Operation& last = program.operations.back();
      const bool joins = last.action == Action::bytes && last.target == none && last.count < 0x4000'0000;
      if (joins && step.count < 0x4000'0000) {
        last.count += step.count;
        return;
      }
    }
    program.operations.push_back(step);
  }

  /// Turn a step for unwanted numbers into one that skips bytes.
  static void make_skip(Operation& step) {
    const bool is_number = step.action == Action::number || step.action == Action::numbers;
    if (!is_number) return;
    const std::size_t bytes = stored_size(step.stored, step.range) * step.count;
    if (bytes < 0x4000'0000) step = {.action = Action::bytes, .count = static_cast<std::uint32_t>(bytes)};
  }

  static bool can_fill(const Operation& step, const Target& wanted) noexcept {
    const bool is_numeric = wanted.kind <= TargetKind::double_;
    switch (wanted.kind) {
      case TargetKind::call:
        return true;
      case TargetKind::object_bits:
        return step.action == Action::tobject;
      case TargetKind::identity:
        return step.action == Action::pointer && step.count == 1;
      case TargetKind::string:
        return step.count == 1 && (step.action == Action::string || step.action == Action::characters ||
                                   step.action == Action::std_string);
      default:
        break;
    }
    if (!is_numeric) return false;
    if (!wanted.is_vector) return step.action == Action::number || step.action == Action::bits;
    return step.action == Action::numbers || step.action == Action::counted ||
           (step.action == Action::array && step.count == 1);
  }

  static void check_type(const Program& program, const StreamerElement& element, const Operation& step,
                         const Target& wanted) {
    if (!can_fill(step, wanted))
      fail(ErrorKind::unsupported,
           "member '{}' of class '{}' is a '{}' (type code {}), which cannot be read as the requested type",
           element.name, program.class_name, element.type_name, element.type);
  }

  const Layouts& layouts_;
  std::span<const Target> targets_;
  std::vector<std::string>& found_;
  std::map<std::string, std::int16_t, std::less<>> counters_;
  std::size_t operations_ = 0;
};

}  // namespace

CompiledPlan compile_plan(const Layouts& layouts, const StreamerInfo& info, std::span<const Target> targets,
                          std::vector<std::string>& found) {
  CompiledPlan plan;
  plan.targets.assign(targets.begin(), targets.end());
  plan.program = Compiler(layouts, plan.targets, found).compile(info, 0);
  return plan;
}

}  // namespace ramet::inline v1::object::internal
