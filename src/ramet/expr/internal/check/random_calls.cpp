#include "ramet/expr/internal/check/random_calls.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/check/functions/random.hpp"
#include "ramet/expr/internal/text/error.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t most_calls = 256;  // the number of a call has 8 bits

bool is_random_call(const Syntax& syntax) {
  return syntax.kind == SyntaxKind::call && !random_name(syntax.children[0]).empty();
}

void find_calls(const Syntax& syntax, std::vector<std::size_t>& places) {
  if (is_random_call(syntax)) places.push_back(syntax.begin);
  for (const Syntax& child : syntax.children) find_calls(child, places);
}

}  // namespace

bool draws(const Syntax& syntax) {
  return is_random_call(syntax) || std::any_of(syntax.children.begin(), syntax.children.end(), draws);
}

RandomCalls::Text RandomCalls::begin(std::string stream, const Syntax& syntax) {
  Text text{.stream = std::move(stream), .places = {}, .first_ways = {}, .others = {}, .way = {}};
  find_calls(syntax, text.places);
  has_begun_ = true;
  return std::exchange(text_, std::move(text));
}

void RandomCalls::meet(const std::string& text) {
  if (has_begun_ || text_.stream == text) return;
  if (!text_.stream.empty()) met_[text_.stream] = std::move(text_);
  text_ = met_[text];
  text_.stream = text;
}

std::uint32_t RandomCalls::stream() {
  const std::uint32_t number = random::stream_number(text_.stream);
  const auto [known, is_new] = names_.emplace(number, text_.stream);
  if (!is_new && known->second != text_.stream)
    detail::fail(ErrorKind::misuse, "'{}' and '{}' would draw the same random numbers: give one of them another name",
                 known->second, text_.stream);
  return number;
}

std::uint8_t RandomCalls::number(std::size_t place) {
  const auto found = std::find(text_.places.begin(), text_.places.end(), place);
  auto number = static_cast<std::size_t>(found - text_.places.begin());
  if (found == text_.places.end() || text_.first_ways.try_emplace(place, text_.way).first->second != text_.way) {
    const std::pair wanted(place, text_.way);
    const auto other = std::find(text_.others.begin(), text_.others.end(), wanted);
    number = text_.places.size() + static_cast<std::size_t>(other - text_.others.begin());
    if (other == text_.others.end()) text_.others.push_back(wanted);
  }
  if (number >= most_calls)
    detail::fail(ErrorKind::misuse, "more than {} calls of random functions in a text", most_calls);
  return static_cast<std::uint8_t>(number);
}

RandomCall Checker::random_number(const Builder& at) {
  Graph& graph = build_.graph();
  random_calls_.meet(at.text());
  if (!graph.random.key && !scope_.random_key.empty()) graph.random.key = random_key();
  return {.call = random_calls_.number(at.begin()), .stream = random_calls_.stream()};
}

NodeId Checker::random_key() {
  std::vector<NodeId> columns;
  for (const std::string& name : scope_.random_key) {
    auto column = resolver_ == nullptr ? std::nullopt : resolver_->find(name);
    if (!column) column = columns_.find(name);
    if (!column) {
      std::vector<std::string_view> known;
      for (const Scope::Column& one : scope_.columns) known.push_back(one.name);
      detail::fail(ErrorKind::misuse, "the key of random numbers: no column {}{}", name, near_names(name, known));
    }
    if (!column->is_value() || !build_.type(column->node).is_number() || is_real(build_.type(column->node).number))
      detail::fail(ErrorKind::misuse, "the key of random numbers: {} is no whole number but {}", name,
                   spelled(*column));
    columns.push_back(build_.convert(column->node, NumberType::uint64));
  }
  return build_.graph().add({.kind = NodeKind::key, .type = ValueType::of(NumberType::uint64), .arguments = columns});
}

}  // namespace ramet::inline v1::expr
