#include <set>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/expr/program_builder.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/frame/internal/graph/node.hpp"
#include "ramet/frame/internal/graph/variation_shape.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// Whether an action can take values of the type as a file has them.
bool is_plain(const Definition& definition) {
  if (definition.characters != expr::Scope::Text::string) return false;
  const array::Type* type = &definition.type;
  while (type->kind == array::Kind::list) type = &type->contents.front();
  return type->kind == array::Kind::number || type->kind == array::Kind::string;
}

/// What a text calls a column whose own name no text can have.
constexpr std::string_view whole_column = "column";

/// A text that uses names of a node; `column` is what it calls "column".
class Expression {
 public:
  explicit Expression(const Node& node, DefinitionPointer column = nullptr)
      : node_(node), column_(std::move(column)), builder_(node.root->seed(), node.root->random_key()) {}

  DefinitionPointer make(const std::string& name, const expr::ProgramBuilder::Text& text) {
    const auto value = value_of(text);
    made_->kind = Definition::Kind::text;
    made_->name = name;
    made_->text = text.text;
    made_->stream = text.stream;
    made_->language = text.language;
    made_->type = builder_.type(value);
    for (const auto& [used, definition] : made_->names)
      made_->varies_with.insert(definition->varies_with.begin(), definition->varies_with.end());
    return std::move(made_);
  }

  std::vector<array::Type> varied_types(const Variation& variation) {
    const Definition& of = *variation.lists;
    const bool is_function = of.kind == Definition::Kind::function;
    const std::string& text = is_function ? of.name : of.text;
    const auto lists = is_function ? builder_.column({of.name, of.type, expr::Scope::Text::string})
                                   : value_of({text, of.stream, of.language});
    std::vector<array::Type> types;
    for (std::size_t column = 0; column < variation.columns; ++column) {
      const std::size_t tags = variation.tags.size();
      if (has_flat_lists(variation)) {
        types.push_back(builder_.type(builder_.element(lists, column * tags, variation.columns * tags, text)));
        continue;
      }
      const auto list = variation.is_nested ? builder_.element(lists, column, variation.columns, text) : lists;
      types.push_back(builder_.type(builder_.element(list, 0, tags, text)));
    }
    return types;
  }

 private:
  expr::ProgramBuilder::Value value_of(const expr::ProgramBuilder::Text& text) {
    return builder_.expression(
        text, [&](std::string_view wanted) { return find(wanted); }, [&] { return known_names(node_); });
  }

  std::optional<expr::ProgramBuilder::Value> find(std::string_view name) {
    if (const auto known = values_.find(name); known != values_.end()) return known->second;
    DefinitionPointer definition = column_ != nullptr && name == whole_column ? column_ : find_name(node_, name);
    if (definition == nullptr) return std::nullopt;
    const auto value = builder_.column({definition->name, definition->type, definition->characters});
    values_.emplace(name, value);
    made_->names.emplace(name, std::move(definition));
    return value;
  }

  const Node& node_;
  DefinitionPointer column_;
  expr::ProgramBuilder builder_;
  std::shared_ptr<Definition> made_ = std::make_shared<Definition>();
  std::map<std::string, expr::ProgramBuilder::Value, std::less<>> values_;
};

/// A column as an expression gives its values.
DefinitionPointer plain_expression(const Node& node, const std::string& name, const std::string& text) {
  return make_expression(node, name, text, expr::Language::cpp, name);
}

}  // namespace

const Node& selecting(const Node& node) noexcept {
  const Node* at = &node;
  while (at->kind == Node::Kind::names) at = at->parent.get();
  return *at;
}

DefinitionPointer find_name(const Node& node, std::string_view name) {
  const Node::Name* const made = node.find(name);
  if (made == nullptr) return node.root->column(name);
  // The column may have been redefined or varied since it got the other name.
  const DefinitionPointer now = made->is_alias ? find_name(node, made->of) : nullptr;
  return now != nullptr ? now : made->definition;
}

DefinitionPointer find_option(const Node& node, std::string_view name) {
  const DefinitionPointer found = find_name(node, name);
  if (found == nullptr || !found->is_optional || found->missing != Definition::Missing::error) return nullptr;
  auto made = std::make_shared<Definition>(*found);
  made->missing = Definition::Missing::kept;
  made->type = array::Type::option_of(std::move(made->type));
  return made;
}

std::vector<std::string> known_names(const Node& node) {
  std::set<std::string> names;
  for (const Node* at = &node; at != nullptr; at = at->parent.get())
    for (const auto& [name, meaning] : at->names) names.insert(name);
  for (std::string& name : node.root->column_names()) names.insert(std::move(name));
  return {names.begin(), names.end()};
}

DefinitionPointer make_expression(const Node& node, const std::string& name, const std::string& text,
                                  expr::Language language, const std::string& stream) {
  return Expression(node).make(name, {text, stream, language});
}

std::string stream_of(const Node& node, const std::string& name) {
  std::size_t earlier = 0;
  for (const Node* at = &node; at != nullptr; at = at->parent.get()) earlier += at->names.count(name);
  return earlier == 0 ? name : fmt::format("{} {}", name, earlier);
}

std::vector<array::Type> varied_types(const Node& node, const Variation& variation) {
  return Expression(node).varied_types(variation);
}

DefinitionPointer named_values(const Node& node, std::string_view name) {
  DefinitionPointer found = find_name(node, name);
  if (found != nullptr && (found->kind != Definition::Kind::column || is_plain(*found))) return found;
  if (found == nullptr && (name == "rdfentry_" || name == "rdfslot_"))
    return plain_expression(node, std::string(name), std::string(name));
  // "#x": how many values the list has.
  if (found == nullptr && name.starts_with('#') && find_name(node, name.substr(1)) != nullptr)
    return plain_expression(node, std::string(name), std::string(name.substr(1)) + ".size()");
  const std::string_view object = name.substr(0, name.find('.'));
  if (found == nullptr && (object.size() == name.size() || find_name(node, object) == nullptr)) {
    const std::vector<std::string> known = known_names(node);
    const std::vector<std::string_view> names(known.begin(), known.end());
    detail::fail(ErrorKind::not_found, "there is no column '{}'{}", name, file::suggest_names(name, names));
  }
  // ROOT's Branch("lv.", &lv): the dot is followed by no member.
  if (found != nullptr && name.ends_with('.'))
    return Expression(node, found)
        .make(std::string(name), {std::string(whole_column), std::string(name), expr::Language::cpp});
  return plain_expression(node, std::string(name), std::string(name));
}

}  // namespace ramet::inline v1::frame::internal
