#include "ramet/recovery/internal/survey.hpp"

#include "../sample_killed.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery::internal;

namespace {

Survey surveyed(const std::shared_ptr<const io::ByteSource>& source) {
  const sample::SerialSession serial;
  sample::CheckTools tools;
  return survey_file(serial.session, source, tools.allowance, {});
}

}  // namespace

TEST_CASE("survey: listed and unlisted records are found, with their directories") {
  const Survey survey = surveyed(sample::source_of(sample::killed_file()));
  CHECK(survey.problem.empty());
  REQUIRE(survey.tables.size() >= 2);
  CHECK(survey.tables[0].is_listed);
  REQUIRE(survey.objects.size() == 2);
  CHECK(survey.objects[0].directory.empty());
  CHECK(survey.objects[0].is_listed);
  CHECK(survey.objects[1].directory == "later");
  CHECK_FALSE(survey.objects[1].is_listed);
  CHECK(survey.marks.size() == 9);
  CHECK(survey.baskets.size() == 5);
  CHECK(survey.skipped.empty());
  CHECK(survey.seek_of("some") != survey.seek_of(""));
}

TEST_CASE("survey: without a header everything is found by the records") {
  auto contents = sample::killed_file()->contents();
  std::memset(contents.data(), 0, 100);
  const Survey survey = surveyed(io::source_of(std::move(contents), "headless.root"));
  CHECK_FALSE(survey.problem.empty());
  CHECK(survey.marks.size() == 9);
  CHECK(survey.objects.size() == 2);
  CHECK(survey.file->streamer_infos().find_latest("TTree") != nullptr);
}
