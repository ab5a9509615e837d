#include "ramet/tree/internal/column_read.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;
using internal::ColumnRead;

namespace {

constexpr std::uint64_t entries = 500;

/// Counts what it is told. Threads: any.
class Counted final : public ProgressSink {
 public:
  void advance(std::uint64_t more_entries, std::uint64_t more_bytes) override {
    entries_ += more_entries;
    bytes_ += more_bytes;
  }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::atomic<std::uint64_t> entries_ = 0, bytes_ = 0;
};

array::Array read(const TreeReader& reader, EntryRange range, bool backwards, ProgressSink* progress = nullptr) {
  ColumnRead column(reader.tree().branches.back(), range);
  std::vector<std::size_t> order(column.task_count());
  std::iota(order.begin(), order.end(), 0);
  if (backwards) std::reverse(order.begin(), order.end());
  BasketReader baskets;
  for (const std::size_t task : order) column.run(task, reader.file().source(), baskets, progress);
  return column.take();
}

}  // namespace

TEST_CASE("column read: any range, its tasks run in any order, gives that part of the column") {
  for (const char* const type : {"int32", "2 * float64", "var * int16", "string", "{a: int8, b: float32}"}) {
    CAPTURE(type);
    sample::TreeRecipe recipe{sample::schema_of({type}), {}, {200, 300}};
    recipe.columns.push_back(sample::noise_of(type, entries));
    const auto reader = sample::tree_of(sample::file_of(recipe));
    for (const EntryRange range : {EntryRange{{0}, {entries}}, EntryRange{{0}, {1}}, EntryRange{{499}, {500}},
                                   EntryRange{{199}, {201}}, EntryRange{{13}, {387}}, EntryRange{{7}, {7}}}) {
      CAPTURE(range.first.number);
      for (const bool backwards : {false, true})
        CHECK(sample::is_same(read(*reader, range, backwards),
                              recipe.columns[0].slice(range.first.number, range.last.number)));
    }
  }
}

TEST_CASE("column read: an empty range has no tasks") {
  sample::TreeRecipe recipe{sample::schema_of({"int32"}), {}, {10}};
  recipe.columns.push_back(sample::noise_of("int32", 10));
  const auto reader = sample::tree_of(sample::file_of(recipe));
  CHECK(ColumnRead(reader->tree().branches[0], {{5}, {5}}).task_count() == 0);
}

TEST_CASE("column read: small baskets are read several to a task, large ones one by one") {
  Branch branch;
  branch.lazy_layout = LazyLayout({.packing = Packing::counted, .type = array::parse_type("var * int32")});
  std::vector<std::uint64_t> starts(101);
  std::iota(starts.begin(), starts.end(), 0);
  branch.baskets = BasketIndex(starts, std::vector<BasketLocation>(100, {100, 1000}));
  CHECK(ColumnRead(branch, {{0}, {100}}).task_count() == 1);
  branch.baskets = BasketIndex(starts, std::vector<BasketLocation>(100, {100, 300000}));
  CHECK(ColumnRead(branch, {{0}, {100}}).task_count() == 100);
  CHECK(ColumnRead(branch, {{10}, {20}}).task_count() == 10);
}

TEST_CASE("column read: progress adds up to the entries and bytes of the column") {
  for (const char* const type : {"int32", "var * int16"}) {
    sample::TreeRecipe recipe{sample::schema_of({type}), {}, {200, 300}};
    recipe.columns.push_back(sample::noise_of(type, entries));
    const auto reader = sample::tree_of(sample::file_of(recipe));
    Counted progress;
    const array::Array column = read(*reader, {{100}, {450}}, false, &progress);
    CHECK(progress.entries() == 350);
    CHECK(progress.bytes() >= 350 * 4);
  }
}

TEST_CASE("column read: a column that claims more than its baskets can hold is not allocated for") {
  Branch branch;
  constexpr std::uint64_t size = std::uint64_t{1} << 30;
  branch.lazy_layout = LazyLayout({.packing = Packing::fixed,
                                   .type = array::Type::regular_of(size, array::parse_type("float64")),
                                   .coding = NumberCoding::plain(array::NumberType::float64),
                                   .values_per_row = size});
  for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{1} << 31}) {
    branch.baskets = BasketIndex({0, count}, {{100, 1000}});
    ColumnRead column(branch, {{0}, {count}});
    CHECK(column.task_count() == 1);
    CHECK(column.take().byte_count() == 0);
  }
}

TEST_CASE("column read: an error names file, branch and basket") {
  sample::TreeRecipe recipe{sample::schema_of({"string"}), {}, {100}};
  recipe.columns.push_back(sample::noise_of("string", 100));
  const auto reader = sample::tree_of(sample::file_of(recipe));
  Branch wrong = reader->tree().branches[0];
  wrong.lazy_layout =
      LazyLayout({.packing = Packing::standard_vector, .type = array::parse_type("var * string"), .has_head = true});
  ColumnRead column(wrong, {{0}, {100}});
  BasketReader baskets;
  try {
    column.run(0, reader->file().source(), baskets, nullptr);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    CHECK(std::string_view(error.what()).starts_with("'sample.root': branch 'c0', basket 0: entry 0 of the basket"));
  }
}
