#include "ramet/write/internal/processes/journal_record.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"

using namespace ramet;
using namespace ramet::write::internal;
using sample::error_of;

namespace {

ClusterWritten some_cluster() {
  ClusterWritten written;
  written.table = 3;
  written.cluster.place = {7, 2};
  written.cluster.entries = 100;
  written.cluster.extent = {5000, 300};
  written.cluster.pieces = {{60, 100, 480, 5000}, {40, 90, 320, 5100}, {100, 110, 800, 5190}};
  written.cluster.pieces_of_part = {2, 1};
  written.cluster.part_numbers = {9, 0};
  return written;
}

/// Append the matching checksum to changed bytes.
void sum_anew(bytes::Buffer& record) {
  const std::size_t size = record.size() - 8;
  bytes::store_big_endian(record.data() + size, bytes::xxh3(record.span().first(size)));
}

}  // namespace

TEST_CASE("journal record: a head has the process and its id") {
  JournalHead head{.id = {}, .process = 5, .pid = 4711};
  head.id[3] = std::byte{9};
  const bytes::Buffer bytes = encode_head(head);
  CHECK(bytes.size() == journal_head_size);
  const JournalHead read = decode_head(bytes.span());
  CHECK(read.id == head.id);
  CHECK(read.process == 5);
  CHECK(read.pid == 4711);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    CAPTURE(at);
    bytes::Buffer changed;
    changed.append(bytes.span());
    changed.span()[at] ^= std::byte{1};
    CHECK(error_of([&] { decode_head(changed.span()); }) != "none");
    CHECK(error_of([&] { decode_head(bytes.span().first(at)); }).starts_with("corrupt"));
  }
}

TEST_CASE("journal record: clusters are decoded with all pieces") {
  const bytes::Buffer bytes = encode_record(some_cluster());
  const auto decoded = decode_record(bytes.span(), 46);
  REQUIRE(decoded.has_value());
  CHECK(decoded->size == bytes.size());
  const auto& written = std::get<ClusterWritten>(decoded->record);
  CHECK(written.table == 3);
  CHECK(written.cluster.place.sequence == 7);
  CHECK(written.cluster.place.ordinal == 2);
  CHECK(written.cluster.entries == 100);
  CHECK(written.cluster.extent.offset == 5000);
  CHECK(written.cluster.extent.size == 300);
  REQUIRE(written.cluster.pieces.size() == 3);
  CHECK(written.cluster.pieces[1].elements == 40);
  CHECK(written.cluster.pieces[1].stored_size == 90);
  CHECK(written.cluster.pieces[1].plain_size == 320);
  CHECK(written.cluster.pieces[1].offset == 5100);
  CHECK(written.cluster.pieces_of_part == std::vector<std::uint32_t>{2, 1});
  CHECK(written.cluster.part_numbers == std::vector<std::uint64_t>{9, 0});
}

TEST_CASE("journal record: contexts that begin and end, and processes that leave") {
  write::ContextReport report;
  report.number = 4;
  report.entries = 1000;
  report.clusters = 3;
  report.times.add(Stage::compress, std::chrono::milliseconds(250));
  bytes::Buffer bytes = encode_record(ContextBegan{1, 4, 12});
  bytes.append(encode_record(ContextEnded{1, report, 17}).span());
  bytes.append(encode_record(ProcessLeft{}).span());
  auto decoded = decode_record(bytes.span(), 0);
  REQUIRE(decoded.has_value());
  CHECK(std::get<ContextBegan>(decoded->record).sequence == 12);
  std::size_t at = decoded->size;
  decoded = decode_record(bytes.span().subspan(at), at);
  REQUIRE(decoded.has_value());
  const auto& ended = std::get<ContextEnded>(decoded->record);
  CHECK(ended.report.entries == 1000);
  CHECK(ended.report.times.seconds(Stage::compress) == doctest::Approx(0.25));
  CHECK(ended.lost == 17);
  at += decoded->size;
  decoded = decode_record(bytes.span().subspan(at), at);
  REQUIRE(decoded.has_value());
  CHECK(std::holds_alternative<ProcessLeft>(decoded->record));
  CHECK(at + decoded->size == bytes.size());
}

TEST_CASE("journal record: a truncated or changed record is not decoded") {
  const bytes::Buffer bytes = encode_record(some_cluster());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(decode_record(bytes.span().first(size), 0).has_value());
    bytes::Buffer changed;
    changed.append(bytes.span());
    changed.span()[size] ^= std::byte{0x10};
    CHECK_FALSE(decode_record(changed.span(), 0).has_value());
  }
}

TEST_CASE("journal record: invalid content with a matching checksum is corrupt") {
  const auto error_with = [](auto&& change) {
    ClusterWritten written = some_cluster();
    change(written.cluster);
    return error_of([&] { decode_record(encode_record(written).span(), 1000); });
  };
  CHECK(error_with([](auto&) {}) == "none");
  CHECK(error_with([](auto& cluster) { cluster.pieces[0].offset = 4999; }).starts_with("corrupt: record at byte 1000"));
  CHECK(error_with([](auto& cluster) { cluster.pieces[2].stored_size = 111; }).starts_with("corrupt"));
  CHECK(error_with([](auto& cluster) { cluster.pieces[2].offset = ~0ULL; }).starts_with("corrupt"));
  CHECK(error_with([](auto& cluster) { cluster.pieces_of_part[0] = 3; }).starts_with("corrupt"));
  CHECK(error_with([](auto& cluster) { cluster.pieces_of_part[0] = 0xffffffff; }).starts_with("corrupt"));
  CHECK(error_with([](auto& cluster) { cluster.entries = 0; }).starts_with("corrupt"));

  bytes::Buffer record = encode_record(some_cluster());
  record.span()[4] = std::byte{9};
  sum_anew(record);
  CHECK(error_of([&] { decode_record(record.span(), 0); }).find("kind 9") != std::string::npos);
  record.span()[4] = std::byte{1};  // a context that began, with bytes behind it
  sum_anew(record);
  CHECK(error_of([&] { decode_record(record.span(), 0); }).find("unexpected bytes at the end") != std::string::npos);
  // Parts beyond the record: nothing is allocated for them.
  record = encode_record(some_cluster());
  record.span()[5 + 44] = std::byte{0xff};
  sum_anew(record);
  CHECK(error_of([&] { decode_record(record.span(), 0); }).starts_with("corrupt"));
}
