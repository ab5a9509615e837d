#include <algorithm>
#include <vector>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

// Values of lists at places in their content, one for each point; those with place -1 from `others`.
Values values_at(const CallContext& call, const Values& content, std::span<const std::int64_t> places,
                 const Values* others) {
  const ValueType type = call.node.type;
  const std::size_t points = call.points();
  if (type.is_number()) {
    return with_number(type.number, [&](auto zero) -> Values {
      using T = decltype(zero);
      T* const results = call.room<T>();
      if (others == nullptr) {
        gather(content.data, places.data(), results, points, sizeof(T));
        return {.data = results};
      }
      for (std::size_t k = 0; k < points; ++k)
        results[k] = places[k] >= 0 ? content.numbers<T>()[places[k]] : others->numbers<T>()[k];
      return {.data = results};
    });
  }
  if (others == nullptr) {
    const auto begins = call.arena().make<std::int64_t>(points);
    const auto ends = call.arena().make<std::int64_t>(points);
    for (std::size_t k = 0; k < points; ++k) {
      begins[k] = content.begins[places[k]];
      ends[k] = content.ends[places[k]];
    }
    return {.begins = begins.data(), .ends = ends.data(), .content = content.content};
  }
  ListMaker made(call.arena(), type.is_list() ? type.item() : character_type(), points);
  for (std::size_t k = 0; k < points; ++k)
    made.add_count(places[k] >= 0 ? content.ends[places[k]] - content.begins[places[k]] : others->count(k));
  made.make_room();
  for (std::size_t k = 0; k < points; ++k)
    if (places[k] >= 0)
      made.copy(*content.content, content.begins[places[k]], content.ends[places[k]]);
    else
      made.copy(*others->content, others->begins[k], others->ends[k]);
  return made.take();
}

// Where in the content the index of each point is, of a list at a place; -1 for those beyond it, which are counted.
template <class Place>
std::size_t find_indices(const Values& lists, std::span<const std::int64_t> indices, const Place& list_of,
                         std::int64_t* to) {
  std::size_t beyond = 0;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const std::size_t list = list_of(k);
    const std::int64_t begin = lists.begins[list];
    const bool inside = static_cast<std::uint64_t>(indices[k]) < static_cast<std::uint64_t>(lists.ends[list] - begin);
    to[k] = inside ? begin + indices[k] : -1;
    beyond += inside ? 0 : 1;
  }
  return beyond;
}

// In a loop, the lists are those of points above: they stay where they are.
Values index(const CallContext& call) {
  const Evaluation::Known known = call.evaluation.known_values(call.node.arguments[0], call.domain);
  const Values& lists = known.values;
  const std::span indices(call.argument(1).numbers<std::int64_t>(), call.points());
  const bool has_default = call.operation() == CallOperation::index_or;
  const auto places = call.arena().make<std::int64_t>(call.points());
  const std::uint32_t* const from = known.from;
  const std::size_t beyond =
      from == nullptr ? find_indices(
                            lists, indices, [](std::size_t k) { return k; }, places.data())
                      : find_indices(lists, indices, [from](std::size_t k) { return from[k]; }, places.data());
  if (beyond > 0 && !has_default) {
    const auto k = static_cast<std::size_t>(std::ranges::find(places, -1) - places.begin());
    call.fail_at(k, fmt::format("index {} of a list of {} values", indices[k], lists.count(known.place(k))));
  }
  return values_at(call, *lists.content, places, has_default ? &call.argument(2) : nullptr);
}

// The default of a point, as content of which one value is copied.
struct Defaults {
  const Values* values;
  void copy(ListMaker& to, std::size_t point) const { to.copy_one(*values, static_cast<std::int64_t>(point)); }
};

[[noreturn]] void fail_to_take(const CallContext& call, std::size_t point, std::int64_t index, std::int64_t count) {
  call.fail_at(point, fmt::format("Take of index {} of a list of {} values", index, count));
}

// Numbers at the indices of each list, one after the other.
template <class Word>
void take_words(const CallContext& call, const Values& lists, const Values& indices, Word* to) {
  const auto* const numbers = indices.content->numbers<std::int64_t>();
  for (std::size_t k = 0; k < call.points(); ++k) {
    const Word* const values = static_cast<const Word*>(lists.content->data) + lists.begins[k];
    const auto count = static_cast<std::uint64_t>(lists.count(k));
    for (std::int64_t place = indices.begins[k]; place < indices.ends[k]; ++place) {
      if (static_cast<std::uint64_t>(numbers[place]) >= count) fail_to_take(call, k, numbers[place], lists.count(k));
      *to++ = values[numbers[place]];
    }
  }
}

Values take(const CallContext& call) {
  const Values& lists = call.argument(0);
  const Values& indices = call.argument(1);
  const bool has_default = call.operation() == CallOperation::take_or;
  const auto* const numbers = indices.content->numbers<std::int64_t>();
  const ValueType item = call.type(0).item();
  ListMaker made(call.arena(), item, call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(indices.count(k));
  void* const room = made.make_room();
  if (item.is_number() && !has_default) {
    const std::size_t size = array::size_of(item.number);
    if (size == 1) take_words(call, lists, indices, static_cast<std::uint8_t*>(room));
    if (size == 2) take_words(call, lists, indices, static_cast<std::uint16_t*>(room));
    if (size == 4) take_words(call, lists, indices, static_cast<std::uint32_t*>(room));
    if (size == 8) take_words(call, lists, indices, static_cast<std::uint64_t*>(room));
    return made.take();
  }
  for (std::size_t k = 0; k < call.points(); ++k)
    for (std::int64_t place = indices.begins[k]; place < indices.ends[k]; ++place) {
      const std::int64_t wanted = numbers[place];
      const bool inside = wanted >= 0 && wanted < lists.count(k);
      if (inside)
        made.copy_one(*lists.content, lists.begins[k] + wanted);
      else if (has_default)
        Defaults{&call.argument(2)}.copy(made, k);
      else
        fail_to_take(call, k, wanted, lists.count(k));
    }
  return made.take();
}

Values take_count(const CallContext& call) {
  const Values& lists = call.argument(0);
  const auto* const counts = call.argument(1).numbers<std::int64_t>();
  const bool has_default = call.operation() == CallOperation::take_count_or;
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  constexpr std::int64_t most = std::int64_t{1} << 22;
  for (std::size_t k = 0; k < call.points(); ++k) {
    const std::int64_t wanted = std::clamp(counts[k], -most, most);
    const std::int64_t length = wanted < 0 ? -wanted : wanted;
    if (length > lists.count(k) && (!has_default || wanted != counts[k]))
      call.fail_at(k, fmt::format("Take of {} values of a list of {}", counts[k], lists.count(k)));
    made.add_count(length);
  }
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k) {
    const std::int64_t length = counts[k] < 0 ? -counts[k] : counts[k];
    const std::int64_t copied = std::min(length, lists.count(k));
    if (counts[k] < 0)
      for (std::int64_t missing = length - copied; missing > 0; --missing) Defaults{&call.argument(2)}.copy(made, k);
    const std::int64_t first = counts[k] < 0 ? lists.ends[k] - copied : lists.begins[k];
    made.copy(*lists.content, first, first + copied);
    if (counts[k] >= 0)
      for (std::int64_t missing = length - copied; missing > 0; --missing) Defaults{&call.argument(2)}.copy(made, k);
  }
  return made.take();
}

// Copies the values that are kept, and says how many were kept before each value, and in all.
template <class Word>
void compress(const Word* values, const bool* kept, std::size_t count, Word* to, std::uint32_t* before) {
  std::uint32_t done = 0;
  for (std::size_t k = 0; k < count; ++k) {
    before[k] = done;
    to[done] = values[k];
    done += kept[k] ? 1U : 0U;
  }
  before[count] = done;
}

// Of lists of numbers that lie one behind the other, as masks do: all in one loop without branches.
Values keep_packed(const CallContext& call, const Values& lists, const Values& masks) {
  const std::size_t points = call.points();
  const auto first = static_cast<std::size_t>(lists.begins[0]);
  const auto count = static_cast<std::size_t>(lists.ends[points - 1]) - first;
  const bool* const kept = masks.content->numbers<bool>() + masks.begins[0];
  const auto before = call.arena().make<std::uint32_t>(count + 1);
  Values* const content = call.arena().make<Values>(1).data();
  const auto copy = [&](auto word) {
    using Word = decltype(word);
    const auto to = call.arena().make<Word>(count + 1);
    compress(static_cast<const Word*>(lists.content->data) + first, kept, count, to.data(), before.data());
    *content = {.data = to.data()};
  };
  const std::size_t size = array::size_of(call.type(0).number);
  if (size == 1) copy(std::uint8_t{});
  if (size == 2) copy(std::uint16_t{});
  if (size == 4) copy(std::uint32_t{});
  if (size == 8) copy(std::uint64_t{});
  const auto offsets = call.arena().make<std::int64_t>(points + 1);
  offsets[0] = 0;
  for (std::size_t k = 0; k < points; ++k) offsets[k + 1] = before[static_cast<std::size_t>(lists.ends[k]) - first];
  return {.begins = offsets.data(), .ends = offsets.data() + 1, .content = content, .packed = true};
}

Values keep(const CallContext& call) {
  const Values& lists = call.argument(0);
  const Values& masks = call.argument(1);
  const std::size_t differs = first_difference(lists, masks, call.points());
  if (differs < call.points())
    call.fail_at(differs,
                 fmt::format("a mask of {} values for a list of {}", masks.count(differs), lists.count(differs)));
  constexpr std::int64_t most = std::int64_t{1} << 31;
  if (call.points() > 0 && lists.packed && masks.packed && call.type(0).item().is_number() &&
      lists.ends[call.points() - 1] - lists.begins[0] < most)
    return keep_packed(call, lists, masks);
  const bool* const kept = masks.content->numbers<bool>();
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k)
    made.add_count(std::count(kept + masks.begins[k], kept + masks.ends[k], true));
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k)
    for (std::int64_t i = 0; i < lists.count(k); ++i)
      if (kept[masks.begins[k] + i]) made.copy_one(*lists.content, lists.begins[k] + i);
  return made.take();
}

Values drop(const CallContext& call) {
  const Values& lists = call.argument(0);
  const Values& indices = call.argument(1);
  const auto* const numbers = indices.content->numbers<std::int64_t>();
  const auto dropped = [&](std::size_t k, std::int64_t i) {
    return std::find(numbers + indices.begins[k], numbers + indices.ends[k], i) != numbers + indices.ends[k];
  };
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < lists.count(k); ++i) count += dropped(k, i) ? 0 : 1;
    made.add_count(count);
  }
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k)
    for (std::int64_t i = 0; i < lists.count(k); ++i)
      if (!dropped(k, i)) made.copy_one(*lists.content, lists.begins[k] + i);
  return made.take();
}

Values concatenate(const CallContext& call) {
  const Values& one = call.argument(0);
  const Values& other = call.argument(1);
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(one.count(k) + other.count(k));
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k) {
    made.copy(*one.content, one.begins[k], one.ends[k]);
    made.copy(*other.content, other.begins[k], other.ends[k]);
  }
  return made.take();
}

Values append(const CallContext& call) {
  const Values& lists = call.argument(0);
  const Defaults values{&call.argument(1)};
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(lists.count(k) + 1);
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k) {
    made.copy(*lists.content, lists.begins[k], lists.ends[k]);
    values.copy(made, k);
  }
  return made.take();
}

Values replace(const CallContext& call) {
  const Values& lists = call.argument(0);
  const auto* const places = call.argument(1).numbers<std::int64_t>();
  const Defaults values{&call.argument(2)};
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(lists.count(k));
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k) {
    if (places[k] < 0 || places[k] >= lists.count(k)) {
      made.copy(*lists.content, lists.begins[k], lists.ends[k]);
      continue;
    }
    const std::int64_t place = lists.begins[k] + places[k];
    made.copy(*lists.content, lists.begins[k], place);
    values.copy(made, k);
    made.copy(*lists.content, place + 1, lists.ends[k]);
  }
  return made.take();
}

// The values of the first list that the second one has, too.
Values intersect(const CallContext& call) {
  const Values& one = call.argument(0);
  const Values& other = call.argument(1);
  ListMaker made(call.arena(), call.type(0).item(), call.points());
  with_number(call.type(0).number, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> all;
    for (std::size_t k = 0; k < call.points(); ++k) {
      std::vector<T> sorted(other.content->numbers<T>() + other.begins[k], other.content->numbers<T>() + other.ends[k]);
      std::sort(sorted.begin(), sorted.end());
      const std::size_t before = all.size();
      for (std::int64_t place = one.begins[k]; place < one.ends[k]; ++place)
        if (std::binary_search(sorted.begin(), sorted.end(), one.content->numbers<T>()[place]))
          all.push_back(one.content->numbers<T>()[place]);
      made.add_count(static_cast<std::int64_t>(all.size() - before));
    }
    T* const room = static_cast<T*>(made.make_room());
    std::copy(all.begin(), all.end(), room);
  });
  return made.take();
}

}  // namespace

Values select_from_lists(const CallContext& call) {
  switch (call.operation()) {
    case CallOperation::index:
    case CallOperation::index_or:
      return index(call);
    case CallOperation::take:
    case CallOperation::take_or:
      return take(call);
    case CallOperation::take_count:
    case CallOperation::take_count_or:
      return take_count(call);
    case CallOperation::keep:
      return keep(call);
    case CallOperation::drop:
      return drop(call);
    case CallOperation::concatenate:
      return concatenate(call);
    case CallOperation::append:
      return append(call);
    case CallOperation::replace:
      return replace(call);
    default:
      return intersect(call);
  }
}

}  // namespace ramet::inline v1::expr
