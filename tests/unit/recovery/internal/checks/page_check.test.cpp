#include "ramet/recovery/internal/checks/page_check.hpp"

#include "../../sample_killed.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery::internal;

TEST_CASE("page check: a damaged page is damage of every ntuple that uses it") {
  const sample::SerialSession serial;
  const auto killed = sample::killed_file();
  const auto sound = sample::source_of(killed);
  sample::CheckTools tools;
  const Survey survey = survey_file(serial.session, sound, tools.allowance, {});
  for (const FoundKey& found : survey.tables) {
    if (found.key.name != "Rows" || !found.is_listed) continue;
    SalvagedNTuple first = find_ntuple(survey, found, *survey.file);
    const auto changed = sample::changed(killed, first.segments[1].position(), {1, 2, 3});
    check_pages(*changed, first, tools.aids);
    CHECK(first.segments[1].damage.find(": checksum is ") != std::string::npos);
    SalvagedNTuple second = find_ntuple(survey, found, *survey.file);
    check_pages(*changed, second, tools.aids);
    CHECK(second.segments[1].damage == first.segments[1].damage);
    CHECK(second.segments[0].damage.empty());
    return;
  }
  FAIL("no ntuple");
}
