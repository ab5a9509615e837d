#include "ramet/frame/running/run_options.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using frame::RunReport;

TEST_CASE("a report is complete when the ranges have all entries") {
  RunReport report;
  CHECK(report.is_complete());
  report.entries = 10;
  CHECK(!report.is_complete());
  report.covered = {{{0}, {4}}, {{5}, {10}}};
  CHECK(!report.is_complete());
  report.covered = {{{0}, {10}}};
  CHECK(report.is_complete());
}
