#include <cmath>
#include <optional>
#include <type_traits>

#include "ramet/bytes/detail/each_machine.hpp"
#include "ramet/expr/internal/run/calls/calls.hpp"
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

// Zeros where a mask, of bytes, does not keep a number.
RAMET_EACH_MACHINE void mask_words(const std::uint32_t* from, const std::uint8_t* kept, std::size_t count,
                                   std::uint32_t* to) noexcept {
  for (std::size_t k = 0; k < count; ++k) to[k] = from[k] & (0U - std::uint32_t{kept[k] != 0});
}

RAMET_EACH_MACHINE void mask_words(const std::uint64_t* from, const std::uint8_t* kept, std::size_t count,
                                   std::uint64_t* to) noexcept {
  for (std::size_t k = 0; k < count; ++k) to[k] = from[k] & (0U - std::uint64_t{kept[k] != 0});
}

template <class Word>
Values masked(const CallContext& call, const Values& lists, const Values& masks) {
  const auto first = static_cast<std::size_t>(lists.begins[0]);
  const auto offsets = call.arena().make<std::int64_t>(call.points() + 1);
  offsets[0] = 0;
  for (std::size_t k = 0; k < call.points(); ++k) offsets[k + 1] = lists.ends[k] - lists.begins[0];
  const auto count = static_cast<std::size_t>(offsets[call.points()]);
  const auto words = call.arena().make<Word>(count);
  mask_words(lists.content->numbers<Word>() + first, masks.content->numbers<std::uint8_t>() + masks.begins[0], count,
             words.data());
  Values* const content = call.arena().make<Values>(1).data();
  *content = {.data = words.data()};
  return {.begins = offsets.data(), .ends = offsets.data() + 1, .content = content, .packed = true};
}

// Sum(v[mask]) needs no lists of what is kept, if nothing else has asked for them: a sum does not change when 0 is
// added.
std::optional<Values> sum_of_kept(const CallContext& call) {
  if (call.operation() != CallOperation::sum || call.node.arguments.size() != 1) return std::nullopt;
  const NodeId id = call.node.arguments.front();
  const Node& kept = call.evaluation.graph().node(id);
  const bool is_kept = kept.kind == NodeKind::call && static_cast<CallOperation>(kept.number) == CallOperation::keep;
  const std::size_t width = array::size_of(call.type(0).number);
  if (!is_kept || call.domain.known(id) != nullptr || width < sizeof(std::uint32_t)) return std::nullopt;
  const Values& lists = call.evaluation.values(kept.arguments[0], call.domain);
  const Values& masks = call.evaluation.values(kept.arguments[1], call.domain);
  if (call.points() == 0 || !lists.packed || !masks.packed) return std::nullopt;
  if (first_difference(lists, masks, call.points()) < call.points()) return std::nullopt;  // an error of the other way
  const Values numbers = width == sizeof(std::uint32_t) ? masked<std::uint32_t>(call, lists, masks)
                                                        : masked<std::uint64_t>(call, lists, masks);
  return with_number(call.type(0).number, [&](auto zero) { return sum_or_product<decltype(zero)>(call, numbers); });
}

}  // namespace

Values reduce_lists(const CallContext& call) {
  if (const std::optional<Values> sum = sum_of_kept(call)) return *sum;
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
