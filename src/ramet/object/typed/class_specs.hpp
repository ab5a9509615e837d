#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::object {

namespace internal {

template <class Value>
void add_class_specs(std::vector<schema::ClassSpec>& classes);

/// Add the classes of each type of a tuple.
template <class... Values>
void add_class_specs_of_all(std::vector<schema::ClassSpec>& classes, std::type_identity<std::tuple<Values...>>) {
  (add_class_specs<Values>(classes), ...);
}

template <array::Described Struct>
schema::ClassSpec class_spec_of() {
  schema::ClassSpec spec{.name = std::string(array::class_name<Struct>()), .version = array::class_version<Struct>()};
  array::for_each_base<Struct>([&]<class Base>(std::type_identity<Base>) {
    if (array::class_name<Base>().empty())
      detail::fail(ErrorKind::misuse, "class '{}' has a base without class_names in its description", spec.name);
    spec.bases.emplace_back(array::class_name<Base>());
  });
  array::for_each_member<Struct>([&]<class Value>(const array::Member<Struct, Value>& member) {
    std::string type(member.options.type_name);
    if (type.empty()) type = array::ValueColumn<Value>::type_name();
    if (type.empty())
      detail::fail(ErrorKind::misuse, "class '{}' has a member '{}' of a struct without class_names in its description",
                   spec.name, member.name);
    spec.members.push_back({std::string(member.name), std::move(type), std::string(member.options.comment)});
  });
  return spec;
}

template <class Value>
void add_class_specs(std::vector<schema::ClassSpec>& classes) {
  if constexpr (array::Described<Value>) {
    if (schema::find_class(classes, array::class_name<Value>()) != nullptr) return;
    add_class_specs_of_all(classes, std::type_identity<array::BasesOf<Value>>{});
  }
  add_class_specs_of_all(classes, std::type_identity<typename array::ValueColumn<Value>::Parts>{});
  if constexpr (array::Described<Value>)
    if (!array::class_name<Value>().empty()) classes.push_back(class_spec_of<Value>());
}

}  // namespace internal

/// The classes in these C++ types, each once, after the classes that it needs. Structs without class_names are not
/// classes. Throws Error(misuse) when a class has such a struct as a base or member.
template <class... Values>
std::vector<schema::ClassSpec> class_specs_of() {
  std::vector<schema::ClassSpec> classes;
  (internal::add_class_specs<Values>(classes), ...);
  return classes;
}

}  // namespace ramet::inline v1::object
