#include <algorithm>
#include <cmath>
#include <type_traits>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

// What a list that is made in an expression may have.
constexpr std::int64_t longest_list = std::int64_t{1} << 22;

void check_length(const CallContext& call, std::size_t point, std::int64_t length) {
  if (length < 0 || length > longest_list) call.fail_at(point, fmt::format("a list of {} values", length));
}

// One list for each k of the subsets or pairs: the node's lists are lists of lists.
class Tuples {
 public:
  Tuples(const CallContext& call, std::size_t lists) : call_(call), lists_(lists), sizes_(call.points()) {}

  void set_count(std::size_t point, std::int64_t count) { sizes_[point] = count; }

  /// `write(point, numbers)`: numbers(list, k) is where the k-th number of the list belongs.
  template <class Write>
  Values write(Write&& write) {
    const ValueType numbers = ValueType::of(NumberType::uint64);
    ListMaker inner(call_.arena(), numbers, call_.points() * lists_);
    ListMaker outer(call_.arena(), numbers.list(), call_.points());
    for (std::size_t point = 0; point < call_.points(); ++point) {
      outer.add_count(static_cast<std::int64_t>(lists_));
      for (std::size_t list = 0; list < lists_; ++list) inner.add_count(sizes_[point]);
    }
    auto* place = static_cast<std::uint64_t*>(inner.make_room());
    for (std::size_t point = 0; point < call_.points(); ++point) {
      const auto count = static_cast<std::size_t>(sizes_[point]);
      write(point, [&](std::size_t list, std::size_t k) -> std::uint64_t& { return place[list * count + k]; });
      place += lists_ * count;
    }
    const Values lists = inner.take();
    outer.make_room();
    outer.copy(lists, 0, static_cast<std::int64_t>(call_.points() * lists_));
    return outer.take();
  }

 private:
  const CallContext& call_;
  std::size_t lists_;
  std::vector<std::int64_t> sizes_;
};

Values pairs(const CallContext& call) {
  const auto* const one = call.argument(0).numbers<std::uint64_t>();
  const auto* const other = call.argument(1).numbers<std::uint64_t>();
  Tuples tuples(call, 2);
  for (std::size_t k = 0; k < call.points(); ++k) {
    constexpr auto most = static_cast<std::uint64_t>(longest_list);
    if (one[k] > most || other[k] > most || one[k] * other[k] > most)
      call.fail_at(k, fmt::format("Combinations of {} with {} values", one[k], other[k]));
    tuples.set_count(k, static_cast<std::int64_t>(one[k] * other[k]));
  }
  return tuples.write([&](std::size_t point, auto&& number) {
    std::size_t place = 0;
    for (std::uint64_t i = 0; i < one[point]; ++i)
      for (std::uint64_t j = 0; j < other[point]; ++j, ++place) {
        number(0, place) = i;
        number(1, place) = j;
      }
  });
}

std::int64_t subsets(std::uint64_t of, std::uint64_t size) {
  double count = 1;
  for (std::uint64_t k = 0; k < size; ++k) count = count * static_cast<double>(of - k) / static_cast<double>(k + 1);
  return count > static_cast<double>(longest_list) ? longest_list + 1 : static_cast<std::int64_t>(std::llround(count));
}

Values combinations(const CallContext& call) {
  const auto* const counts = call.argument(0).numbers<std::uint64_t>();
  const auto size = static_cast<std::uint64_t>(call.evaluation.graph().node(call.node.arguments[1]).number);
  Tuples tuples(call, size);
  for (std::size_t k = 0; k < call.points(); ++k) {
    if (counts[k] < size) call.fail_at(k, fmt::format("Combinations of {} of {} values", size, counts[k]));
    const std::int64_t number = subsets(counts[k], size);
    check_length(call, k, number);
    tuples.set_count(k, number);
  }
  return tuples.write([&](std::size_t point, auto&& number) {
    std::vector<std::uint64_t> chosen(size);
    for (std::uint64_t k = 0; k < size; ++k) chosen[k] = k;
    for (std::size_t place = 0;; ++place) {
      for (std::uint64_t k = 0; k < size; ++k) number(k, place) = chosen[k];
      std::uint64_t last = size;  // the last one that can still rise
      while (last > 0 && chosen[last - 1] == counts[point] - size + last - 1) --last;
      if (last == 0) return;
      ++chosen[last - 1];
      for (std::uint64_t k = last; k < size; ++k) chosen[k] = chosen[k - 1] + 1;
    }
  });
}

Values list_of(const CallContext& call) {
  const auto size = static_cast<std::int64_t>(call.node.arguments.size());
  const ValueType item = call.node.type.item();
  ListMaker made(call.arena(), item, call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(size);
  made.make_room();
  std::vector<const Values*> values;
  for (std::size_t n = 0; n < call.node.arguments.size(); ++n) values.push_back(&call.argument(n));
  for (std::size_t k = 0; k < call.points(); ++k)
    for (const Values* value : values) made.copy_one(*value, static_cast<std::int64_t>(k));
  return made.take();
}

Values filled(const CallContext& call) {
  const auto* const counts = call.argument(0).numbers<std::int64_t>();
  const Values& values = call.argument(1);
  ListMaker made(call.arena(), call.node.type.item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) {
    check_length(call, k, counts[k]);
    made.add_count(counts[k]);
  }
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k)
    for (std::int64_t n = 0; n < counts[k]; ++n) made.copy_one(values, static_cast<std::int64_t>(k));
  return made.take();
}

template <class T>
std::int64_t steps_of(T first, T last, T step) {
  if (step == T{}) return -1;
  const double count = std::ceil((static_cast<double>(last) - static_cast<double>(first)) / static_cast<double>(step));
  return count > 0 ? static_cast<std::int64_t>(std::min(count, 1e15)) : 0;
}

// first + i * step; whole numbers are computed without sign, because i * step alone may be too large.
template <class T>
T term(T first, std::int64_t i, T step) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::uint64_t>(first) +
                          static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(step));
  else
    return first + static_cast<T>(i) * step;
}

// first, first + step, ... before last.
Values range(const CallContext& call) {
  return with_number(call.node.type.number, [&](auto zero) -> Values {
    using T = decltype(zero);
    const T* const first = call.argument(0).numbers<T>();
    const T* const last = call.argument(1).numbers<T>();
    const T* const step = call.argument(2).numbers<T>();
    ListMaker made(call.arena(), call.node.type.item(), call.points());
    for (std::size_t k = 0; k < call.points(); ++k) {
      const std::int64_t count = steps_of(first[k], last[k], step[k]);
      check_length(call, k, count);
      made.add_count(count);
    }
    T* place = static_cast<T*>(made.make_room());
    for (std::size_t k = 0; k < call.points(); ++k)
      for (std::int64_t n = steps_of(first[k], last[k], step[k]), i = 0; i < n; ++i)
        *place++ = term(first[k], i, step[k]);
    return made.take();
  });
}

Values linspace(const CallContext& call) {
  return with_number(call.node.type.number, [&](auto zero) -> Values {
    using T = decltype(zero);
    const T* const first = call.argument(0).numbers<T>();
    const T* const last = call.argument(1).numbers<T>();
    const auto* const counts = call.argument(2).numbers<std::int64_t>();
    const bool* const with_end = call.argument(3).numbers<bool>();
    ListMaker made(call.arena(), call.node.type.item(), call.points());
    for (std::size_t k = 0; k < call.points(); ++k) {
      check_length(call, k, counts[k]);
      made.add_count(counts[k]);
    }
    T* place = static_cast<T*>(made.make_room());
    for (std::size_t k = 0; k < call.points(); ++k) {
      const std::int64_t steps = with_end[k] ? counts[k] - 1 : counts[k];
      const double step = (static_cast<double>(last[k]) - static_cast<double>(first[k])) /
                          static_cast<double>(std::max<std::int64_t>(steps, 1));
      for (std::int64_t i = 0; i < counts[k]; ++i)
        *place++ = with_end[k] && i == counts[k] - 1 && counts[k] > 1
                       ? last[k]
                       : static_cast<T>(static_cast<double>(first[k]) + static_cast<double>(i) * step);
    }
    return made.take();
  });
}

}  // namespace

Values make_lists(const CallContext& call) {
  switch (call.operation()) {
    case CallOperation::combine_lengths:
      return pairs(call);
    case CallOperation::combine:
      return combinations(call);
    case CallOperation::list_of:
      return list_of(call);
    case CallOperation::fill:
      return filled(call);
    case CallOperation::linspace:
      return linspace(call);
    default:
      return range(call);
  }
}

}  // namespace ramet::inline v1::expr
