#include "ramet/write/internal/processes/sharing_handle.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"

using namespace ramet;
using namespace ramet::write::internal;
using sample::error_of;

namespace {

SharingHandle some_handle() {
  SharingHandle handle;
  handle.id[5] = std::byte{77};
  handle.file = "/data/ä file.root";
  handle.folder = "/data/ä file.root.journals";
  handle.begin = 12345;
  handle.compression = compression::Settings::from_code(404);
  handle.reproducible = true;
  handle.memory_budget = 1 << 20;
  table::Schema schema{"Events", "all of them", {}};
  schema.columns.push_back({.name = "pt", .type = array::parse_type("var * float32"), .counter = "n"});
  schema.columns.push_back({.name = "names",
                            .type = array::parse_type("var * {x: float64, s: string}"),
                            .form = table::ListForm::standard_vector,
                            .packed_range = "[0,1,8]",
                            .half_precision = true,
                            .has_long_leaves = true,
                            .split_level = 2,
                            .type_name = "std::vector<Hit>",
                            .description = "of tracks",
                            .compression = compression::Settings::from_code(404)});
  schema.classes.push_back({.name = "Hit", .version = 3, .bases = {"Base"}, .members = {{"x", "double", "in cm"}}});
  schema.projections.push_back({.name = "sizes", .source = "pt", .sizes = true, .description = "how many"});
  write::TableOptions options{.format = write::Format::rntuple,
                              .compression = compression::Settings::from_code(101),
                              .order = write::Order::arrival,
                              .cluster_bytes = 17,
                              .cluster_entries = 18,
                              .basket_bytes = 19,
                              .page_checksums = false,
                              .hand_over = write::HandOver::exact,
                              .gather_bytes = 1234567,
                              .when_full = write::WhenFull::wait};
  handle.tables.push_back({"a/b", 999, schema, options});
  handle.tables.push_back({"", 100, sample::counting_schema(), {.compression = compression::Settings{}}});
  return handle;
}

}  // namespace

TEST_CASE("sharing handle: it is decoded from its bytes") {
  const SharingHandle wanted = some_handle();
  const SharingHandle handle = decode_handle(encode_handle(wanted).span());
  CHECK(handle.id == wanted.id);
  CHECK(handle.file == wanted.file);
  CHECK(handle.folder == wanted.folder);
  CHECK(handle.begin == 12345);
  CHECK(handle.compression.code() == 404);
  CHECK(handle.reproducible);
  CHECK(handle.has_mapped_counters);
  CHECK(handle.memory_budget == 1 << 20);
  REQUIRE(handle.tables.size() == 2);
  const SharedTable& table = handle.tables[0];
  CHECK(table.directory == "a/b");
  CHECK(table.seek_directory == 999);
  CHECK(table.schema.name == "Events");
  CHECK(table.schema.title == "all of them");
  REQUIRE(table.schema.columns.size() == 2);
  for (std::size_t column = 0; column < 2; ++column) {
    const table::Column& before = wanted.tables[0].schema.columns[column];
    const table::Column& after = table.schema.columns[column];
    CHECK(after.name == before.name);
    CHECK(after.type == before.type);
    CHECK(after.form == before.form);
    CHECK(after.counter == before.counter);
    CHECK(after.packed_range == before.packed_range);
    CHECK(after.split_level == before.split_level);
    CHECK(after.type_name == before.type_name);
    CHECK(after.half_precision == before.half_precision);
    CHECK(after.has_long_leaves == before.has_long_leaves);
    CHECK(after.description == before.description);
    CHECK(after.compression == before.compression);
  }
  CHECK(table.schema.classes == wanted.tables[0].schema.classes);
  CHECK(table.options.format == write::Format::rntuple);
  CHECK(table.options.compression.value().code() == 101);
  CHECK(table.options.order == write::Order::arrival);
  CHECK(table.options.cluster_bytes == 17);
  CHECK(table.options.cluster_entries == 18);
  CHECK(table.options.basket_bytes == 19);
  CHECK_FALSE(table.options.page_checksums);
  REQUIRE(table.schema.projections.size() == 1);
  CHECK(table.schema.projections[0].name == "sizes");
  CHECK(table.schema.projections[0].source == "pt");
  CHECK(table.schema.projections[0].sizes);
  CHECK(table.schema.projections[0].description == "how many");
  CHECK(table.options.hand_over == write::HandOver::exact);
  CHECK(table.options.gather_bytes == 1234567);
  CHECK(table.options.when_full == write::WhenFull::wait);
  CHECK(table.options.executor == nullptr);
}

TEST_CASE("sharing handle: a truncated or changed handle is an error") {
  const bytes::Buffer bytes = encode_handle(some_handle());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    CAPTURE(at);
    CHECK(error_of([&] { decode_handle(bytes.span().first(at)); }).starts_with("corrupt"));
    bytes::Buffer changed;
    changed.append(bytes.span());
    changed.span()[at] ^= std::byte{4};
    CHECK(error_of([&] { decode_handle(changed.span()); }) != "none");
    // With the right checksum it is another handle, or corrupt; never anything else.
    const std::size_t size = changed.size() - 8;
    bytes::store_big_endian(changed.data() + size, bytes::xxh3(changed.span().first(size)));
    const std::string error = error_of([&] { decode_handle(changed.span()); });
    CHECK((error == "none" || error.starts_with("corrupt") || error.starts_with("unsupported")));
  }
}
