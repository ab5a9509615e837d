#include "ramet/write/parallel_writer.hpp"

#include "fault/faulty_io.hpp"
#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

table::Schema mixed_schema() {
  return sample::schema_of({"int32", "var * float32", "string", "{a: int8, b: 2 * float64}"});
}

std::vector<array::Array> mixed_columns(std::size_t entries, std::uint64_t seed = 1) {
  std::vector<array::Array> columns;
  for (const table::Column& column : mixed_schema().columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries, seed++));
  return columns;
}

/// One context, one batch of 100 entries in clusters of 30.
void write_some(ParallelWriter& writer, TableOptions options = {.cluster_entries = 30}) {
  TableWriter tree = writer.add_table(mixed_schema(), options);
  FillContext context = tree.context();
  context.extend(mixed_columns(100));
  context.close();
}

}  // namespace

TEST_CASE("parallel writer: one context, one batch: the columns and the clusters are in the file") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  write_some(*writer);
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), mixed_schema()), mixed_columns(100)));
  CHECK(sample::cluster_sizes(sample::source_of(disk)) == std::vector<std::uint64_t>{30, 30, 30, 10});
}

TEST_CASE("parallel writer: its status waits for nothing, not even for clusters in progress") {
  const auto disk = sample::empty_disk();
  const ParallelWriter* watched = nullptr;
  std::uint64_t looks = 0;
  const auto look = [&](std::span<const std::byte>) {
    if (watched != nullptr && watched->status().memory_budget == watched->budget().limit()) ++looks;
  };
  const auto writer = ParallelWriter::create(std::make_unique<sample::WatchedSink>(disk, look));
  watched = writer.get();
  TableWriter tree = writer->add_table(mixed_schema());
  for (const bool is_last : {false, true}) {
    FillContext context = tree.context();
    context.extend(mixed_columns(100));
    context.flush();
    context.close();
    CHECK(std::exchange(looks, 0) > 0);
    if (is_last) {
      writer->close();
    } else {
      writer->checkpoint();
    }
    CHECK(std::exchange(looks, 0) > 0);
  }
}

TEST_CASE("parallel writer: a file on disk") {
  const TemporaryFolder folder;
  const auto writer = ParallelWriter::recreate(folder / "some.root");
  write_some(*writer);
  writer->close();
  CHECK(std::filesystem::file_size(folder / "some.root") == writer->size());
  CHECK(sample::is_same(sample::read_all(io::open_local(folder / "some.root"), mixed_schema()), mixed_columns(100)));
}

TEST_CASE("parallel writer: create refuses an existing file, and recreate replaces it") {
  const TemporaryFolder folder;
  const auto path = folder / "some.root";
  ParallelWriter::create(path)->close();
  const auto size = std::filesystem::file_size(path);
  CHECK(sample::error_of([&] { ParallelWriter::create(path); }) ==
        "misuse: cannot create '" + path.string() + "': file exists");
  CHECK(std::filesystem::file_size(path) == size);
  const auto writer = ParallelWriter::recreate(path);
  write_some(*writer);
  writer->close();
  CHECK(sample::is_same(sample::read_all(io::open_local(path), mixed_schema()), mixed_columns(100)));
}

TEST_CASE("parallel writer: a tree without entries, and one without columns") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  writer->add_table(mixed_schema());
  TableWriter bare = writer->add_table({"Bare", "", {}});
  bare.context().close();
  writer->close();
  CHECK(sample::tree_of(sample::source_of(disk))->tree().entries == 0);
  CHECK(sample::tree_of(sample::source_of(disk))->tree().branches.size() == 5);
  CHECK(sample::tree_of(sample::source_of(disk), "Bare")->tree().branches.empty());
}

TEST_CASE("parallel writer: an empty file") {
  const auto disk = sample::empty_disk();
  sample::writer_to(disk)->close();
  CHECK(sample::open(disk)->root().keys.empty());
}

TEST_CASE("parallel writer: every record in a file is referenced, and there is none for a tree until it is described") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  const std::uint64_t before = writer->size();
  TableWriter tree = writer->add_table(mixed_schema());
  CHECK(writer->size() == before);
  tree.context().close();
  writer->close();
  const auto reader = sample::open(disk);
  for (const std::int32_t size : sample::walk(reader->source(), reader->header())) CHECK(size > 0);
}

TEST_CASE("parallel writer: several trees, in directories, and objects beside them") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter first = writer->add_table(sample::in("a/b", sample::counting_schema()));
  TableWriter second = writer->add_table(sample::counting_schema());
  FillContext to_first = first.context();
  FillContext to_second = second.context();
  to_first.extend(sample::counting(0, 10));
  to_second.extend(sample::counting(5, 3));
  writer->put("a/note", sample::named_payload("text"));
  to_first.close();
  to_second.close();
  writer->close();
  const auto source = sample::source_of(disk);
  CHECK(sample::is_same(sample::read_all(source, sample::counting_schema(), "a/b/Events"), sample::counting(0, 10)));
  CHECK(sample::is_same(sample::read_all(source, sample::counting_schema()), sample::counting(5, 3)));
  const auto reader = sample::open(disk);
  CHECK(sample::title_of(reader->read_record(reader->key("a/note"))) == "text");
}

TEST_CASE("parallel writer: objects have keys, and the file has the layouts of their classes, each once") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  std::vector<schema::ClassSpec> classes = {{.name = "Channel", .members = {{"id", "int"}}}};
  array::ArrayBuilder value(array::parse_type("{id: int32}"));
  array::append_zeros(value, 2);
  object::Payload payload = object::described_payload("Channel", classes, std::move(value).finish().slice(0, 1));
  payload.title = "of run 7";
  writer->put("conditions/channel", payload);
  writer->put("conditions/channel", payload);
  writer->put("note", "text");
  classes.front().members.front().type_name = "float";
  array::ArrayBuilder other(array::parse_type("{id: float32}"));
  array::append_zeros(other, 1);
  const auto changed = object::described_payload("Channel", classes, std::move(other).finish());
  CHECK(error_of([&] {
          writer->put("y", changed);
        }).starts_with("misuse: class 'Channel' exists in version 1 with other members"));
  writer->close();
  const auto file = file::FileReader::open(sample::source_of(disk));
  const auto packed = file->packed_streamer_infos();
  const file::Record described = file->unpack_record(packed.span(), file->header().seek_streamer_info);
  const schema::StreamerInfos infos(schema::read_streamer_infos(described.bytes.span(), described.key_length));
  CHECK(infos.find("Channel", 1) != nullptr);
  CHECK(infos.find_latest("TObjString") != nullptr);
  const file::Key key = file->key("conditions/channel");
  CHECK(key.class_name == "Channel");
  CHECK(key.title == "of run 7");
  CHECK(key.cycle == 2);
  CHECK(file->key("note").class_name == "TObjString");
}

TEST_CASE("parallel writer: a name can be used once, for a tree or an object") {
  const auto writer = sample::writer_to(sample::empty_disk());
  writer->add_table(sample::counting_schema());
  CHECK(error_of([&] { writer->add_table(sample::counting_schema()); }) ==
        "misuse: directory '' of 'folder/sample.root' has a 'Events' already");
  CHECK(error_of([&] { writer->add_table(sample::in("sub", sample::counting_schema())); }) == "none");
  CHECK(error_of([&] { writer->add_table({"sub", "", {}}); }).starts_with("misuse: directory ''"));
  const auto put = [&](std::string_view name) { writer->put(name, sample::named_payload("y")); };
  put("note");
  put("note");
  CHECK(error_of([&] { put("Events"); }) == "misuse: 'Events' in directory '' of 'folder/sample.root' is a tree");
  CHECK(error_of([&] { writer->add_table({"note", "", {}}); }).starts_with("misuse: directory ''"));
  writer->close();
}

TEST_CASE("parallel writer: invalid options and schemas are misuse") {
  const auto writer = sample::writer_to(sample::empty_disk());
  const auto add = [&](TableOptions options) {
    return error_of([&] { writer->add_table(sample::counting_schema(), options); });
  };
  CHECK(add({.basket_bytes = 0}) == "misuse: basket_bytes is 0, expected 1 to 1073741824");
  CHECK(add({.basket_bytes = 0xffffffff}).starts_with("misuse: basket_bytes is 4294967295"));
  CHECK(error_of([&] { writer->add_table({"", "", {}}); }) == "misuse: the name is empty");
  CHECK(error_of([&] {
          writer->add_table(sample::schema_of({"var * var * int32"}));
        }).starts_with("misuse: column 'c0'"));
  CHECK(add({}) == "none");
}

TEST_CASE("parallel writer: it cannot be closed while contexts are open, and can when they are closed") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema());
  FillContext context = tree.context();
  context.extend(sample::counting(0, 5));
  CHECK(error_of([&] { writer->close(); }) ==
        "misuse: 'folder/sample.root': 1 fill contexts of tree 'Events' are open");
  context.close();
  writer->close();
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), sample::counting(0, 5)));
}

TEST_CASE("parallel writer: entries of contexts that were never closed are reported, and the rest is in the file") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
  {
    FillContext abandoned = tree.context();
    abandoned.extend(sample::counting(0, 25));
    FillContext empty = tree.context();
  }
  CHECK(error_of([&] { writer->close(); }) ==
        "misuse: 'folder/sample.root': 5 entries were filled into contexts that were never closed, and are lost");
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), sample::counting(0, 20)));
  CHECK(error_of([&] { writer->close(); }) == "none");
}

TEST_CASE("parallel writer: after close nothing can be added") {
  const auto writer = sample::writer_to(sample::empty_disk());
  TableWriter tree = writer->add_table(sample::counting_schema());
  writer->close();
  CHECK(error_of([&] { tree.context(); }) == "misuse: 'folder/sample.root' is closed");
  CHECK(error_of([&] { tree.context(7); }) == "misuse: 'folder/sample.root' is closed");
  CHECK(error_of([&] { writer->add_table({"more", "", {}}); }) == "misuse: 'folder/sample.root' is closed");
  CHECK(error_of([&] { writer->checkpoint(); }) == "misuse: 'folder/sample.root' is closed");
  CHECK(error_of([&] { writer->put("x", sample::named_payload("")); }) == "misuse: 'folder/sample.root' is closed");
  CHECK(tree.report().entries == 0);
}

TEST_CASE("parallel writer: entries are in the order of sequence numbers, or as they arrived") {
  for (const Order order : {Order::sequence, Order::arrival}) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk);
    TableWriter tree = writer->add_table(sample::counting_schema(), {.order = order, .hand_over = HandOver::exact});
    FillContext late = tree.context(20);
    FillContext early = tree.context(10);
    FillContext last = tree.context();  // 21
    last.extend(sample::counting(9, 1));
    last.close();
    for (int part = 0; part < 2; ++part) {
      late.extend(sample::counting(4 + part, 1));
      late.hand_over();
      early.extend(sample::counting(part, 1));
      early.hand_over();
    }
    early.begin_sequence(15);
    early.extend(sample::counting(2, 2));
    early.close();
    late.close();
    writer->close();
    const auto columns = sample::read_all(sample::source_of(disk), sample::counting_schema());
    const auto numbers = columns[0].numbers<std::int64_t>();
    CHECK(std::vector<std::int64_t>(numbers.begin(), numbers.end()) ==
          (order == Order::sequence ? std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 9}
                                    : std::vector<std::int64_t>{9, 4, 0, 5, 1, 2, 3}));
  }
}

TEST_CASE("parallel writer: a checkpoint leaves a file with everything written so far, and filling goes on") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
  FillContext context = tree.context();
  for (std::int64_t part = 0; part < 5; ++part) {
    context.extend(sample::counting(12 * part, 12));
    writer->checkpoint();
    const auto seen = static_cast<std::size_t>(12 * (part + 1) / 10 * 10);
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()),
                          sample::counting(0, seen)));
  }
  context.close();
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), sample::counting(0, 60)));
  CHECK(sample::open(disk)->root().keys.size() == 1);
}

TEST_CASE("parallel writer: without checkpoint or close the tree in the file is empty") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
  FillContext context = tree.context();
  context.extend(sample::counting(0, 20));
  CHECK_FALSE(sample::open(disk)->is_recovered());
  CHECK(sample::tree_of(sample::source_of(disk))->tree().entries == 0);
}

TEST_CASE("parallel writer: reproducible files have the same bytes, also when tasks encode") {
  const auto bytes_of = [](WriterOptions options, schedule::Executor* encoder) {
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk, options);
    write_some(*writer, {.cluster_entries = 30, .executor = encoder});
    writer->close();
    const bytes::Buffer contents = disk->contents();
    return std::vector<std::byte>(contents.span().begin(), contents.span().end());
  };
  const auto threads = schedule::make_thread_executor(4);
  const auto serial = schedule::make_serial_executor();
  for (const int code : {0, 101, 207, 404, 505}) {
    const WriterOptions options{.compression = compression::Settings::from_code(code), .reproducible = true};
    const auto first = bytes_of(options, nullptr);
    CHECK(bytes_of(options, nullptr) == first);
    CHECK(bytes_of(options, serial.get()) == first);
    CHECK(bytes_of(options, threads.get()) == first);
  }
  CHECK(bytes_of({.reproducible = false}, nullptr) != bytes_of({.reproducible = false}, nullptr));
}

TEST_CASE("parallel writer: the compression of the file and of one tree") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk, {.compression = compression::Settings::from_code(101)});
  TableWriter tree = writer->add_table(sample::counting_schema(), {.compression = compression::Settings{.level = 0}});
  FillContext context = tree.context();
  context.extend(sample::counting(0, 1000));
  context.close();
  writer->close();
  CHECK(sample::open(disk)->header().compression == 101);
  const auto report = tree.report();
  CHECK(report.compressed_bytes == report.uncompressed_bytes);
  CHECK(report.uncompressed_bytes > 8000);
}

TEST_CASE("parallel writer: the report counts entries, clusters, bytes and closed contexts") {
  const auto writer = sample::writer_to(sample::empty_disk());
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
  FillContext first = tree.context();
  FillContext second = tree.context();
  second.extend(sample::counting(0, 25));
  CHECK(tree.report().entries == 20);
  CHECK(tree.report().contexts.empty());
  second.close();
  first.extend(sample::counting(0, 5));
  first.close();
  const TableReport report = tree.report();
  CHECK(report.entries == 30);
  CHECK(report.clusters == 4);
  CHECK(report.compressed_bytes > 0);
  REQUIRE(report.contexts.size() == 2);
  CHECK(report.contexts[0].number == 0);
  CHECK(report.contexts[0].entries == 5);
  CHECK(report.contexts[1].entries == 25);
  CHECK(report.contexts[1].clusters == 3);
  CHECK(report.contexts[1].times.calls(Stage::write) == 3);
  CHECK(report.contexts[1].times.calls(Stage::compress) == 3);
  writer->close();
}

namespace {

constexpr std::int64_t fault_parts = 4;

/// Fill parts of 10 entries with a checkpoint after each, then close. Returns the number of successful checkpoints.
std::int64_t fill_until_fault(sample::Disk disk, fault::SinkFaults faults, std::string& error) {
  std::int64_t checkpoints = 0;
  error = error_of([&] {
    const auto writer = ParallelWriter::create(std::make_unique<fault::FaultySink>(*disk, faults));
    TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
    FillContext context = tree.context();
    for (; checkpoints < fault_parts; ++checkpoints) {
      context.extend(sample::counting(10 * checkpoints, 10));
      writer->checkpoint();
    }
    context.close();
    writer->close();
  });
  return checkpoints;
}

/// The disk has the file as of the last checkpoint, or of the failed one.
void check_saved(const sample::Disk& disk, std::int64_t checkpoints) {
  try {
    const auto source = sample::source_of(disk);
    const auto reader = sample::tree_of(source);
    const auto entries = static_cast<std::int64_t>(reader->tree().entries);
    CHECK((entries == 10 * checkpoints || entries == 10 * checkpoints + 10));
    CHECK(sample::is_same(sample::read_all(source, sample::counting_schema()),
                          sample::counting(0, static_cast<std::size_t>(entries))));
  } catch (const Error& error) {
    CHECK_MESSAGE(checkpoints == 0, error.what());
  }
}

}  // namespace

TEST_CASE("parallel writer: every failing write is reported by the call that meets it, and checkpoints are kept") {
  std::string error;
  std::int64_t done = 0;
  for (std::uint64_t call = 1; error != "none"; ++call) {
    CAPTURE(call);
    REQUIRE(call < 100);
    const auto disk = sample::empty_disk();
    done = fill_until_fault(disk, {.fail_at_call = call, .writes_before_fault = call % 2}, error);
    CAPTURE(error);
    if (error != "none") {
      CHECK(error.starts_with("io: "));
      CHECK(error.find("folder/sample.root") != std::string::npos);
    }
    check_saved(disk, done);
  }
  CHECK(done == fault_parts);
}

TEST_CASE("parallel writer: a full disk, of any size, is an Error of kind io, and checkpoints are kept") {
  std::string error = "some";
  for (std::uint64_t capacity = 300; error != "none"; capacity += 97) {
    CAPTURE(capacity);
    REQUIRE(capacity < 100000);
    const auto disk = sample::empty_disk();
    const std::int64_t done = fill_until_fault(disk, {.capacity = capacity}, error);
    if (error != "none") CHECK(error.find("no space left on device") != std::string::npos);
    check_saved(disk, done);
  }
}

namespace {

/// A sink that fails the calls of a range. Threads: as ByteSink.
class FailingFor final : public io::ByteSink {
 public:
  FailingFor(sample::Disk disk, std::uint64_t first, std::uint64_t last)
      : disk_(std::move(disk)), first_(first), last_(last) {}
  const std::string& name() const noexcept override { return disk_->name(); }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    const std::uint64_t call = calls_++;
    if (call >= first_ && call < last_) detail::fail(ErrorKind::io, "cannot write to '{}'", name());
    disk_->write_at(offset, bytes);
  }
  void resize(std::uint64_t size) override { disk_->resize(size); }
  void sync() override {}
  void close() override {}

 private:
  sample::Disk disk_;
  std::uint64_t first_, last_;
  std::atomic<std::uint64_t> calls_ = 0;
};

/// Open a context, with a second attempt: the first writes the tree's columns to the file.
FillContext context_of(TableWriter& tree) {
  try {
    return tree.context();
  } catch (const Error&) {
    return tree.context();
  }
}

}  // namespace

TEST_CASE("parallel writer: a failed checkpoint or close can be repeated, and nothing is lost") {
  for (std::uint64_t first = 1; first < 25; ++first) {
    CAPTURE(first);
    const auto disk = sample::empty_disk();
    const auto writer = ParallelWriter::create(std::make_unique<FailingFor>(disk, first, first + 1));
    TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
    FillContext context = context_of(tree);
    std::int64_t next = 0;
    std::vector<std::int64_t> expected;
    for (int part = 0; part < 4; ++part) {
      // The call says that a cluster could not be written; its entries are kept for the next one.
      error_of([&] { context.extend(sample::counting(next, 10)); });
      for (std::int64_t number = next; number < next + 10; ++number) expected.push_back(number);
      next += 10;
      if (error_of([&] { writer->checkpoint(); }) != "none") CHECK(error_of([&] { writer->checkpoint(); }) == "none");
    }
    context.close();
    if (error_of([&] { writer->close(); }) != "none") CHECK(error_of([&] { writer->close(); }) == "none");
    std::vector<array::Array> columns;
    columns.push_back(sample::column_of(expected));
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), columns));
  }
}

TEST_CASE("parallel writer: a repeated close loses nothing") {
  for (std::uint64_t first = 1; first < 12; ++first) {
    const auto disk = sample::empty_disk();
    const auto writer = ParallelWriter::create(std::make_unique<FailingFor>(disk, first, first + 1));
    TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
    FillContext context = context_of(tree);
    error_of([&] { context.extend(sample::counting(0, 10)); });
    if (error_of([&] { context.close(); }) != "none") context.close();
    if (error_of([&] { writer->close(); }) != "none") CHECK(error_of([&] { writer->close(); }) == "none");
    CHECK(
        sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), sample::counting(0, 10)));
  }
}
