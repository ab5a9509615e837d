#include "ramet/frame/internal/plan/plan_text.hpp"

#include <algorithm>
#include <concepts>
#include <map>
#include <utility>
#include <variant>

#include "ramet/core/error.hpp"
#include "ramet/frame/actions/portable.hpp"
#include "ramet/frame/internal/parts/json_text.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

constexpr std::uint64_t plan_version = 1;

std::string_view name_of(expr::Language language) noexcept {
  return language == expr::Language::python ? "python" : "c++";
}

/// Throw Error(unsupported) for a function.
void require_text(std::string_view verb, const std::string& name, const Definition& definition) {
  if (definition.kind == Definition::Kind::function)
    detail::fail(ErrorKind::unsupported,
                 "{} '{}' is a function, which cannot be sent to other processes: write it as an expression, or run "
                 "without `on`",
                 verb, name);
}

template <class Number>
std::string json_of_number(const array::Array& numbers, std::size_t place) {
  const Number number = numbers.numbers<Number>()[place];
  if constexpr (std::same_as<Number, bool>) return number ? "true" : "false";
  if constexpr (std::floating_point<Number>) return json_of(static_cast<double>(number));
  if constexpr (std::integral<Number> && !std::same_as<Number, bool>) return std::to_string(number);
}

std::string json_of_number(const array::Array& numbers, std::size_t place) {
  switch (numbers.number()) {
    case array::NumberType::boolean:
      return json_of_number<bool>(numbers, place);
    case array::NumberType::int8:
      return json_of_number<std::int8_t>(numbers, place);
    case array::NumberType::int16:
      return json_of_number<std::int16_t>(numbers, place);
    case array::NumberType::int32:
      return json_of_number<std::int32_t>(numbers, place);
    case array::NumberType::int64:
      return json_of_number<std::int64_t>(numbers, place);
    case array::NumberType::uint8:
      return json_of_number<std::uint8_t>(numbers, place);
    case array::NumberType::uint16:
      return json_of_number<std::uint16_t>(numbers, place);
    case array::NumberType::uint32:
      return json_of_number<std::uint32_t>(numbers, place);
    case array::NumberType::uint64:
      return json_of_number<std::uint64_t>(numbers, place);
    case array::NumberType::float32:
      return json_of_number<float>(numbers, place);
    case array::NumberType::float64:
      return json_of_number<double>(numbers, place);
  }
  return "null";
}

/// One number, text or list of numbers.
std::string json_of_value(const std::string& name, const array::Array& value) {
  const array::Array whole = array::compact(value);
  if (whole.kind() == array::Kind::number) return json_of_number(whole, 0);
  if (whole.kind() == array::Kind::string)
    return json_of(std::string_view(reinterpret_cast<const char*>(whole.values().data()), whole.values().size()));
  if (whole.kind() != array::Kind::list || whole.content(0).kind() != array::Kind::number)
    detail::fail(ErrorKind::unsupported, "the default value for '{}' of type {} cannot be sent to other processes",
                 name, array::to_string(whole.type()));
  std::vector<std::string> values;
  for (std::size_t k = 0; k < whole.content(0).length(); ++k) values.push_back(json_of_number(whole.content(0), k));
  return json_list(values);
}

/// Numbers the nodes that lead to bookings, and writes what makes them. Threads: one thread.
class Verbs {
 public:
  /// The number of a node, whose verbs are written if that has not been done.
  std::size_t number_of(const Node& node) {
    if (node.parent == nullptr) return 0;
    if (const auto known = numbers_.find(&node); known != numbers_.end()) return known->second;
    const std::size_t above = number_of(*node.parent);
    JsonText json;
    json.add_json("at", std::to_string(above));
    switch (node.kind) {
      case Node::Kind::filter:
        filter(node, json);
        break;
      case Node::Kind::range:
        json.add("verb", "range").add("first", node.range.first).add("last", node.range.last);
        json.add("step", node.range.step);
        break;
      default:
        names(node, json);
    }
    texts_.push_back(json.text());
    numbers_.emplace(&node, texts_.size());
    return texts_.size();
  }

  std::string text() const { return json_list(texts_); }

 private:
  static void filter(const Node& node, JsonText& json) {
    const Definition& passes = *node.passes;
    if (passes.tells_missing()) {
      json.add("verb", passes.missing == Definition::Missing::told ? "filter_available" : "filter_missing");
      json.add("column", passes.name);
      return;
    }
    require_text("the filter", node.filter_name.empty() ? passes.name : node.filter_name, passes);
    json.add("verb", "filter").add("text", passes.text).add("language", name_of(passes.language));
    json.add("name", node.filter_name);
  }

  static void names(const Node& node, JsonText& json) {
    const auto& [name, meaning] = *node.names.begin();
    const Definition& made = *meaning.definition;
    if (meaning.is_alias) {
      json.add("verb", "alias").add("name", name).add("of", meaning.of);
    } else if (made.kind == Definition::Kind::varied) {
      vary(node, json);
    } else if (made.kind == Definition::Kind::sample) {
      if (!made.is_text)
        detail::fail(ErrorKind::unsupported,
                     "define_per_sample '{}' is a function, which cannot be sent to other processes", name);
      json.add("verb", "define_per_sample").add("name", name).add("text", made.text);
    } else if (made.kind == Definition::Kind::column) {
      json.add("verb", "default_value_for")
          .add("column", name)
          .add_json("value", json_of_value(name, made.fill.value()));
    } else {
      const bool is_new = find_name(*node.parent, name) == nullptr;
      require_text("column", name, made);
      json.add("verb", is_new ? "define" : "redefine").add("name", name).add("text", made.text);
      json.add("language", name_of(made.language));
    }
  }

  static void vary(const Node& node, JsonText& json) {
    const Variation& variation = *node.names.begin()->second.definition->variation;
    std::vector<std::string> columns(node.names.size());
    for (const auto& [name, meaning] : node.names) columns.at(meaning.definition->varied_column) = name;
    const Definition& lists = *variation.lists;
    require_text("vary", variation.name, lists);
    json.add("verb", "vary").add("columns", columns).add("text", lists.text).add("language", name_of(lists.language));
    json.add("tags", variation.tags).add("name", variation.name);
  }

  std::map<const Node*, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

std::string json_of_samples(const Root& root) {
  std::vector<std::string> samples;
  for (const Sample& sample : root.samples({.executor = root.executor()})) {
    JsonText metadata;
    for (const auto& [name, value] : sample.metadata)
      std::visit(
          [&, &key = name]<class Value>(const Value& of) {
            if constexpr (std::same_as<Value, std::int64_t>) {
              metadata.add_json(key, std::to_string(of));
            } else if constexpr (std::same_as<Value, double>) {
              metadata.add_json(key, R"({"double":)" + json_of(of) + "}");
            } else {
              metadata.add_json(key, json_of(std::string_view(of)));
            }
          },
          value);
    samples.push_back(JsonText()
                          .add("name", sample.name)
                          .add("id", sample.id)
                          .add("number", sample.number)
                          .add_json("metadata", metadata.text())
                          .text());
  }
  return json_list(samples);
}

std::string described(const Booking& booking, Verbs& verbs) {
  JsonText json;
  json.add_json("at", std::to_string(verbs.number_of(*booking.node)));
  if (booking.action == nullptr) return json.add_json("result", R"({"kind":"filters"})").text();
  const auto* const action = dynamic_cast<const PortableAction*>(booking.action.get());
  if (action == nullptr || !booking.is_nominal.empty())
    detail::fail(ErrorKind::unsupported,
                 "{}: it cannot be computed by other processes; leave it out, or run without `on`",
                 booking.action->name());
  if (!booking.variation.empty()) json.add("variation", booking.variation);
  return json.add_json("result", action->described()).text();
}

}  // namespace

std::string plan_text(const Root& root, std::span<const std::shared_ptr<Booking>> bookings) {
  if (root.origin().empty())
    detail::fail(ErrorKind::unsupported,
                 "a frame of columns in memory cannot be sent to other processes: write it into a file first");
  Verbs verbs;
  const bool counts_all = std::ranges::any_of(bookings, [](const auto& one) { return one->counts_all_filters; });
  if (counts_all)
    for (const auto& filter : root.filters()) verbs.number_of(*filter);
  std::vector<std::string> results;
  for (const auto& booking : bookings) results.push_back(described(*booking, verbs));
  return JsonText()
      .add("plan", plan_version)
      .add_json("source", root.origin())
      .add("language", name_of(root.language()))
      .add("seed", root.seed())
      .add("random_key", root.random_key())
      .add_json("samples", json_of_samples(root))
      .add_json("verbs", verbs.text())
      .add_json("results", json_list(results))
      .text();
}

}  // namespace ramet::inline v1::frame::internal
