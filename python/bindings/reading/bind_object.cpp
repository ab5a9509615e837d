#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "hist/figures.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/object/object_graph.hpp"

namespace ramet::bindings {
namespace {

using SharedGraph = std::shared_ptr<const OpenGraph>;
using object::Value;

/// An object and the graph that owns it. Threads: immutable.
struct OpenObject {
  SharedGraph graph;
  const object::Object* object;
};

/// Converts each type of a Value to Python. Threads: one thread; it borrows the graph.
struct ToPython {
  const SharedGraph& graph;

  nb::object operator()(std::monostate) const { return nb::none(); }
  nb::object operator()(bool value) const { return nb::bool_(value); }
  nb::object operator()(std::int64_t value) const { return nb::int_(value); }
  nb::object operator()(std::uint64_t value) const { return nb::int_(value); }
  nb::object operator()(double value) const { return nb::float_(value); }
  nb::object operator()(const std::string& value) const { return text_of(value); }
  nb::object operator()(const Value::Array& value) const { return nb::cast(*value); }
  nb::object operator()(const Value::List& values) const {
    nb::list list;
    for (const Value& value : values) list.append(to_python(graph, value));
    return list;
  }
  nb::object operator()(const Value::Associations& associations) const {
    nb::list list;
    for (const object::Association& one : associations)
      list.append(nb::make_tuple(to_python(graph, one.key), to_python(graph, one.value)));
    return list;
  }
  nb::object operator()(const object::Object* value) const { return nb::cast(OpenObject{graph, value}); }
  nb::object operator()(const object::Unread& value) const { return nb::cast(value); }
};

void add_members(const object::Object& object, std::vector<std::string>& names) {
  for (std::size_t i = 0; i < object.values().size(); ++i) {
    if (!object.members()[i].is_base) {
      names.push_back(object.members()[i].name);
    } else if (const object::Object* base = object.values()[i].object()) {
      add_members(*base, names);
    }
  }
}

/// The names of all members, each once, bases first.
std::vector<std::string> members_of(const OpenObject& open) {
  std::vector<std::string> all;
  add_members(*open.object, all);
  std::vector<std::string> names;
  for (std::string& name : all)
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> own_members_of(const OpenObject& open) {
  std::vector<std::string> names;
  for (const object::MemberName& member : open.object->members())
    if (!member.is_base) names.push_back(member.name);
  return names;
}

std::vector<nb::object> bases_of(const OpenObject& open) {
  std::vector<nb::object> bases;
  for (std::size_t i = 0; i < open.object->values().size(); ++i)
    if (open.object->members()[i].is_base) bases.push_back(to_python(open.graph, open.object->values()[i]));
  return bases;
}

nb::tuple find(const OpenObject& open, const std::string& name) {
  const Value* value = open.object->find(name);
  if (value == nullptr) return nb::make_tuple(false, nb::none());
  return nb::make_tuple(true, to_python(open.graph, *value));
}

std::string item_kind_of(const OpenObject& open) {
  const Value& items = open.object->items();
  if (items.get_if<Value::Associations>() != nullptr) return "map";
  return items.is_null() ? "" : "list";
}

/// The items of a container. Throws if they could not be read.
std::size_t item_count_of(const OpenObject& open) {
  const Value& items = open.object->items();
  if (const auto* list = items.get_if<Value::List>()) return list->size();
  if (const auto* columns = items.get_if<Value::Array>()) return (*columns)->content(0).length();
  if (const auto* associations = items.get_if<Value::Associations>()) return associations->size();
  if (const auto* unread = items.get_if<object::Unread>()) throw Error(unread->kind, unread->reason);
  return 0;
}

nb::object item_of(const OpenObject& open, std::size_t index) {
  if (index >= item_count_of(open)) detail::fail(ErrorKind::misuse, "item {} of {}", index, item_count_of(open));
  const Value& items = open.object->items();
  if (const auto* list = items.get_if<Value::List>()) return to_python(open.graph, (*list)[index]);
  if (const auto* columns = items.get_if<Value::Array>())
    return nb::cast((*columns)->content(0).slice(index, index + 1));
  const object::Association& one = (*items.get_if<Value::Associations>())[index];
  return nb::make_tuple(to_python(open.graph, one.key), to_python(open.graph, one.value));
}

/// The root of a record is a figure by its key.
bool is_figure_inside(const OpenObject& open) {
  return open.object->place() != 0 && open.graph->graph.root().object() != open.object &&
         hist::is_figure(open.object->class_name(), layouts_of(open.graph->open));
}

}  // namespace

nb::object to_python(const std::shared_ptr<const OpenGraph>& graph, const Value& value) {
  return std::visit(ToPython{graph}, value.content());
}

void bind_object(nb::module_& module) {
  nb::class_<object::Unread>(module, "Unread", "Takes the place of a value that could not be read.")
      .def_prop_ro("is_unsupported", [](const object::Unread& unread) { return unread.kind == ErrorKind::unsupported; })
      .def_ro("reason", &object::Unread::reason);

  nb::class_<OpenObject>(module, "Object", "An object of a class that is described in the file.")
      .def_prop_ro("class_name", [](const OpenObject& open) { return open.object->class_name(); })
      .def_prop_ro("class_version", [](const OpenObject& open) { return open.object->version(); })
      .def_prop_ro("identity", [](const OpenObject& open) { return reinterpret_cast<std::uintptr_t>(open.object); })
      .def_prop_ro("members", &members_of)
      .def_prop_ro("own_members", &own_members_of)
      .def_prop_ro("bases", &bases_of)
      .def_prop_ro("item_kind", &item_kind_of)
      .def_prop_ro("item_count", &item_count_of)
      .def("find", &find, nb::arg("name"), nb::sig("def find(self, name: str) -> tuple[bool, typing.Any]"),
           "Whether the member exists, and its value.")
      .def("item", &item_of, nb::arg("index"), nb::sig("def item(self, index: int) -> typing.Any"),
           "An item of a list, or a key of a map with its value.")
      .def_prop_ro("is_figure", &is_figure_inside,
                   "Whether it is a histogram, graph or function inside another object.")
      .def(
          "figure", [](const OpenObject& open) { return read_figure_inside(*open.graph, *open.object); },
          nb::call_guard<Unlocked>(), "The histogram, graph or function.");
}

}  // namespace ramet::bindings
