#include "ramet/tune/internal/stored_parts.hpp"

#include "unit/tune/sample_table.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/tune/internal/trial.hpp"

using namespace ramet;
using namespace ramet::tune::internal;

TEST_CASE("stored parts: baskets and pages have the bytes of their columns, packed or not") {
  constexpr std::size_t entries = 3'000;
  for (const auto& [format, packing] : std::initializer_list<std::pair<write::Format, const char*>>{
           {write::Format::ttree, "none"}, {write::Format::ttree, "zstd:5"}, {write::Format::rntuple, "lz4:1"}}) {
    const Sample taken = sample::counting_sample(entries, format);
    const Written written = write_sample(taken, format, {.compression = compression::Settings::parse(packing)});
    const StoredParts parts = stored_parts(written.file, taken.stored.schema, format);
    REQUIRE(parts.of_column.size() == 4);
    CHECK(parts.bytes() > entries * (4 + 8 + 8 + 4));
    REQUIRE(parts.of_column[0].size() == 1);
    REQUIRE(parts.of_column[0][0].size() == 1);
    REQUIRE(parts.of_column[0][0][0].size() == entries * sizeof(std::int32_t));
    const bool is_tree = format == write::Format::ttree;
    if (is_tree) CHECK(bytes::load_big_endian<std::int32_t>(parts.of_column[0][0][0].data() + 4 * 77) == 77);
    std::size_t bytes = 0;
    CHECK(parts.of_column[3].size() == 1 + static_cast<std::size_t>(!is_tree));  // those of offsets are alone
    for (const PlainParts& branch : parts.of_column[3])
      for (const PlainPart part : branch) bytes += part.size();
    CHECK(bytes > entries * 4);  // values of 0, 1 or 2 elements, and where they end
  }
}

TEST_CASE("stored parts: the column of a path is its own, its counter's first, or that of a member") {
  table::Schema schema{"Events", "", {}};
  for (const char* name : {"Muon", "Muon_pt", "hits"})
    schema.columns.push_back({.name = name, .type = array::parse_type("var * float32")});
  schema.columns[2].counter = "nMuon";
  const ColumnsOfPaths columns(schema);
  CHECK(columns.at("Muon_pt") == 1);
  CHECK(columns.at("Muon_eta") == 0);
  CHECK(columns.at("nMuon") == 0);
  CHECK(columns.at("nMuon_pt") == 1);
  CHECK(columns.at("hits.x") == 2);
  CHECK_THROWS_AS(columns.at("other"), Error);
}
