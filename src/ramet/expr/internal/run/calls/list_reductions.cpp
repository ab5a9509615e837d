#include <cmath>
#include <optional>
#include <type_traits>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/calls/list_sums.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

// Sums are made in the type of the elements, as ROOT does: whole numbers wrap around.
template <class T>
struct AddingType : std::type_identity<T> {};
template <class T>
  requires std::is_integral_v<T>
struct AddingType<T> : std::make_unsigned<T> {};
template <>
struct AddingType<bool> : std::type_identity<std::uint64_t> {};
template <class T>
using Adding = typename AddingType<T>::type;

template <class T>
using Sum = std::conditional_t<std::is_same_v<T, bool>, std::uint64_t, T>;

template <class T>
Sum<T> sum_of(const T* values, std::int64_t count) {
  Adding<T> sum{};
  for (std::int64_t k = 0; k < count; ++k) sum = static_cast<Adding<T>>(sum + static_cast<Adding<T>>(values[k]));
  return static_cast<Sum<T>>(sum);
}

template <class T>
double mean_of(const T* values, std::int64_t count) {
  return count == 0 ? 0. : static_cast<double>(sum_of(values, count)) / static_cast<double>(count);
}

// Of a sample; 0 for fewer than two. The squares are added in the type of the elements, too.
template <class T>
double variance_of(const T* values, std::int64_t count) {
  if (count < 2) return 0;
  Adding<T> squares{};
  for (std::int64_t k = 0; k < count; ++k) {
    const auto value = static_cast<Adding<T>>(values[k]);
    squares = static_cast<Adding<T>>(squares + static_cast<Adding<T>>(value * value));
  }
  const auto sum = static_cast<Adding<T>>(sum_of(values, count));
  const auto squared_sum = static_cast<Sum<T>>(static_cast<Adding<T>>(sum * sum));
  const auto number = static_cast<double>(count);
  return 1. / (number - 1.) *
         (static_cast<double>(static_cast<Sum<T>>(squares)) - static_cast<double>(squared_sum) / number);
}

template <class T>
std::int64_t least(const T* values, std::int64_t count) {
  std::int64_t found = 0;
  for (std::int64_t k = 1; k < count; ++k)
    if (values[k] < values[found]) found = k;
  return found;
}

template <class T>
std::int64_t greatest(const T* values, std::int64_t count) {
  std::int64_t found = 0;
  for (std::int64_t k = 1; k < count; ++k)
    if (values[found] < values[k]) found = k;
  return found;
}

/// work(values, count, point) for each list of T.
template <class T, class Work>
void each(const CallContext& call, const Values& lists, Work&& work) {
  const T* const content = lists.content->numbers<T>();
  for (std::size_t k = 0; k < call.points(); ++k) work(content + lists.begins[k], lists.count(k), k);
}

template <class T, class Result, class Reduce>
Values reduced(const CallContext& call, const Values& lists, Reduce&& reduce) {
  Result* const results = call.room<Result>();
  each<T>(call, lists, [&](const T* values, std::int64_t count, std::size_t k) { results[k] = reduce(values, count); });
  return {.data = results};
}

// Sums and products are made in the type of the node: that of the elements, as ROOT does; uint64 for bool.
template <class T>
Values sum_or_product(const CallContext& call, const Values& lists) {
  const bool is_sum = call.operation() == CallOperation::sum;
  return with_number(call.node.type.number, [&](auto zero) -> Values {
    using Result = decltype(zero);
    using Work = std::conditional_t<std::is_integral_v<Result>, std::uint64_t, Result>;  // wraps around
    const auto* const start = call.node.arguments.size() > 1 ? call.argument(1).numbers<Result>() : nullptr;
    // Signed numbers are widened as such: -1 is not 255 on the way.
    const auto work_of = [](auto number) {
      using Number = decltype(number);
      if constexpr (std::is_integral_v<Result> && std::is_integral_v<Number> && std::is_signed_v<Number>) {
        return static_cast<Work>(static_cast<std::int64_t>(number));
      } else {
        return static_cast<Work>(number);
      }
    };
    std::size_t point = 0;
    return reduced<T, Result>(call, lists, [&](const T* values, std::int64_t count) {
      Work result = is_sum ? Work{0} : Work{1};
      if (start != nullptr) result = work_of(start[point++]);
      if (is_sum) {
        for (std::int64_t k = 0; k < count; ++k) result += work_of(values[k]);
      } else {
        for (std::int64_t k = 0; k < count; ++k) result *= work_of(values[k]);
      }
      return static_cast<Result>(result);
    });
  });
}

template <class T>
Values extreme(const CallContext& call, const Values& lists) {
  const bool minimum = call.operation() == CallOperation::minimum || call.operation() == CallOperation::arg_minimum;
  const bool is_place =
      call.operation() == CallOperation::arg_minimum || call.operation() == CallOperation::arg_maximum;
  for (std::size_t k = 0; k < call.points() && !is_place; ++k)
    if (lists.count(k) == 0) call.fail_at(k, "the extreme of an empty list");
  const auto place = [&](const T* values, std::int64_t count) {
    return minimum ? least(values, count) : greatest(values, count);
  };
  if (is_place)
    return reduced<T, std::uint64_t>(call, lists, [&](const T* values, std::int64_t count) {
      return static_cast<std::uint64_t>(place(values, count));
    });
  return reduced<T, T>(call, lists, [&](const T* values, std::int64_t count) { return values[place(values, count)]; });
}

template <class T>
Values dot(const CallContext& call) {
  const Values& one = call.argument(0);
  const Values& other = call.argument(1);
  T* const results = call.room<T>();
  for (std::size_t k = 0; k < call.points(); ++k) {
    if (one.count(k) != other.count(k))
      call.fail_at(k, fmt::format("lists of {} and {} values do not go together", one.count(k), other.count(k)));
    T sum{};
    for (std::int64_t i = 0; i < one.count(k); ++i)
      sum = static_cast<T>(sum + one.content->numbers<T>()[one.begins[k] + i] *
                                     other.content->numbers<T>()[other.begins[k] + i]);
    results[k] = sum;
  }
  return {.data = results};
}

// The sums of lists whose type is that of their numbers, which are masked if there are masks.
template <class T>
Values added(const CallContext& call, const Values& lists, const Values* masks) {
  using Number = std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
  NumberLists<Number> all{
      .content = lists.content->numbers<Number>(), .begins = lists.begins, .ends = lists.ends, .count = call.points()};
  if (masks != nullptr) {
    all.masks = masks->content->numbers<std::uint8_t>();
    all.mask_begins = masks->begins;
  }
  T* const sums = call.room<T>();
  add_lists(all, reinterpret_cast<Number*>(sums));
  return {.data = sums};
}

template <class T>
constexpr bool is_added = !std::is_same_v<T, bool> && (sizeof(T) == sizeof(float) || sizeof(T) == sizeof(double));

std::optional<Values> added_if_wide(const CallContext& call, const Values& lists, const Values* masks) {
  return with_number(call.type(0).number, [&](auto zero) -> std::optional<Values> {
    if constexpr (is_added<decltype(zero)>) return added<decltype(zero)>(call, lists, masks);
    return std::nullopt;
  });
}

// Sum(v[mask]) needs no lists of what is kept, if nothing else has asked for them.
std::optional<Values> sum_of_kept(const CallContext& call) {
  const NodeId id = call.node.arguments.front();
  const Node& kept = call.evaluation.graph().node(id);
  const bool is_kept = kept.kind == NodeKind::call && static_cast<CallOperation>(kept.number) == CallOperation::keep;
  if (!is_kept || call.domain.known(id) != nullptr) return std::nullopt;
  const Values& lists = call.evaluation.values(kept.arguments[0], call.domain);
  const Values& masks = call.evaluation.values(kept.arguments[1], call.domain);
  if (first_difference(lists, masks, call.points()) < call.points()) return std::nullopt;  // an error of the other way
  return added_if_wide(call, lists, &masks);
}

std::optional<Values> sum_of_lists(const CallContext& call) {
  if (call.operation() != CallOperation::sum || call.node.arguments.size() != 1) return std::nullopt;
  if (call.node.type.number != call.type(0).number) return std::nullopt;
  if (const std::optional<Values> sums = sum_of_kept(call)) return sums;
  return added_if_wide(call, call.argument(0), nullptr);
}

}  // namespace

Values reduce_lists(const CallContext& call) {
  if (const std::optional<Values> sums = sum_of_lists(call)) return *sums;
  const Values& lists = call.argument(0);
  const CallOperation operation = call.operation();
  if (operation == CallOperation::size) {
    auto* const sizes = call.room<std::uint64_t>();
    for (std::size_t k = 0; k < call.points(); ++k) sizes[k] = static_cast<std::uint64_t>(lists.count(k));
    return {.data = sizes};
  }
  return with_number(call.type(0).number, [&](auto zero) -> Values {
    using T = decltype(zero);
    switch (operation) {
      case CallOperation::sum:
      case CallOperation::product:
        return sum_or_product<T>(call, lists);
      case CallOperation::mean:
        return reduced<T, double>(call, lists, mean_of<T>);
      case CallOperation::variance:
        return reduced<T, double>(call, lists, variance_of<T>);
      case CallOperation::deviation:
        return reduced<T, double>(call, lists, [](const T* v, std::int64_t n) { return std::sqrt(variance_of(v, n)); });
      case CallOperation::any:
        return reduced<T, bool>(call, lists, [](const T* values, std::int64_t count) {
          for (std::int64_t k = 0; k < count; ++k)
            if (values[k] != T{}) return true;
          return false;
        });
      case CallOperation::all:
        return reduced<T, bool>(call, lists, [](const T* values, std::int64_t count) {
          for (std::int64_t k = 0; k < count; ++k)
            if (values[k] == T{}) return false;
          return true;
        });
      case CallOperation::dot:
        return dot<T>(call);
      default:
        return extreme<T>(call, lists);
    }
  });
}

}  // namespace ramet::inline v1::expr
