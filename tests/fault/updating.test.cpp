// Updates of a file through a sink that fails at its n-th call, for every n.
#include "fault/faulty_io.hpp"
#include "fault/main_job.hpp"
#include "unit/recovery/sample_killed.hpp"
#include <doctest/doctest.h>

#include "ramet/recovery/check.hpp"

using namespace ramet;
using namespace ramet::write;

namespace {

constexpr std::size_t first_entries = 30;
constexpr std::size_t more_entries = 40;

/// A closed file with a table and a histogram.
sample::Disk closed_file(Format format) {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema(), {.format = format, .cluster_entries = 10});
  FillContext context = tree.context();
  context.extend(sample::counting(0, first_entries));
  context.close();
  fault::put_histogram(*writer);
  writer->close();
  return disk;
}

/// Append to the table and replace the histogram.
std::string update(const sample::Disk& disk, const fault::SinkFaults& faults, std::uint64_t& saved) {
  std::optional<TableWriter> tree;
  const std::string error = sample::error_of([&] {
    const auto writer =
        ParallelWriter::update(std::make_unique<fault::FaultySink>(*disk, faults), sample::source_of(disk));
    tree = writer->open_table("Events", {.cluster_entries = 10});
    FillContext context = tree->context();
    context.extend(sample::counting(first_entries, more_entries / 2));
    context.hand_over();
    writer->remove("spectrum");
    writer->checkpoint();
    context.extend(sample::counting(first_entries + more_entries / 2, more_entries / 2));
    context.close();
    fault::put_histogram(*writer);
    writer->close();
  });
  saved = tree ? tree->saved_entries() : first_entries;
  return error;
}

}  // namespace

TEST_CASE(
    "faulty updating: whichever call fails, the file is as before or as of a checkpoint, and the error names it") {
  const sample::SerialSession serial;
  for (const Format format : {Format::ttree, Format::rntuple})
    for (const std::uint64_t failing_calls : {std::uint64_t{1}, fault::never}) {
      CAPTURE(static_cast<int>(format));
      CAPTURE(failing_calls);
      const auto before = closed_file(format);
      std::uint64_t call = 0;
      for (std::string error = "first"; error != "none"; ++call) {
        CAPTURE(call);
        REQUIRE(call < 200);
        const auto disk = sample::empty_disk();
        disk->write_at(0, before->contents().span());
        std::uint64_t saved = 0;
        error = update(
            disk, {.fail_at_call = call, .failing_calls = failing_calls, .writes_before_fault = call % 3 * 5}, saved);
        CAPTURE(error);
        if (error != "none") {
          CHECK(error.starts_with("io: "));
          CHECK(error.find("folder/sample.root") != std::string::npos);
        } else {
          CHECK(saved == first_entries + more_entries);
        }
        const auto source = sample::source_of(disk);
        const auto numbers = sample::numbers_in(source, "Events");
        CHECK(numbers.size() >= std::max<std::size_t>(saved, first_entries));
        CHECK(numbers == sample::count_to(static_cast<std::int64_t>(numbers.size())));
        CHECK(recovery::check(serial.session, source).damage.empty());
        // Objects that were not saved are found, too, whichever call failed.
        const auto recovered = sample::recovered(source);
        CHECK(sample::numbers_in(recovered.source, "Events").size() >= numbers.size());
      }
      CHECK(call > 10);
    }
}
