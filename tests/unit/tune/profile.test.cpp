#include "ramet/tune/profile.hpp"

#include <fstream>
#include <string>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using tune::Profile;

namespace {

std::string problem_of(std::string_view json) {
  try {
    Profile::parse(json);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

const Profile sample{
    .compression = compression::Settings::parse("zlib:6"),
    .columns = {{"Muon_pt", compression::Settings::parse("lz4:4")}, {"a \"b\"", compression::Settings::parse("none")}},
    .cluster_bytes = 4 << 20};

}  // namespace

TEST_CASE("profile: what is written is read as the same profile, from a file, too") {
  CHECK(Profile::parse(sample.to_json()) == sample);
  CHECK(Profile::parse(R"({"ramet_profile": 1, "more": [{}]})") == Profile{});
  const TemporaryFolder folder;
  std::ofstream(folder / "p.json") << sample.to_json();
  CHECK(Profile::read(folder / "p.json") == sample);
}

TEST_CASE("profile: what is wrong in a text is said") {
  CHECK(problem_of(R"({"ramet_profile": 1,)").starts_with("no JSON at byte 21: "));
  CHECK(problem_of("[]") == "is no profile: it has no member 'ramet_profile'");
  CHECK(problem_of(R"({"ramet_profile": 2})") == "has version 2, 1 is known");
  CHECK(problem_of(R"({"ramet_profile": 1, "compression": 5})") ==
        "'compression': expected a compression as \"zstd:5\"");
  CHECK(problem_of(R"({"ramet_profile": 1, "columns": {"x": "gzip"}})").starts_with("'columns.x': "));
  CHECK(problem_of(R"({"ramet_profile": 1, "columns": []})") ==
        "'columns': expected an object of compressions by name");
  CHECK(problem_of(R"({"ramet_profile": 1, "cluster_bytes": -1})") == "'cluster_bytes': expected a number of bytes");
  CHECK_THROWS_AS(Profile::read("/there/is/none.json"), Error);
}

TEST_CASE("profile: columns that it names get their compression, others the table's") {
  table::Schema schema{
      "Events",
      "",
      {{.name = "Muon_pt", .type = array::parse_type("float32")}, {.name = "x", .type = array::parse_type("int32")}}};
  write::TableOptions options;
  sample.apply(schema, options);
  CHECK(schema.columns[0].compression == compression::Settings::parse("lz4:4"));
  CHECK_FALSE(schema.columns[1].compression.has_value());
  CHECK(options.compression == compression::Settings::parse("zlib:6"));
  CHECK(options.cluster_bytes == 4 << 20);
}
