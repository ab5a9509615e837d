#include "ramet/tree/internal/batch_cursor.hpp"

#include <set>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;
using internal::BatchCursor;

namespace {

sample::TreeRecipe some_recipe() {
  sample::TreeRecipe recipe{sample::schema_of({"int32", "string"}), {}, {60, 40}};
  recipe.columns.push_back(sample::noise_of("int32", 100));
  recipe.columns.push_back(sample::noise_of("string", 100));
  return recipe;
}

std::vector<const Branch*> branches_of(const Tree& tree) {
  std::vector<const Branch*> branches;
  for (const Branch& branch : tree.branches) branches.push_back(&branch);
  return branches;
}

/// The same file with titles that end in something else, as those of other writers do.
std::shared_ptr<const io::ByteSource> without_title_checksums(const io::ByteSource& file) {
  bytes::Buffer contents(file.size());
  file.read_at(0, contents.span());
  const std::string_view text(reinterpret_cast<const char*>(contents.data()), contents.size());
  for (std::size_t at = text.find("#xxh3:"); at != text.npos; at = text.find("#xxh3:", at + 1))
    contents.data()[at] = std::byte{'-'};
  return io::source_of(std::move(contents), "sample.root");
}

}  // namespace

TEST_CASE("batch cursor: batches of any size are the parts of the columns, in order, also when it goes back") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto branches = branches_of(reader->tree());
  const BranchFiles files(reader->file().source());
  BatchCursor cursor(files, files.own(), branches);
  for (const std::size_t batch_entries : {1U, 7U, 33U, 1000U}) {
    for (const EntryRange range :
         {EntryRange{{50}, {100}}, EntryRange{{0}, {100}}, EntryRange{{10}, {11}}, EntryRange{{3}, {3}}}) {
      CAPTURE(batch_entries);
      EntryNumber next = range.first;
      cursor.for_each_batch(range, batch_entries, {}, [&](const Batch& batch) {
        CHECK(batch.entries.first == next);
        CHECK(batch.entries.size() <= batch_entries);
        REQUIRE(batch.columns.size() == 2);
        for (std::size_t column = 0; column < 2; ++column) {
          array::validate(batch.columns[column]);
          CHECK(sample::is_same(batch.columns[column],
                                recipe.columns[column].slice(batch.entries.first.number, batch.entries.last.number)));
        }
        next = batch.entries.last;
      });
      CHECK(next == range.last);
    }
  }
}

TEST_CASE("batch cursor: the memory of a batch is used for the next one, unless the body has kept it") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto branches = branches_of(reader->tree());
  const BranchFiles files(reader->file().source());
  BatchCursor cursor(files, files.own(), branches);
  std::set<const std::byte*> places;
  cursor.for_each_batch({{0}, {60}}, 10, {},
                        [&](const Batch& batch) { places.insert(batch.columns[0].values().data()); });
  CHECK(places.size() == 1);
  std::vector<array::Array> kept;
  cursor.for_each_batch({{0}, {100}}, 20, {}, [&](const Batch& batch) { kept.push_back(batch.columns[1]); });
  REQUIRE(kept.size() == 5);
  for (std::size_t batch = 0; batch < kept.size(); ++batch)
    CHECK(sample::is_same(kept[batch], recipe.columns[1].slice(20 * batch, 20 * batch + 20)));
}

TEST_CASE("batch cursor: rows of large plain baskets, as ROOT writes them, are read part by part") {
  // 70,000 rows of 8 bytes are more than several parts; the source in memory is not parted.
  const std::vector<std::string> types = {"float64", "int32", "string", "var * float32"};
  sample::TreeRecipe recipe{
      sample::schema_of(types), {}, {70'000, 70'000, 100}, 1 << 20, {compression::Algorithm::none, 0}};
  for (const std::string& type : types) recipe.columns.push_back(sample::noise_of(type, 140'100));
  const auto contents = without_title_checksums(*sample::file_of(recipe));
  const auto reader = sample::tree_of(contents);
  const sample::ReadOnlySource read_only(contents);
  std::vector<const Branch*> branches;  // not those that count
  for (const auto& column : recipe.schema.columns) branches.push_back(&reader->tree().at(column.name));
  for (const Branch* branch : branches) {
    CAPTURE(branch->name);
    BasketMemory memory;
    CHECK(BasketReader().find_plain(read_only, *branch, {1}, memory));
    CHECK_FALSE(BasketReader().find_plain(*contents, *branch, {1}, memory));
    const sample::ReadOnlySource checked(sample::file_of(recipe));
    CHECK_FALSE(BasketReader().find_plain(checked, *branch, {1}, memory));
  }
  const BranchFiles files(read_only);
  BatchCursor cursor(files, files.own(), branches);
  for (const std::size_t batch_entries : {1000U, 50'000U, 200'000U}) {
    CAPTURE(batch_entries);
    for (const EntryRange range : {EntryRange{{0}, {140'100}}, EntryRange{{69'999}, {70'001}}}) {
      EntryNumber next = range.first;
      cursor.for_each_batch(range, batch_entries, {}, [&](const Batch& batch) {
        for (std::size_t column = 0; column < types.size(); ++column) {
          CAPTURE(types[column]);
          CHECK(sample::is_same(batch.columns[column],
                                recipe.columns[column].slice(batch.entries.first.number, batch.entries.last.number)));
        }
        next = batch.entries.last;
      });
      CHECK(next == range.last);
    }
  }
}

TEST_CASE("batch cursor: after an error, in decoding or in the body, it can be used again") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto branches = branches_of(reader->tree());
  const BranchFiles files(reader->file().source());
  BatchCursor cursor(files, files.own(), branches);
  CHECK_THROWS_AS(cursor.for_each_batch({{90}, {120}}, 50, {}, [](const Batch&) {}), Error);
  CHECK_THROWS_AS(cursor.for_each_batch({{0}, {10}}, 5, {}, [](const Batch&) { throw std::bad_alloc(); }),
                  std::bad_alloc);
  std::size_t seen = 0;
  cursor.for_each_batch({{0}, {100}}, 100, {}, [&](const Batch& batch) {
    CHECK(sample::is_same(batch.columns[1], recipe.columns[1]));
    seen += batch.entries.size();
  });
  CHECK(seen == 100);
}

TEST_CASE("batch cursor: a stop ends it between batches") {
  const auto reader = sample::tree_of(sample::file_of(some_recipe()));
  const auto branches = branches_of(reader->tree());
  const BranchFiles files(reader->file().source());
  BatchCursor cursor(files, files.own(), branches);
  StopSource stop;
  int batches = 0;
  try {
    cursor.for_each_batch({{0}, {100}}, 10, stop.get_token(), [&](const Batch&) {
      if (++batches == 3) stop.request_stop();
    });
    FAIL("not stopped");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::cancelled);
  }
  CHECK(batches == 3);
}
