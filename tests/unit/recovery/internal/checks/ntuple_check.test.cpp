#include "ramet/recovery/internal/checks/ntuple_check.hpp"

#include <string>

#include "../../sample_killed.hpp"
#include "unit/ntuple/samples/sample_hostile.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using recovery::CheckReport;
using recovery::Finding;
using sample::FieldRole;
using sample::NTupleRecipe;
using sample::repeated_page;

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

}  // namespace

TEST_CASE("ntuple check: entries without elements take no memory and no time") {
  const NTupleRecipe recipe = sample::memberless((std::uint64_t{1} << 55) - 1);
  CHECK(sample::NTupleFile(recipe).contents.size() < 2000);
  const CheckReport report = checked(recipe);
  CHECK(report.entries == (std::uint64_t{1} << 55) - 1);
  CHECK(size_of(report.damage) + size_of(report.not_checked) < 2000);
  CHECK(recovered(recipe).tables.size() == 1);
}

TEST_CASE("ntuple check: huge arrays of records without members are one finding") {
  for (const int bits : {40, 50}) {
    const auto recipe = sample::memberless_array(std::uint64_t{1} << 62, std::uint64_t{1} << bits);
    const CheckReport report = checked(recipe);
    CHECK(report.damage.size() + report.not_checked.size() <= 1);
    recovered(recipe);
  }
}

TEST_CASE("ntuple check: entries beyond the end of their column are one finding") {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", sample::ColumnType::real32, 32);
  recipe.clusters.push_back({std::uint64_t{1} << 50, {{sample::SamplePage(sample::Buffer(40), 10)}}, {}});
  const CheckReport report = checked(recipe);
  CHECK(report.damage.size() == 1);
  CHECK(report.not_checked.empty());
}

TEST_CASE("ntuple check: zeros of a deferred column are limited by the file's size and by memory") {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", sample::ColumnType::real32, 32);
  recipe.columns[0].first_element = std::int64_t{1} << 40;
  recipe.late_fields = recipe.late_columns = 1;
  recipe.clusters.push_back({std::uint64_t{1} << 40, {}, {}});
  const CheckReport report = checked(recipe);
  CHECK(report.damage.size() + report.not_checked.size() == 1);
}

TEST_CASE("ntuple check: the work for many clusters of many fields without columns is limited") {
  NTupleRecipe recipe;
  for (int field = 0; field < 500; ++field) recipe.field({"f" + std::to_string(field), "E", FieldRole::record});
  for (int cluster = 0; cluster < 500; ++cluster) recipe.clusters.push_back({std::uint64_t{1} << 40, {}, {}});
  CHECK(checked(recipe).is_sound());
}

TEST_CASE("ntuple check: a repeated page is checked once, and decoded until the limit of work") {
  const CheckReport few = checked(repeated_page(1000, 10));
  CHECK(few.is_sound());
  CHECK(few.pieces == 10);
  CHECK(few.not_checked.empty());
  const CheckReport many = checked(repeated_page(1 << 20, 1000));  // 4 GB
  CHECK(many.damage.empty());
  REQUIRE_FALSE(many.not_checked.empty());
  CHECK(many.not_checked.size() <= 21);
  CHECK(many.not_checked[0].message.find("not checked") != std::string::npos);
}

TEST_CASE("ntuple check: a recovered file contains a repeated page once") {
  const auto recipe = repeated_page(1000, 100);
  const auto recovered = sample::recovered(io::source_of(sample::NTupleFile(recipe).contents, "crafted.root"));
  CHECK(recovered.report.lost.empty());
  CHECK(recovered.source->size() < sample::NTupleFile(recipe).contents.size() + 2500);
  const sample::SerialSession serial;
  CHECK(recovery::check(serial.session, recovered.source).is_sound());
}

TEST_CASE("ntuple check: a page inside another one is damage") {
  const CheckReport report = checked(sample::page_in_page());
  REQUIRE_FALSE(report.damage.empty());
  CHECK(report.damage[0].message.find("28 bytes overlap another page") != std::string::npos);
}

TEST_CASE("ntuple check: names and paths have a limit, and a message does not repeat them whole") {
  NTupleRecipe recipe;
  recipe.leaf(std::string(20'000, 'n'), "float", sample::ColumnType::real32, 32);
  const CheckReport report = checked(recipe);
  REQUIRE(report.damage.size() == 1);
  CHECK(report.damage[0].message.find("has 20000 characters, at most 16384 are read") != std::string::npos);
  CHECK(report.damage[0].message.size() < 300);
  const CheckReport paths = checked(sample::long_names(16'000, 50, 1000));
  REQUIRE(paths.damage.size() == 1);
  CHECK(paths.damage[0].message.find("at most 268435456 are read") != std::string::npos);
}

TEST_CASE("ntuple check: parts that exceed the memory limit are reported and not read") {
  const CheckReport report = checked(repeated_page(1 << 20, 2), {.max_memory = 1 << 20});
  CHECK(report.damage.empty());
  CHECK_FALSE(report.not_checked.empty());
}
