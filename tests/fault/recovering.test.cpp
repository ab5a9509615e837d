// Recovery from a source that fails at its n-th read, into a sink that fails at its n-th call, for every n, and to a
// disk that becomes full.
#include <algorithm>
#include <filesystem>

#include "fault/faulty_io.hpp"
#include "fault/small_disk.hpp"
#include "unit/recovery/sample_killed.hpp"
#include <doctest/doctest.h>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/recover.hpp"

using namespace ramet;

TEST_CASE("faulty recovering: the error of a failed call names the new file") {
  const sample::SerialSession serial;
  const auto source = sample::source_of(sample::killed_file());
  std::uint64_t call = 0;
  for (std::string error = "first"; error != "none"; ++call) {
    CAPTURE(call);
    REQUIRE(call < 300);
    const auto disk = sample::empty_disk();
    error = sample::error_of([&] {
      recovery::recover(serial.session, source,
                        std::make_unique<fault::FaultySink>(
                            *disk, fault::SinkFaults{.fail_at_call = call, .writes_before_fault = call % 3 * 5}));
    });
    CAPTURE(error);
    if (error != "none") {
      CHECK(error.starts_with("io: "));
      CHECK(error.find("folder/sample.root") != std::string::npos);
    } else {
      CHECK(recovery::check(serial.session, sample::source_of(disk)).is_sound());
    }
  }
  CHECK(call > 10);
}

TEST_CASE("faulty recovering: a failed read is an io error, and not mistaken for damage") {
  const sample::SerialSession serial;
  const auto sound = sample::source_of(sample::killed_file());
  const auto counted = std::make_shared<fault::FaultySource>(sound, fault::SourceFaults{});
  recovery::recover(serial.session, counted, std::make_unique<io::MemorySink>());
  const std::uint64_t calls = counted->calls();
  CHECK(calls > 20);
  for (std::uint64_t call = 0; call < calls; ++call) {
    CAPTURE(call);
    const auto faulty = std::make_shared<fault::FaultySource>(sound, fault::SourceFaults{.fail_at_call = call});
    CHECK(sample::error_of([&] {
            recovery::recover(serial.session, faulty, std::make_unique<io::MemorySink>());
          }).starts_with("io: "));
    const auto checked = std::make_shared<fault::FaultySource>(sound, fault::SourceFaults{.fail_at_call = call});
    const std::string error = sample::error_of([&] { recovery::check(serial.session, checked); });
    CHECK((error == "none" || error.starts_with("io: ")));
  }
}

TEST_CASE("faulty recovering: a full disk is an error, and no new file stays") {
  const SmallDisk disk(64 << 10);
  if (!disk.is_mounted()) {
    MESSAGE("skipped: a file system can be mounted by root only");
    return;
  }
  const TemporaryFolder folder;
  const auto killed = sample::empty_disk();
  {
    const auto writer = sample::writer_to(killed, {.compression = compression::Settings::from_code(0)});
    write::TableWriter tree = writer->add_table(sample::counting_schema());
    write::FillContext context = tree.context();
    context.extend(sample::counting(0, 20'000));
    context.hand_over();
    writer->checkpoint();
  }
  io::create_local(folder / "killed.root")->write_at(0, killed->contents().span());
  const sample::SerialSession serial;
  const std::string error =
      sample::error_of([&] { recovery::recover(serial.session, folder / "killed.root", disk / "new.root"); });
  CHECK(error.starts_with("io: "));
  CHECK(error.find("no space left on device") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(disk / "new.root"));
  CHECK(std::filesystem::is_empty(disk / ""));
}
