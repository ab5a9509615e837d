#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/vector.h>

#include "ramet/merge/parallel_writer.hpp"
#include "ramet/object/described/array_type.hpp"
#include "ramet/schema/classes/class_spec.hpp"
#include "ramet/tree/encode/tree_schema.hpp"

namespace ramet::bindings {

namespace {

void bind_columns(nb::module_& module) {
  using tree::ColumnSpec;
  nb::enum_<tree::ListForm>(module, "ListForm", "How lists and strings are stored.")
      .value("counted", tree::ListForm::counted)
      .value("standard_vector", tree::ListForm::standard_vector);
  nb::enum_<merge::Format>(module, "Format", "What a table is stored as.")
      .value("ttree", merge::Format::ttree)
      .value("rntuple", merge::Format::rntuple);
  nb::enum_<merge::Order>(module, "Order", "Which order the entries of a tree have.")
      .value("sequence", merge::Order::sequence)
      .value("arrival", merge::Order::arrival);
  nb::enum_<merge::Flushing>(module, "Flushing", "What becomes of few entries that are flushed.")
      .value("gathered", merge::Flushing::gathered)
      .value("exact", merge::Flushing::exact);
  nb::enum_<merge::WhenFull>(module, "WhenFull", "What a context does that gets no more memory.")
      .value("write_smaller", merge::WhenFull::write_smaller)
      .value("wait", merge::WhenFull::wait);
  nb::class_<ColumnSpec>(module, "ColumnSpec", "A column to be written.")
      .def(
          "__init__",
          [](ColumnSpec* self, std::string name, const array::Type& type, tree::ListForm form, std::string counter,
             std::string packed_range, std::string type_name, int split_level) {
            new (self) ColumnSpec{.name = std::move(name),
                                  .type = type,
                                  .form = form,
                                  .counter = std::move(counter),
                                  .packed_range = std::move(packed_range),
                                  .split_level = split_level,
                                  .type_name = std::move(type_name)};
          },
          nb::arg("name"), nb::arg("type"), nb::arg("form"), nb::arg("counter") = "", nb::arg("packed_range") = "",
          nb::arg("type_name") = "", nb::arg("split_level") = 99)
      .def_ro("name", &ColumnSpec::name)
      .def_ro("type", &ColumnSpec::type)
      .def_ro("form", &ColumnSpec::form)
      .def_ro("counter", &ColumnSpec::counter)
      .def_ro("packed_range", &ColumnSpec::packed_range)
      .def_ro("type_name", &ColumnSpec::type_name)
      .def_ro("split_level", &ColumnSpec::split_level);
  using tree::ProjectionSpec;
  nb::class_<ProjectionSpec>(module, "ProjectionSpec", "A column that shows values of another one.")
      .def(
          "__init__",
          [](ProjectionSpec* self, std::string name, std::string source, bool sizes) {
            new (self) ProjectionSpec{std::move(name), std::move(source), sizes};
          },
          nb::arg("name"), nb::arg("source"), nb::arg("sizes"));
}

void bind_classes(nb::module_& module) {
  nb::class_<schema::ClassMember>(module, "ClassMember", "A member of a class to be written.")
      .def(
          "__init__",
          [](schema::ClassMember* self, std::string name, std::string type_name, std::string comment) {
            new (self) schema::ClassMember{std::move(name), std::move(type_name), std::move(comment)};
          },
          nb::arg("name"), nb::arg("type_name"), nb::arg("comment") = "")
      .def_ro("name", &schema::ClassMember::name)
      .def_ro("type_name", &schema::ClassMember::type_name)
      .def_ro("comment", &schema::ClassMember::comment);
  nb::class_<schema::ClassSpec>(module, "ClassSpec", "A class by which objects are written.")
      .def(
          "__init__",
          [](schema::ClassSpec* self, std::string name, std::int32_t version, std::vector<std::string> bases,
             std::vector<schema::ClassMember> members) {
            new (self) schema::ClassSpec{std::move(name), version, std::move(bases), std::move(members)};
          },
          nb::arg("name"), nb::arg("version"), nb::arg("bases"), nb::arg("members"))
      .def_ro("name", &schema::ClassSpec::name)
      .def_ro("version", &schema::ClassSpec::version)
      .def_ro("bases", &schema::ClassSpec::bases)
      .def_ro("members", &schema::ClassSpec::members);
  module.def(
      "array_type_of",
      [](const std::string& type_name, const std::vector<schema::ClassSpec>& classes) {
        return object::array_type_of(type_name, classes);
      },
      nb::arg("type_name"), nb::arg("classes"), "The type of a column of such C++ values.");
}

}  // namespace

void bind_schema(nb::module_& module) {
  bind_columns(module);
  bind_classes(module);
}

}  // namespace ramet::bindings
