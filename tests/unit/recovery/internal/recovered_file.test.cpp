#include "ramet/recovery/internal/recovered_file.hpp"

#include "../sample_killed.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery::internal;

TEST_CASE("recovered file: an object is copied unchanged under a new key, with the layouts of the old file") {
  const sample::SerialSession serial;
  sample::CheckTools tools;
  const auto source = sample::source_of(sample::killed_file());
  const Survey survey = survey_file(serial.session, source, tools.allowance, {});
  const auto disk = sample::empty_disk();
  RecoveredFile file(std::make_unique<sample::SharedSink>(disk), *source, {});
  for (const FoundKey& object : survey.objects) file.add(object, *survey.file);
  file.set_layouts(survey.file.get());
  file.close();
  const auto made = serial.session.open(sample::source_of(disk));
  const auto payload = [](const dataset::File& of, const file::Key& key) { return of.reader().read_record(key); };
  const file::Record wanted = payload(*survey.file, survey.objects[1].key);
  const file::Record found = payload(*made, made->reader().key("later/spectrum"));
  CHECK(std::ranges::equal(found.payload(), wanted.payload()));
  CHECK(made->streamer_infos().all().size() == survey.file->streamer_infos().all().size());
}

TEST_CASE("recovered file: without layouts of a file, those of a tree's classes are written") {
  const auto source = sample::source_of(sample::killed_file());
  const auto disk = sample::empty_disk();
  RecoveredFile file(std::make_unique<sample::SharedSink>(disk), *source, {});
  file.set_layouts(nullptr);
  file.close();
  const sample::SerialSession serial;
  CHECK(serial.session.open(sample::source_of(disk))->streamer_infos().find_latest("TBranch") != nullptr);
}
