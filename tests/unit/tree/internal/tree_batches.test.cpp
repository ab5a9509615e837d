#include "ramet/tree/internal/tree_batches.hpp"

#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

/// Two clusters, of 60 and 40 entries; the last column has a branch that counts.
sample::TreeRecipe some_recipe() {
  const std::vector<std::string> types = {"int32", "string", "var * float32"};
  sample::TreeRecipe recipe{sample::schema_of(types), {}, {60, 40}};
  for (const std::string& type : types) recipe.columns.push_back(sample::noise_of(type, 100));
  return recipe;
}

void check_batches(const TreeReader& reader, const sample::TreeRecipe& recipe, const std::vector<EntryRange>& ranges) {
  std::vector<const Branch*> branches;
  for (const auto& column : recipe.schema.columns) branches.push_back(&reader.tree().at(column.name));
  const auto batches = reader.batch_reader(branches);
  for (const EntryRange range : ranges) {
    CAPTURE(range.first.number);
    const Batch batch = batches->read(range);
    CHECK(batch.entries == range);
    REQUIRE(batch.columns.size() == branches.size());
    for (std::size_t column = 0; column < branches.size(); ++column) {
      array::validate(batch.columns[column]);
      CHECK(
          sample::is_same(batch.columns[column], recipe.columns[column].slice(range.first.number, range.last.number)));
    }
  }
}

const std::vector<EntryRange> forth_and_back = {{{0}, {7}}, {{7}, {60}}, {{60}, {61}}, {{61}, {100}}, {{3}, {5}}};

}  // namespace

TEST_CASE("tree batches: entries are read in any order, of near and distant sources") {
  const sample::TreeRecipe recipe = some_recipe();
  check_batches(*sample::tree_of(sample::file_of(recipe)), recipe, forth_and_back);
  check_batches(*sample::tree_of(std::make_shared<fault::DistantSource>(sample::file_of(recipe))), recipe,
                forth_and_back);
}

TEST_CASE("tree batches: a walk over a distant source makes one trip a cluster") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const fault::DistantSource far(std::make_shared<fault::FaultySource>(sample::file_of(recipe), fault::SourceFaults{}));
  const BranchFiles files(far);
  const Branch* const branch = &reader->tree().branches.front();
  internal::TreeBatches batches(files, far, reader->tree(), {branch}, {nullptr}, [] { return "here"; });
  for (std::uint64_t first = 0; first < 100; first += 10) {
    const Batch batch = batches.read({{first}, {first + 10}});
    CHECK(sample::is_same(batch.columns[0], recipe.columns[0].slice(first, first + 10)));
  }
  CHECK(far.trips() == 2);
}

TEST_CASE("tree batches: entries that are not there are refused, and those that are can be read after") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const Branch* const branches[] = {&reader->tree().branches.front()};
  const auto batches = reader->batch_reader(branches);
  CHECK_THROWS_AS(batches->read({{90}, {110}}), Error);
  CHECK_THROWS_AS(batches->read({{100}, {101}}), Error);
  CHECK(sample::is_same(batches->read({{60}, {100}}).columns[0], recipe.columns[0].slice(60, 100)));
}
