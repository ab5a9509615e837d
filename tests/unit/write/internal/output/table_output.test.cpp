#include "ramet/write/internal/output/table_output.hpp"

#include "unit/write/internal/formats/sample_ntuples.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

table::ClusterDescriptor cluster(std::uint64_t sequence, std::uint64_t ordinal, std::uint32_t entries) {
  table::ClusterDescriptor made;
  made.place = {sequence, ordinal};
  made.entries = entries;
  made.pieces = {{entries, 70, 90, 1000 + 100 * sequence}};
  made.pieces_of_part = {1};
  made.part_numbers = {entries};
  return made;
}

struct Output {
  sample::Disk disk = sample::empty_disk();
  internal::OutputFile file{file::FileWriter::create(std::make_unique<sample::SharedSink>(disk)), 1 << 20};
};

void describe(Output& output, internal::TableOutput& table) {
  const internal::OutputLock lock(output.file);
  table.describe(lock);
}

std::vector<std::uint64_t> first_seeks(const sample::Disk& disk) {
  const auto reader = sample::tree_of(sample::source_of(disk));
  std::vector<std::uint64_t> seeks;
  const tree::BasketIndex& baskets = reader->tree().branches[0].baskets;
  for (std::uint64_t basket = 0; basket < baskets.size(); ++basket) seeks.push_back(baskets.location({basket}).seek);
  return seeks;
}

}  // namespace

TEST_CASE("table output: clusters are described in the order of their places, late ones too") {
  Output output;
  internal::TableOutput tree(output.file, 0, {{0}, sample::file_of(output.file).seek_of({0})},
                             sample::counting_schema(), {});
  tree.clusters().commit(cluster(3, 0, 5));
  tree.clusters().commit(cluster(1, 0, 4));
  describe(output, tree);
  sample::file_of(output.file).commit();
  CHECK(first_seeks(output.disk) == std::vector<std::uint64_t>{1100, 1300});
  tree.clusters().commit(cluster(2, 0, 6));
  describe(output, tree);
  sample::file_of(output.file).commit();
  CHECK(first_seeks(output.disk) == std::vector<std::uint64_t>{1100, 1200, 1300});
  CHECK(sample::cluster_sizes(sample::source_of(output.disk)) == std::vector<std::uint64_t>{4, 6, 5});
}

TEST_CASE("table output: clusters are described in the order of arrival") {
  Output output;
  internal::TableOutput tree(output.file, 0, {{0}, sample::file_of(output.file).seek_of({0})},
                             sample::counting_schema(), {.order = Order::arrival});
  for (const std::uint64_t sequence : {3, 1, 2}) tree.clusters().commit(cluster(sequence, 0, 5));
  describe(output, tree);
  sample::file_of(output.file).commit();
  CHECK(first_seeks(output.disk) == std::vector<std::uint64_t>{1300, 1100, 1200});
}

TEST_CASE("table output: a record is written once after changes, and replaces the one before") {
  Output output;
  internal::TableOutput tree(output.file, 0, {{0}, sample::file_of(output.file).seek_of({0})},
                             sample::counting_schema(), {});
  describe(output, tree);
  sample::file_of(output.file).commit();
  const std::uint64_t size = sample::file_of(output.file).size();
  describe(output, tree);
  sample::file_of(output.file).commit();
  CHECK(sample::file_of(output.file).size() == size);
  tree.clusters().commit(cluster(0, 0, 5));
  describe(output, tree);
  sample::file_of(output.file).commit();
  const auto reader = sample::open(output.disk);
  REQUIRE(reader->root().keys.size() == 1);
  CHECK(reader->root().keys[0].cycle == 1);
}

TEST_CASE("table output: an unknown compression of a column is refused, also for later columns") {
  const auto writer = sample::writer_to(sample::empty_disk());
  table::Schema schema = sample::counting_schema();
  schema.columns[0].compression = compression::Settings{compression::Algorithm::zstd, 12};
  CHECK(error_of([&] { writer->add_table(schema); }).starts_with("misuse: column 'n': "));
  TableWriter table = writer->add_table(sample::counting_schema(), {.format = Format::rntuple});
  schema.columns[0].name = "later";
  CHECK(error_of([&] { table.add_columns(schema.columns); }).find("column 'later': ") != std::string::npos);
  CHECK(table.schema().columns.size() == 1);
  writer->close();
}

TEST_CASE("table output: space that was given up is not a cluster") {
  Output output;
  internal::TableOutput tree(output.file, 0, {{0}, sample::file_of(output.file).seek_of({0})},
                             sample::counting_schema(), {});
  tree.clusters().give_up(sample::file_of(output.file).take_extent(500));
  describe(output, tree);
  sample::file_of(output.file).close();
  CHECK(tree.report(internal::OutputLock(output.file)).clusters == 0);
  const auto reader = sample::open(output.disk);
  CHECK(sample::is_gapless(reader->source(), reader->header()));
}

TEST_CASE("table output: an existing name gets a new cycle if requested, and each cycle keeps its entries") {
  for (const bool is_reproducible : {false, true}) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk, {.reproducible = is_reproducible});
    for (const write::Format format : {write::Format::ttree, write::Format::rntuple, write::Format::ttree}) {
      auto tree = writer->add_table(sample::in("a", sample::counting_schema()), {.format = format, .new_cycle = true});
      auto context = tree.context();
      context.extend(sample::counting(static_cast<std::int64_t>(writer->keys("a").size()), 5));
      CHECK(error_of([&] { writer->add_table(sample::in("a", sample::counting_schema()), {.new_cycle = true}); }) ==
            "misuse: 'folder/sample.root': 1 fill contexts of tree 'Events' are open");
      context.close();
      CHECK(error_of([&] {
              writer->add_table(sample::in("a", sample::counting_schema()));
            }).ends_with("a 'Events' already"));
    }
    auto ended = writer->add_table({"other", "", sample::counting_schema().columns}, {.new_cycle = true});
    auto last = writer->add_table({"other", "", sample::counting_schema().columns}, {.new_cycle = true});
    CHECK(error_of([&] { ended.context(); }).starts_with("misuse: 'folder/sample.root': another tree"));
    CHECK(error_of([&] { ended.add_columns({}); }).starts_with("misuse: 'folder/sample.root': another tree"));
    CHECK(error_of([&] { writer->share(); }).starts_with("unsupported: "));
    CHECK(error_of([&] { writer->add_table({"a", "", {}}, {.new_cycle = true}); }).ends_with("a 'a' already"));
    writer->close();
    const auto keys = sample::open(disk)->directory("a").keys;
    REQUIRE(keys.size() == 3);
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema(), "a/Events;1"),
                          sample::counting(1, 5)));
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema(), "a/Events;3"),
                          sample::counting(3, 5)));
  }
}

TEST_CASE("table output: withdrawing a tree removes everything that was filled and saved") {
  for (const bool is_reproducible : {false, true}) {
    for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
      const auto disk = sample::empty_disk();
      const auto writer = sample::writer_to(disk, {.reproducible = is_reproducible});
      const write::TableOptions options{.format = format, .cluster_entries = 10};
      auto tree = writer->add_table(sample::in("a/b", sample::counting_schema()), options);
      {
        auto context = tree.context();
        context.extend(sample::counting(0, 25));
        context.hand_over();
        writer->checkpoint();
        context.extend(sample::counting(0, 25));
        CHECK(error_of([&] { writer->withdraw(tree); }).ends_with("1 fill contexts of tree 'Events' are open"));
      }
      writer->withdraw(tree);
      CHECK(error_of([&] { writer->withdraw(tree); }).starts_with("misuse: 'Events' is no tree"));
      CHECK(error_of([&] { tree.context(); }).starts_with("misuse: "));
      CHECK(writer->keys().empty());
      writer->checkpoint();
      auto again = writer->add_table(sample::in("a/b", sample::counting_schema()), options);
      auto context = again.context();
      context.extend(sample::counting(7, 5));
      context.close();
      writer->close();  // says nothing of entries that were lost
      CHECK(sample::open(disk)->directory("a/b").keys.size() == 1);
      if (format == write::Format::ttree)
        CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema(), "a/b/Events"),
                              sample::counting(7, 5)));
    }
  }
}

TEST_CASE("table output: an ntuple that is withdrawn after columns were added leaves no key") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  auto table = writer->add_table(sample::counting_schema(), {.format = write::Format::rntuple});
  writer->checkpoint();
  CHECK(writer->keys().size() == 1);
  table.add_columns({{.name = "later", .type = array::parse_type("int64")}});
  writer->withdraw(table);
  CHECK(writer->keys().empty());
  writer->close();
  CHECK(sample::open(disk)->root().keys.empty());
}

TEST_CASE("table output: a tree or object that cannot be written leaves no directory") {
  const auto writer = sample::writer_to(sample::empty_disk());
  CHECK(error_of([&] {
          writer->add_table({"a/b/t", "", {{.name = "", .type = array::parse_type("int32")}}});
        }).starts_with("misuse: "));
  object::Payload payload = sample::named_payload("");
  payload.make = [](std::string_view, std::size_t) -> bytes::Buffer { detail::fail(ErrorKind::misuse, "not made"); };
  CHECK(error_of([&] { writer->put("a/c/n", payload); }) == "misuse: not made");
  CHECK(writer->keys().empty());
  writer->close();
}

TEST_CASE("table output: each numeric option works at its limits, or is refused with its name and range") {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  constexpr std::uint64_t most = ~std::uint64_t{0};
  const auto write = [](const WriterOptions& options, const TableOptions& of_tree) {
    const auto disk = sample::empty_disk();
    const std::string error = error_of([&] {
      const auto writer = sample::writer_to(disk, options);
      auto tree = writer->add_table(sample::counting_schema(), of_tree);
      auto context = tree.context();
      context.extend(sample::counting(0, 1000));
      context.close();
      writer->close();
    });
    if (error != "none") return error;
    const auto source = sample::source_of(disk);
    CHECK(sample::is_same(of_tree.format == Format::rntuple
                              ? sample::read_fields(source, sample::counting_schema().name)
                              : sample::read_all(source, sample::counting_schema()),
                          sample::counting(0, 1000)));
    return error;
  };
  for (const bool is_reproducible : {false, true}) {
    CAPTURE(is_reproducible);
    const auto options_of = [&](std::uint64_t budget) {
      return WriterOptions{.reproducible = is_reproducible, .memory_budget = budget};
    };
    for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{8}, std::uint64_t{100'000}}) {
      const std::string error = write(options_of(budget), {});
      CHECK(error.starts_with(fmt::format("misuse: a memory budget of {} bytes", budget)));
    }
    for (const std::uint64_t budget : {std::uint64_t{1} << 20, half - 1, half, most})
      CHECK(write(options_of(budget), {}) == "none");
    for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 50})
      CHECK(write(options_of(1 << 30), {.cluster_bytes = bytes}) == "none");
    for (const std::uint64_t bytes : {(std::uint64_t{1} << 50) + 1, half - 1, half, most})
      CHECK(write(options_of(1 << 30), {.cluster_bytes = bytes}) ==
            fmt::format("misuse: cluster_bytes is {}, expected 0 to 1125899906842624", bytes));
    for (const std::uint32_t pages : {1U, 256U << 10, 1U << 30}) {  // whose checksums have to be in the record, too
      const std::uint64_t largest = (std::uint64_t{3} << 28) * pages / (pages + std::uint64_t{8});
      const auto with = [&](std::uint64_t bytes) {
        return TableOptions{.format = Format::rntuple, .cluster_bytes = bytes, .basket_bytes = pages};
      };
      for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1}, largest})
        CHECK(write(options_of(1 << 30), with(bytes)) == "none");
      for (const std::uint64_t bytes : {largest + 1, std::uint64_t{1} << 31, most})
        CHECK(write(options_of(1 << 30), with(bytes)) ==
              fmt::format("misuse: cluster_bytes is {}, expected 0 to {}", bytes, largest));
    }
    for (const std::uint64_t entries : {std::uint64_t{0}, std::uint64_t{1}, half - 1, half, most - 1, most})
      CHECK(write(options_of(1 << 30), {.cluster_entries = entries}) == "none");
    for (const std::uint32_t bytes : {1U, 1U << 30})
      CHECK(write(options_of(1 << 30), {.basket_bytes = bytes}) == "none");
    for (const std::uint32_t bytes : {0U, (1U << 30) + 1, 0xffffffffU})
      CHECK(write(options_of(1 << 30), {.basket_bytes = bytes}) ==
            fmt::format("misuse: basket_bytes is {}, expected 1 to 1073741824", bytes));
    for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1}, half, most})
      CHECK(write({.reproducible = is_reproducible, .checkpoint_bytes = bytes}, {.cluster_entries = 10}) == "none");
  }
}

TEST_CASE("table output: invalid periods and compressions are refused before a file is changed") {
  const auto disk = sample::empty_disk();
  using Period = std::chrono::milliseconds;
  for (const Period period : {Period(-1), Period::min(), Period::max(), Period(1'000'000'000'001)})
    CHECK(error_of([&] { sample::writer_to(disk, {.checkpoint_period = period}); }) ==
          fmt::format("misuse: a checkpoint every {} ms, not in 0..1000000000000", period.count()));
  for (const int level : {-1, 10, 105, 2147483647})
    CHECK(error_of([&] { sample::writer_to(disk, {.compression = {{compression::Algorithm::zstd, level}}}); }) ==
          fmt::format("misuse: compression level {} is not in 0..9", level));
  CHECK(disk->contents().empty());
  for (const Period period : {Period(0), Period(1), Period(1'000'000'000'000)})
    CHECK(error_of([&] { sample::writer_to(disk, {.checkpoint_period = period}); }) == "none");
}
