#include "ramet/frame/actions/stored_columns.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/object/detail/array_type.hpp"

using namespace ramet;
using frame::CountedLists;
using frame::stored_columns;
using table::ListForm;

namespace {

frame::Frame of_file(const sample::Place& place) { return {sample::hundred(place), *place.executor}; }

/// The columns of a schema: name, type, counter or form.
std::vector<std::string> described(const frame::StoredColumns& stored) {
  std::vector<std::string> texts;
  for (const table::Column& column : stored.schema.columns) {
    std::string text = column.name + ": " + array::to_string(column.type);
    if (!column.counter.empty()) text += " [" + column.counter + "]";
    if (column.form == ListForm::standard_vector) text += " vector";
    if (!column.type_name.empty()) text += " " + column.type_name;
    texts.push_back(std::move(text));
  }
  return texts;
}

using Texts = std::vector<std::string>;

/// A frame of a table whose numbers have fewer bits in the file.
frame::Frame of_packed(const sample::Place& place, write::Format format) {
  const auto path = place.folder / (format == write::Format::ttree ? "tree.root" : "ntuple.root");
  const auto writer = write::ParallelWriter::recreate(path);
  table::Schema schema{.name = "t", .columns = {}};
  schema.columns = {{.name = "limits", .type = array::parse_type("float32"), .packed_range = "[0,1,8]"},
                    {.name = "cut", .type = array::parse_type("float32"), .packed_range = "[0,0,10]"},
                    {.name = "single", .type = array::parse_type("float64"), .packed_range = "[]"},
                    {.name = "full", .type = array::parse_type("float64")}};
  std::vector<array::Array> values = {sample::column_of(std::vector{0.5F}), sample::column_of(std::vector{2.5F}),
                                      sample::column_of(std::vector{2.5}), sample::column_of(std::vector{0.1})};
  if (format == write::Format::rntuple) {
    schema.columns.push_back({.name = "half", .type = array::parse_type("float32"), .half_precision = true});
    values.push_back(sample::column_of(std::vector{1.5F}));
  }
  write::TableWriter table = writer->add_table(schema, {.format = format});
  write::FillContext context = table.context();
  context.extend(values);
  context.close();
  writer->close();
  return {frame::Source(dataset::open_table(place.session.open(path), "t")), *place.executor};
}

Texts packed(const frame::Frame& frame, write::Format format,
             frame::StoredNames names = frame::StoredNames::of_source) {
  Texts texts;
  const auto stored =
      stored_columns(frame, frame::columns_to_store(frame), format, frame::CountedLists::as_counted, names);
  for (const table::Column& column : stored.schema.columns)
    texts.push_back(column.half_precision ? "half" : column.packed_range);
  return texts;
}

}  // namespace

TEST_CASE("a tree keeps the counters of its lists; what is defined becomes vectors") {
  const sample::Place place;
  const frame::Frame frame = of_file(place).define("w", "v * 2").define("s", "std::string(\"a\")");
  CHECK(frame::columns_to_store(frame) == Texts{"x", "y", "nv", "v", "w", "s"});
  const auto stored = stored_columns(frame, frame::columns_to_store(frame), write::Format::ttree);
  CHECK(described(stored) ==
        Texts{"x: int32", "y: float64", "v: var * float32 [nv]", "w: var * float32 vector", "s: string vector"});
  CHECK(stored.columns == Texts{"x", "y", "v", "w", "s"});
  const Texts list = {"v"};
  CHECK(described(stored_columns(frame, list, write::Format::ttree, CountedLists::as_vectors)) ==
        Texts{"v: var * float32 vector"});
  CHECK(described(stored_columns(of_file(place).redefine("v", "v[v > 3]"), list, write::Format::ttree)) ==
        Texts{"v: var * float32 vector", "nv: int32"});
}

TEST_CASE("a tree keeps the C strings of its source") {
  const sample::Place place;
  sample::write_tree(place.folder / "text.root", {{"s", sample::column_of(std::vector<std::string>{"ab", ""})}}, 8);
  const frame::Frame frame(frame::Source(dataset::open_table(place.session.open(place.folder / "text.root"), "Events")),
                           *place.executor);
  const Texts both = {"s", "t"};
  CHECK(described(stored_columns(frame.define("t", "s + \"c\""), both, write::Format::ttree)) ==
        Texts{"s: string", "t: string vector"});
  const Texts one = {"s"};
  CHECK(described(stored_columns(frame.redefine("s", "s + \"c\""), one, write::Format::ttree)) ==
        Texts{"s: string vector"});
}

TEST_CASE("an ntuple has lists and their counters as columns, and names are identifiers") {
  const sample::Place place;
  const Texts wanted = {"nv", "v", "#v"};
  const frame::Frame frame = of_file(place);
  CHECK(sample::error_of([&] { stored_columns(frame, wanted, write::Format::rntuple); }) ==
        "misuse: columns 'v' and '#v' would both be stored as 'v'");
  const auto stored = stored_columns(frame, std::span(wanted).first(2), write::Format::rntuple);
  CHECK(described(stored) == Texts{"nv: int32", "v: var * float32"});
  CHECK(described(stored_columns(frame, std::span(wanted).subspan(1, 1), write::Format::rntuple)) ==
        Texts{"v: var * float32", "nv: int32"});
  CHECK(described(stored_columns(frame, std::span(wanted).subspan(1, 1), write::Format::rntuple,
                                 CountedLists::as_vectors)) == Texts{"v: var * float32"});
  CHECK(described(stored_columns(frame, std::span(wanted).last(1), write::Format::rntuple)) == Texts{"v: uint64"});
  const Texts none = {"z"};
  CHECK(sample::error_of([&] { stored_columns(frame, none, write::Format::ttree); }).starts_with("not_found"));
}

TEST_CASE("numbers that a file has with fewer bits stay so, where that changes no value") {
  const sample::Place place;
  constexpr auto tree = write::Format::ttree;
  constexpr auto ntuple = write::Format::rntuple;
  CHECK(packed(of_packed(place, tree), tree) == Texts{"[0,1,8]", "[0,0,10]", "[]", ""});
  CHECK(packed(of_packed(place, tree), ntuple) == Texts{"", "[0,0,10]", "[]", ""});
  CHECK(packed(of_packed(place, ntuple), ntuple) == Texts{"[0,1,8]", "[0,0,10]", "[]", "", "half"});
  CHECK(packed(of_packed(place, ntuple), tree) == Texts{"", "", "[]", "", ""});
  CHECK(packed(of_packed(place, tree), tree, frame::StoredNames::identifiers) == Texts{"", "", "", ""});
  CHECK(packed(of_packed(place, tree).redefine("limits", "limits * 2.0f"), tree) == Texts{"[0,0,10]", "[]", "", ""});
}

TEST_CASE("a tree has lists of arrays with a counter, and branches below others by their own names") {
  const sample::Place place;
  const auto path = place.folder / "below.root";
  const auto writer = write::ParallelWriter::recreate(path);
  const std::vector<schema::ClassSpec> classes = {{.name = "P", .members = {{"x", "float"}, {"t", "double[2]"}}}};
  const table::Schema schema{.name = "t",
                             .columns = {{.name = "p",
                                          .type = object::array_type_of("std::vector<P>", classes),
                                          .type_name = "std::vector<P>"}},
                             .classes = classes};
  writer->add_table(schema, {.format = write::Format::ttree});
  writer->close();
  const frame::Frame frame{frame::Source(dataset::open_table(place.session.open(path), "t")), *place.executor};
  const Texts members = {"p/p.x", "p/p.t[2]"};
  const auto stored =
      stored_columns(frame, members, write::Format::ttree, CountedLists::as_counted, frame::StoredNames::of_source);
  CHECK(described(stored) == Texts{"p.x: var * float32 vector", "p.t_2_: var * 2 * float64"});
}
