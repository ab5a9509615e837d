#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/printf.h>

#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/list_values.hpp"

namespace ramet::inline v1::expr {

namespace {

std::string_view text_at(const Values& strings, std::size_t point) {
  return {strings.characters() + strings.begins[point], static_cast<std::size_t>(strings.count(point))};
}

// The difference of the first characters that differ, or of the lengths, as GCC's library gives it.
std::int32_t order_of(std::string_view one, std::string_view other) {
  const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (a != one.end() && b != other.end())
    return static_cast<std::int32_t>(static_cast<unsigned char>(*a)) - static_cast<unsigned char>(*b);
  const auto longer = static_cast<std::int64_t>(one.size()) - static_cast<std::int64_t>(other.size());
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(longer, INT32_MIN, INT32_MAX));
}

template <class Result, class Function>
Values numbers(const CallContext& call, Function&& function) {
  Result* const results = call.room<Result>();
  for (std::size_t k = 0; k < call.points(); ++k) results[k] = function(k);
  return {.data = results};
}

// A view of each string: characters [first, last) of it.
template <class Limits>
Values views(const CallContext& call, const Values& strings, Limits&& limits) {
  const auto begins = call.arena().make<std::int64_t>(call.points());
  const auto ends = call.arena().make<std::int64_t>(call.points());
  for (std::size_t k = 0; k < call.points(); ++k) {
    const auto [first, last] = limits(k);
    begins[k] = strings.begins[k] + first;
    ends[k] = strings.begins[k] + last;
  }
  return {.begins = begins.data(), .ends = ends.data(), .content = strings.content};
}

Values joined(const CallContext& call) {
  const Values& one = call.argument(0);
  const Values& other = call.argument(1);
  ListMaker made(call.arena(), character_type(), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(one.count(k) + other.count(k));
  made.make_room();
  for (std::size_t k = 0; k < call.points(); ++k) {
    made.copy(*one.content, one.begins[k], one.ends[k]);
    made.copy(*other.content, other.begins[k], other.ends[k]);
  }
  return made.take();
}

Values strings_of(const CallContext& call, const std::vector<std::string>& texts) {
  ListMaker made(call.arena(), character_type(), call.points());
  for (const std::string& text : texts) made.add_count(static_cast<std::int64_t>(text.size()));
  auto* place = static_cast<char*>(made.make_room());
  for (const std::string& text : texts) {
    std::copy(text.begin(), text.end(), place);
    place += text.size();
  }
  return made.take();
}

// As std::to_string: whole numbers in full, others with six digits behind the point.
Values spelled(const CallContext& call) {
  const Values& values = call.argument(0);
  std::vector<std::string> texts(call.points());
  with_number(call.type(0).number, [&](auto zero) {
    for (std::size_t k = 0; k < call.points(); ++k) texts[k] = std::to_string(values.numbers<decltype(zero)>()[k]);
  });
  return strings_of(call, texts);
}

// As printf.
Values formatted(const CallContext& call) {
  const Values& formats = call.argument(0);
  const Values& values = call.argument(1);
  std::vector<std::string> texts(call.points());
  for (std::size_t k = 0; k < call.points(); ++k) {
    const std::string format(text_at(formats, k));
    if (call.type(1).is_string)
      texts[k] = fmt::sprintf(format, std::string(text_at(values, k)));
    else
      with_number(call.type(1).number,
                  [&](auto zero) { texts[k] = fmt::sprintf(format, values.numbers<decltype(zero)>()[k]); });
  }
  return strings_of(call, texts);
}

Values terminated(const CallContext& call, const Values& strings) {
  ListMaker made(call.arena(), ValueType::of(NumberType::int8), call.points());
  for (std::size_t k = 0; k < call.points(); ++k) made.add_count(strings.count(k) + 1);
  auto* place = static_cast<char*>(made.make_room());
  for (std::size_t k = 0; k < call.points(); ++k) {
    const std::string_view text = text_at(strings, k);
    place = std::copy(text.begin(), text.end(), place);
    *place++ = '\0';
  }
  return made.take();
}

std::size_t place_of(CallOperation operation, std::string_view text, std::string_view wanted, std::size_t from) {
  switch (operation) {
    case CallOperation::find:
      return text.find(wanted, from);
    case CallOperation::rfind:
      return text.rfind(wanted, from);
    case CallOperation::find_first_of:
      return text.find_first_of(wanted, from);
    case CallOperation::find_last_of:
      return text.find_last_of(wanted, from);
    case CallOperation::find_first_not_of:
      return text.find_first_not_of(wanted, from);
    default:
      return text.find_last_not_of(wanted, from);
  }
}

Values found(const CallContext& call) {
  const Values& texts = call.argument(0);
  const Values& wanted = call.argument(1);
  const CallOperation operation = call.operation();
  const bool from_back = operation == CallOperation::rfind || operation == CallOperation::find_last_of ||
                         operation == CallOperation::find_last_not_of;
  const auto* const from = call.node.arguments.size() > 2 ? call.argument(2).numbers<std::uint64_t>() : nullptr;
  const std::uint64_t otherwise = from_back ? std::string_view::npos : 0;
  return numbers<std::uint64_t>(call, [&](std::size_t k) -> std::uint64_t {
    return place_of(operation, text_at(texts, k), text_at(wanted, k), from == nullptr ? otherwise : from[k]);
  });
}

template <class Number>
Values parsed(const CallContext& call) {
  const Values& strings = call.argument(0);
  return numbers<Number>(call, [&](std::size_t k) {
    std::string_view text = text_at(strings, k);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    if (text.starts_with('+')) text.remove_prefix(1);
    Number value{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() && call.node.arguments.size() > 1) return Number{};
    if (result.ec != std::errc())
      call.fail_at(k, fmt::format("\"{}\" is not a number", text_at(strings, k).substr(0, 40)));
    return value;
  });
}

}  // namespace

Values compute_strings(const CallContext& call) {
  const Values& first = call.argument(0);
  switch (call.operation()) {
    case CallOperation::string_equal:
      return numbers<bool>(
          call, [&, &other = call.argument(1)](std::size_t k) { return text_at(first, k) == text_at(other, k); });
    case CallOperation::string_compare:
      return numbers<std::int32_t>(call, [&, &other = call.argument(1)](std::size_t k) {
        return order_of(text_at(first, k), text_at(other, k));
      });
    case CallOperation::string_join:
      return joined(call);
    case CallOperation::string_size:
      return numbers<std::uint64_t>(call, [&](std::size_t k) { return static_cast<std::uint64_t>(first.count(k)); });
    case CallOperation::string_at:
      return numbers<std::int8_t>(call, [&, places = call.argument(1).numbers<std::int64_t>()](std::size_t k) {
        if (places[k] == first.count(k)) return std::int8_t{0};  // C++ has a NUL there
        if (places[k] < 0 || places[k] > first.count(k))
          call.fail_at(k, fmt::format("character {} of a string of {}", places[k], first.count(k)));
        return static_cast<std::int8_t>(text_at(first, k)[static_cast<std::size_t>(places[k])]);
      });
    case CallOperation::substring:
      return views(call, first,
                   [&, begins = call.argument(1).numbers<std::uint64_t>(),
                    counts = call.argument(2).numbers<std::uint64_t>()](std::size_t k) {
                     const auto size = static_cast<std::uint64_t>(first.count(k));
                     if (begins[k] > size)
                       call.fail_at(k, fmt::format("a substring at {} of a string of {}", begins[k], size));
                     const std::uint64_t count = std::min(counts[k], size - begins[k]);
                     return std::pair(static_cast<std::int64_t>(begins[k]),
                                      static_cast<std::int64_t>(begins[k] + count));
                   });
    case CallOperation::find:
    case CallOperation::rfind:
    case CallOperation::find_first_of:
    case CallOperation::find_last_of:
    case CallOperation::find_first_not_of:
    case CallOperation::find_last_not_of:
      return found(call);
    case CallOperation::to_string:
      return spelled(call);
    case CallOperation::format:
      return formatted(call);
    case CallOperation::to_integer:
      return parsed<std::int64_t>(call);
    case CallOperation::to_real:
      return parsed<double>(call);
    case CallOperation::terminated:
      return terminated(call, first);
    default:
      break;
  }
  // characters: those before the first NUL
  return views(call, first, [&](std::size_t k) {
    const std::string_view all = text_at(first, k);
    return std::pair(std::int64_t{0}, static_cast<std::int64_t>(std::min(all.find('\0'), all.size())));
  });
}

}  // namespace ramet::inline v1::expr
