#include "ramet/recovery/internal/checks/table_check.hpp"

#include "../../sample_killed.hpp"
#include <doctest/doctest.h>

#include "ramet/recovery/internal/checks/ntuple_check.hpp"

using namespace ramet;
using namespace ramet::recovery;

namespace {

CheckReport checked(const std::shared_ptr<const io::ByteSource>& source, const std::string& path) {
  const sample::SerialSession serial;
  const auto file = serial.session.open(source);
  const file::Key key = file->reader().key(path);
  CheckReport report;
  internal::Findings findings(report, 20);
  sample::CheckTools tools;
  (path == "Rows" ? internal::check_ntuple
                  : internal::check_tree)({*file, key, path, tools.aids, report, findings, nullptr});
  return report;
}

}  // namespace

TEST_CASE("table check: entries, baskets and pages of undamaged tables are counted") {
  const auto source = sample::source_of(sample::killed_file());
  for (const std::string path : {"some/Events", "Rows"}) {
    const CheckReport report = checked(source, path);
    CHECK(report.entries == 20);
    CHECK(report.pieces == 2);
    CHECK(report.damage.empty());
    CHECK(report.not_checked.empty());
  }
}

TEST_CASE("table check: a damaged basket is found among undamaged ones") {
  const auto disk = sample::killed_file();
  const auto source = sample::source_of(disk);
  const auto seek = sample::tree_of(source, "some/Events")->tree().at("n").baskets.location({0}).seek;
  const CheckReport report = checked(sample::changed(disk, seek + 75, {1, 2, 3, 4}), "some/Events");
  REQUIRE(report.damage.size() == 1);
  CHECK(report.damage[0].place == "some/Events/n");
}
