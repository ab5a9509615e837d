#include "ramet/tree/detail/basket_packer.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/file/detail/record_head.hpp"
#include "ramet/tree/basket.hpp"

using namespace ramet;
using compression::Settings;

namespace {

/// A tree with numbers, lists and texts in three clusters.
std::shared_ptr<const io::ByteSource> sample_of(Settings compression) {
  const table::Schema schema = sample::schema_of({"int64", "var * float32", "string"});
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns) columns.push_back(sample::noise_of(to_string(column.type), 60, 3));
  return sample::file_of({.schema = schema,
                          .columns = columns,
                          .cluster_sizes = {20, 10, 30},
                          .basket_bytes = 1 << 20,
                          .compression = compression});
}

/// The basket of a record alone, in place of one of a branch.
tree::Basket read(tree::BasketReader& reader, const io::ByteSource& source, const tree::Branch& of,
                  std::uint32_t entries) {
  tree::Branch branch;
  branch.name = of.name;
  branch.baskets = tree::BasketIndex({0, entries}, {{0, static_cast<std::uint32_t>(source.size())}});
  return reader.read(source, branch, {0});
}

bool is_same(const tree::Basket& one, const tree::Basket& other) {
  return std::ranges::equal(one.data, other.data) && std::ranges::equal(one.offsets, other.offsets);
}

}  // namespace

TEST_CASE("basket packer: other compression leaves the entries as they are") {
  for (const Settings before : {Settings::from_code(505), Settings::from_code(0)}) {
    const auto source = sample_of(before);
    const auto reader = sample::tree_of(source, "Events");
    tree::BasketPacker packer;
    for (const tree::NamedBranch& named : all_branches(reader->tree()))
      for (const Settings after : {Settings::from_code(101), Settings::from_code(0), Settings::from_code(404)}) {
        CAPTURE(named.path);
        CAPTURE(after.code());
        const tree::BasketLocation place = named.branch->baskets.location({1});
        bytes::Buffer stored(place.record_size);
        source->read_at(place.seek, stored.span());
        bytes::Buffer packed;
        packer.recompress(stored.span(), after, packed);
        file::move_record(packed.span(), 0, 0);
        tree::BasketReader one;
        tree::BasketReader other;
        CHECK(is_same(one.read(*source, *named.branch, {1}),
                      read(other, *io::source_of(std::move(packed)), *named.branch, 10)));
      }
  }
}

TEST_CASE("basket packer: baskets are joined with the offsets of their entries") {
  const auto source = sample_of(Settings::from_code(505));
  const auto reader = sample::tree_of(source, "Events");
  tree::BasketPacker packer;
  const std::string name = "Events";
  for (const tree::NamedBranch& named : all_branches(reader->tree())) {
    CAPTURE(named.path);
    CHECK(has_joinable_baskets(*named.branch));
    std::vector<tree::BasketMemory> memory(3);
    std::vector<tree::StoredEntries> parts;
    std::vector<std::byte> data;
    std::vector<std::uint32_t> offsets;
    tree::BasketReader baskets;
    for (std::uint64_t number = 0; number < 3; ++number) {
      const tree::Basket basket = baskets.read(*source, *named.branch, {number}, memory[number]);
      auto starts = basket.offsets;
      if (!starts.empty()) starts = starts.first(basket.entries);
      for (const std::uint32_t start : starts) offsets.push_back(start + static_cast<std::uint32_t>(data.size()));
      data.insert(data.end(), basket.data.begin(), basket.data.end());
      parts.push_back({basket.data, starts, basket.entries});
    }
    if (!offsets.empty()) offsets.push_back(static_cast<std::uint32_t>(data.size()));
    bytes::Buffer out;
    std::vector<tree::EncodedBasket> encoded;
    packer.join({.tree_name = name, .basket_size = 100, .compression = Settings::from_code(404)}, *named.branch, parts,
                out, encoded);
    REQUIRE(encoded.size() == 1);
    CHECK(encoded[0].entries == 60);
    CHECK(encoded[0].record_size == out.size());
    const auto joined = io::source_of(std::move(out));
    tree::BasketReader last;
    const tree::Basket basket = read(last, *joined, *named.branch, 60);
    CHECK(std::ranges::equal(basket.data, data));
    CHECK(std::ranges::equal(basket.offsets, offsets));
  }
}

TEST_CASE("basket packer: what is no basket, and a changed one that is not compressed, are corrupt") {
  const auto source = sample_of(Settings::from_code(0));
  const auto reader = sample::tree_of(source, "Events");
  const tree::BasketLocation place = reader->tree().branches[0].baskets.location({0});
  bytes::Buffer stored(place.record_size);
  source->read_at(place.seek, stored.span());
  tree::BasketPacker packer;
  bytes::Buffer out;
  CHECK_THROWS_AS(packer.recompress(stored.span().first(stored.size() - 1), Settings{}, out), Error);
  stored.data()[stored.size() - 1] ^= std::byte{1};
  CHECK_THROWS_AS(packer.recompress(stored.span(), Settings{}, out), Error);
}
