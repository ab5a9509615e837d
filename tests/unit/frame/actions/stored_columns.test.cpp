#include "ramet/frame/actions/stored_columns.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

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
