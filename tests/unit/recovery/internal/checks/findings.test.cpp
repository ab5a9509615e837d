#include "ramet/recovery/internal/checks/findings.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery;

TEST_CASE("findings: damage and what is not read are told apart, errors of input are not swallowed") {
  CheckReport report;
  internal::Findings findings(report);
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

TEST_CASE("findings: of very many the first are kept, and that there were more") {
  CheckReport report;
  internal::Findings findings(report);
  for (std::size_t number = 0; number < 2 * most_findings; ++number) findings.damage({"x", "broken", {}});
  CHECK(report.damage.size() == most_findings + 1);
  CHECK(report.damage.back().message == "and more, which are not listed");
}
