#include "ramet/ntuple/detail/envelope_encoder.hpp"

#include <doctest/doctest.h>

#include "ramet/ntuple/detail/page_list.hpp"

using namespace ramet;

namespace {

ntuple::Envelope checked(bytes::Buffer envelope, ntuple::EnvelopeType type) {
  return ntuple::check_envelope(std::move(envelope), type);
}

}  // namespace

TEST_CASE("header and footer are read as they were written") {
  const auto plan =
      ntuple::plan_ntuple({"events",
                           "all of them",
                           {{.name = "x", .type = array::parse_type("float32"), .description = "a number"},
                            {"v", array::parse_type("3 * int8")}}},
                          true);
  auto header = ntuple::encode_header(plan);
  const auto checksum = ntuple::checksum_of(header.span());
  auto footer = ntuple::encode_footer(
      plan, checksum,
      std::vector<ntuple::ClusterGroup>{{{{0}, {10}}, 2, {70, {1000, 60}}}, {{{10}, {12}}, 1, {7, {9000, 7}}}}, {});
  const auto read = ntuple::read_ntuple(checked(std::move(header), ntuple::EnvelopeType::header),
                                        checked(std::move(footer), ntuple::EnvelopeType::footer));
  CHECK(read.name == "events");
  CHECK(read.description == "all of them");
  CHECK(read.writer == "ramet");
  CHECK(read.entries == 12);
  CHECK(read.cluster_count() == 3);
  CHECK(read.header_checksum == checksum);
  CHECK(read.groups[1].page_list.locator.offset == 9000);
  REQUIRE(read.schema.fields.size() == 3);
  CHECK(read.schema.fields[0].description == "a number");
  CHECK(read.schema.fields[1].array_size == 3U);
  CHECK(read.schema.columns[1].field.number == 2);
}

TEST_CASE("a footer keeps the content of the previous one and continues it") {
  const auto number = array::parse_type("int32");
  const auto plan = ntuple::plan_ntuple({"n", "", {{"x", number}}}, true);
  auto extended = ntuple::extend_plan(plan, {{"late", number}}, {{"shown", "x"}});
  const auto header = ntuple::check_envelope(ntuple::encode_header(plan), ntuple::EnvelopeType::header);
  const auto footer_of = [&](const ntuple::NTuplePlan& of, std::uint64_t first, const ntuple::KeptFooter& kept) {
    const std::vector<std::uint64_t> first_elements(of.schema.columns.size(), first);
    return ntuple::check_envelope(ntuple::encode_footer(of, header.checksum, {}, first_elements, kept),
                                  ntuple::EnvelopeType::footer);
  };
  const auto before = footer_of(extended, 7, {});
  ntuple::FrameCursor cursor = before.payload();
  cursor.take(16);
  ntuple::FrameCursor record = cursor.record();
  const auto extension = record.take(record.remaining());
  extended.header = {extended.schema.fields.size(), extended.schema.columns.size(), extended.aliases.size()};
  const auto more = ntuple::extend_plan(extended, {{"later", number}}, {});
  const std::vector<std::byte> rest(12, std::byte{1});
  const auto after = footer_of(more, 9, {extension, rest});
  const auto read = ntuple::read_ntuple(header, after);
  REQUIRE(read.schema.fields.size() == 4);
  CHECK(read.schema.fields[2].source);
  CHECK(read.schema.fields[3].name == "later");
  CHECK(read.schema.columns[1].first_element == 7);
  CHECK(read.schema.columns[2].first_element == 9);
  CHECK(std::ranges::equal(after.payload().take(after.bytes.size() - 16).last(12), rest));
}

TEST_CASE("page lists go on where the one before ended") {
  const auto plan =
      ntuple::plan_ntuple({"n", "", {{"x", array::parse_type("float32")}, {"y", array::parse_type("float32")}}}, true);
  ntuple::ClusterBegin begin;
  const ntuple::StoredCluster cluster{5, {{5, 20, {{2, 8, 100}, {3, 12, 116}}}, {7, 7, {{7, 7, 200}}}}};
  const ntuple::PageOptions options;
  const auto first = ntuple::encode_page_list(plan, 1, std::vector{cluster, cluster}, options, begin);
  CHECK(begin.entry == 10);
  CHECK(begin.elements == std::vector<std::uint64_t>{10, 14});
  auto second = ntuple::encode_page_list(plan, 1, std::vector{cluster}, options, begin);
  const ntuple::PageList list(checked(std::move(second), ntuple::EnvelopeType::page_list), 1);
  CHECK(list.entries(0) == EntryRange{{10}, {15}});
  const auto column = list.column(0, {0});
  REQUIRE(column.pages.size() == 2);
  CHECK(column.pages[1].elements == 3);
  CHECK(column.pages[1].locator.offset == 116);
  CHECK(column.pages[1].has_checksum);
}

TEST_CASE("pages and lists beyond 2 GiB have long locators") {
  const auto plan = ntuple::plan_ntuple({"n", "", {}}, true);
  auto header = ntuple::encode_header(plan);
  const auto checksum = ntuple::checksum_of(header.span());
  auto footer = ntuple::encode_footer(
      plan, checksum, std::vector<ntuple::ClusterGroup>{{{{0}, {1}}, 1, {1, {5, std::uint64_t{1} << 40}}}}, {});
  const auto read = ntuple::read_ntuple(checked(std::move(header), ntuple::EnvelopeType::header),
                                        checked(std::move(footer), ntuple::EnvelopeType::footer));
  CHECK(read.groups[0].page_list.locator.size == std::uint64_t{1} << 40);
  CHECK(read.groups[0].page_list.locator.offset == 5);
}

TEST_CASE("an anchor is read as it was written") {
  ntuple::Anchor anchor;
  anchor.header = {100, {1000, 90}};
  anchor.footer = {200, {2000, 190}};
  anchor.largest_key = 1 << 30;
  const auto payload = ntuple::encode_anchor(anchor);
  const auto read = ntuple::read_anchor("ROOT::RNTuple", payload.span());
  CHECK(read.header.unpacked_size == 100);
  CHECK(read.header.locator.size == 90);
  CHECK(read.footer.locator.offset == 2000);
  CHECK(read.largest_key == 1 << 30);
}

TEST_CASE("envelopes are compressed when that makes them smaller") {
  compression::Compressor compressor;
  const auto plan = ntuple::plan_ntuple({"n", std::string(1000, 'x'), {}}, true);
  const auto header = ntuple::encode_header(plan);
  CHECK(ntuple::pack_envelope(ntuple::encode_header(plan), {}, compressor).size() < 200);
  CHECK(ntuple::pack_envelope(ntuple::encode_header(plan), compression::Settings::from_code(0), compressor).size() ==
        header.size());
}
