#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "ramet/compression/settings.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/schema/class_spec.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::bindings {

namespace {

/// ROOT's number of a column's compression; none for the table's.
void set_compression(table::Column& column, std::optional<int> code) {
  column.compression = code ? std::optional(compression::Settings::from_code(*code)) : std::nullopt;
}

void bind_columns(nb::module_& module) {
  using table::Column;
  nb::enum_<table::ListForm>(module, "ListForm", "How lists and strings are stored.")
      .value("counted", table::ListForm::counted)
      .value("standard_vector", table::ListForm::standard_vector);
  nb::enum_<write::Format>(module, "Format", "The format of a table.")
      .value("ttree", write::Format::ttree)
      .value("rntuple", write::Format::rntuple);
  nb::enum_<write::Order>(module, "Order", "The order of a table's entries.")
      .value("sequence", write::Order::sequence)
      .value("arrival", write::Order::arrival);
  nb::enum_<write::HandOver>(module, "HandOver", "What hand_over does with few entries.")
      .value("gathered", write::HandOver::gathered)
      .value("exact", write::HandOver::exact);
  nb::enum_<write::WhenFull>(module, "WhenFull", "What a context does when memory is short.")
      .value("write_smaller", write::WhenFull::write_smaller)
      .value("wait", write::WhenFull::wait);
  nb::class_<table::Column>(module, "ColumnSpec", "A column to be written.")
      .def(
          "__init__",
          [](table::Column* self, std::string name, const array::Type& type, table::ListForm form, std::string counter,
             std::string packed_range, std::string type_name, int split_level, std::optional<int> compression) {
            new (self) table::Column{.name = std::move(name),
                                     .type = type,
                                     .form = form,
                                     .counter = std::move(counter),
                                     .packed_range = std::move(packed_range),
                                     .split_level = split_level,
                                     .type_name = std::move(type_name)};
            set_compression(*self, compression);
          },
          nb::arg("name"), nb::arg("type"), nb::arg("form"), nb::arg("counter") = "", nb::arg("packed_range") = "",
          nb::arg("type_name") = "", nb::arg("split_level") = 99, nb::arg("compression") = nb::none())
      .def_ro("name", &table::Column::name)
      .def_ro("type", &table::Column::type)
      .def_ro("form", &table::Column::form)
      .def_ro("counter", &table::Column::counter)
      .def_ro("packed_range", &table::Column::packed_range)
      .def_ro("type_name", &table::Column::type_name)
      .def_ro("split_level", &table::Column::split_level)
      .def_prop_rw(
          "compression",
          [](const table::Column& column) {
            return column.compression ? std::optional(column.compression->code()) : std::nullopt;
          },
          &set_compression, nb::arg("code").none());
  using table::Projection;
  nb::class_<table::Projection>(module, "ProjectionSpec", "A column that shows the values of another one.")
      .def(
          "__init__",
          [](table::Projection* self, std::string name, std::string source, bool sizes) {
            new (self) table::Projection{std::move(name), std::move(source), sizes};
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
  nb::class_<schema::ClassSpec>(module, "ClassSpec", "A class whose objects are written.")
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
      nb::arg("type_name"), nb::arg("classes"), "The type of a column with values of a C++ type.");
}

}  // namespace

void bind_schema(nb::module_& module) {
  bind_columns(module);
  bind_classes(module);
}

}  // namespace ramet::bindings
