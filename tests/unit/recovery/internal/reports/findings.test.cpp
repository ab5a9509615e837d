#include "ramet/recovery/internal/reports/findings.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery;

TEST_CASE("findings: damage and unsupported parts are separate, and io errors are thrown") {
  CheckReport report;
  internal::Findings findings(report, 20);
  findings.attempt("a", [] { detail::fail(ErrorKind::corrupt, "broken"); });
  findings.attempt("b", [] { detail::fail(ErrorKind::unsupported, "strange"); });
  findings.attempt("c", [] {});
  REQUIRE(report.damage.size() == 1);
  CHECK(report.damage[0].place == "a");
  CHECK(report.damage[0].message == "broken");
  REQUIRE(report.not_checked.size() == 1);
  CHECK(report.not_checked[0].place == "b");
  CHECK_THROWS_AS(findings.attempt("d", [] { detail::fail(ErrorKind::io, "disk"); }), Error);
  CHECK_THROWS_AS(findings.attempt("d", [] { detail::fail(ErrorKind::cancelled, "stop"); }), Error);
}

TEST_CASE("findings: a few of those that differ only in numbers are kept, and the others counted") {
  CheckReport report;
  internal::Findings findings(report, 3);
  for (std::size_t number = 0; number < 10; ++number) {
    findings.damage({"x", fmt::format("basket {} is broken", number), {}});
    findings.remark({"x", fmt::format("basket {} is strange", number), {}});
  }
  findings.damage({"y", "another kind", {}});
  findings.finish();
  REQUIRE(report.damage.size() == 5);
  CHECK(report.damage[2].message == "basket 2 is broken");
  CHECK(report.damage[3].message == "another kind");
  CHECK(report.damage[4].message == "and 7 more like this: basket 0 is broken");
  CHECK(report.remarks.size() == 4);
}

TEST_CASE("findings: the number of kinds in a report is limited") {
  CheckReport report;
  internal::Findings findings(report, most_findings);
  for (std::size_t number = 0; number < 10 * most_findings; ++number)
    findings.damage({"x", std::string(number, '.'), {}});
  findings.finish();
  CHECK(report.damage.size() <= most_findings + 1);
  CHECK(report.damage.back().message.starts_with("and 8000 more like this"));
}

TEST_CASE("findings: the caller limits the length of lists") {
  CheckReport report;
  internal::Findings findings(report, 5000, 5000);
  for (std::size_t number = 0; number < 6000; ++number) findings.damage({"x", fmt::format("basket {}", number), {}});
  findings.finish();
  CHECK(report.damage.size() == 5001);
}

TEST_CASE("findings: a lack of memory is a finding, and the rest is checked") {
  CheckReport report;
  internal::Findings findings(report, 20);
  CHECK_FALSE(findings.attempt("x", [] { throw std::bad_alloc(); }));
  REQUIRE(report.not_checked.size() == 1);
  CHECK(report.not_checked[0].message == "there is not enough memory to read it");
}
