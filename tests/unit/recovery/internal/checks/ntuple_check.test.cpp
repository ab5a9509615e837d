#include "ramet/recovery/internal/checks/ntuple_check.hpp"

#include <string>

#include "../../sample_killed.hpp"
#include "unit/ntuple/sample_ntuple.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using recovery::CheckReport;
using recovery::Finding;
using sample::FieldRole;
using sample::NTupleRecipe;

namespace {

CheckReport checked(const NTupleRecipe& recipe, const recovery::CheckOptions& options = {}) {
  const sample::SerialSession serial;
  return recovery::check(serial.session, io::source_of(sample::NTupleFile(recipe).contents, "crafted.root"), options);
}

recovery::RecoverReport recovered(const NTupleRecipe& recipe) {
  return sample::recovered(io::source_of(sample::NTupleFile(recipe).contents, "crafted.root")).report;
}

std::size_t size_of(const std::vector<Finding>& findings) {
  std::size_t size = 0;
  for (const Finding& finding : findings) size += finding.place.size() + finding.message.size();
  return size;
}

/// One cluster of so many floats that all are one page of zeros.
NTupleRecipe repeated_page(std::int32_t elements, std::size_t pages) {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", sample::ColumnType::real32, 32);
  const sample::Buffer zeros(static_cast<std::size_t>(elements) * 4);
  sample::SamplePage page(zeros, elements, true, true);
  std::vector<sample::SamplePage> all(1, page);
  page.repeats = true;
  page.bytes.clear();
  while (all.size() < pages) all.push_back(page);
  recipe.clusters.push_back({static_cast<std::uint64_t>(elements) * pages, {std::move(all)}, {}});
  return recipe;
}

}  // namespace

TEST_CASE("ntuple check: entries that no column has anything of take no memory and no time") {
  NTupleRecipe recipe;
  recipe.field({"nothing", "Nothing", FieldRole::record});
  recipe.clusters.push_back({(std::uint64_t{1} << 55) - 1, {}, {}});
  CHECK(sample::NTupleFile(recipe).contents.size() < 2000);
  const CheckReport report = checked(recipe);
  CHECK(report.entries == (std::uint64_t{1} << 55) - 1);
  CHECK(size_of(report.damage) + size_of(report.not_checked) < 2000);
  CHECK(recovered(recipe).tables.size() == 1);
}

TEST_CASE("ntuple check: arrays beyond all bounds of what has no members are one finding") {
  NTupleRecipe recipe;
  const auto array =
      recipe.field({"many", "std::array<E,4611686018427387904>", FieldRole::leaf, {}, std::uint64_t{1} << 62});
  recipe.field({"_0", "E", FieldRole::record, array});
  for (const int bits : {40, 50}) {
    recipe.clusters = {{std::uint64_t{1} << bits, {}, {}}};
    const CheckReport report = checked(recipe);
    CHECK(report.damage.size() + report.not_checked.size() <= 1);
    recovered(recipe);
  }
}

TEST_CASE("ntuple check: entries beyond what their column has are one finding") {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", sample::ColumnType::real32, 32);
  recipe.clusters.push_back({std::uint64_t{1} << 50, {{sample::SamplePage(sample::Buffer(40), 10)}}, {}});
  const CheckReport report = checked(recipe);
  CHECK(report.damage.size() == 1);
  CHECK(report.not_checked.empty());
}

TEST_CASE("ntuple check: zeros in front of a late column are bounded by the file's size, and by memory") {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", sample::ColumnType::real32, 32);
  recipe.columns[0].first_element = std::int64_t{1} << 40;
  recipe.late_fields = recipe.late_columns = 1;
  recipe.clusters.push_back({std::uint64_t{1} << 40, {}, {}});
  const CheckReport report = checked(recipe);
  CHECK(report.damage.size() + report.not_checked.size() == 1);
}

TEST_CASE("ntuple check: many clusters of fields without columns are no product of both") {
  NTupleRecipe recipe;
  for (int field = 0; field < 500; ++field) recipe.field({"f" + std::to_string(field), "E", FieldRole::record});
  for (int cluster = 0; cluster < 500; ++cluster) recipe.clusters.push_back({std::uint64_t{1} << 40, {}, {}});
  CHECK(checked(recipe).is_sound());
}

TEST_CASE("ntuple check: one page in many places is looked at once and decoded as often as the file justifies") {
  const CheckReport few = checked(repeated_page(1000, 10));
  CHECK(few.is_sound());
  CHECK(few.pieces == 10);
  CHECK(few.not_checked.empty());
  const CheckReport many = checked(repeated_page(1 << 20, 1000));  // 4 GB
  CHECK(many.damage.empty());
  REQUIRE_FALSE(many.not_checked.empty());
  CHECK(many.not_checked.size() <= 21);
  CHECK(many.not_checked[0].message.find("not looked at") != std::string::npos);
}

TEST_CASE("ntuple check: a recovered file has a repeated page once") {
  const auto recipe = repeated_page(1000, 100);
  const auto recovered = sample::recovered(io::source_of(sample::NTupleFile(recipe).contents, "crafted.root"));
  CHECK(recovered.report.lost.empty());
  CHECK(recovered.source->size() < sample::NTupleFile(recipe).contents.size() + 2500);
  const sample::SerialSession serial;
  CHECK(recovery::check(serial.session, recovered.source).is_sound());
}

TEST_CASE("ntuple check: a page inside of another one is damage") {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", sample::ColumnType::real32, 32);
  sample::SamplePage inside(sample::Buffer(20), 5);
  inside.repeats = true;
  inside.shift = 4;
  recipe.clusters.push_back({15, {{sample::SamplePage(sample::Buffer(40), 10), inside}}, {}});
  const CheckReport report = checked(recipe);
  REQUIRE_FALSE(report.damage.empty());
  CHECK(report.damage[0].message.find("28 bytes lie in another one") != std::string::npos);
}

TEST_CASE("ntuple check: names and paths have a limit, and a message does not repeat them whole") {
  NTupleRecipe recipe;
  recipe.leaf(std::string(20'000, 'n'), "float", sample::ColumnType::real32, 32);
  const CheckReport report = checked(recipe);
  REQUIRE(report.damage.size() == 1);
  CHECK(report.damage[0].message.find("has 20000 characters, at most 16384 are read") != std::string::npos);
  CHECK(report.damage[0].message.size() < 300);
  NTupleRecipe deep;
  std::size_t above = deep.field({std::string(16'000, 'n'), "E", FieldRole::record});
  for (int level = 1; level < 50; ++level)
    above = deep.field({std::string(16'000, 'n'), "E", FieldRole::record, above});
  for (int field = 0; field < 1000; ++field) deep.field({"x", "E", FieldRole::record, above});
  const CheckReport paths = checked(deep);
  REQUIRE(paths.damage.size() == 1);
  CHECK(paths.damage[0].message.find("at most 268435456 are read") != std::string::npos);
}

TEST_CASE("ntuple check: what takes more memory than may be used is said, and not read") {
  const CheckReport report = checked(repeated_page(1 << 20, 2), {.max_memory = 1 << 20});
  CHECK(report.damage.empty());
  CHECK_FALSE(report.not_checked.empty());
}
