#include "ramet/tree/tree_reader.hpp"

#include <mutex>

#include "fault/faulty_io.hpp"
#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::uint64_t entries = 300;

sample::TreeRecipe some_recipe(compression::Settings compression = {}) {
  const std::vector<std::string> types = {"int32", "3 * float64", "var * int16", "string", "{a: int8, b: 2 * float32}",
                                          "bool"};
  sample::TreeRecipe recipe{sample::schema_of(types), {}, {100, 150, 50}, 200, compression};
  for (const std::string& type : types) recipe.columns.push_back(sample::noise_of(type, entries));
  for (const char* const type : {"var * float32", "var * var * uint64", "var * string", "string"}) {
    const std::string name = "v" + std::to_string(recipe.columns.size());
    recipe.schema.columns.push_back(
        {.name = name, .type = array::parse_type(type), .form = table::ListForm::standard_vector});
    recipe.columns.push_back(sample::noise_of(type, entries));
  }
  return recipe;
}

/// The branches that hold the recipe's columns, in their order.
std::vector<const Branch*> branches_of(const sample::TreeRecipe& recipe, const Tree& tree) {
  std::vector<const Branch*> branches;
  for (const table::Column& column : recipe.schema.columns) branches.push_back(&tree.at(column.name));
  return branches;
}

std::vector<std::unique_ptr<schedule::Executor>> executors() {
  std::vector<std::unique_ptr<schedule::Executor>> all;
  all.push_back(schedule::make_serial_executor());
  all.push_back(schedule::make_thread_executor(2));
  all.push_back(schedule::make_thread_executor(8));
  return all;
}

void check_every_range(schedule::Executor& executor, compression::Settings compression) {
  const sample::TreeRecipe recipe = some_recipe(compression);
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto branches = branches_of(recipe, reader->tree());
  for (const EntryRange range : {EntryRange{{0}, {entries}}, EntryRange{{99}, {101}}, EntryRange{{17}, {251}},
                                 EntryRange{{299}, {300}}, EntryRange{{5}, {5}}}) {
    const auto columns = reader->read(branches, range, {executor});
    for (const array::Array& column : columns) array::validate(column);
    CHECK(sample::is_same(columns, sample::slices(recipe.columns, range.first.number, range.last.number)));
  }
}

/// All batches, put together again.
std::vector<array::Array> columns_of_batches(const TreeReader& reader, std::span<const Branch* const> branches,
                                             EntryRange range, std::size_t batch_entries,
                                             schedule::Executor& executor) {
  std::mutex mutex;
  std::map<std::uint64_t, std::vector<array::Array>> parts;
  reader.for_each_batch(branches, range, batch_entries, {executor}, [&](const Batch& batch) {
    std::vector<array::Array> copies(batch.columns.begin(), batch.columns.end());
    const std::scoped_lock lock(mutex);
    CHECK(parts.emplace(batch.entries.first.number, std::move(copies)).second);
  });
  std::vector<array::Array> whole;
  for (const Branch* branch : branches) whole.emplace_back(branch->layout().type);
  for (const auto& [first, columns] : parts)
    for (std::size_t column = 0; column < whole.size(); ++column) sample::append(whole[column], columns[column]);
  return whole;
}

}  // namespace

TEST_CASE("tree reader: any range of every type is the slice of the whole, in the calling thread and on others") {
  for (const auto& executor : executors()) {
    check_every_range(*executor, {});
    check_every_range(*executor, {.level = 0});
  }
}

TEST_CASE("tree reader: any range of every type is the slice of the whole, on tbb") {
  check_every_range(*schedule::make_tbb_executor(4), {});
}

TEST_CASE("tree reader: batches are the same columns, each entry once, whoever runs them") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto branches = branches_of(recipe, reader->tree());
  for (const auto& executor : executors())
    for (const std::size_t batch_entries : {1U, 64U, 1000U})
      for (const EntryRange range : {EntryRange{{0}, {entries}}, EntryRange{{99}, {101}}, EntryRange{{20}, {20}}}) {
        CAPTURE(batch_entries);
        CHECK(sample::is_same(columns_of_batches(*reader, branches, range, batch_entries, *executor),
                              sample::slices(recipe.columns, range.first.number, range.last.number)));
      }
}

TEST_CASE("tree reader: a batch never crosses the end of a cluster") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const Branch* const branch = &reader->tree().at("c0");
  const auto executor = schedule::make_serial_executor();
  std::vector<std::uint64_t> firsts;
  reader->for_each_batch({&branch, 1}, {{0}, {entries}}, 120, {*executor},
                         [&](const Batch& batch) { firsts.push_back(batch.entries.first.number); });
  CHECK(firsts == std::vector<std::uint64_t>{0, 100, 220, 250});
}

TEST_CASE("tree reader: clusters that are small are read by one task, large ones by one each") {
  /// Counts the tasks that it is given.
  class Counter final : public schedule::Executor {
   public:
    std::size_t concurrency() const noexcept override { return 8; }
    void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken&) override {
      tasks += count;
      for (std::size_t index = 0; index < count; ++index) body(index);
    }
    std::size_t tasks = 0;
  };
  const auto tasks_of = [](std::uint64_t cluster) {
    const std::vector<std::uint64_t> clusters(4, cluster);
    sample::TreeRecipe recipe{sample::schema_of({"float64"}), {}, clusters, 16'000, {}};
    recipe.columns.push_back(sample::noise_of("float64", 4 * cluster));
    const auto reader = sample::tree_of(sample::file_of(recipe));
    const Branch* const branch = &reader->tree().at("c0");
    Counter executor;
    CHECK(sample::is_same(columns_of_batches(*reader, {&branch, 1}, {{0}, {4 * cluster}}, 1000, executor),
                          recipe.columns));
    return executor.tasks;
  };
  CHECK(tasks_of(100) == 1);
  CHECK(tasks_of(10'000) == 2);
  CHECK(tasks_of(20'000) == 4);
}

TEST_CASE("tree reader: a file that is not in memory is read the same way") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(std::make_shared<sample::ReadOnlySource>(sample::file_of(recipe)));
  const auto executor = schedule::make_thread_executor(4);
  CHECK(sample::is_same(reader->read(branches_of(recipe, reader->tree()), {{0}, {entries}}, {*executor}),
                        recipe.columns));
}

TEST_CASE("tree reader: the same column twice, and none at all") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto executor = schedule::make_serial_executor();
  const Branch* const twice[] = {&reader->tree().at("c3"), &reader->tree().at("c3")};
  const auto columns = reader->read(twice, {{0}, {entries}}, {*executor});
  CHECK(sample::is_same(columns[0], columns[1]));
  CHECK(reader->read(std::span<const Branch* const>(), {{0}, {entries}}, {*executor}).empty());
}

TEST_CASE("tree reader: entries that are not there are not found, also where a branch has more than its tree") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto executor = schedule::make_serial_executor();
  const Branch& branch = reader->tree().at("c0");
  CHECK_THROWS_WITH_AS(reader->read(branch, {{0}, {301}}, {*executor}), "branch 'c0' has entries 0..300, not 0..301",
                       Error);
  CHECK_THROWS_WITH_AS(reader->read(branch, {{9}, {8}}, {*executor}), "entries 9..8 end before they begin", Error);
  CHECK_THROWS_AS(reader->read(branch, {{~std::uint64_t{0} - 1}, {~std::uint64_t{0}}}, {*executor}), Error);
  Branch longer = branch;
  longer.baskets = BasketIndex({0, 1000}, {branch.baskets.location({0})});
  const Branch* const one = &longer;
  CHECK_THROWS_WITH_AS(reader->for_each_batch({&one, 1}, {{0}, {1000}}, 10, {*executor}, [](const Batch&) {}),
                       "tree 'Events' has 300 entries, not 0..1000", Error);
  CHECK_THROWS_WITH_AS(reader->for_each_batch({&one, 1}, {{0}, {10}}, 0, {*executor}, [](const Batch&) {}),
                       "a batch of 0 entries", Error);
}

TEST_CASE("tree reader: a branch that cannot be read, or whose baskets are elsewhere, says so") {
  const auto reader = sample::tree_of(sample::file_of(some_recipe()));
  const auto executor = schedule::make_serial_executor();
  Branch branch = reader->tree().at("c0");
  branch.file_name = "other.root";
  CHECK_THROWS_WITH_AS(reader->read(branch, {{0}, {1}}, {*executor}),
                       doctest::Contains("branch 'c0': its baskets are in another file, 'other.root'"), Error);
  branch.lazy_layout = LazyLayout({.reason = "objects of class Track"});
  CHECK_THROWS_WITH_AS(reader->read(branch, {{0}, {1}}, {*executor}), "branch 'c0': objects of class Track", Error);
  branch.lazy_layout = LazyLayout({.packing = Packing::nothing});
  CHECK_THROWS_WITH_AS(reader->read(branch, {{0}, {1}}, {*executor}),
                       "branch 'c0': it only groups others and has no values", Error);
}

TEST_CASE("tree reader: a key of another class is misuse") {
  const auto file = file::FileReader::open(sample::file_of(some_recipe()));
  file::Key key = file->key("Events");
  key.class_name = "TH1D";
  CHECK_THROWS_WITH_AS(TreeReader(file, key, {}), "'Events' in 'sample.root' is a TH1D, not a tree", Error);
  CHECK(is_tree_class("TTree"));
  CHECK(is_tree_class("TNtupleD"));
  CHECK_FALSE(is_tree_class("TChain"));
}

TEST_CASE("tree reader: whichever read fails, an Error of kind io comes out, and the reader reads on") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto source = sample::file_of(recipe);
  const auto executor = schedule::make_thread_executor(3);
  const auto sound = std::make_shared<fault::FaultySource>(source, fault::SourceFaults{});
  const auto reads = [&](const std::shared_ptr<const io::ByteSource>& from) {
    const auto reader = sample::tree_of(from);
    return reader->read(branches_of(recipe, reader->tree()), {{0}, {entries}}, {*executor});
  };
  CHECK(sample::is_same(reads(sound), recipe.columns));
  REQUIRE(sound->calls() > 20);
  for (std::uint64_t call = 0; call < sound->calls(); ++call) {
    CAPTURE(call);
    try {
      reads(std::make_shared<fault::FaultySource>(source, fault::SourceFaults{.fail_at_call = call}));
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::io);
    }
  }
}

TEST_CASE("tree reader: a requested stop ends reads and batches as cancelled") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto branches = branches_of(recipe, reader->tree());
  StopSource stop;
  stop.request_stop();
  for (const auto& executor : executors()) {
    const ReadOptions options{*executor, stop.get_token()};
    CHECK_THROWS_AS(reader->read(branches, {{0}, {entries}}, options), Error);
    CHECK_THROWS_AS(reader->for_each_batch(branches, {{0}, {entries}}, 10, options, [](const Batch&) {}), Error);
  }
}
