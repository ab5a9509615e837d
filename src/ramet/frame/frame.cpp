#include "ramet/frame/frame.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/graph/node.hpp"
#include "ramet/frame/internal/graph/sample_text.hpp"
#include "ramet/frame/internal/graph/variation_shape.hpp"
#include "ramet/frame/sources/array_table.hpp"

namespace ramet::inline v1::frame {

using internal::Definition;
using internal::DefinitionPointer;
using internal::Node;
using internal::Root;

namespace {

constexpr std::string_view unnamed_filter = "Unnamed Filter";

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, [&](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

std::shared_ptr<Node> child_of(const std::shared_ptr<const Node>& parent, Node::Kind kind) {
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->parent = parent;
  node->root = parent->root;
  node->varies_with = parent->varies_with;
  return node;
}

std::shared_ptr<const Node> root_node(Source source, schedule::Executor& executor, FrameOptions options) {
  auto node = std::make_shared<Node>();
  node->root = std::make_shared<const Root>(std::move(source), executor, std::move(options.samples), options.language,
                                            options.seed, std::move(options.random_key), std::move(options.owner),
                                            std::move(options.origin));
  return node;
}

std::shared_ptr<Definition> function_definition(const Node& node, const std::string& name,
                                                std::shared_ptr<const BatchFunction> function,
                                                const std::vector<std::string>& columns, array::Type type) {
  auto made = std::make_shared<Definition>();
  made->kind = Definition::Kind::function;
  made->name = name;
  made->type = std::move(type);
  made->function = std::move(function);
  for (const std::string& column : columns) {
    made->arguments.push_back(internal::named_values(node, column));
    const auto& varies = made->arguments.back()->varies_with;
    made->varies_with.insert(varies.begin(), varies.end());
  }
  return made;
}

/// A column of the source that entries may lack.
std::shared_ptr<Definition> missing_column(const Node& node, const std::string& name, Definition::Missing missing) {
  if (node.find(name) != nullptr) detail::fail(ErrorKind::misuse, "'{}' is no column of the source", name);
  auto found = node.root->column_that_may_miss(name, missing);
  if (found == nullptr) {
    const std::vector<std::string> known = internal::known_names(node);
    const std::vector<std::string_view> names(known.begin(), known.end());
    detail::fail(ErrorKind::not_found, "there is no column '{}'{}", name, file::suggest_names(name, names));
  }
  return found;
}

/// The values of a column as an action takes them; `place` is that of the column among the action's.
DefinitionPointer wanted_column(const Node& node, const std::string& name, const Action& action, std::size_t place) {
  DefinitionPointer found;
  if (action.takes_stored() && action.takes_option(place)) found = internal::find_option(node, name);
  if (action.takes_stored() && found == nullptr) found = internal::find_name(node, name);
  return found != nullptr ? found : internal::named_values(node, name);
}

/// Throws Error(misuse) for the other name of a column, which gets other values with its own name alone.
void require_no_alias(const Node& node, const std::string& name, std::string_view done) {
  if (const Node::Name* const made = node.find(name); made != nullptr && made->is_alias)
    detail::fail(ErrorKind::misuse, "'{}' is another name of column '{}', and cannot be {}", name, made->of, done);
}

/// The filters with names that lead to a node; to the root, all that there are.
std::vector<std::shared_ptr<const Node>> named_filters(const std::shared_ptr<const Node>& node) {
  std::vector<std::shared_ptr<const Node>> filters;
  if (node->kind == Node::Kind::root) {
    filters = node->root->filters();
  } else {
    for (auto at = node; at != nullptr; at = at->parent)
      if (at->kind == Node::Kind::filter) filters.push_back(at);
    std::ranges::reverse(filters);
  }
  std::erase_if(filters, [](const auto& filter) { return filter->filter_name.empty(); });
  return filters;
}

/// As ROOT calls a filter.
std::string name_of_filter(const Node& filter) {
  if (!filter.filter_name.empty()) return filter.filter_name;
  if (filter.passes->missing == Definition::Missing::told) return "FilterAvailable";
  if (filter.passes->missing == Definition::Missing::denied) return "FilterMissing";
  return std::string(unnamed_filter);
}

/// Whether two meanings of a name have the same values.
bool is_same(const DefinitionPointer& one, const DefinitionPointer& other) {
  if (one == other || one == nullptr || other == nullptr) return one == other;
  const bool are_columns = one->kind == Definition::Kind::column && other->kind == Definition::Kind::column;
  return are_columns && one->path == other->path && one->missing == other->missing;
}

/// The type of a group's objects; another branch of its name may be found first, and cannot be read.
array::Type type_of_group(const Root& root, const dataset::Column& group) {
  const DefinitionPointer found = root.column(group.name);
  return found == nullptr ? *group.type : found->type;
}

/// A column that a frame defines. A list that is redefined remembers the counter of its branch, as ROOT does.
FrameColumn made_column(const Node& node, const std::string& name, bool is_alias) {
  FrameColumn made{.name = name,
                   .type = internal::find_name(node, name)->type,  // an alias' column may be redefined
                   .type_name = {},
                   .kind = is_alias ? FrameColumn::Kind::alias : FrameColumn::Kind::defined};
  if (is_alias || made.type.kind != array::Kind::list || made.type.contents[0].kind != array::Kind::number) return made;
  if (const auto redefined = node.root->source().find(name)) made.counter = redefined->counter;
  return made;
}

}  // namespace

Frame::Frame(Source source, schedule::Executor& executor, FrameOptions options)
    : node_(root_node(std::move(source), executor, std::move(options))) {}

Frame Frame::of_entries(std::uint64_t entries, schedule::Executor& executor, FrameOptions options) {
  return Frame(Source(table_of_arrays({}, entries)), executor, std::move(options));
}

void Frame::require_unread(const std::filesystem::path& path) const {
  for (const std::string& file : node_->root->source().files()) {
    std::error_code error;
    if (std::filesystem::equivalent(path, file, error) && !error)
      detail::fail(ErrorKind::misuse, "'{}' is read by the frame, and cannot be replaced by what is written",
                   path.string());
  }
}

// --- columns -------------------------------------------------------------------------------------------------------

void Frame::require_new(const std::string& name) const {
  if (!is_identifier(name)) detail::fail(ErrorKind::misuse, "'{}' is no name for a column", name);
  if (has_column(name)) detail::fail(ErrorKind::misuse, "there is a column '{}' already: redefine it", name);
}

void Frame::require_types(const std::string& name, const std::vector<std::string>& columns,
                          const std::vector<array::Type>& taken) const {
  if (columns.size() != taken.size())
    detail::fail(ErrorKind::misuse, "column '{}': a function of {} arguments for {} columns", name, taken.size(),
                 columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const array::Type found = type(columns[k]);
    if (found != taken[k])
      detail::fail(ErrorKind::misuse, "column '{}': argument {} of the function is of type {}, column '{}' of type {}",
                   name, k + 1, array::to_string(taken[k]), columns[k], array::to_string(found));
  }
}

void Frame::require_known(const std::string& name) const {
  const DefinitionPointer known = internal::find_name(*node_, name);
  if (known == nullptr)
    detail::fail(ErrorKind::misuse, "there is no column '{}' that could be redefined: define it", name);
  require_no_alias(*node_, name, "redefined");
  if (!known->varies_with.empty())  // also those of a column that it is made of
    detail::fail(ErrorKind::misuse, "column '{}' has variations, and cannot be redefined", name);
}

Frame Frame::with_name(const std::string& name, std::shared_ptr<const Definition> definition) const {
  auto node = child_of(node_, Node::Kind::names);
  node->names.emplace(name, Node::Name{std::move(definition)});
  return Frame(std::move(node));
}

DefinitionPointer Frame::expression(const std::string& name, const Expression& of) const {
  return internal::make_expression(*node_, name, of.text, of.language.value_or(node_->root->language()),
                                   internal::stream_of(*node_, name));
}

Frame Frame::define(const std::string& name, const Expression& expression) const {
  require_new(name);
  return with_name(name, this->expression(name, expression));
}

Frame Frame::define(const std::string& name, std::shared_ptr<const BatchFunction> function,
                    const std::vector<std::string>& columns, array::Type type) const {
  require_new(name);
  return with_name(name, function_definition(*node_, name, std::move(function), columns, std::move(type)));
}

Frame Frame::redefine(const std::string& name, const Expression& expression) const {
  require_known(name);
  return with_name(name, this->expression(name, expression));
}

Frame Frame::redefine(const std::string& name, std::shared_ptr<const BatchFunction> function,
                      const std::vector<std::string>& columns, array::Type type) const {
  require_known(name);
  return with_name(name, function_definition(*node_, name, std::move(function), columns, std::move(type)));
}

Frame Frame::alias(const std::string& name, const std::string& of) const {
  require_new(name);
  DefinitionPointer definition = internal::find_name(*node_, of);
  if (definition == nullptr) definition = internal::named_values(*node_, of);
  auto node = child_of(node_, Node::Kind::names);
  node->names.emplace(name, Node::Name{std::move(definition), true, of});
  return Frame(std::move(node));
}

Frame Frame::define_per_sample(const std::string& name, const std::string& text) const {
  return with_sample_values(
      name, [text, name](const Sample& sample) { return internal::sample_value(text, name, sample); }, text);
}

Frame Frame::define_per_sample(const std::string& name, SampleFunction function) const {
  return with_sample_values(name, std::move(function), std::nullopt);
}

Frame Frame::with_sample_values(const std::string& name, SampleFunction function,
                                const std::optional<std::string>& text) const {
  require_new(name);
  auto made = std::make_shared<Definition>();
  made->kind = Definition::Kind::sample;
  made->name = name;
  made->text = text.value_or("a function of samples");
  made->is_text = text.has_value();
  made->of_sample = std::move(function);
  made->type = made->of_sample(samples().front()).type();
  return with_name(name, std::move(made));
}

std::vector<Sample> Frame::samples() const { return node_->root->samples({.executor = node_->root->executor()}); }

Frame Frame::default_value_for(const std::string& column, array::Array value) const {
  auto made = missing_column(*node_, column, Definition::Missing::filled);
  if (value.length() != 1) detail::fail(ErrorKind::misuse, "a default for '{}' of {} values", column, value.length());
  if (value.type() != made->type)
    detail::fail(ErrorKind::misuse, "a default for '{}' of type {}: the column is of type {}", column,
                 array::to_string(value.type()), array::to_string(made->type));
  made->fill = std::move(value);
  return with_name(column, std::move(made));
}

// --- entries -------------------------------------------------------------------------------------------------------

Frame Frame::with_filter(std::shared_ptr<const Definition> passes, const std::string& name) const {
  auto node = child_of(node_, Node::Kind::filter);
  node->varies_with.insert(passes->varies_with.begin(), passes->varies_with.end());
  node->passes = std::move(passes);
  node->filter_name = name;
  std::shared_ptr<const Node> made = std::move(node);
  made->root->add_filter(made);
  return Frame(std::move(made));
}

Frame Frame::filter(const Expression& expression, const std::string& name) const {
  const std::string& text = expression.text;
  DefinitionPointer passes = this->expression(name.empty() ? text : name, expression);
  if (passes->type != array::Type::of(array::NumberType::boolean))
    detail::fail(ErrorKind::misuse, "the filter '{}' is of type {}: bool is wanted", text,
                 array::to_string(passes->type));
  return with_filter(std::move(passes), name);
}

Frame Frame::filter(std::shared_ptr<const BatchFunction> function, const std::vector<std::string>& columns,
                    const std::string& name) const {
  return with_filter(function_definition(*node_, name.empty() ? "filter" : name, std::move(function), columns,
                                         array::Type::of(array::NumberType::boolean)),
                     name);
}

Frame Frame::filter_available(const std::string& column) const {
  return with_filter(missing_column(*node_, column, Definition::Missing::told), {});
}

Frame Frame::filter_missing(const std::string& column) const {
  return with_filter(missing_column(*node_, column, Definition::Missing::denied), {});
}

Frame Frame::range(std::uint64_t first, std::uint64_t last, std::uint64_t step) const {
  if (step == 0 || (last != 0 && last < first))
    detail::fail(ErrorKind::misuse, "a range of entries {} to {} in steps of {}", first, last, step);
  auto node = child_of(node_, Node::Kind::range);
  node->range = {first, last, step};
  return Frame(std::move(node));
}

Frame Frame::vary(const std::vector<std::string>& columns, const Expression& expression,
                  const std::vector<std::string>& tags, const std::string& name) const {
  require_variation(columns, tags, name);
  const std::string& called = name.empty() ? columns.front() : name;
  return varied(columns, this->expression("variation " + called, expression), tags, called);
}

Frame Frame::vary(const std::vector<std::string>& columns, std::shared_ptr<const BatchFunction> function,
                  const std::vector<std::string>& arguments, array::Type type, const std::vector<std::string>& tags,
                  const std::string& name) const {
  require_variation(columns, tags, name);
  const std::string& called = name.empty() ? columns.front() : name;
  return varied(columns,
                function_definition(*node_, "variation " + called, std::move(function), arguments, std::move(type)),
                tags, called);
}

void Frame::require_variation(const std::vector<std::string>& columns, const std::vector<std::string>& tags,
                              const std::string& name) const {
  if (columns.empty() || tags.empty()) detail::fail(ErrorKind::misuse, "a variation of no columns, or without tags");
  if (name.empty() && columns.size() > 1) detail::fail(ErrorKind::misuse, "variations of several columns need a name");
  for (const std::string& column : columns) {
    if (internal::find_name(*node_, column) == nullptr)
      detail::fail(ErrorKind::misuse, "there is no column '{}' that could vary", column);
    require_no_alias(*node_, column, "varied");
    if (std::ranges::count(columns, column) > 1)
      detail::fail(ErrorKind::misuse, "a variation of column '{}' twice", column);
  }
}

Frame Frame::varied(const std::vector<std::string>& columns, DefinitionPointer lists,
                    const std::vector<std::string>& tags, const std::string& name) const {
  const auto variation = std::make_shared<internal::Variation>();
  variation->name = name;
  variation->tags = tags;
  variation->columns = columns.size();
  variation->is_nested = columns.size() > 1;
  variation->lists = std::move(lists);
  internal::require_shape(*variation);
  const std::vector<array::Type> types = internal::varied_types(*node_, *variation);
  internal::VariationNames added;
  for (std::size_t tag = 0; tag < tags.size(); ++tag)
    if (!added.insert(variation->tag_name(tag)).second)
      detail::fail(ErrorKind::misuse, "two variations '{}'", variation->tag_name(tag));
  auto node = child_of(node_, Node::Kind::names);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    auto made = std::make_shared<Definition>();
    made->kind = Definition::Kind::varied;
    made->name = columns[column];
    made->nominal = internal::find_name(*node_, columns[column]);
    made->type = types[column];
    if (made->type != made->nominal->type)
      detail::fail(ErrorKind::misuse, "variations of '{}' of type {}: the column is of type {}", columns[column],
                   array::to_string(made->type), array::to_string(made->nominal->type));
    for (const std::string& one : added)
      if (made->nominal->varies_with.contains(one))
        detail::fail(ErrorKind::misuse, "'{}' has a variation '{}' already", columns[column], one);
    made->variation = variation;
    made->varied_column = column;
    made->varies_with = made->nominal->varies_with;
    made->varies_with.insert(added.begin(), added.end());
    node->names.emplace(columns[column], Node::Name{std::move(made)});
  }
  return Frame(std::move(node));
}

// --- results -------------------------------------------------------------------------------------------------------

Booked Frame::book(std::shared_ptr<Action> action) const { return book(std::move(action), {}, {}); }

Booked Frame::book(std::shared_ptr<Action> action, const std::string& variation,
                   std::vector<std::uint8_t> is_nominal) const {
  auto booking = std::make_shared<internal::Booking>();
  booking->node = node_;
  booking->variation = variation;
  booking->is_nominal = std::move(is_nominal);
  std::vector<array::Type> types;
  const std::vector<std::string> columns = action->columns();
  for (std::size_t column = 0; column < columns.size(); ++column) {
    booking->columns.push_back(wanted_column(*node_, columns[column], *action, column));
    types.push_back(booking->columns.back()->type);
  }
  action->check(types);
  if (const auto replaced = action->replaces()) require_unread(*replaced);
  booking->action = std::move(action);
  node_->root->add_booking(booking);
  return Booked(std::move(booking));
}

Filters Frame::filters(const std::optional<std::string>& weight) const {
  auto booking = std::make_shared<internal::Booking>();
  booking->node = node_;
  booking->counts_all_filters = node_->kind == Node::Kind::root;
  node_->root->add_booking(booking);
  Filters filters{Booked(std::move(booking))};
  if (!weight) return filters;
  const DefinitionPointer meant = internal::named_values(*node_, *weight);
  if (meant->type.kind != array::Kind::number)
    detail::fail(ErrorKind::misuse, "the weight '{}' is of type {}: numbers are wanted", *weight,
                 array::to_string(meant->type));
  std::map<const Node*, Booked> sums;  // of what comes to a node
  const auto sum_at = [&](const std::shared_ptr<const Node>& node) {
    const Node* const at = &internal::selecting(*node);
    const auto known = sums.find(at);
    if (known != sums.end()) return known->second;
    return sums.emplace(at, Frame(node).book(std::make_shared<NumbersAction>(*weight, *weight))).first->second;
  };
  for (const std::shared_ptr<const Node>& filter : named_filters(node_)) {
    if (!is_same(internal::find_name(*filter->parent, *weight), internal::find_name(*node_, *weight)))
      detail::fail(ErrorKind::misuse,
                   "the weight '{}' is not defined before the filter '{}', or differs there: define it first", *weight,
                   filter->filter_name);
    filters.weighted_.push_back({sum_at(filter->parent), sum_at(filter)});
  }
  return filters;
}

Explanation Frame::explain() const { return internal::explain_waiting(node_); }

// --- what there is -------------------------------------------------------------------------------------------------

std::vector<FrameColumn> Frame::columns() const {
  std::vector<FrameColumn> columns;
  std::set<std::string, std::less<>> seen;
  std::vector<FrameColumn> made;
  for (const Node* at = node_.get(); at != nullptr; at = at->parent.get())
    for (const auto& [name, meaning] : at->names)
      if (seen.insert(name).second) made.push_back(made_column(*node_, name, meaning.is_alias));
  for (const dataset::Column& column : node_->root->source().columns())
    if (column.is_readable() && !seen.contains(column.name))
      columns.push_back({.name = column.name,
                         .type = internal::type_of_characters(column).value_or(
                             column.is_group ? type_of_group(*node_->root, column) : *column.type),
                         .type_name = column.type_name,
                         .counter = column.counter,
                         .packed = column.packed,
                         .is_nested = column.is_nested});
  columns.insert(columns.end(), std::make_move_iterator(made.rbegin()), std::make_move_iterator(made.rend()));
  return columns;
}

bool Frame::has_column(std::string_view name) const { return internal::find_name(*node_, name) != nullptr; }

array::Type Frame::type(std::string_view name) const { return internal::named_values(*node_, name)->type; }

std::vector<std::string> Frame::filter_names() const {
  std::vector<std::string> names;
  if (internal::selecting(*node_).kind == Node::Kind::root) {
    for (const auto& filter : node_->root->filters()) names.push_back(name_of_filter(*filter));
  } else {
    for (const Node* at = node_.get(); at != nullptr; at = at->parent.get())
      if (at->kind == Node::Kind::filter) names.push_back(name_of_filter(*at));
    std::ranges::reverse(names);
  }
  return names;
}

std::vector<std::string> Frame::variations() const {
  internal::VariationNames names = node_->varies_with;
  for (const Node* at = node_.get(); at != nullptr; at = at->parent.get())
    for (const auto& [name, meaning] : at->names)
      names.insert(meaning.definition->varies_with.begin(), meaning.definition->varies_with.end());
  return {names.begin(), names.end()};
}

schedule::Executor& Frame::executor() const noexcept { return node_->root->executor(); }

const Source& Frame::source() const noexcept { return node_->root->source(); }

std::uint64_t Frame::source_entries() const { return node_->root->source().entries({.executor = executor()}); }

}  // namespace ramet::inline v1::frame
