// Existing trees, to which a ParallelWriter appends.
#include <random>

#include "fault/faulty_io.hpp"
#include "integration/sample_updates.hpp"
#include "temporary_folder.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;
using sample::slices;
using sample::update;

namespace {

table::Schema mixed_schema() {
  auto schema = sample::schema_of({"int32", "var * float32", "string", "{a: int8, b: 2 * float64}", "3 * uint16"});
  const auto vectors = sample::schema_of({"var * var * int64", "string"}, table::ListForm::standard_vector);
  for (table::Column column : vectors.columns) {
    column.name = "v" + column.name;
    schema.columns.push_back(std::move(column));
  }
  return schema;
}

std::vector<array::Array> mixed_columns(std::size_t entries) {
  std::vector<array::Array> columns;
  std::uint64_t seed = 1;
  for (const table::Column& column : mixed_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries, seed++));
  return columns;
}

void extend(const TableWriter& tree, std::span<const array::Array> columns) {
  TableWriter same = tree;
  auto context = same.context();
  context.extend(columns);
  context.close();
}

sample::Disk counting_file(std::size_t entries) {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  extend(writer->add_table(sample::counting_schema(), {.cluster_entries = 100}), sample::counting(0, entries));
  writer->close();
  return disk;
}

}  // namespace

TEST_CASE("updating trees: entries of all types are added, in several updates, and read back in order") {
  const auto columns = mixed_columns(500);
  const auto disk = sample::empty_disk();
  {
    const auto writer = sample::writer_to(disk);
    extend(writer->add_table(sample::in("dir", mixed_schema()), {.cluster_entries = 30}), slices(columns, 0, 100));
    writer->close();
  }
  for (const auto& [first, last] : {std::pair(100U, 101U), std::pair(101U, 350U), std::pair(350U, 500U)}) {
    const auto writer = update(disk);
    const TableWriter tree = writer->open_table("dir/Events", {.cluster_entries = 40});
    CHECK(tree.saved_entries() == first);
    extend(tree, slices(columns, first, last));
    writer->close();
    CHECK(tree.saved_entries() == last);
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), mixed_schema(), "dir/Events"),
                          slices(columns, 0, last)));
  }
  CHECK(sample::open(disk)->directory("dir").keys.size() == 1);
}

TEST_CASE("updating trees: entries can be added to an empty tree") {
  const auto columns = mixed_columns(50);
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  writer->add_table(mixed_schema());
  writer->close();
  const auto again = update(disk);
  extend(again->open_table("Events"), columns);
  again->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), mixed_schema()), columns));
}

TEST_CASE("updating trees: without new entries the tree does not change") {
  const auto disk = counting_file(10);
  const auto before = disk->contents();
  const auto writer = update(disk);
  writer->open_table("Events").context().close();
  writer->close();
  CHECK(std::ranges::equal(disk->contents().span(), before.span()));
}

TEST_CASE("updating trees: many contexts add in the order of their parts while checkpoints are made") {
  const auto disk = counting_file(1000);
  const auto writer = update(disk);
  TableWriter tree = writer->open_table("Events", {.cluster_entries = 50});
  constexpr std::size_t parts = 8;
  sample::fill_side_by_side(tree, parts, 1000, 100, [&] {
    writer->checkpoint();
    const auto now = sample::read_all(sample::source_of(disk), sample::counting_schema());
    CHECK(now[0].length() >= 1000);
    CHECK(sample::is_same(slices(now, 0, 1000), sample::counting(0, 1000)));
  });
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()),
                        sample::counting(0, 1000 + parts * 1000)));
}

TEST_CASE("updating trees: after any failed write, the tree has its old or its new entries") {
  const auto old = sample::counting(0, 200);
  const auto all = sample::counting(0, 500);
  bool done = false;
  for (std::uint64_t call = 0; !done; ++call) {
    CAPTURE(call);
    const auto disk = counting_file(200);
    try {
      const auto writer = ParallelWriter::update(
          std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.fail_at_call = call}), sample::source_of(disk));
      extend(writer->open_table("Events", {.cluster_entries = 100}), sample::counting(200, 300));
      writer->close();
      done = true;
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::io);
    }
    const auto found = sample::read_all(sample::source_of(disk), sample::counting_schema());
    CHECK((sample::is_same(found, all) || (!done && sample::is_same(found, old))));
  }
}

TEST_CASE("updating trees: objects, missing names and trees put as objects are refused") {
  const auto disk = counting_file(10);
  const auto writer = update(disk);
  CHECK(error_of([&] { writer->open_table("Event"); }) ==
        "not_found: file 'folder/sample.root': no key 'Event'; did you mean 'Events'?");
  CHECK(error_of([&] { writer->open_table("nowhere/x"); }).starts_with("not_found: no directory 'nowhere'"));
  writer->put("named", sample::named_payload("t"));
  CHECK(error_of([&] { writer->open_table("named"); }).starts_with("misuse: "));
  CHECK(error_of([&] { writer->open_table("Events;7"); }) ==
        "misuse: 'Events;7' in 'folder/sample.root' cannot be continued: its newest cycle is 1");
  const TableWriter first = writer->open_table("Events;1");
  CHECK(&first.schema() == &writer->open_table("Events").schema());
}

TEST_CASE("updating trees: any sequence of added, extended and removed trees agrees with a model") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&](std::size_t count) {
      return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    };
    const auto disk = counting_file(0);
    std::map<std::string, std::size_t> model{{"Events", 0}};  // path -> entries, which count from 0
    for (int round = 0; round < 12; ++round) {
      const auto writer = update(disk);
      std::map<std::string, bool> used;
      for (int step = 0; step < 4; ++step) {
        const std::string directory = pick(2) == 0 ? "" : "dir";
        const std::string name = std::vector<std::string>{"Events", "Other"}[pick(2)];
        const std::string path = directory.empty() ? name : directory + "/" + name;
        const std::size_t entries = pick(400);
        const bool is_there = model.contains(path);
        if (is_there && !used[path] && pick(4) == 0) {
          writer->remove(path);
          model.erase(path);
          continue;
        }
        auto schema = sample::counting_schema();
        schema.name = path;
        const TableWriter tree =
            is_there ? writer->open_table(path) : writer->add_table(schema, {.cluster_entries = 64});
        extend(tree, sample::counting(static_cast<std::int64_t>(model[path]), entries));
        model[path] += entries;
        used[path] = true;
        if (pick(3) == 0) writer->checkpoint();
      }
      writer->close();
      const auto source = sample::source_of(disk);
      for (const auto& [path, entries] : model) {
        CAPTURE(path);
        CHECK(sample::is_same(sample::read_all(source, sample::counting_schema(), path), sample::counting(0, entries)));
      }
      CHECK(sample::is_gapless(*source, file::FileReader::open(source)->header()));
    }
  }
}
