#include "ramet/tree/detail/continued_tree.hpp"

#include <algorithm>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

const std::vector<std::string> types = {"float64", "var * int16", "{x: float32, n: 2 * int32}", "string"};

std::shared_ptr<const io::ByteSource> file_with(std::vector<std::uint64_t> cluster_sizes) {
  sample::TreeRecipe recipe{sample::schema_of(types), {}, cluster_sizes};
  std::size_t entries = 0;
  for (const std::uint64_t size : cluster_sizes) entries += size;
  std::uint64_t seed = 1;
  for (const std::string& type : types) recipe.columns.push_back(sample::noise_of(type, entries, seed++));
  return sample::file_of(recipe);
}

ContinuedTree continued(const std::shared_ptr<const io::ByteSource>& source) {
  const auto reader = file::FileReader::open(source);
  auto catalogue = schema::make_catalogue();
  return {reader, reader->key("Events"), std::make_shared<const ClassLayouts>(nullptr, std::move(catalogue))};
}

TreeContents nothing_for(const ContinuedTree& tree) {
  TreeContents contents;
  contents.branches.resize(tree.branches().size());
  return contents;
}

}  // namespace

TEST_CASE("continued tree: with nothing added, the record is what it was, byte by byte") {
  for (const auto& clusters : {std::vector<std::uint64_t>{}, {100}, {30, 30, 10}, {10, 30, 10}}) {
    const auto source = file_with(clusters);
    const auto reader = file::FileReader::open(source);
    const auto record = reader->read_record(reader->key("Events"));
    const ContinuedTree tree = continued(source);
    CHECK_FALSE(tree.has_embedded());
    const std::vector<std::vector<EncodedBasket>> embedded(tree.branches().size());
    const auto payload = tree.encode(embedded, nothing_for(tree), record.key_length);
    CHECK(std::ranges::equal(payload.span(), record.payload().first(payload.size())));
  }
}

TEST_CASE("continued tree: more baskets come behind those that are there, and clusters and maxima with them") {
  const auto source = file_with({30, 30});
  const ContinuedTree tree = continued(source);
  CHECK(tree.entries() == 60);
  TreeContents more = nothing_for(tree);
  more.entries = 25;
  more.cluster_sizes = {20, 5};
  for (BranchContents& branch : more.branches) {
    branch.baskets = {{20, 500, 700, 100000}, {5, 200, 250, 100500}};
    branch.maximum.value = 4000;
  }
  const std::vector<std::vector<EncodedBasket>> embedded(tree.branches().size());
  auto sink = std::make_unique<io::MemorySink>("sample.root");
  const io::MemorySink& disk = *sink;
  const auto writer = file::FileWriter::create(std::move(sink));
  writer->put({0}, "TTree", "Events", "sample",
              [&](std::uint16_t key_length) { return tree.encode(embedded, more, key_length); });
  writer->close();
  const auto reader = sample::tree_of(io::source_of(disk.contents()));
  const auto before = sample::tree_of(source);
  CHECK(reader->tree().entries == 85);
  CHECK(reader->tree().cluster_starts == std::vector<std::uint64_t>{0, 30, 60, 80, 85});
  CHECK(reader->tree().zip_bytes == before->tree().zip_bytes + 5 * 700);
  for (std::size_t branch = 0; branch < 5; ++branch) {
    const Branch& now = reader->tree().branches[branch];
    CHECK(now.baskets.size() == before->tree().branches[branch].baskets.size() + 2);
    CHECK(now.baskets.entries().last.number == 85);
    CHECK(now.baskets.location({now.baskets.size() - 1}).seek == 100500);
    CHECK(now.entries == 85);
  }
  CHECK(reader->tree().at("nc1").leaves[0].maximum == 4000);
  CHECK(reader->tree().at("c3").leaves[0].length == 4000);
}
