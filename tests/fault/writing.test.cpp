// The main job of writing, into a sink that fails at its n-th call, for every n, becomes full, or is slow.
#include <csignal>
#include <filesystem>

#include "fault/faulty_io.hpp"
#include "fault/main_job.hpp"
#include "fault/small_disk.hpp"
#include <doctest/doctest.h>
#include <sys/resource.h>

#include "ramet/dataset/session.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/recovery/check.hpp"

using namespace ramet;
using namespace ramet::write;

namespace {

/// The progress of a job.
struct Outcome {
  std::string error = "none";
  std::uint64_t saved_entries = 0;  // as reported by the writer
  bool is_closed = false;
};

/// The options of a job.
struct Job {
  Format format = Format::ttree;
  int compression = 505;
  file::Durability durability = file::Durability::process;
};

/// Open, fill, checkpoint, fill, put, close. The executor encodes a cluster's branches, if given.
Outcome write_job(std::unique_ptr<io::ByteSink> sink, schedule::Executor* executor, const Job& job) {
  Outcome outcome;
  std::unique_ptr<ParallelWriter> file;
  std::optional<TableWriter> tree;
  outcome.error = sample::error_of([&] {
    file = ParallelWriter::create(std::move(sink), {.compression = compression::Settings::from_code(job.compression),
                                                    .reproducible = true,
                                                    .durability = job.durability});
    tree = file->add_table(fault::job_schema(),
                           {.format = job.format, .cluster_entries = 30, .basket_bytes = 300, .executor = executor});
    for (std::uint64_t part = 0; part < fault::parts; ++part) {
      FillContext context = tree->context();
      context.extend(fault::part_of_job(part));
      context.close();
      if (part == 0) file->checkpoint();
    }
    fault::put_histogram(*file);
    file->close();
    outcome.is_closed = true;
  });
  if (tree) outcome.saved_entries = tree->saved_entries();
  return outcome;
}

/// All entries of the table that a job has written, whatever its format.
std::vector<array::Array> entries_in(const std::shared_ptr<const io::ByteSource>& source,
                                     schedule::Executor& executor) {
  const dataset::Session session(executor);
  const auto file = session.open(source);
  const table::Schema schema = fault::job_schema();
  const file::Key key = file->reader().key(schema.name);
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns) {
    if (tree::is_tree_class(key.class_name)) {
      const auto reader = file->tree(key);
      columns.push_back(reader->read(reader->tree().at(column.name), reader->tree().all_entries(), {executor}));
    } else {
      const auto reader = file->ntuple(key);
      columns.push_back(reader->read(reader->ntuple().at(column.name), reader->ntuple().all_entries(), {executor}));
    }
  }
  return columns;
}

/// Check that the file has the entries saved by checkpoints, and only written ones: whole parts, since each is saved as
/// one. The file is undamaged.
void check_left(const std::shared_ptr<const io::ByteSource>& source, const Outcome& outcome) {
  if (outcome.saved_entries == 0) return;
  const auto executor = schedule::make_serial_executor();
  const auto columns = entries_in(source, *executor);
  const std::uint64_t entries = columns.front().length();
  CHECK(entries >= outcome.saved_entries);
  CHECK(entries % fault::part_entries == 0);
  CHECK(sample::is_same(columns, fault::job_columns(static_cast<std::size_t>(entries / fault::part_entries))));
  const dataset::Session session(*executor);
  const recovery::CheckReport report = recovery::check(session, source);
  CHECK(report.is_sound());
  if (!report.damage.empty()) FAIL_CHECK(report.damage.front().message);
}

constexpr Job all_jobs[] = {{.format = Format::ttree, .compression = 0},
                            {.format = Format::ttree, .compression = 505},
                            {.format = Format::rntuple, .compression = 0},
                            {.format = Format::rntuple, .compression = 505},
                            {.format = Format::rntuple, .durability = file::Durability::device}};

/// A quota: limits the size of all files of this process while it lives.
class Quota {
 public:
  explicit Quota(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  Quota(const Quota&) = delete;
  Quota& operator=(const Quota&) = delete;
  ~Quota() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("faulty writing: the call that meets a failure names the file, whether calls fail once or from then on") {
  for (const Job& job : all_jobs)
    for (const auto& executor : fault::all_executors())
      for (const std::uint64_t failing_calls : {std::uint64_t{1}, fault::never}) {
        CAPTURE(job.compression);
        CAPTURE(static_cast<int>(job.format));
        CAPTURE(failing_calls);
        std::uint64_t call = 0;
        std::uint64_t most_saved = 0;
        for (Outcome outcome{.error = "first"}; outcome.error != "none"; ++call) {
          CAPTURE(call);
          REQUIRE(call < 200);
          const auto disk = sample::empty_disk();
          outcome = write_job(
              std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.fail_at_call = call,
                                                                           .failing_calls = failing_calls,
                                                                           .writes_before_fault = call % 3 * 5}),
              executor.get(), job);
          CAPTURE(outcome.error);
          if (outcome.error != "none") {
            CHECK(outcome.error.starts_with("io: "));
            CHECK(outcome.error.find("folder/sample.root") != std::string::npos);
          }
          check_left(sample::source_of(disk), outcome);
          most_saved = std::max(most_saved, outcome.saved_entries);
        }
        CHECK(call > 10);
        CHECK(most_saved == fault::parts * fault::part_entries);
      }
}

TEST_CASE("faulty writing: a sink that is full at any size is an error, and saved entries stay") {
  const auto executor = schedule::make_serial_executor();
  for (const Job& job : {Job{.format = Format::ttree}, Job{.format = Format::rntuple}}) {
    const auto sound = sample::empty_disk();
    REQUIRE(write_job(std::make_unique<sample::SharedSink>(sound), executor.get(), job).is_closed);
    const std::uint64_t whole = sound->contents().size();
    std::size_t closed = 0;
    for (std::uint64_t capacity = 0; capacity <= whole + 60; capacity += 61) {
      CAPTURE(capacity);
      const auto disk = sample::empty_disk();
      const Outcome outcome = write_job(
          std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.capacity = capacity}), executor.get(), job);
      CHECK(outcome.is_closed == (capacity >= whole));
      if (!outcome.is_closed) CHECK(outcome.error.find("no space left on device") != std::string::npos);
      closed += outcome.is_closed ? 1 : 0;
      check_left(sample::source_of(disk), outcome);
    }
    CHECK(closed > 0);
  }
}

TEST_CASE("faulty writing: a failed checkpoint or close can be repeated, and then everything is in the file") {
  for (std::uint64_t call = 0; call < 40; ++call) {
    CAPTURE(call);
    const auto disk = sample::empty_disk();
    std::unique_ptr<ParallelWriter> file;
    const auto create = [&] {
      file = ParallelWriter::create(std::make_unique<fault::FaultySink>(
          *disk, fault::SinkFaults{.fail_at_call = call, .failing_calls = 1, .writes_before_fault = call % 3 * 5}));
    };
    if (sample::error_of(create) != "none") continue;
    TableWriter tree = file->add_table(fault::job_schema());
    if (sample::error_of([&] { tree.context().close(); }) != "none") tree.context().close();
    for (std::uint64_t part = 0; part < fault::parts; ++part) {
      FillContext context = tree.context();
      context.extend(fault::part_of_job(part));
      sample::error_of([&] { context.flush(); });  // rows that could not be written are kept
      context.close();
      if (sample::error_of([&] { file->checkpoint(); }) != "none") file->checkpoint();
      CHECK(tree.saved_entries() == (part + 1) * fault::part_entries);
    }
    if (sample::error_of([&] { file->close(); }) != "none") file->close();
    CHECK(sample::is_same(sample::read_all(sample::source_of(disk), fault::job_schema()), fault::job_columns()));
  }
}

TEST_CASE("faulty writing: a disk that becomes full is an error with the file's name, and saved entries stay") {
  const SmallDisk disk(1 << 20);
  if (!disk.is_mounted()) {
    MESSAGE("skipped: a file system can be mounted by root only");
    return;
  }
  const std::filesystem::path path = disk / "full.root";
  std::uint64_t saved = 0;
  std::int64_t filled = 0;
  const std::string error = sample::error_of([&] {
    const auto file = ParallelWriter::recreate(
        path, {.compression = compression::Settings::from_code(0), .checkpoint_bytes = 100'000});
    TableWriter tree = file->add_table(sample::counting_schema(), {.cluster_entries = 1000});
    FillContext context = tree.context();
    try {
      for (; filled < 1'000'000; filled += 1000) context.extend(sample::counting(filled, 1000));
    } catch (...) {
      saved = tree.saved_entries();
      throw;
    }
  });
  CHECK(error.starts_with("io: "));
  CHECK(error.find("full.root") != std::string::npos);
  CHECK(error.find("no space left on device") != std::string::npos);
  CHECK(saved > 50'000);
  const auto source = io::open_local(path);
  const auto left = sample::read_all(source, sample::counting_schema());
  CHECK(left[0].length() >= saved);
  CHECK(sample::is_same(left, sample::counting(0, left[0].length())));
}

TEST_CASE("faulty writing: on a disk of any size saved entries stay, and a close with more room saves all") {
  const auto executor = schedule::make_serial_executor();
  for (const Format format : {Format::ttree, Format::rntuple}) {
    std::size_t full = 0;
    for (std::size_t size = 4096; size <= 96 * 1024; size += 8192) {
      CAPTURE(size);
      SmallDisk disk(size);
      if (!disk.is_mounted()) {
        MESSAGE("skipped: a file system can be mounted by root only");
        return;
      }
      const Outcome outcome =
          write_job(io::create_local(disk / "full.root"), executor.get(), {.format = format, .compression = 0});
      if (outcome.is_closed) break;
      ++full;
      CHECK(outcome.error.find("no space left on device") != std::string::npos);
      check_left(io::open_local(disk / "full.root"), outcome);

      disk.grow(1 << 20);
      const auto file =
          ParallelWriter::recreate(disk / "again.root", {.compression = compression::Settings::from_code(0)});
      TableWriter tree = file->add_table(fault::job_schema(), {.format = format});
      FillContext context = tree.context();
      context.extend(fault::part_of_job(0));
      context.close();
      disk.grow(std::filesystem::file_size(disk / "full.root") + std::filesystem::file_size(disk / "again.root") +
                4096);
      std::string error = sample::error_of([&] { file->close(); });
      if (error != "none") {
        disk.grow(1 << 20);
        error = sample::error_of([&] { file->close(); });
      }
      CHECK(error == "none");
      check_left(io::open_local(disk / "again.root"), {.saved_entries = fault::part_entries, .is_closed = true});
    }
    CHECK(full > 1);
  }
}

TEST_CASE("faulty writing: a quota is an error with that reason, and saved entries stay") {
  const TemporaryFolder folder;
  const auto executor = schedule::make_serial_executor();
  std::size_t refused = 0;
  for (const Format format : {Format::ttree, Format::rntuple})
    for (rlim_t bytes = 500; bytes < 60'000; bytes += 4000) {
      CAPTURE(bytes);
      Outcome outcome;
      {
        const Quota quota(bytes);
        outcome =
            write_job(io::create_local(folder / "quota.root"), executor.get(), {.format = format, .compression = 0});
      }
      if (!outcome.is_closed) {
        ++refused;
        CHECK(outcome.error.find("file too large") != std::string::npos);
        CHECK(outcome.error.find("quota.root") != std::string::npos);
      }
      check_left(io::open_local(folder / "quota.root"), outcome);
    }
  CHECK(refused > 4);
}

TEST_CASE("faulty writing: a slow disk changes only the time") {
  const auto executor = schedule::make_serial_executor();
  for (const Format format : {Format::ttree, Format::rntuple}) {
    const auto disk = sample::empty_disk();
    const Outcome outcome = write_job(
        std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.slow_by = std::chrono::microseconds(500)}),
        executor.get(), {.format = format});
    CHECK(outcome.is_closed);
    check_left(sample::source_of(disk), outcome);
  }
}
