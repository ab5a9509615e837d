#include "ramet/expr/internal/run/random_values.hpp"

#include <array>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"
#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"
#include "ramet/random/gamma_family.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::uint32_t place_bits = 24;  // of random::Draws

// What one fill function of module random needs.
struct Filling {
  Distribution distribution;
  random::Stream stream;
  random::Draws draws;
  std::span<const RandomParameter> parameters;
  void* to;
  std::size_t count;

  template <class Value>
  random::ParameterOf<Value> parameter_of(std::size_t number) const {
    const auto* const values = static_cast<const Value*>(parameters[number].values);
    if (parameters[number].is_column) return std::span<const Value>(values, count);
    return *values;
  }
  random::Parameter real(std::size_t number) const { return parameter_of<double>(number); }
  random::CountParameter whole(std::size_t number) const { return parameter_of<random::Count>(number); }
  std::span<double> reals() const { return {static_cast<double*>(to), count}; }
  std::span<random::Count> wholes() const { return {static_cast<random::Count*>(to), count}; }

  void run() const;
};

void Filling::run() const {
  switch (distribution) {
    case Distribution::uniform:
      return random::fill_uniform(stream, draws, reals(), real(0), real(1));
    case Distribution::normal:
      return random::fill_normal(stream, draws, reals(), real(0), real(1));
    case Distribution::exponential:
      return random::fill_exponential(stream, draws, reals(), real(0));
    case Distribution::breit_wigner:
      return random::fill_breit_wigner(stream, draws, reals(), real(0), real(1));
    case Distribution::logistic:
      return random::fill_logistic(stream, draws, reals(), real(0), real(1));
    case Distribution::landau:
      return random::fill_landau(stream, draws, reals(), real(0), real(1));
    case Distribution::moyal:
      return random::fill_moyal(stream, draws, reals(), real(0), real(1));
    case Distribution::triangle:
      return random::fill_triangle(stream, draws, reals(), real(0), real(1), real(2));
    case Distribution::weibull:
      return random::fill_weibull(stream, draws, reals(), real(0), real(1));
    case Distribution::gamma:
      return random::fill_gamma(stream, draws, reals(), real(0), real(1));
    case Distribution::chi_square:
      return random::fill_chi_square(stream, draws, reals(), real(0));
    case Distribution::student_t:
      return random::fill_student_t(stream, draws, reals(), real(0));
    case Distribution::beta:
      return random::fill_beta(stream, draws, reals(), real(0), real(1));
    case Distribution::integer:
      return random::fill_integers(stream, draws, wholes(), whole(0));
    case Distribution::poisson:
      return random::fill_poisson(stream, draws, wholes(), real(0));
    case Distribution::binomial:
      return random::fill_binomial(stream, draws, wholes(), whole(0), real(1));
  }
}

// The keys of points that belong to others: point k to up[k] of those.
class KeysBelow {
 public:
  KeysBelow(const PointKeys& above, std::span<const std::uint32_t> up, std::uint64_t first_entry, Arena& arena)
      : above_(above), up_(up), first_entry_(first_entry), arena_(arena) {}

  /// Of the same points, some are left out.
  PointKeys selected() const {
    const auto entries = arena_.make<std::uint64_t>(up_.size());
    for (std::size_t k = 0; k < up_.size(); ++k) entries[k] = entry(up_[k]);
    if (above_.places.empty()) return {entries, {}};
    const auto places = arena_.make<std::uint32_t>(up_.size());
    gather(above_.places.data(), up_.data(), places.data(), up_.size(), sizeof(std::uint32_t));
    return {entries, places};
  }

  /// Of points that have a place each within those above.
  template <class PlaceOf>
  PointKeys inside(const PlaceOf& place_of) const {
    const auto entries = arena_.make<std::uint64_t>(up_.size());
    const auto places = arena_.make<std::uint32_t>(up_.size());
    for (std::size_t k = 0; k < up_.size(); ++k) {
      const std::uint64_t place = place_of(k);
      const bool is_new = k == 0 || up_[k] != up_[k - 1];
      entries[k] = is_new ? inner_entry(up_[k]) : entries[k - 1];
      if (place >> place_bits != 0) entries[k] = random::key_of(std::array{inner_entry(up_[k]), place >> place_bits});
      places[k] = static_cast<std::uint32_t>(place & ((1U << place_bits) - 1));
    }
    return {entries, places};
  }

 private:
  std::uint64_t entry(std::size_t point) const {
    return above_.entries.empty() ? first_entry_ + point : above_.entries[point];
  }
  std::uint64_t inner_entry(std::size_t point) const {
    if (above_.places.empty()) return entry(point);
    return random::key_of(std::array{entry(point), std::uint64_t{above_.places[point]}});
  }

  const PointKeys& above_;
  std::span<const std::uint32_t> up_;
  std::uint64_t first_entry_;
  Arena& arena_;
};

PointKeys make_keys(Evaluation& evaluation, Domain& domain);

const PointKeys& keys_of(Evaluation& evaluation, Domain& domain) {
  if (domain.keys == nullptr) {
    PointKeys* const made = domain.arena().make<PointKeys>(1).data();
    *made = make_keys(evaluation, domain);
    domain.keys = made;
  }
  return *domain.keys;
}

PointKeys make_keys(Evaluation& evaluation, Domain& domain) {
  if (domain.above() == nullptr) {
    const auto& key = evaluation.graph().random.key;
    if (!key) return {evaluation.entry_numbers(), {}};
    return {{evaluation.values(*key, domain).numbers<std::uint64_t>(), domain.points()}, {}};
  }
  const std::span<const std::uint32_t> up = domain.up();
  const KeysBelow keys(keys_of(evaluation, *domain.above()), up, evaluation.first_entry(), domain.arena());
  if (domain.is_selection()) return keys.selected();
  if (evaluation.graph().space(domain.space()).kind == Space::Kind::loop)
    return keys.inside([&](std::size_t) { return domain.run; });
  std::uint64_t place = 0;
  return keys.inside([&](std::size_t k) { return place = k > 0 && up[k] == up[k - 1] ? place + 1 : 0; });
}

// A fill function has refused the parameters: say for which entry.
[[noreturn]] void fail_at_first(Evaluation& evaluation, const Node& node, Domain& domain, const Filling& filling,
                                const Error& refused) {
  std::array<RandomParameter, 3> one{};
  for (std::size_t point = 0; point < filling.count; ++point) {
    for (std::size_t k = 0; k < filling.parameters.size(); ++k) {
      const auto* const values = static_cast<const std::byte*>(filling.parameters[k].values);
      one[k].values = filling.parameters[k].is_column ? values + point * sizeof(double) : values;
    }
    try {
      check_parameters(filling.distribution, std::span(one).first(filling.parameters.size()));
    } catch (const Error& error) {
      evaluation.fail_at_point(node, domain, point, error.what());
    }
  }
  throw refused;
}

}  // namespace

void check_parameters(Distribution distribution, std::span<const RandomParameter> parameters) {
  std::uint64_t number = 0;
  Filling{distribution, {}, {}, parameters, &number, 1}.run();
}

Values random_values(Evaluation& evaluation, const Node& node, Domain& domain) {
  const RandomCall call = RandomCall::unpacked(node.number);
  // What may throw is computed where it is wanted, which may be below the points that it belongs to.
  Domain* own = &domain;
  while (own->space() != node.space) own = own->above();
  PointKeys keys = keys_of(evaluation, *own);
  if (own != &domain) keys = KeysBelow(keys, domain.up_to(*own), evaluation.first_entry(), domain.arena()).selected();
  std::array<RandomParameter, 3> parameters{};
  for (std::size_t k = 0; k < node.arguments.size(); ++k) {
    const Node& argument = evaluation.graph().node(node.arguments[k]);
    const bool is_constant = argument.kind == NodeKind::constant;
    parameters[k] = {is_constant ? &argument.number : evaluation.values(node.arguments[k], domain).data, !is_constant};
  }
  void* const to = domain.arena().allocate(domain.points(), sizeof(double));
  const Filling filling{.distribution = call.distribution,
                        .stream = {evaluation.graph().random.seed, call.stream},
                        .draws = {evaluation.first_entry(), keys.entries, keys.places, call.call},
                        .parameters = std::span(parameters).first(node.arguments.size()),
                        .to = to,
                        .count = domain.points()};
  try {
    if (domain.points() > 0) filling.run();
  } catch (const Error& refused) {
    fail_at_first(evaluation, node, domain, filling, refused);
  }
  return {.data = to};
}

Values key_values(Evaluation& evaluation, const Node& node, Domain& domain) {
  std::vector<std::span<const std::uint64_t>> columns;
  for (const NodeId argument : node.arguments)
    columns.emplace_back(evaluation.values(argument, domain).numbers<std::uint64_t>(), domain.points());
  const std::span<std::uint64_t> keys = domain.arena().make<std::uint64_t>(domain.points());
  random::fill_keys(columns, keys);
  return {.data = keys.data()};
}

}  // namespace ramet::inline v1::expr
