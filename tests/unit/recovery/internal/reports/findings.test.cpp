#include "ramet/recovery/internal/reports/findings.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery;

TEST_CASE("findings: damage and what is not read are told apart, errors of input are not swallowed") {
  CheckReport report;
  internal::Findings findings(report, 20);
  findings.attempt("a", [] { fail(ErrorKind::corrupt, "broken"); });
  findings.attempt("b", [] { fail(ErrorKind::unsupported, "strange"); });
  findings.attempt("c", [] {});
  REQUIRE(report.damage.size() == 1);
  CHECK(report.damage[0].place == "a");
  CHECK(report.damage[0].message == "broken");
  REQUIRE(report.not_checked.size() == 1);
  CHECK(report.not_checked[0].place == "b");
  CHECK_THROWS_AS(findings.attempt("d", [] { fail(ErrorKind::io, "disk"); }), Error);
  CHECK_THROWS_AS(findings.attempt("d", [] { fail(ErrorKind::cancelled, "stop"); }), Error);
}

TEST_CASE("findings: of those that differ in numbers only a few are kept, and how many more there are") {
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
  CHECK(report.damage[4].message == "and 7 more as this: basket 0 is broken");
  CHECK(report.remarks.size() == 4);
}

TEST_CASE("findings: however many kinds there are, a report ends") {
  CheckReport report;
  internal::Findings findings(report, most_findings);
  for (std::size_t number = 0; number < 10 * most_findings; ++number)
    findings.damage({"x", std::string(number, '.'), {}});
  findings.finish();
  CHECK(report.damage.size() <= most_findings + 1);
  CHECK(report.damage.back().message.starts_with("and 8000 more as this"));
}

TEST_CASE("findings: as many are listed as the caller asks for") {
  CheckReport report;
  internal::Findings findings(report, 5000, 5000);
  for (std::size_t number = 0; number < 6000; ++number) findings.damage({"x", fmt::format("basket {}", number), {}});
  findings.finish();
  CHECK(report.damage.size() == 5001);
}

TEST_CASE("findings: that there is no memory is a finding, and the rest is checked") {
  CheckReport report;
  internal::Findings findings(report, 20);
  CHECK_FALSE(findings.attempt("x", [] { throw std::bad_alloc(); }));
  REQUIRE(report.not_checked.size() == 1);
  CHECK(report.not_checked[0].message == "there is not enough memory to read it");
}
