#include <algorithm>
#include <map>
#include <set>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/column_plan.hpp"
#include "ramet/schema/detail/unique_name.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::Kind;
using array::Type;

constexpr int deepest_column = 50;
constexpr std::size_t most_plans = 500'000;
constexpr std::size_t most_names = 10'000;  // of one object; they are compared with each other
constexpr std::size_t enough = 1'000'000;   // larger minimal sizes are not distinguished

std::size_t sum_of_smallest(std::size_t a, std::size_t b) noexcept { return std::min(a + b, enough); }

/// Whether an array with a fixed or counted number of values can have this kind.
bool is_list(Kind kind) noexcept { return kind == Kind::list || kind == Kind::regular; }

/// The numbers of an object's counters, by name. A class and its bases share them.
using Counters = std::map<std::string, std::size_t, std::less<>>;

/// Matches forms with types. Threads: one thread.
class ColumnCompiler {
 public:
  WholeColumnPlan compile(const StoredForm& form, const Type& type) {
    Counters none;
    ColumnPlan plan = match(form, type, none);
    return {std::move(plan), counters_, bulks_};
  }

 private:
  void count_one() {
    if (++plans_ > most_plans)
      detail::fail(ErrorKind::unsupported, "a type of more than {} members in a column", most_plans);
  }

  ColumnPlan match(const StoredForm& form, const Type& type, Counters& counters) {
    count_one();
    ColumnPlan plan{.kind = form.kind, .head = form.head, .to = type.kind};
    switch (form.kind) {
      case FormKind::number:
      case FormKind::bits:
        match_number(form, type, plan);
        break;
      case FormKind::text:
      case FormKind::characters:
        require(type.kind == Kind::string, "text", type);
        plan.smallest = form.kind == FormKind::text ? 1 : 4;
        break;
      case FormKind::fixed_array:
        require(type.kind == Kind::list || (type.kind == Kind::regular && type.size == form.size), "an array", type);
        plan.size = form.size;
        plan.contents.push_back(match(form.contents[0], type.contents[0], counters));
        plan.smallest = plan.contents[0].smallest == 0 ? 0 : std::min<std::uint64_t>(form.size, enough);
        break;
      case FormKind::counted_array:
      case FormKind::counted_objects:
      case FormKind::triangle:
        plan.obeys_counter = counter_named(form.counter, counters);
        [[fallthrough]];
      case FormKind::sized_array:
      case FormKind::collection:
        match_list(form, type, plan, counters);
        break;
      case FormKind::pointer:
        match_pointer(form, type, plan, counters);
        break;
      default:
        if (form.kind == FormKind::object && array_member(*form.of_class) != nullptr)
          match_described_array(*form.of_class, type, plan);
        else
          match_class(form, type, plan, counters);
    }
    return plan;
  }

  static void require(bool can_be, std::string_view what, const Type& type) {
    if (!can_be) detail::fail(ErrorKind::unsupported, "{} cannot become '{}'", what, array::to_string(type));
  }

  static void match_number(const StoredForm& form, const Type& type, ColumnPlan& plan) {
    require(type.kind == Kind::number, "a number", type);
    plan.number = NumberCoding::of(form.number, type.number, form.range);
    plan.smallest = plan.number.size;
  }

  void match_list(const StoredForm& form, const Type& type, ColumnPlan& plan, Counters& counters) {
    require(is_list(type.kind), "a collection", type);
    if (form.kind == FormKind::counted_array && form.size > 0) {
      require(type.kind == Kind::regular && type.size == form.size && type.contents[0].kind == Kind::list, "arrays",
              type);
      plan.size = form.size;
      plan.contents.push_back(match(form.contents[0], type.contents[0].contents[0], counters));
      plan.smallest = 1;
      return;
    }
    plan.contents.push_back(match(form.contents[0], type.contents[0], counters));
    plan.of_class = form.contents[0].of_class;
    if (type.kind == Kind::regular) plan.size = type.size;
    plan.smallest = form.kind == FormKind::triangle          ? 0
                    : form.kind == FormKind::counted_array   ? 1
                    : form.kind == FormKind::counted_objects ? 2
                                                             : 4;
  }

  /// If only whether the pointer is null matters, the object is not read.
  void match_pointer(const StoredForm& form, const Type& type, ColumnPlan& plan, Counters& counters) {
    require(type.kind == Kind::option, "a pointer", type);
    plan.of_class = form.of_class;
    plan.smallest = sizeof(std::uint32_t);
    if (type.contents[0] != Type::record_of({}, {}))
      plan.contents.push_back(match(form.contents[0], type.contents[0], counters));
  }

  void match_class(const StoredForm& form, const Type& type, ColumnPlan& plan, Counters& counters) {
    require(type.kind == Kind::record, "an object", type);
    switch (form.kind) {
      case FormKind::pair:
        require(type.names == std::vector<std::string>{"first", "second"}, "a pair", type);
        for (std::size_t i = 0; i < 2; ++i)
          plan.contents.push_back(match(form.contents[i], type.contents[i], counters));
        plan.smallest = sum_of_smallest(plan.contents[0].smallest, plan.contents[1].smallest);
        match_layouts(*form.of_class, type, plan);
        if (is_fixed(plan)) plan.bulk = bulks_++;
        return;
      case FormKind::object:
        match_layouts(*form.of_class, type, plan);
        plan.smallest = form.head == Head::none ? plan.layouts[0].smallest : sizeof(std::uint16_t);
        if (is_fixed(plan)) plan.bulk = bulks_++;
        return;
      case FormKind::tobject:
        plan.smallest = 10;
        return;
      case FormKind::reference:
        plan.smallest = 12;
        return;
      case FormKind::references:
      case FormKind::objects:
        plan.smallest = 6;
        return;
      case FormKind::unsupported:
        if (form.of_class != nullptr && type.names.empty()) return match_undescribed(form, plan);
        [[fallthrough]];
      default:
        detail::fail(ErrorKind::unsupported, "{}",
                     form.reason.empty() ? "a pointer or a list of objects" : form.reason);
    }
  }

  /// An object of a class that the file does not describe. There should be no such objects; reading one is an error.
  static void match_undescribed(const StoredForm& form, ColumnPlan& plan) {
    plan.of_class = form.of_class;
    plan.smallest = sizeof(std::uint16_t);
  }

  /// An object of a std::array's class: the values of its only member are those of the array.
  void match_described_array(const ClassForm& of_class, const Type& type, ColumnPlan& plan) {
    plan.of_class = &of_class;
    plan.smallest = sizeof(std::uint16_t);
    for (const ClassLayout& layout : of_class.layouts) {
      LayoutPlan& made = plan.layouts.emplace_back();
      if (layout.members.size() != 1) {
        made.reason = fmt::format("a layout of {} members", layout.members.size());
        continue;
      }
      Counters none;
      made.members.push_back({.to = Destination::base, .plan = match(layout.members[0].form, type, none)});
      made.smallest = made.members.back().plan.smallest;
    }
  }

  /// Match the layouts of a new object, which has counters of its own.
  void match_layouts(const ClassForm& of_class, const Type& type, ColumnPlan& plan) {
    plan.of_class = &of_class;
    Counters counters;
    for (const ClassLayout& layout : of_class.layouts) add_counters(layout, counters, 0);
    std::vector<std::string> met;
    plan.layouts = layouts_of(of_class, type, counters, met);
    for (LayoutPlan& layout : plan.layouts) layout.may_lack = always_stored(layout).size() < type.names.size();
  }

  std::vector<LayoutPlan> layouts_of(const ClassForm& of_class, const Type& type, Counters& counters,
                                     std::vector<std::string>& met) {
    if (depth_ >= deepest_column) detail::fail(ErrorKind::unsupported, "classes nested {} deep", deepest_column);
    ++depth_;
    std::vector<LayoutPlan> plans;
    const std::vector<std::string> met_before = met;
    for (const ClassLayout& layout : of_class.layouts) {
      std::vector<std::string> met_here = met_before;
      plans.emplace_back();
      try {
        add_members(layout, of_class.name, type, counters, met_here, plans.back());
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::unsupported) throw;
        plans.back() = {.members = {}, .reason = error.what()};
      }
      if (plans.size() == 1) met = std::move(met_here);
    }
    --depth_;
    return plans;
  }

  void add_members(const ClassLayout& layout, const std::string& class_name, const Type& type, Counters& counters,
                   std::vector<std::string>& met, LayoutPlan& plan) {
    for (const MemberForm& member : layout.members) {
      if (member.form.kind == FormKind::nothing) continue;
      detail::while_doing([&] { return fmt::format("{}.{}", class_name, member.name); },
                          [&] { plan.members.push_back(match_member(member, type, counters, met)); });
      plan.smallest = sum_of_smallest(plan.smallest, plan.members.back().plan.smallest);
    }
    find_plain_runs(plan.members);
    plan.plain_columns = plain_columns(plan.members);
    for (const PlainColumn& column : plan.plain_columns) plan.plain_size += column.object_size;
  }

  /// Find runs of members that need only a change of byte order.
  static void find_plain_runs(std::vector<MemberPlan>& members) {
    for (std::size_t i = members.size(); i-- > 0;) {
      if (!is_plain(members[i])) continue;
      const bool goes_on = i + 1 < members.size();
      members[i].plain = 1 + (goes_on ? members[i + 1].plain : 0);
      members[i].plain_size = members[i].plan.number.size + (goes_on ? members[i + 1].plain_size : 0);
    }
  }

  static bool is_plain(const MemberPlan& member) {
    const ColumnPlan& plan = member.plan;
    return member.to == Destination::member && plan.kind == FormKind::number && plan.sets_counter == no_counter &&
           plan.number.is_plain;
  }

  /// The members as columns that need only a change of byte order when stored member-wise; empty if one of them is not.
  static std::vector<PlainColumn> plain_columns(const std::vector<MemberPlan>& members) {
    constexpr std::uint64_t most_values = 1U << 20;
    std::vector<PlainColumn> columns;
    for (const MemberPlan& member : members) {
      const ColumnPlan* plan = &member.plan;
      std::uint64_t values = 1;
      for (; plan->kind == FormKind::fixed_array && plan->to == Kind::regular; plan = &plan->contents[0]) {
        if (plan->head != Head::none || plan->size == 0 || plan->size > most_values / values) return {};
        values *= plan->size;
      }
      const bool is_plain = member.to == Destination::member && plan->kind == FormKind::number &&
                            plan->sets_counter == no_counter && plan->number.is_plain;
      if (!is_plain) return {};
      columns.push_back({member.place, plan->number.size, values * plan->number.size});
    }
    return columns;
  }

  MemberPlan match_member(const MemberForm& member, const Type& type, Counters& counters,
                          std::vector<std::string>& met) {
    const StoredForm& form = member.form;
    if (member.is_base && form.kind == FormKind::object) return match_base(form, type, counters, met);
    if (member.is_base && form.kind == FormKind::tobject)
      return {.plan = match(form, Type::record_of({}, {}), counters), .type = Type::record_of({}, {})};
    std::string name = member.is_base && form.kind == FormKind::sized_array ? "fArray" : member.name;
    name = schema::unique_name(met, std::move(name));
    const auto found = std::ranges::find(type.names, name);
    MemberPlan plan;
    if (found == type.names.end()) {
      plan.plan = skip(form, counters, plan.type);
    } else {
      plan.to = Destination::member;
      plan.place = static_cast<std::size_t>(found - type.names.begin());
      plan.plan = match(form, type.contents[plan.place], counters);
    }
    if (const auto counter = counters.find(member.name); form.kind == FormKind::number && counter != counters.end())
      plan.plan.sets_counter = counter->second;
    met.push_back(std::move(name));
    if (met.size() > most_names) detail::fail(ErrorKind::unsupported, "an object of more than {} members", most_names);
    return plan;
  }

  MemberPlan match_base(const StoredForm& form, const Type& type, Counters& counters, std::vector<std::string>& met) {
    MemberPlan plan{.to = Destination::base, .plan = {.kind = FormKind::object, .head = form.head, .to = Kind::record}};
    plan.plan.of_class = form.of_class;
    plan.plan.layouts = layouts_of(*form.of_class, type, counters, met);
    const ClassLayout* there = form.of_class->find(form.base_version, 0);
    if (there != nullptr) plan.plan.base_layout = static_cast<std::size_t>(there - form.of_class->layouts.data());
    const bool is_always_headed = form.head == Head::each;
    plan.plan.smallest = is_always_headed ? sizeof(std::uint16_t)
                                          : std::min(plan.plan.layouts[plan.plan.base_layout].smallest, std::size_t{2});
    return plan;
  }

  /// A member that is not wanted is read in its natural type and dropped; one that cannot be a column must be
  /// skippable.
  ColumnPlan skip(const StoredForm& form, Counters& counters, Type& type) {
    switch (form.kind) {
      case FormKind::pointer:
      case FormKind::clones:
        return {.kind = form.kind, .head = form.head};
      case FormKind::unsupported:
        if (form.head != Head::each) detail::fail(ErrorKind::unsupported, "{}", form.reason);
        return {.kind = form.kind, .head = form.head};
      default:
        type = column_type(form);
        return match(form, type, counters);
    }
  }

  /// Number the members that count others.
  void add_counters(const ClassLayout& layout, Counters& counters, int depth) {
    for (const MemberForm& member : layout.members) {
      count_one();
      if (const std::string* name = counter_of(member.form);
          name != nullptr && counters.emplace(*name, counters_).second)
        ++counters_;
      if (member.is_base && member.form.kind == FormKind::object && depth < deepest_column)
        for (const ClassLayout& base : member.form.of_class->layouts) add_counters(base, counters, depth + 1);
    }
  }

  static const std::string* counter_of(const StoredForm& form) noexcept {
    const StoredForm* at = &form;
    while (at->kind == FormKind::fixed_array) at = &at->contents[0];
    const bool is_counted =
        at->kind == FormKind::counted_array || at->kind == FormKind::counted_objects || at->kind == FormKind::triangle;
    return is_counted ? &at->counter : nullptr;
  }

  static std::size_t counter_named(const std::string& name, const Counters& counters) {
    const auto found = counters.find(name);
    if (found == counters.end())
      detail::fail(ErrorKind::unsupported, "an array that is stored apart from its counter '{}'", name);
    return found->second;
  }

  /// Whether all values may have the same size, because they consist of numbers only.
  static bool is_fixed(const ColumnPlan& plan) {
    switch (plan.kind) {
      case FormKind::number:
        return plan.sets_counter == no_counter;
      case FormKind::tobject:
        return true;
      case FormKind::fixed_array:
        return plan.head == Head::none && plan.to == Kind::regular && is_fixed(plan.contents[0]);
      case FormKind::pair:
        return is_fixed(plan.contents[0]) && is_fixed(plan.contents[1]);
      case FormKind::object:
        return plan.to == Kind::record && std::ranges::any_of(plan.layouts, [](const LayoutPlan& layout) {
                 return layout.reason.empty() && std::ranges::all_of(layout.members, [](const MemberPlan& member) {
                          return is_fixed(member.plan);
                        });
               });
      default:
        return false;
    }
  }

  /// The members of the record that a layout fills with every version of its bases.
  static std::set<std::size_t> always_stored(const LayoutPlan& layout) {
    std::set<std::size_t> places;
    for (const MemberPlan& member : layout.members) {
      if (member.to == Destination::member) {
        places.insert(member.place);
      } else if (member.to == Destination::base) {
        std::set<std::size_t> common;
        bool is_first = true;
        for (const LayoutPlan& base : member.plan.layouts) {
          const std::set<std::size_t> stored = always_stored(base);
          if (std::exchange(is_first, false))
            common = stored;
          else
            std::erase_if(common, [&](std::size_t place) { return !stored.contains(place); });
        }
        places.merge(common);
      }
    }
    return places;
  }

  std::size_t counters_ = 0;
  std::size_t bulks_ = 0;
  std::size_t plans_ = 0;
  int depth_ = 0;
};

}  // namespace

WholeColumnPlan compile_column(const StoredForm& form, const Type& type) {
  return ColumnCompiler().compile(form, type);
}

}  // namespace ramet::inline v1::object::internal
