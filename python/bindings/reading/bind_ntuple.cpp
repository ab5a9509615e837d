#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/arrays.hpp"
#include "internal/damage_warning.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/dataset/detail/sound_columns.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"

namespace ramet::bindings {
namespace {

/// A field of an open ntuple. Threads: immutable.
struct OpenField {
  std::shared_ptr<const ntuple::NTupleReader> reader;  // owns the field
  const ntuple::Field* field;

  ntuple::FieldLayout layout() const { return reader->layout(*field); }
  ntuple::PageTotals totals() const { return reader->page_totals(*field); }
};

std::vector<OpenField> fields_of(const OpenNTuple& open) {
  std::vector<OpenField> fields;
  for (const ntuple::Field* field : ntuple::named_fields(open.reader->ntuple().schema))
    fields.push_back({open.reader, field});
  return fields;
}

/// The fields as columns, for read_sound.
std::vector<dataset::Column> columns_of(const OpenNTuple& open) {
  std::vector<dataset::Column> columns;
  for (const OpenField& one : fields_of(open)) {
    dataset::Column& column = columns.emplace_back();
    column.name = open.reader->ntuple().path_of(*one.field);
    column.own_name = one.field->name;
    if (ntuple::FieldLayout layout = one.layout(); layout.is_readable()) column.type = std::move(layout.type);
  }
  return columns;
}

Arrays read_fields(const OpenNTuple& open, const std::vector<const OpenField*>& wanted, std::uint64_t first,
                   std::uint64_t last) {
  std::vector<const ntuple::Field*> fields;
  for (const OpenField* field : wanted) {
    if (field->reader != open.reader)
      detail::fail(ErrorKind::misuse, "field '{}' belongs to another ntuple", field->field->name);
    fields.push_back(field->field);
  }
  std::vector<dataset::DamagedColumn> damaged;
  auto columns = run_unlocked([&](SignalWatch& watch) {
    const schedule::ReadOptions options{.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch};
    try {
      return open.reader->read(fields, {{first}, {last}}, options);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::corrupt) throw;
    }
    std::vector<std::string> names;
    for (const ntuple::Field* field : fields) names.push_back(open.reader->ntuple().path_of(*field));
    const auto read_one = [&](const std::string& name) {
      const ntuple::Field* const field = &open.reader->ntuple().at(name);
      return std::move(open.reader->read(std::vector{field}, {{first}, {last}}, options).front());
    };
    return dataset::read_sound(names, columns_of(open), read_one, damaged);
  });
  for (const dataset::DamagedColumn& one : damaged) warn_of_damage("field", one.name, one.reason);
  return columns;
}

std::uint64_t value_bytes(const OpenNTuple& open, const std::vector<const OpenField*>& wanted) {
  std::vector<const ntuple::Field*> fields;
  for (const OpenField* field : wanted) fields.push_back(field->field);
  return open.reader->value_bytes(fields);
}

void bind_field(nb::module_& module) {
  using Open = OpenField;
  nb::class_<Open>(module, "Field", "One field of an ntuple on disk.")
      .def_prop_ro("path", [](const Open& open) { return open.reader->ntuple().path_of(*open.field); })
      .def_prop_ro("name", [](const Open& open) { return open.field->name; })
      .def_prop_ro("number", [](const Open& open) { return open.field->number.number; })
      .def_prop_ro("description", [](const Open& open) { return open.field->description; })
      .def_prop_ro("type_name", [](const Open& open) { return open.field->type_name; })
      .def_prop_ro("type", [](const Open& open) { return open.layout().type; })
      .def_prop_ro("is_readable", [](const Open& open) { return open.layout().is_readable(); })
      .def_prop_ro("is_group", [](const Open&) { return false; })
      .def_prop_ro("reason", [](const Open& open) { return open.layout().reason; })
      .def_prop_ro("num_entries", [](const Open& open) { return open.reader->ntuple().entries; })
      .def_prop_ro("num_pages", [](const Open& open) { return open.totals().pages; })
      .def_prop_ro("compressed_bytes", [](const Open& open) { return open.totals().compressed_bytes; })
      .def_prop_ro("uncompressed_bytes", [](const Open& open) { return open.totals().uncompressed_bytes; });
}

}  // namespace

void bind_ntuple(nb::module_& module) {
  bind_field(module);
  nb::class_<OpenNTuple>(module, "NTuple", "An open ntuple.")
      .def_prop_ro("name", [](const OpenNTuple& open) { return open.reader->ntuple().name; })
      .def_prop_ro("description", [](const OpenNTuple& open) { return open.reader->ntuple().description; })
      .def_prop_ro("writer", [](const OpenNTuple& open) { return open.reader->ntuple().writer; })
      .def_prop_ro("num_entries", [](const OpenNTuple& open) { return open.reader->ntuple().entries; })
      .def_prop_ro("compressed_bytes",
                   [](const OpenNTuple& open) { return open.reader->page_totals().compressed_bytes; })
      .def_prop_ro("uncompressed_bytes",
                   [](const OpenNTuple& open) { return open.reader->page_totals().uncompressed_bytes; })
      .def_prop_ro("cluster_starts", [](const OpenNTuple& open) { return open.reader->cluster_starts(); })
      .def_prop_ro("fields", &fields_of)
      .def("value_bytes", &value_bytes, nb::arg("fields"), nb::call_guard<Unlocked>(),
           "The bytes that the values of several fields need in memory; shared columns count once.")
      .def("read", &read_fields, nb::arg("fields"), nb::arg("first"), nb::arg("last"),
           "Read entries [first, last) of several fields; pages are decompressed in parallel.");
}

}  // namespace ramet::bindings
