#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/run/evaluation.hpp"

// Rows that go through lists of different lengths at once, as those of TTree::Draw.

namespace ramet::inline v1::expr {

namespace {

bool same_counts(const Values& one, const Values& other, std::size_t points) {
  std::int64_t difference = 0;
  for (std::size_t k = 0; k < points; ++k) difference |= one.count(k) ^ other.count(k);
  return difference == 0;
}

// Where the values are in the lists' content: of element `n` of list k at begins[k] + n; -1 behind the list's end.
std::span<const std::int64_t> places(const Values& lists, const Values& shape, std::size_t points, Domain& domain) {
  const auto found = domain.arena().make<std::int64_t>(domain.points());
  std::size_t next = 0;
  for (std::size_t k = 0; k < points; ++k) {
    const std::int64_t count = shape.count(k);
    const std::int64_t there = std::min(count, lists.count(k));
    for (std::int64_t n = 0; n < there; ++n) found[next++] = lists.begins[k] + n;
    for (std::int64_t n = there; n < count; ++n) found[next++] = -1;
  }
  return found;
}

}  // namespace

Domain& Evaluation::points(SpaceId space, Domain& from) {
  if (from.space() == space) return from;
  const Space& wanted = graph_.space(space);
  if (wanted.kind != Space::Kind::elements)
    detail::fail(ErrorKind::misuse, "space {} is not below that of a domain", space);
  return elements(wanted.owner, points(wanted.parent, from));
}

Values Evaluation::align(const Node& node, Domain& domain) {
  const std::size_t points = domain.above()->points();
  const Values& lists = values(node.arguments[0], *domain.above());
  if (lists.packed && same_counts(lists, domain.lists(), points)) return elements_of(lists, node.type, domain);
  const std::span<const std::int64_t> from = places(lists, domain.lists(), points, domain);
  const Values& content = *lists.content;
  if (node.type.is_number()) {
    const std::size_t size = array::size_of(node.type.number);
    void* const to = domain.arena().allocate(domain.points(), size);
    with_number(node.type.number, [&](auto zero) {
      using Number = decltype(zero);
      const Number* const all = content.numbers<Number>();
      auto* const numbers = static_cast<Number*>(to);
      for (std::size_t k = 0; k < from.size(); ++k) numbers[k] = from[k] < 0 ? Number{} : all[from[k]];
    });
    return {.data = to};
  }
  const auto begins = domain.arena().make<std::int64_t>(domain.points());
  const auto ends = domain.arena().make<std::int64_t>(domain.points());
  for (std::size_t k = 0; k < from.size(); ++k) {
    begins[k] = from[k] < 0 ? 0 : content.begins[from[k]];
    ends[k] = from[k] < 0 ? 0 : content.ends[from[k]];
  }
  return {.begins = begins.data(), .ends = ends.data(), .content = content.content};
}

Values Evaluation::present(const Node& node, Domain& domain) {
  const std::size_t points = domain.above()->points();
  const Values& lists = values(node.arguments[0], *domain.above());
  const auto found = domain.arena().make<bool>(domain.points());
  if (same_counts(lists, domain.lists(), points)) {
    std::fill(found.begin(), found.end(), true);
    return {.data = found.data()};
  }
  std::size_t next = 0;
  for (std::size_t k = 0; k < points; ++k)
    for (std::int64_t n = 0; n < domain.lists().count(k); ++n) found[next++] = n < lists.count(k);
  return {.data = found.data()};
}

Values Evaluation::positions(Domain& domain) {
  const auto found = domain.arena().make<std::int64_t>(domain.points());
  Domain* entries = &domain;
  while (entries->space() != entries_space) entries = entries->above();
  const std::span<const std::uint32_t> entry = domain.up_to(*entries);
  std::int64_t number = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    number = k > 0 && entry[k] == entry[k - 1] ? number + 1 : 0;
    found[k] = number;
  }
  return {.data = found.data()};
}

}  // namespace ramet::inline v1::expr
