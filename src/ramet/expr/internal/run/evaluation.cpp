#include "ramet/expr/internal/run/evaluation.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/bytes/detail/each_machine.hpp"
#include "ramet/expr/internal/run/calls/calls.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"
#include "ramet/expr/internal/run/list_values.hpp"
#include "ramet/expr/internal/run/loops/loop_run.hpp"
#include "ramet/expr/internal/run/loops/writing_loop.hpp"
#include "ramet/expr/internal/run/random_values.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

// Columns, elements and variables are given for one domain only; what is below it takes them from there.
bool is_leaf(const Node& node) {
  return node.kind == NodeKind::column || node.kind == NodeKind::entry || node.kind == NodeKind::slot ||
         node.kind == NodeKind::items || node.kind == NodeKind::align || node.kind == NodeKind::present ||
         node.kind == NodeKind::position || node.kind == NodeKind::state;
}

// The domain that gave a selection its points.
Domain& origin(Domain& domain) {
  Domain* found = &domain;
  while (found->is_selection()) found = found->above();
  return *found;
}

std::int64_t total_count(const Values& lists, std::size_t points) {
  if (points == 0) return 0;
  if (lists.packed) return lists.ends[points - 1] - lists.begins[0];
  std::int64_t count = 0;
  for (std::size_t k = 0; k < points; ++k) count += lists.count(k);
  return count;
}

RAMET_EACH_MACHINE void write_shifted(const std::int64_t* from, std::int64_t by, std::int64_t* to, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) to[k] = from[k] - by;
}

template <class Number>
void fill(void* to, std::size_t count, std::uint64_t bits) {
  Number value;
  std::memcpy(&value, &bits, sizeof value);
  std::fill_n(static_cast<Number*>(to), count, value);
}

}  // namespace

// Where a node is known, or else computed: in the lowest domain of its space; if it may throw, only for points at which
// it is wanted.
Domain& Evaluation::home(NodeId id, Domain& domain) const {
  const Node& node = graph_.node(id);
  Domain* home = &domain;
  const auto go_up = [&](Domain*& at) {
    at = at->above();
    if (at == nullptr) detail::fail(ErrorKind::misuse, "node {} has no place in space {}", id, node.space);
  };
  const bool may_throw = !node.total && !is_leaf(node) && node.kind != NodeKind::constant;
  while (home->space() != node.space && (!may_throw || home->has_all_above())) go_up(home);
  if (is_leaf(node)) home = &origin(*home);
  // What is above may be of points for which it is known already.
  Domain* above = home;
  while (!is_known(id, *above) && (above->is_selection() || above->space() != node.space)) go_up(above);
  return is_known(id, *above) ? *above : *home;
}

// Variables of a loop are known together: the loop does not run again for the next one.
bool Evaluation::is_known(NodeId id, const Domain& domain) const {
  if (domain.known(id) != nullptr) return true;
  const Node& node = graph_.node(id);
  return node.kind == NodeKind::outcome && std::ranges::find(domain.outcomes, node.loop, [](const auto& one) {
                                             return one.first;
                                           }) != domain.outcomes.end();
}

const Values& Evaluation::values(NodeId id, Domain& domain) {
  if (const Values* const known = domain.known(id)) return *known;
  const Known found = known_values(id, domain);
  if (found.from == nullptr) return found.values;
  const std::span from(found.from, domain.points());
  return domain.keep(id, project(found.values, graph_.node(id).type, from, domain.arena()));
}

Evaluation::Known Evaluation::known_values(NodeId id, Domain& domain) {
  if (const Values* const known = domain.known(id)) return {*known, nullptr};
  Domain& home = this->home(id, domain);
  if (home.known(id) == nullptr) home.keep(id, compute(graph_.node(id), id, home));
  return {*home.known(id), &home == &domain ? nullptr : domain.up_to(home).data()};
}

Values Evaluation::compute(const Node& node, NodeId id, Domain& domain) {
  switch (node.kind) {
    case NodeKind::column:
      return batch_.columns[node.number];
    case NodeKind::constant:
      return constant(node, domain);
    case NodeKind::entry:
      return entry_numbers(domain);
    case NodeKind::slot:
      return slots(domain);
    case NodeKind::random:
      return random_values(*this, node, domain);
    case NodeKind::key:
      return key_values(*this, node, domain);
    case NodeKind::element:
      return element(node, id, domain);
    case NodeKind::call:
      return compute_call(*this, node, domain);
    case NodeKind::items:
      return items(node, domain);
    case NodeKind::align:
      return align(node, domain);
    case NodeKind::present:
      return present(node, domain);
    case NodeKind::position:
      return positions(domain);
    case NodeKind::rebuild:
      return rebuild(node, domain);
    case NodeKind::lift:
      return values(node.arguments[0], domain);
    case NodeKind::choose:
      return choose(node, domain);
    case NodeKind::outcome:
      return outcome(node, domain);
    case NodeKind::state:
      break;
  }
  detail::fail(ErrorKind::misuse, "node {} of a loop has no value outside of it", id);
}

Values Evaluation::constant(const Node& node, Domain& domain) {
  Arena& arena = domain.arena();
  const std::size_t count = domain.points();
  if (node.type.is_string) {
    const std::string& text = graph_.strings()[node.number];
    Values* const characters = arena.make<Values>(1).data();
    *characters = {.data = text.data()};
    auto* const begins = arena.make<std::int64_t>(count).data();
    auto* const ends = arena.make<std::int64_t>(count).data();
    std::fill_n(begins, count, 0);
    std::fill_n(ends, count, static_cast<std::int64_t>(text.size()));
    return {.begins = begins, .ends = ends, .content = characters};
  }
  void* const to = arena.allocate(count, array::size_of(node.type.number));
  with_number(node.type.number, [&](auto zero) { fill<decltype(zero)>(to, count, node.number); });
  return {.data = to};
}

Values Evaluation::entry_numbers(Domain& domain) const {
  const auto numbers = domain.arena().make<std::uint64_t>(domain.points());
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = batch_.number_of(k);
  return {.data = numbers.data()};
}

Values Evaluation::slots(Domain& domain) const {
  const auto numbers = domain.arena().make<std::uint32_t>(domain.points());
  std::fill(numbers.begin(), numbers.end(), batch_.place.slot);
  return {.data = numbers.data()};
}

Values Evaluation::element(const Node& node, NodeId id, Domain& domain) {
  const ElementChain& chain = plan_.chain(id);
  const auto inputs = domain.arena().make<ChainInput>(chain.inputs.size());
  for (std::size_t k = 0; k < inputs.size(); ++k) inputs[k] = chain_input(chain.inputs[k].node, domain);
  const std::size_t size = array::size_of(node.type.number);
  void* const to = plan_.is_kept[id] && domain.points() > 0 ? kept_.make(domain.points() * size)
                                                            : domain.arena().allocate(domain.points(), size);
  const std::size_t done = run_chain(chain, inputs, chains_, to, size, domain.points());
  if (done < domain.points())
    fail_at_point(node, domain, done,
                  static_cast<ElementOperation>(node.number) == ElementOperation::whole_power
                      ? "a whole number to the power of one below 0"
                      : "a division by zero");
  return {.data = to};
}

// What is known above is taken from there, block by block.
ChainInput Evaluation::chain_input(NodeId id, Domain& domain) {
  const Node& node = graph_.node(id);
  Domain* home = &domain;
  if (node.total || is_leaf(node))
    while (home->space() != node.space && home->above() != nullptr) home = home->above();
  if (home == &domain || domain.known(id) != nullptr) return {values(id, domain).data, nullptr};
  return {values(id, *home).data, domain.up_to(*home).data()};
}

Domain& Evaluation::elements(NodeId lists, Domain& domain) {
  if (Domain* const known = domain.below(lists, true)) return *known;
  const Values& found = values(lists, domain);
  const std::int64_t count = total_count(found, domain.points());
  if (count > std::int64_t{1} << 31)
    detail::fail(ErrorKind::misuse, "{} elements of lists in a batch of entries", count);
  SpaceId space = 0;  // the space was made with the graph's node
  while (graph_.space(space).kind != Space::Kind::elements || graph_.space(space).owner != lists) ++space;
  return domain.keep_below(lists, true,
                           std::make_unique<Domain>(domain, space, found, static_cast<std::size_t>(count)));
}

Values Evaluation::items(const Node& node, Domain& domain) {
  const bool own = node.arguments[0] == node.arguments[1];
  const Values& lists = own ? domain.lists() : values(node.arguments[0], *domain.above());
  const std::size_t points = domain.above()->points();
  const std::size_t differs = first_difference(lists, domain.lists(), points);
  if (differs < points)
    fail_at_point(node, *domain.above(), differs,
                  fmt::format("lists of {} and {} values do not go together", domain.lists().count(differs),
                              lists.count(differs)));
  return elements_of(lists, node.type, domain);
}

Values Evaluation::elements_of(const Values& lists, const ValueType& type, Domain& domain) {
  const std::size_t points = domain.above()->points();
  const Values& content = *lists.content;
  if (lists.packed && points > 0) {
    const auto first = static_cast<std::size_t>(lists.begins[0]);
    if (type.is_number())
      return {.data = static_cast<const std::byte*>(content.data) + first * array::size_of(type.number)};
    Values shifted = content;
    shifted.begins += first;
    shifted.ends += first;
    return shifted;
  }
  const auto places = domain.arena().make<std::int64_t>(domain.points());
  std::size_t next = 0;
  for (std::size_t k = 0; k < points; ++k)
    for (std::int64_t place = lists.begins[k]; place < lists.ends[k]; ++place) places[next++] = place;
  if (type.is_number()) {
    const std::size_t size = array::size_of(type.number);
    void* const to = domain.arena().allocate(domain.points(), size);
    gather(content.data, places.data(), to, domain.points(), size);
    return {.data = to};
  }
  const auto begins = domain.arena().make<std::int64_t>(domain.points());
  const auto ends = domain.arena().make<std::int64_t>(domain.points());
  gather(content.begins, places.data(), begins.data(), domain.points(), sizeof(std::int64_t));
  gather(content.ends, places.data(), ends.data(), domain.points(), sizeof(std::int64_t));
  return {.begins = begins.data(), .ends = ends.data(), .content = content.content};
}

Values Evaluation::rebuild(const Node& node, Domain& domain) {
  Domain& below = elements(node.arguments[0], domain);
  Values* const content = domain.arena().make<Values>(1).data();
  *content = values(node.arguments[1], below);
  const Values& lists = below.lists();
  if (lists.packed && domain.points() > 0 && lists.begins[0] == 0)
    return {.begins = lists.begins, .ends = lists.ends, .content = content, .packed = true};
  const auto offsets = domain.arena().make<std::int64_t>(domain.points() + 1);
  offsets[0] = 0;
  if (lists.packed && domain.points() > 0)
    write_shifted(lists.ends, lists.begins[0], offsets.data() + 1, domain.points());
  else
    for (std::size_t k = 0; k < domain.points(); ++k) offsets[k + 1] = offsets[k] + lists.count(k);
  return {.begins = offsets.data(), .ends = offsets.data() + 1, .content = content, .packed = true};
}

Domain& Evaluation::selected(NodeId condition, const bool* truths, bool truth, Domain& domain) {
  if (Domain* const known = domain.below(condition, truth)) return *known;
  const auto count = static_cast<std::size_t>(std::count(truths, truths + domain.points(), truth));
  const auto up = domain.arena().make<std::uint32_t>(count + 1);  // one more, for what is written and not taken
  std::size_t place = 0;
  for (std::size_t k = 0; k < domain.points(); ++k) {
    up[place] = static_cast<std::uint32_t>(k);
    place += truths[k] == truth ? 1 : 0;
  }
  return domain.keep_below(condition, truth, std::make_unique<Domain>(domain, domain.space(), up.first(count), true));
}

Domain* Evaluation::wanted(NodeId condition, Domain& domain) {
  const Node& node = graph_.node(condition);
  if (node.kind == NodeKind::choose) {
    const Node& otherwise = graph_.node(node.arguments[2]);
    if (otherwise.kind == NodeKind::constant && otherwise.number == 0) {
      Domain* const first = wanted(node.arguments[0], domain);
      return first == nullptr ? nullptr : wanted(node.arguments[1], *first);
    }
  }
  const bool* const truths = values(condition, domain).numbers<bool>();
  const auto count = static_cast<std::size_t>(std::count(truths, truths + domain.points(), true));
  if (count == domain.points()) return &domain;
  return count == 0 ? nullptr : &selected(condition, truths, true, domain);
}

Values Evaluation::choose(const Node& node, Domain& domain) {
  const NodeId condition = node.arguments[0];
  const bool* const truths = values(condition, domain).numbers<bool>();
  const auto wanted = static_cast<std::size_t>(std::count(truths, truths + domain.points(), true));
  if (wanted == domain.points()) return values(node.arguments[1], domain);
  if (wanted == 0) return values(node.arguments[2], domain);
  const Values one = values(node.arguments[1], selected(condition, truths, true, domain));
  const Values other = values(node.arguments[2], selected(condition, truths, false, domain));
  return merge(one, other, node.type, {truths, domain.points()}, domain.arena());
}

Values Evaluation::outcome(const Node& node, Domain& domain) {
  for (const auto& [loop, variables] : domain.outcomes)
    if (loop == node.loop) return variables[node.number];
  const LoopPlan& plan = loop_plan(node.loop);
  domain.outcomes.emplace_back(node.loop, plan.only_writes ? WritingLoop(*this, pool_, node.loop, domain).run()
                                                           : LoopRun(*this, pool_, plan, node.loop, domain).run());
  return domain.outcomes.back().second[node.number];
}

void Evaluation::fail_at_point(const Node& node, Domain& domain, std::size_t point, const std::string& what) const {
  Domain* place = &domain;
  while (place->above() != nullptr) {
    point = place->up()[point];
    place = place->above();
  }
  fail_at(ErrorKind::misuse, graph_.texts()[node.text], node.begin, node.end,
          fmt::format("entry {}: {}", batch_.number_of(point), what));
}

Values project(const Values& values, const ValueType& type, std::span<const std::uint32_t> from, Arena& arena) {
  if (type.is_number()) {
    const std::size_t size = array::size_of(type.number);
    void* const to = arena.allocate(from.size(), size);
    gather(values.data, from.data(), to, from.size(), size);
    return {.data = to};
  }
  const auto begins = arena.make<std::int64_t>(from.size());
  const auto ends = arena.make<std::int64_t>(from.size());
  gather(values.begins, from.data(), begins.data(), from.size(), sizeof(std::int64_t));
  gather(values.ends, from.data(), ends.data(), from.size(), sizeof(std::int64_t));
  return {.begins = begins.data(), .ends = ends.data(), .content = values.content};
}

Values merge(const Values& one, const Values& other, const ValueType& type, std::span<const bool> takes_one,
             Arena& arena) {
  const std::size_t points = takes_one.size();
  if (type.is_number()) {
    const std::size_t size = array::size_of(type.number);
    auto* const to = static_cast<std::byte*>(arena.allocate(points, size));
    const auto move = [&](auto word) {
      using Word = decltype(word);
      const Word* from_one = static_cast<const Word*>(one.data);
      const Word* from_other = static_cast<const Word*>(other.data);
      for (std::size_t k = 0; k < points; ++k) {
        // Without a branch, which would be foreseen wrongly.
        const Word* const from = takes_one[k] ? from_one : from_other;
        reinterpret_cast<Word*>(to)[k] = *from;
        from_one += takes_one[k] ? 1 : 0;
        from_other += takes_one[k] ? 0 : 1;
      }
    };
    if (size == 1) move(std::uint8_t{});
    if (size == 2) move(std::uint16_t{});
    if (size == 4) move(std::uint32_t{});
    if (size == 8) move(std::uint64_t{});
    return {.data = to};
  }
  ListMaker lists(arena, type.is_list() ? type.item() : character_type(), points);
  const auto each = [&](auto&& work) {
    std::size_t next_one = 0;
    std::size_t next_other = 0;
    for (std::size_t k = 0; k < points; ++k) work(takes_one[k] ? one : other, takes_one[k] ? next_one++ : next_other++);
  };
  each([&](const Values& from, std::size_t k) { lists.add_count(from.count(k)); });
  lists.make_room();
  each([&](const Values& from, std::size_t k) { lists.copy(*from.content, from.begins[k], from.ends[k]); });
  return lists.take();
}

}  // namespace ramet::inline v1::expr
