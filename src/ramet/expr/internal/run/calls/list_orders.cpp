#include <algorithm>
#include <numeric>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

// Offsets of lists that are as long as others, one behind the other.
std::span<std::int64_t> offsets_like(const CallContext& call, const Values& lists) {
  const auto offsets = call.arena().make<std::int64_t>(call.points() + 1);
  offsets[0] = 0;
  for (std::size_t k = 0; k < call.points(); ++k) offsets[k + 1] = offsets[k] + lists.count(k);
  return offsets;
}

Values lists_at(const CallContext& call, std::span<const std::int64_t> offsets, const void* numbers) {
  Values* const content = call.arena().make<Values>(1).data();
  *content = {.data = numbers};
  return {.begins = offsets.data(), .ends = offsets.data() + 1, .content = content, .packed = true};
}

// Short lists, which are usual, are sorted by insertion.
template <class T>
void order(const T* values, std::uint64_t* indices, std::int64_t count) {
  std::iota(indices, indices + count, 0);
  if (count > 32) {
    std::stable_sort(indices, indices + count, [&](std::uint64_t a, std::uint64_t b) { return values[a] < values[b]; });
    return;
  }
  for (std::int64_t k = 1; k < count; ++k) {
    const std::uint64_t one = indices[k];
    std::int64_t place = k;
    for (; place > 0 && values[one] < values[indices[place - 1]]; --place) indices[place] = indices[place - 1];
    indices[place] = one;
  }
}

Values argsort(const CallContext& call, const Values& lists) {
  const auto offsets = offsets_like(call, lists);
  const auto indices = call.arena().make<std::uint64_t>(static_cast<std::size_t>(offsets[call.points()]));
  with_number(call.type(0).number, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t k = 0; k < call.points(); ++k)
      order(lists.content->numbers<T>() + lists.begins[k], indices.data() + offsets[k], lists.count(k));
  });
  return lists_at(call, offsets, indices.data());
}

Values nonzero(const CallContext& call, const Values& lists) {
  ListMaker found(call.arena(), ValueType::of(NumberType::uint64), call.points());
  with_number(call.type(0).number, [&](auto zero) {
    using T = decltype(zero);
    const T* const content = lists.content->numbers<T>();
    for (std::size_t k = 0; k < call.points(); ++k)
      found.add_count(std::count_if(content + lists.begins[k], content + lists.ends[k], [](T v) { return v != T{}; }));
    auto* indices = static_cast<std::uint64_t*>(found.make_room());
    for (std::size_t k = 0; k < call.points(); ++k)
      for (std::int64_t i = 0; i < lists.count(k); ++i)
        if (content[lists.begins[k] + i] != T{}) *indices++ = static_cast<std::uint64_t>(i);
  });
  return found.take();
}

Values reversed(const CallContext& call, const Values& lists) {
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(lists.count(k));
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k)
    for (std::int64_t place = lists.ends[k]; place > lists.begins[k];) made.copy_one(*lists.content, --place);
  return made.take();
}

}  // namespace

Values order_lists(const CallContext& call) {
  const Values& lists = call.argument(0);
  if (call.operation() == CallOperation::argsort) return argsort(call, lists);
  if (call.operation() == CallOperation::nonzero) return nonzero(call, lists);
  return reversed(call, lists);
}

}  // namespace ramet::inline v1::expr
