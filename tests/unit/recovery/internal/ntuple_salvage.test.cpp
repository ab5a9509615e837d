#include "ramet/recovery/internal/ntuple_salvage.hpp"

#include "../sample_killed.hpp"
#include <doctest/doctest.h>

#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/recovery/internal/checks/page_check.hpp"

using namespace ramet;
using namespace ramet::recovery::internal;

namespace {

SalvagedNTuple salvaged(const std::shared_ptr<const io::ByteSource>& source) {
  const sample::SerialSession serial;
  sample::CheckTools tools;
  const Survey survey = survey_file(serial.session, source, tools.allowance, {});
  for (const FoundKey& found : survey.tables)
    if (found.key.name == "Rows" && found.is_listed) {
      SalvagedNTuple ntuple = find_ntuple(survey, found, *survey.file);
      check_pages(*source, ntuple, tools.aids);
      return ntuple;
    }
  detail::fail(ErrorKind::not_found, "no ntuple");
}

}  // namespace

TEST_CASE("ntuple salvage: clusters in no page list are found by their marks") {
  const SalvagedNTuple ntuple = salvaged(sample::source_of(sample::killed_file()));
  REQUIRE(ntuple.segments.size() == 4);
  for (std::size_t number = 0; number < 4; ++number) {
    CHECK(ntuple.segments[number].is_saved == (number < 2));
    CHECK(ntuple.segments[number].has_mark);
    CHECK(ntuple.segments[number].damage.empty());
    CHECK(ntuple.segments[number].entries == 10);
  }
}

TEST_CASE("ntuple salvage: the cluster of a damaged page is lost") {
  const auto killed = sample::killed_file();
  const std::uint64_t page = salvaged(sample::source_of(killed)).segments[2].position();
  const SalvagedNTuple ntuple = salvaged(sample::changed(killed, page, {1, 2, 3}));
  REQUIRE(ntuple.segments.size() == 4);
  CHECK(ntuple.segments[2].damage.find(": checksum is ") != std::string::npos);
  const ntuple::PageList list(ntuple::check_envelope(page_list_of(ntuple), ntuple::EnvelopeType::page_list),
                              ntuple.described.header_checksum);
  CHECK(list.cluster_count() == 3);
  CHECK(list.entries(2) == EntryRange{{20}, {30}});
}

TEST_CASE("ntuple salvage: the new footer has one cluster group with all kept clusters") {
  const SalvagedNTuple ntuple = salvaged(sample::source_of(sample::killed_file()));
  const ntuple::Envelope footer =
      ntuple::check_envelope(footer_of(ntuple, {100, {1000, 90}}), ntuple::EnvelopeType::footer);
  const ntuple::NTuple described = ntuple::read_ntuple(ntuple.header, footer);
  CHECK(described.entries == 40);
  REQUIRE(described.groups.size() == 1);
  CHECK(described.groups[0].clusters == 4);
  CHECK(described.groups[0].page_list.locator.offset == 1000);
}
