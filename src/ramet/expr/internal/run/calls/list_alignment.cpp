#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

// The number of rows, as TTree::Draw has it: lists in their order; one that is shorter limits it, and one of any length
// replaces a number of 1. Inside of lists, one of length 1 does not limit it.
Values common_lengths(const CallContext& call) {
  const std::size_t points = call.points();
  const Values& first = call.argument(0);
  const auto counts = call.arena().make<std::int64_t>(points);
  for (std::size_t k = 0; k < points; ++k) counts[k] = first.count(k);
  const bool is_inner = call.operation() == CallOperation::common_inner_lengths;
  bool as_first = true;
  for (std::size_t number = 1; number < call.node.arguments.size(); ++number) {
    const Values& next = call.argument(number);
    for (std::size_t k = 0; k < points; ++k) {
      const std::int64_t count = next.count(k);
      if (counts[k] == 1 || (count < counts[k] && !(is_inner && count == 1))) counts[k] = count;
      as_first = as_first && count == first.count(k);
    }
  }
  if (as_first) return first;
  const auto begins = call.arena().make<std::int64_t>(points + 1);
  begins[0] = 0;
  for (std::size_t k = 0; k < points; ++k) begins[k + 1] = begins[k] + counts[k];
  return {.begins = begins.data(), .ends = begins.data() + 1, .content = first.content, .packed = true};
}

template <class Number>
Values extreme_or(const CallContext& call) {
  const Values& lists = call.argument(0);
  const Number* const otherwise = call.argument(1).numbers<Number>();
  const Number* const content = lists.content->numbers<Number>();
  auto* const results = call.room<Number>();
  const bool least = call.operation() == CallOperation::minimum_or;
  for (std::size_t k = 0; k < call.points(); ++k) {
    const std::int64_t begin = lists.begins[k];
    const std::int64_t end = lists.ends[k];
    Number found = begin < end ? content[begin] : otherwise[k];
    if (least) {
      for (std::int64_t n = begin + 1; n < end; ++n) found = content[n] < found ? content[n] : found;
    } else {
      for (std::int64_t n = begin + 1; n < end; ++n) found = found < content[n] ? content[n] : found;
    }
    results[k] = found;
  }
  return {.data = results};
}

Values pick(const CallContext& call) {
  const Values& lists = call.argument(0);
  const std::int64_t* const wanted = call.argument(1).numbers<std::int64_t>();
  const Values& content = *lists.content;
  const auto is_there = [&](std::size_t k) { return wanted[k] >= 0 && wanted[k] < lists.count(k); };
  if (call.node.type.is_number())
    return with_number(call.node.type.number, [&](auto zero) -> Values {
      using Number = decltype(zero);
      const Number* const from = content.numbers<Number>();
      auto* const to = call.room<Number>();
      for (std::size_t k = 0; k < call.points(); ++k)
        to[k] = is_there(k) ? from[lists.begins[k] + wanted[k]] : Number{};
      return {.data = to};
    });
  const auto begins = call.arena().make<std::int64_t>(call.points());
  const auto ends = call.arena().make<std::int64_t>(call.points());
  for (std::size_t k = 0; k < call.points(); ++k) {
    begins[k] = is_there(k) ? content.begins[lists.begins[k] + wanted[k]] : 0;
    ends[k] = is_there(k) ? content.ends[lists.begins[k] + wanted[k]] : 0;
  }
  return {.begins = begins.data(), .ends = ends.data(), .content = content.content};
}

Values flatten(const CallContext& call) {
  const Values& outer = call.argument(0);
  const Values& inner = *outer.content;
  if (outer.packed && inner.packed) {
    const auto begins = call.arena().make<std::int64_t>(call.points());
    const auto ends = call.arena().make<std::int64_t>(call.points());
    for (std::size_t k = 0; k < call.points(); ++k) {
      const bool empty = outer.begins[k] == outer.ends[k];
      begins[k] = empty ? (k == 0 ? 0 : ends[k - 1]) : inner.begins[outer.begins[k]];
      ends[k] = empty ? begins[k] : inner.ends[outer.ends[k] - 1];
    }
    return {.begins = begins.data(), .ends = ends.data(), .content = inner.content};
  }
  ListMaker lists(call.arena(), call.node.type.item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) {
    std::int64_t count = 0;
    for (std::int64_t n = outer.begins[k]; n < outer.ends[k]; ++n) count += inner.count(static_cast<std::size_t>(n));
    lists.add_count(count);
  }
  lists.make_room();
  for (std::size_t k = 0; k < call.points(); ++k)
    for (std::int64_t n = outer.begins[k]; n < outer.ends[k]; ++n)
      lists.copy(*inner.content, inner.begins[n], inner.ends[n]);
  return lists.take();
}

}  // namespace

Values align_lists(const CallContext& call) {
  switch (call.operation()) {
    case CallOperation::common_lengths:
    case CallOperation::common_inner_lengths:
      return common_lengths(call);
    case CallOperation::pick:
      return pick(call);
    case CallOperation::flatten:
      return flatten(call);
    default:
      return with_number(call.node.type.number, [&](auto zero) { return extreme_or<decltype(zero)>(call); });
  }
}

}  // namespace ramet::inline v1::expr
