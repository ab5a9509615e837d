#include "ramet/expr/internal/check/functions/random.hpp"

#include <algorithm>
#include <array>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/graph/random_call.hpp"
#include "ramet/expr/internal/run/random_values.hpp"

namespace ramet::inline v1::expr {

namespace {

struct RandomFunction {
  std::string_view name;
  std::string_view like;  ///< the same for each element of a list, which is the first argument
  Distribution distribution;
  std::size_t least;
  std::size_t most;
  std::array<double, 2> defaults;
  std::string_view says;
};

constexpr auto functions = std::to_array<RandomFunction>({
    {"uniform", "uniform_like", Distribution::uniform, 0, 2, {0, 1}, "uniform between two numbers, or 0 and 1"},
    {"normal", "normal_like", Distribution::normal, 0, 2, {0, 1}, "Gauss's distribution of a mean and a sigma"},
    {"gaus", "gaus_like", Distribution::normal, 0, 2, {0, 1}, "as normal"},
    {"exponential", "exponential_like", Distribution::exponential, 0, 1, {1}, "an exponential of this mean"},
    {"breit_wigner", "breit_wigner_like", Distribution::breit_wigner, 0, 2, {0, 1}, "of a mean and a full width"},
    {"logistic", "logistic_like", Distribution::logistic, 0, 2, {0, 1}, "of a mean and a scale"},
    {"landau", "landau_like", Distribution::landau, 0, 2, {0, 1}, "of a location and a scale"},
    {"moyal", "moyal_like", Distribution::moyal, 0, 2, {0, 1}, "of a location and a scale"},
    {"triangle", "triangle_like", Distribution::triangle, 3, 3, {}, "of the lowest, likeliest and highest number"},
    {"weibull", "weibull_like", Distribution::weibull, 1, 2, {0, 1}, "of a shape and a scale"},
    {"gamma", "gamma_like", Distribution::gamma, 2, 2, {}, "of a shape and a scale"},
    {"chi_squared", "chi_squared_like", Distribution::chi_square, 1, 1, {}, "of so many degrees of freedom"},
    {"chi_square", "chi_square_like", Distribution::chi_square, 1, 1, {}, "as chi_squared"},
    {"student", "student_like", Distribution::student_t, 1, 1, {}, "Student's t of so many degrees of freedom"},
    {"student_t", "student_t_like", Distribution::student_t, 1, 1, {}, "as student"},
    {"beta", "beta_like", Distribution::beta, 2, 2, {}, "of two shapes"},
    {"integer", "integer_like", Distribution::integer, 1, 1, {}, "a whole number from 0 to below this one"},
    {"integers", "integers_like", Distribution::integer, 1, 1, {}, "as integer"},
    {"poisson", "poisson_like", Distribution::poisson, 1, 1, {}, "a number of events of this mean"},
    {"binomial", "binomial_like", Distribution::binomial, 2, 2, {}, "of so many trials, of this probability each"},
    {"gRandom->Rndm", "", Distribution::uniform, 0, 0, {0, 1}, "as uniform"},
    {"gRandom->Uniform", "", Distribution::uniform, 0, 2, {0, 1}, "as uniform; of one number: from 0 to it"},
    {"gRandom->Gaus", "", Distribution::normal, 0, 2, {0, 1}, "as normal"},
    {"gRandom->Exp", "", Distribution::exponential, 1, 1, {}, "as exponential"},
    {"gRandom->BreitWigner", "", Distribution::breit_wigner, 0, 2, {0, 1}, "as breit_wigner"},
    {"gRandom->Landau", "", Distribution::landau, 0, 2, {0, 1}, "as landau"},
    {"gRandom->Integer", "", Distribution::integer, 1, 1, {}, "as integer"},
    {"gRandom->Poisson", "", Distribution::poisson, 1, 1, {}, "as poisson"},
    {"gRandom->Binomial", "", Distribution::binomial, 2, 2, {}, "as binomial"},
});

constexpr std::size_t parameters_of(const RandomFunction& function) {
  if (function.most > 0) return function.most;
  return function.distribution == Distribution::uniform ? 2 : 0;
}

// The random node, and the numbers that it is for: those of the entries, a loop's runs, or the elements of lists.
class Drawing {
 public:
  Drawing(const CallSite& call, const RandomFunction& function, bool is_like)
      : call_(call),
        build_(call.build),
        function_(function),
        is_like_(is_like),
        number_(call.checker.random_number(call.build)) {}

  Operand draw() {
    std::vector<NodeId> nodes;
    for (std::size_t k = 0; k < call_.arguments.size(); ++k) nodes.push_back(argument(k));
    if (is_like_ && !build_.type(nodes[0]).is_list())
      call_.checker.fail_here(fmt::format("{} of {}", call_.name, call_.checker.spelled(call_.arguments[0])));
    add_defaults(nodes);
    return Operand::value(numbers(nodes, call_.checker.space()));
  }

 private:
  // Lists are taken into the loop around, whose runs have numbers of their own.
  NodeId argument(std::size_t number) {
    NodeId node = call_.node(number);
    const ValueType type = build_.type(node);
    if (type.is_string) call_.checker.fail_here(fmt::format("{} of a string", call_.name));
    Graph& graph = build_.graph();
    const SpaceId space = call_.checker.space();
    if (type.is_list() && graph.contains(build_.node(node).space, space)) node = graph.lift(node, space);
    if (is_like_ && number == 0) return node;
    const bool is_count = counts(function_.distribution, number - (is_like_ ? 1 : 0));
    if (is_count && is_real(type.number))
      call_.checker.fail_here(fmt::format("{} of {}: expected a whole number", call_.name, to_string(type)));
    return build_.convert(node, is_count ? NumberType::int64 : NumberType::float64);
  }

  void add_defaults(std::vector<NodeId>& nodes) {
    const std::size_t given = nodes.size() - (is_like_ ? 1 : 0);
    Graph& graph = build_.graph();
    if (function_.distribution == Distribution::uniform && given == 1) {
      if (!function_.name.starts_with("gRandom"))
        call_.checker.fail_here(fmt::format("{} takes no limits or two, not one", call_.name));
      nodes.insert(nodes.begin(), graph.constant(0.));
      return;
    }
    for (std::size_t k = given; k < parameters_of(function_); ++k)
      nodes.push_back(graph.constant(function_.defaults[k]));
  }

  NodeId numbers(std::vector<NodeId> nodes, SpaceId space) {
    const bool has_lists =
        std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) { return build_.type(node).is_list(); });
    if (has_lists) {
      Builder::Elements found = build_.elements(nodes);
      const SpaceId below = build_.graph().elements_space(found.shape);
      return build_.graph().rebuild(found.shape, numbers(std::move(found.values), below));
    }
    if (is_like_) nodes.erase(nodes.begin());
    const bool all_constant =
        std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return build_.is_constant(node); });
    if (all_constant) check_constants(nodes);
    return build_.random(number_.with(function_.distribution), space, std::move(nodes),
                         all_constant || takes_all_parameters(function_.distribution));
  }

  void check_constants(const std::vector<NodeId>& nodes) {
    std::vector<RandomParameter> parameters;
    for (const NodeId node : nodes) parameters.push_back({&build_.node(node).number, false});
    try {
      check_parameters(function_.distribution, parameters);
    } catch (const Error& refused) {
      call_.checker.fail_here(refused.what());
    }
  }

  const CallSite& call_;
  Builder& build_;
  const RandomFunction& function_;
  bool is_like_;
  RandomCall number_;
};

Operand make_random(const CallSite& call) {
  for (const RandomFunction& function : functions) {
    if (call.function.name == function.name) return Drawing(call, function, false).draw();
    if (call.function.name == function.like) return Drawing(call, function, true).draw();
  }
  call.checker.fail_here(fmt::format("no random function {}", call.name));
}

// bootstrap(n): a weight for each of n replicas of the entry.
Operand bootstrap(const CallSite& call) {
  Graph& graph = call.build.graph();
  const NodeId count = call.build.convert(call.node(0), NumberType::int64);
  const NodeId replicas = call.build.call(CallOperation::range, ValueType::of(NumberType::int64).list(),
                                          {graph.constant(std::int64_t{0}), count, graph.constant(std::int64_t{1})});
  CallSite weights = call;
  weights.arguments = {Operand::value(replicas), Operand::value(graph.constant(1.))};
  const auto poisson =
      std::find_if(functions.begin(), functions.end(), [](const auto& one) { return one.name == "poisson"; });
  return Drawing(weights, *poisson, true).draw();
}

constexpr auto make_table() {
  std::array<FunctionEntry, 2 * functions.size() + 1> table{};
  std::size_t next = 0;
  for (const RandomFunction& one : functions) {
    table[next++] = {one.name, one.least, one.most, make_random, {}, {}, one.says};
    if (!one.like.empty())
      table[next++] = {one.like, one.least + 1, one.most + 1, make_random, {}, {}, "for each element of a list"};
  }
  table[next++] = {"bootstrap", 1, 1, bootstrap, {}, {}, "so many weights of a Poisson distribution of mean 1"};
  return std::pair(table, next);
}

constexpr auto random_table = make_table();

}  // namespace

std::span<const FunctionEntry> random_functions() noexcept {
  return std::span(random_table.first).first(random_table.second);
}

const FunctionEntry* find_random_function(std::string_view name) noexcept {
  constexpr std::string_view space = "random::";
  if (name.starts_with(space)) name.remove_prefix(space.size());
  for (const FunctionEntry& function : random_functions())
    if (function.name == name) return &function;
  return nullptr;
}

std::string random_name(const Syntax& called) {
  if (called.kind == SyntaxKind::name)
    return find_random_function(called.text) != nullptr ? called.text : std::string();
  if (called.kind != SyntaxKind::member || called.children[0].kind != SyntaxKind::name ||
      called.children[0].text != "gRandom")
    return {};
  return "gRandom->" + called.text;
}

}  // namespace ramet::inline v1::expr
