#include "ramet/write/internal/continued_table.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

TEST_CASE("continued table: existing trees and ntuples are accepted, and nothing else") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  for (const Format format : {Format::ttree, Format::rntuple}) {
    auto schema = sample::counting_schema();
    if (format == Format::rntuple) schema.name = "ntuple";
    auto context = writer->add_table(schema, {.format = format}).context();
    context.extend(sample::counting(0, 7));
    context.close();
  }
  writer->put("named", sample::named_payload("t"));
  writer->close();
  FileBefore before(sample::open(disk));
  for (const std::string_view name : {"Events", "ntuple"}) {
    const auto table = internal::continue_table(before, before.reader()->key(name));
    REQUIRE(table);
    CHECK((table.tree != nullptr) == (name == "Events"));
    CHECK(table.entries() == 7);
    CHECK(table.schema().name == name);
    REQUIRE(table.schema().columns.size() == 1);
    CHECK(to_string(table.schema().columns[0].type) == "int64");
  }
  const auto refusal_of = [&](std::string_view name) {
    return error_of([&] { internal::continue_table(before, before.reader()->key(name)); });
  };
  CHECK(refusal_of("named").starts_with("misuse: 'named' in 'folder/sample.root' is a TNamed, not a tree or ntuple"));
  before.forget(before.reader()->key("ntuple"));
  CHECK(refusal_of("ntuple").starts_with("misuse: "));
  CHECK_FALSE(internal::ContinuedTable());
}
