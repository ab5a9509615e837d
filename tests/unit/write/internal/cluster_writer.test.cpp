#include "ramet/write/internal/cluster_writer.hpp"

#include "unit/file/sparse_disk.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::ClusterWriter;
using sample::error_of;

namespace {

/// An output file with one tree, without a ParallelWriter. Threads: one thread.
struct Output {
  explicit Output(std::unique_ptr<io::ByteSink> sink, const table::Schema& schema, TableOptions options = {},
                  std::uint64_t budget = std::uint64_t{1} << 30)
      : file(std::make_shared<internal::OutputFile>(file::FileWriter::create(std::move(sink)), budget)),
        tree(std::make_shared<internal::TableOutput>(
            *file, 0U, internal::TablePlace{{0}, sample::file_of(*file).seek_of({0})}, schema, options)) {}

  void close() {
    describe(*tree);
    sample::file_of(*file).close();
  }

  void describe(internal::TableOutput& table) const {
    const internal::OutputLock lock(*file);
    table.describe(lock);
  }

  std::shared_ptr<internal::OutputFile> file;
  std::shared_ptr<internal::TableOutput> tree;
};

table::Schema some_schema() { return sample::schema_of({"int32", "var * float32", "string"}); }

std::vector<array::Array> some_columns(std::size_t entries, std::uint64_t seed) {
  std::vector<array::Array> columns;
  for (const table::Column& column : some_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries, seed++));
  return columns;
}

/// Whether the keys of all baskets of a branch are big, from the first to the last.
std::vector<bool> big_keys(const tree::TreeReader& reader, const tree::Branch& branch) {
  std::vector<bool> big;
  for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket) {
    std::array<std::byte, 100> head{};
    reader.file().source().read_at(branch.baskets.location({basket}).seek, head);
    bytes::ByteCursor cursor(head);
    big.push_back(file::read_key(cursor).is_big());
  }
  return big;
}

}  // namespace

TEST_CASE("cluster writer: rows in the middle of columns are written as a cluster of their own") {
  const auto disk = sample::empty_disk();
  Output output(std::make_unique<sample::SharedSink>(disk), some_schema());
  ClusterWriter writer(output.file, output.tree, 0);
  const auto columns = some_columns(50, 1);
  writer.write(columns, 10, 30);
  writer.write(columns, 30, 30);
  writer.write(columns, 40, 41);
  writer.close({});
  output.close();
  CHECK(sample::cluster_sizes(sample::source_of(disk)) == std::vector<std::uint64_t>{20, 1});
  auto expected = sample::slices(columns, 10, 30);
  const auto last = sample::slices(columns, 40, 41);
  for (std::size_t column = 0; column < expected.size(); ++column) sample::append(expected[column], last[column]);
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), expected));
}

TEST_CASE("cluster writer: baskets have big keys from 1 GB on, and can be read beyond 2 GB and 4 GB") {
  const auto disk = std::make_shared<sample::SparseDisk>();
  Output output(std::make_unique<sample::SparseSink>(disk), some_schema());
  ClusterWriter writer(output.file, output.tree, 0);
  std::vector<array::Array> expected = some_columns(20, 1);
  writer.write(expected, 0, 20);
  for (std::uint64_t seed = 10; seed < 16; ++seed) {
    sample::file_of(*output.file).abandon_extent(sample::file_of(*output.file).take_extent(900'000'000));
    const auto more = some_columns(20, seed);
    writer.write(more, 0, 20);
    for (std::size_t column = 0; column < expected.size(); ++column) sample::append(expected[column], more[column]);
  }
  writer.close({});
  output.close();
  const auto source = std::make_shared<sample::SparseSource>(disk);
  CHECK(source->size() > 5'000'000'000);
  CHECK(sample::is_same(sample::read_all(source, some_schema()), expected));
  const auto reader = sample::tree_of(source);
  for (const tree::Branch& branch : reader->tree().branches)
    CHECK(big_keys(*reader, branch) == std::vector<bool>{false, false, true, true, true, true, true});
}

TEST_CASE(
    "cluster writer: a cluster that is placed beyond 2 GB after it was encoded with small keys is encoded again") {
  // 999,999,000 bytes: small keys are still allowed, and this cluster of over a gigabyte reaches past 2 GB.
  const auto disk = std::make_shared<sample::SparseDisk>();
  Output output(std::make_unique<sample::SparseSink>(disk), sample::schema_of({"int32"}));
  const std::uint64_t end = sample::file_of(*output.file).size();
  sample::file_of(*output.file).abandon_extent(sample::file_of(*output.file).take_extent(999'999'000 - end));
  REQUIRE_FALSE(sample::file_of(*output.file).needs_big_keys(0));
  // Another writer takes a gigabyte between the look and the place: the encoder is asked in between.
  class Taker final : public schedule::Executor {
   public:
    explicit Taker(file::FileWriter& file) : file_(file) {}
    std::size_t concurrency() const noexcept override { return 1; }
    void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken&) override {
      if (taken_ == 0) file_.abandon_extent(file_.take_extent(1'000'010'000));
      ++taken_;
      for (std::size_t index = 0; index < count; ++index) body(index);
    }
    int taken() const { return taken_; }

   private:
    file::FileWriter& file_;
    int taken_ = 0;
  } taker(sample::file_of(*output.file));
  table::Schema schema = some_schema();
  schema.name = "Second";
  const auto tree = std::make_shared<internal::TableOutput>(
      *output.file, 0U, internal::TablePlace{{0}, sample::file_of(*output.file).seek_of({0})}, schema,
      TableOptions{.executor = &taker});
  ClusterWriter writer(output.file, tree, 0);
  const auto columns = some_columns(30, 3);
  writer.write(columns, 0, 30);
  writer.close({});
  CHECK(taker.taken() == 2);
  output.describe(*tree);
  output.close();
  const auto source = std::make_shared<sample::SparseSource>(disk);
  CHECK(sample::is_same(sample::read_all(source, schema), columns));
  const auto reader = sample::tree_of(source, "Second");
  CHECK(big_keys(*reader, reader->tree().branches[0]) == std::vector<bool>{true});
}

TEST_CASE("cluster writer: space of a cluster that could not be written becomes free, and its rows are kept") {
  const auto disk = sample::empty_disk();
  /// Fails the next write when told. Threads: as ByteSink.
  class Failing final : public io::ByteSink {
   public:
    Failing(sample::Disk to, const bool& fails) : disk_(std::move(to)), fails_(fails) {}
    const std::string& name() const noexcept override { return disk_->name(); }
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
      if (fails_) detail::fail(ErrorKind::io, "cannot write to '{}'", name());
      disk_->write_at(offset, bytes);
    }
    void resize(std::uint64_t) override {}
    void sync() override {}
    void close() override {}

   private:
    sample::Disk disk_;
    const bool& fails_;
  };
  bool fails = false;
  Output output(std::make_unique<Failing>(disk, fails), some_schema());
  ClusterWriter writer(output.file, output.tree, 0);
  writer.write(some_columns(20, 1), 0, 20);
  fails = true;
  CHECK(error_of([&] { writer.write(some_columns(20, 2), 0, 20); }) == "io: cannot write to 'folder/sample.root'");
  fails = false;
  writer.write(some_columns(20, 3), 0, 20);
  writer.close({});
  output.close();
  const auto reader = sample::open(disk);
  CHECK(reader->header().free_count >= 2);
  CHECK(sample::is_gapless(reader->source(), reader->header()));
  CHECK(sample::cluster_sizes(sample::source_of(disk)) == std::vector<std::uint64_t>{20, 40});
  auto columns = some_columns(20, 1);
  for (const std::uint64_t seed : {2U, 3U}) {
    const auto more = some_columns(20, seed);
    for (std::size_t column = 0; column < columns.size(); ++column) sample::append(columns[column], more[column]);
  }
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), columns));
}

TEST_CASE("cluster writer: it has its smallest share while it is open, grows, and releases all") {
  Output output(std::make_unique<sample::SharedSink>(sample::empty_disk()), some_schema(), {}, 4 << 20);
  {
    ClusterWriter writer(output.file, output.tree, 0);
    CHECK(output.file->admission.budget().used() == ClusterWriter::smallest_share);
    CHECK(writer.may_hold(ClusterWriter::smallest_share / 3));
    CHECK(output.file->admission.budget().used() == ClusterWriter::smallest_share);
    CHECK(writer.may_hold(1 << 20));
    CHECK(output.file->admission.budget().used() == 3 << 20);
    CHECK_FALSE(writer.may_hold((1 << 20) + 1));
    writer.release();
    CHECK(output.file->admission.budget().used() == ClusterWriter::smallest_share);
    CHECK(output.tree->contexts().open() == 1);
    writer.abandon(3);
    CHECK(output.file->admission.budget().used() == 0);
    writer.abandon(4);
  }
  CHECK(output.tree->contexts().open() == 0);
  CHECK(output.tree->contexts().lost_entries() == 3);
}

TEST_CASE(
    "cluster writer: many contexts with few rows each make few clusters, in order, written before the last ends") {
  const auto disk = sample::empty_disk();
  const std::uint64_t many = 8 * schedule::hardware_concurrency() + 8;
  constexpr std::size_t rows = 50'000;  // 400 kB, a fifth of what is a cluster by itself
  std::vector<array::Array> expected = sample::counting(0, many * rows);
  {
    Output output(std::make_unique<sample::SharedSink>(disk), sample::counting_schema(), {.cluster_bytes = 4'000'000});
    std::vector<std::unique_ptr<ClusterWriter>> writers;
    for (std::uint64_t part = 0; part < many; ++part)
      writers.push_back(std::make_unique<ClusterWriter>(output.file, output.tree, part));
    std::vector<std::uint64_t> order;  // odd parts first: no neighbours until the even ones come
    for (const std::uint64_t first : {1U, 0U})
      for (std::uint64_t part = first; part < many; part += 2) order.push_back(part);
    for (const std::uint64_t part : order) {
      auto columns = sample::builders_of(sample::counting(static_cast<std::int64_t>(part * rows), rows));
      writers[part]->close(columns);
    }
    CHECK(output.tree->rows().gatherer().entries() == 0);
    output.close();
  }
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), expected));
  const auto sizes = sample::cluster_sizes(sample::source_of(disk));
  CHECK(sizes.size() <= many / 4);
  for (const std::uint64_t size : sizes) CHECK(size * 8 <= 4'000'000 + rows * 8);
}

TEST_CASE("cluster writer: the last rows are written once, with rows handed over before") {
  for (const std::size_t before : {0U, 7U}) {
    const auto disk = sample::empty_disk();
    Output output(std::make_unique<sample::SharedSink>(disk), some_schema());
    ClusterWriter writer(output.file, output.tree, 0);
    const auto columns = some_columns(20, 1);
    if (before > 0) writer.hand_over(sample::builders_of(sample::slices(columns, 0, before)));
    auto last = sample::builders_of(sample::slices(columns, before, 20));
    writer.close(last);
    CHECK(output.tree->rows().gatherer().entries() == 20);
    output.tree->write_gathered();
    output.close();
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), some_schema()), columns));
  }
}
