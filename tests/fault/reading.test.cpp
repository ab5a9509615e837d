// All reading, from a source that fails at its n-th call, for every n, is truncated, shrinks or is slow.
#include "fault/faulty_io.hpp"
#include "fault/main_job.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"
#include "ramet/hist/internal/root_histogram.hpp"

using namespace ramet;

namespace {

std::shared_ptr<const io::ByteSource> job_file(int compression) {
  const auto disk = sample::empty_disk("job.root");
  const auto writer =
      sample::writer_to(disk, {.compression = compression::Settings::from_code(compression), .reproducible = true});
  write::TableWriter tree = writer->add_table(fault::job_schema(), {.cluster_entries = 30, .basket_bytes = 300});
  for (std::uint64_t part = 0; part < fault::parts; ++part) {
    write::FillContext context = tree.context();
    context.extend(fault::part_of_job(part));
    context.close();
  }
  fault::put_histogram(*writer);
  writer->close();
  return sample::source_of(disk);
}

/// The results of a reading job. `read` throws the errors of the source.
struct ReadBack {
  std::vector<array::Array> columns;
  std::vector<array::Array> batches;  // the same, joined
  hist::Histogram1D histogram = fault::job_histogram();
};

ReadBack read_job(const std::shared_ptr<const io::ByteSource>& source, schedule::Executor& executor) {
  const dataset::Session session(executor);
  const auto file = session.open(source);
  const auto tree = file->tree("Events");
  std::vector<const tree::Branch*> branches;
  for (const table::Column& column : fault::job_schema().columns) branches.push_back(&tree->tree().at(column.name));
  ReadBack back;
  back.columns = tree->read(branches, tree->tree().all_entries(), {executor});
  for (const array::Array& column : back.columns) back.batches.emplace_back(column.type());
  Mutex mutex;
  std::vector<std::vector<array::Array>> batches(fault::parts * fault::part_entries);
  tree->for_each_batch(branches, tree->tree().all_entries(), 7, {executor}, [&](const tree::Batch& batch) {
    const MutexLock lock(mutex);
    batches[batch.entries.first.number].assign(batch.columns.begin(), batch.columns.end());
  });
  for (const auto& batch : batches)
    for (std::size_t column = 0; column < batch.size(); ++column) sample::append(back.batches[column], batch[column]);
  const auto key = file->reader().key("spectrum");
  const auto record = file->reader().read_record(key);
  hist::HistogramReader reader({&file->streamer_infos(), &file->catalogue()});
  back.histogram = reader.read(record.bytes.span(), record.key_length, key.class_name);
  return back;
}

bool is_right(const ReadBack& back) {
  return sample::is_same(back.columns, fault::job_columns()) && sample::is_same(back.batches, fault::job_columns()) &&
         back.histogram == fault::job_histogram();
}

}  // namespace

TEST_CASE("faulty reading: the call that meets a failed read names the file, whether it fails once or from then on") {
  for (const int compression : {0, 505}) {
    const auto sound = job_file(compression);
    for (const auto& executor : fault::all_executors())
      for (const std::uint64_t failing_calls : {std::uint64_t{1}, fault::never}) {
        CAPTURE(compression);
        CAPTURE(failing_calls);
        std::uint64_t call = 0;
        for (bool has_failed = true; has_failed; ++call) {
          CAPTURE(call);
          REQUIRE(call < 1000);
          const auto source = std::make_shared<fault::FaultySource>(
              sound, fault::SourceFaults{.fail_at_call = call, .failing_calls = failing_calls});
          has_failed = false;
          try {
            const ReadBack back = read_job(source, *executor);
            CHECK(is_right(back));
            CHECK(source->calls() <= call);  // otherwise a failed read was ignored
          } catch (const Error& error) {
            has_failed = true;
            CHECK(error.kind() == ErrorKind::io);
            CHECK(std::string_view(error.what()).find("job.root") != std::string_view::npos);
          }
        }
        CHECK(call > 20);
      }
  }
}

TEST_CASE("faulty reading: a file that ends early, or shrinks while it is read, is an Error or read correctly") {
  const auto sound = job_file(505);
  const auto executor = schedule::make_thread_executor(2);
  for (std::uint64_t size = 0; size < sound->size(); size += 23) {
    CAPTURE(size);
    for (const fault::SourceFaults& faults :
         {fault::SourceFaults{.truncated_to = size}, fault::SourceFaults{.shrinks_to = size}}) {
      bool is_sound = true;
      try {
        is_sound = is_right(read_job(std::make_shared<fault::FaultySource>(sound, faults), *executor));
      } catch (const Error& error) {
        CHECK((error.kind() == ErrorKind::io || error.kind() == ErrorKind::corrupt));
        CHECK(std::string_view(error.what()).find("job.root") != std::string_view::npos);
      }
      CHECK(is_sound);  // the free list comes last
    }
  }
}

TEST_CASE("faulty reading: a slow source gives the same values") {
  const auto source = std::make_shared<fault::FaultySource>(
      job_file(505), fault::SourceFaults{.slow_by = std::chrono::microseconds(200)});
  for (const auto& executor : fault::all_executors()) CHECK(is_right(read_job(source, *executor)));
}
