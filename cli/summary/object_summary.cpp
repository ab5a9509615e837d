#include "cli/summary/object_summary.hpp"

#include <cstddef>
#include <set>
#include <string_view>

#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/array/type.hpp"

namespace ramet::cli {
namespace {

using object::Object;
using object::Value;

constexpr std::size_t most_items = 20;  // printed of one list
constexpr int deepest = 10;             // levels of objects in objects

using Shown = std::set<const Object*>;

void add_object(const Object& object, int depth, Shown& shown, std::string& text);

/// The value of an array with one entry, as text.
std::string array_words(const array::Array& array) {
  const std::size_t items = array.contents().empty() ? 0 : array.content(0).length();
  return fmt::format("{} of {}", array::to_string(array.type()), items);
}

struct ValueText {
  int depth;
  Shown& shown;
  std::string& text;

  void operator()(std::monostate) const { text += "null\n"; }
  void operator()(bool value) const { text += value ? "true\n" : "false\n"; }
  void operator()(const std::string& value) const { text += fmt::format("\"{}\"\n", printable(value)); }
  void operator()(const Value::Array& value) const { text += printable(array_words(*value)) + "\n"; }
  void operator()(const object::Unread& value) const { text += fmt::format("not read: {}\n", printable(value.reason)); }
  void operator()(const Object* value) const { add_object(*value, depth, shown, text); }
  void operator()(const Value::List& values) const {
    text += fmt::format("{} items\n", values.size());
    for (std::size_t i = 0; i < values.size() && i < most_items; ++i) add_line(fmt::format("[{}]", i), values[i]);
    if (values.size() > most_items) text += fmt::format("{:{}}...\n", "", 2 * (depth + 1));
  }
  void operator()(const Value::Associations& associations) const {
    text += fmt::format("{} associations\n", associations.size());
    for (std::size_t i = 0; i < associations.size() && i < most_items; ++i) {
      add_line("key", associations[i].key);
      add_line("value", associations[i].value);
    }
  }
  template <class Number>
  void operator()(Number number) const {
    text += fmt::format("{}\n", number);
  }

  void add_line(std::string_view name, const Value& value) const {
    text += fmt::format("{:{}}{} ", "", 2 * (depth + 1), printable(name));
    std::visit(ValueText{depth + 1, shown, text}, value.content());
  }
};

void add_object(const Object& object, int depth, Shown& shown, std::string& text) {
  text += fmt::format("{} (version {})", printable(object.class_name()), object.version());
  if (!shown.insert(&object).second) {
    text += ", shown above\n";
    return;
  }
  if (depth >= deepest) {
    text += ", ...\n";
    return;
  }
  text += '\n';
  const ValueText members{depth, shown, text};
  for (std::size_t i = 0; i < object.values().size(); ++i)
    members.add_line(object.members()[i].name, object.values()[i]);
  if (!object.items().is_null()) members.add_line("items", object.items());
}

Json value_json(const Value& value, int depth, Shown& shown);

struct ValueJson {
  int depth;
  Shown& shown;

  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(const Value::Array& value) const { return array_words(*value); }
  Json operator()(const object::Unread& value) const { return {{"not_read", value.reason}}; }
  Json operator()(const Value::List& values) const {
    Json json = Json::array();
    for (const Value& value : values) json.push_back(value_json(value, depth + 1, shown));
    return json;
  }
  Json operator()(const Value::Associations& associations) const {
    Json json = Json::array();
    for (const object::Association& one : associations)
      json.push_back(
          {{"key", value_json(one.key, depth + 1, shown)}, {"value", value_json(one.value, depth + 1, shown)}});
    return json;
  }
  Json operator()(const Object* object) const {
    Json json = {{"class", object->class_name()}, {"version", object->version()}};
    if (!shown.insert(object).second || depth >= deepest) return json;
    Json members = Json::object();
    for (std::size_t i = 0; i < object->values().size(); ++i)
      members[object->members()[i].name] = value_json(object->values()[i], depth + 1, shown);
    json["members"] = std::move(members);
    if (!object->items().is_null()) json["items"] = value_json(object->items(), depth + 1, shown);
    return json;
  }
  template <class Plain>
  Json operator()(const Plain& plain) const {
    return plain;
  }
};

Json value_json(const Value& value, int depth, Shown& shown) {
  return std::visit(ValueJson{depth, shown}, value.content());
}

}  // namespace

std::string object_text(const object::ObjectGraph& graph) {
  std::string text;
  Shown shown;
  std::visit(ValueText{0, shown, text}, graph.root().content());
  return text;
}

Json object_json(const object::ObjectGraph& graph) {
  Shown shown;
  return value_json(graph.root(), 0, shown);
}

}  // namespace ramet::cli
