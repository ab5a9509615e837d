#include "ramet/tree/detail/big_heads.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/file/detail/record_head.hpp"
#include "ramet/tree/basket.hpp"

using namespace ramet;
using tree::BasketContents;
using tree::BigHeads;

namespace {

/// A tree of this name with numbers, lists and texts, in baskets with small heads.
std::shared_ptr<const io::ByteSource> sample_of(const std::string& name) {
  table::Schema schema = sample::schema_of({"int64", "var * float32", "string"});
  schema.name = name;
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns) columns.push_back(sample::noise_of(to_string(column.type), 60, 3));
  return sample::file_of({.schema = schema, .columns = columns, .cluster_sizes = {60}});
}

struct Moved {
  std::shared_ptr<const io::ByteSource> source;
  std::size_t size = 0;
};

/// The record with a big head, behind 100 other bytes.
Moved with_big_head(const io::ByteSource& source, const tree::BasketLocation& place, BasketContents contents) {
  bytes::Buffer stored(place.record_size);
  source.read_at(place.seek, stored.span());
  bytes::Buffer out(100);
  BigHeads({}).append(stored.span(), contents, out);
  file::move_record(out.span().subspan(100), 100, 0);
  const std::size_t size = out.size() - 100;
  return {io::source_of(std::move(out)), size};
}

}  // namespace

TEST_CASE("big head: entries stay the same, whether names are cut or the head grows") {
  for (const std::string name : {"CollectionTree", "t"}) {
    const auto source = sample_of(name);
    const auto reader = sample::tree_of(source, name);
    for (const tree::NamedBranch& named : all_branches(reader->tree())) {
      for (std::uint64_t basket = 0; basket < named.branch->baskets.size(); ++basket) {
        CAPTURE(name);
        CAPTURE(named.path);
        const Moved moved = with_big_head(*source, named.branch->baskets.location({basket}), BasketContents::numbers);
        bytes::Buffer head(moved.size);
        moved.source->read_at(100, head.span());
        bytes::ByteCursor cursor(std::as_const(head).span());
        CHECK(file::read_record_head(cursor).is_big());
        tree::BasketReader before;
        tree::BasketReader after;
        const tree::Basket wanted = before.read(*source, *named.branch, {basket});
        tree::Branch probe;
        probe.name = named.branch->name;
        probe.baskets = tree::BasketIndex({0, wanted.entries}, {{100, static_cast<std::uint32_t>(moved.size)}});
        const tree::Basket found = after.read(*moved.source, probe, {0});
        CHECK(std::ranges::equal(found.data, wanted.data));
        CHECK(std::ranges::equal(found.offsets, wanted.offsets));
        CHECK(found.entries == wanted.entries);
        CHECK((found.key_length == wanted.key_length) == (name != "t"));
      }
    }
  }
}

TEST_CASE("big head: baskets of objects are not changed inside") {
  const auto source = sample_of("t");
  const auto reader = sample::tree_of(source, "t");
  const tree::BasketLocation place = reader->tree().branches[0].baskets.location({0});
  CHECK_THROWS_WITH_AS(with_big_head(*source, place, BasketContents::objects),
                       "a basket of objects of branch 'c0' would lie beyond 2 GB", Error);
}

TEST_CASE("big head: what is no basket is refused") {
  bytes::Buffer out;
  CHECK_THROWS_AS(BigHeads({}).append(std::vector<std::byte>(200), BasketContents::numbers, out), Error);
}
