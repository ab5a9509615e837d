#include "ramet/recovery/check.hpp"

#include "fault/distant_source.hpp"
#include "sample_killed.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using recovery::CheckReport;

namespace {

CheckReport checked(const std::shared_ptr<const io::ByteSource>& source) {
  const sample::SerialSession serial;
  return recovery::check(serial.session, source);
}

bool mentions(const std::vector<recovery::Finding>& findings, std::string_view place, std::string_view message) {
  for (const recovery::Finding& finding : findings)
    if (finding.place == place && finding.message.find(message) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("check: an undamaged file has no findings, and all of its contents are counted") {
  const CheckReport report = checked(sample::recovered(sample::source_of(sample::killed_file())).source);
  CHECK(report.is_sound());
  CHECK(report.tables == 2);
  CHECK(report.entries == 90);
  CHECK(report.objects == 2);
  CHECK(report.pieces == 9);
  CHECK(report.remarks.empty());
  CHECK(report.not_checked.empty());
}

TEST_CASE("check: a file whose writer died is undamaged up to the last checkpoint; later clusters are a remark") {
  const CheckReport report = checked(sample::source_of(sample::killed_file()));
  CHECK(report.is_sound());
  CHECK(report.entries == 40);
  CHECK(mentions(report.remarks, "", "which `ramet recover` can find"));
}

TEST_CASE("check: a changed byte in a basket or page is found, with its place") {
  const auto disk = sample::killed_file();
  const auto source = sample::source_of(disk);
  const std::uint64_t basket = sample::tree_of(source, "some/Events")->tree().at("n").baskets.location({1}).seek;
  const CheckReport report = checked(sample::changed(disk, basket + 80, {9, 9, 9, 9}));
  CHECK(report.is_opened);
  CHECK_FALSE(report.is_sound());
  CHECK(mentions(report.damage, "some/Events/n", fmt::format("basket 1 at byte {}", basket)));
  std::size_t found = 0;
  for (std::uint64_t offset = 100; offset < 4000; offset += 7) {
    CAPTURE(offset);
    std::byte byte{};
    source->read_at(offset, {&byte, 1});
    if (!checked(sample::changed(disk, offset, {static_cast<int>(byte) ^ 0x55})).is_sound()) ++found;
  }
  CHECK(found > 20);
}

TEST_CASE("check: the report says that a file is not a ROOT file") {
  bytes::Buffer zeros(5000);
  std::memset(zeros.data(), 0, zeros.size());
  const CheckReport report = checked(io::source_of(std::move(zeros), "zeros.root"));
  CHECK_FALSE(report.is_opened);
  CHECK_FALSE(report.is_sound());
  CHECK(report.name == "zeros.root");
  CHECK(report.damage.size() == 1);
  const sample::SerialSession serial;
  CHECK_FALSE(recovery::check(serial.session, std::filesystem::path("/nowhere/a.root")).is_opened);
}

TEST_CASE("check: damaged streamer infos are one finding, and the rest is checked") {
  const auto disk = sample::killed_file();
  const auto seek = sample::open(disk)->header().seek_streamer_info;
  const CheckReport report = checked(sample::changed(disk, seek + 80, {9, 9, 9, 9}));
  CHECK(report.is_opened);
  CHECK(report.entries == 40);
  CHECK(mentions(report.damage, "", "streamer infos"));
}

TEST_CASE("check: a file far away is read in few requests, with the same result") {
  const auto near = sample::source_of(sample::killed_file());
  const auto far = std::make_shared<fault::DistantSource>(near);
  const CheckReport expected = checked(near), report = checked(far);
  CHECK(report.records == expected.records);
  CHECK(report.entries == expected.entries);
  CHECK(report.pieces == expected.pieces);
  CHECK(report.work == expected.work);
  CHECK(report.damage.size() == expected.damage.size());
  CHECK(report.remarks.size() == expected.remarks.size());
  CHECK(far->requests() == 1);
  const auto other = std::make_shared<fault::DistantSource>(near);
  CHECK(sample::numbers_in(sample::recovered(other).source, "some/Events") == sample::count_to(50));
  CHECK(other->requests() == 1);
}
