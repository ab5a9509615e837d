#include "ramet/tree/basket.hpp"

#include <cstring>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/internal/decode/basket_checksum.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::uint64_t seek = 300;

/// Everything that a basket's record says. Threads: a value.
struct RecordFields {
  std::vector<std::uint8_t> data = {1, 2, 3, 4, 5, 6};
  std::vector<std::uint32_t> offsets = {0, 1, 3};  // from the data's start; none: fixed size
  std::int32_t entries = 3;
  std::int32_t more_last = 0;           // added to what is right
  std::uint32_t more_offsets = 0;       // claimed beyond those there
  std::uint16_t shorter_key = 0;        // how many bytes too few the key's length says
  std::uint32_t larger_object = 0;      // added to the payload's size
  std::uint32_t larger_record = 0;      // added to the record's size
  compression::Settings compression{};  // level 0: plain
  int features = -1;                    // ROOT::TIOFeatures, if not negative
  std::string title = "Events";
};

bytes::Buffer record_of(const RecordFields& fields) {
  const auto key_length = static_cast<std::uint16_t>(file::key_length_of("TBasket", "x", fields.title, false) +
                                                     (fields.features < 0 ? 19 : 20));
  bytes::ByteWriter payload;
  for (const std::uint8_t byte : fields.data) payload.write(byte);
  if (!fields.offsets.empty()) {
    payload.write(static_cast<std::uint32_t>(fields.offsets.size()) + fields.more_offsets);
    for (const std::uint32_t offset : fields.offsets) payload.write(offset + key_length);
  }
  bytes::Buffer packed;
  compression::Compressor compressor;
  if (fields.compression.level == 0 || !compressor.compress(payload.span(), fields.compression, packed))
    packed.append(payload.span());
  bytes::ByteWriter record;
  const auto record_size = static_cast<std::uint32_t>(key_length + packed.size());
  file::write_key(record, {.record_size = record_size + fields.larger_record,
                           .version = 4,
                           .object_size = static_cast<std::uint32_t>(payload.size()) + fields.larger_object,
                           .key_length = static_cast<std::uint16_t>(key_length - fields.shorter_key),
                           .cycle = 0,
                           .seek = seek,
                           .seek_parent = 100,
                           .class_name = "TBasket",
                           .name = "x",
                           .title = fields.title});
  record.write(std::uint16_t{3});
  record.write(std::uint32_t{32000});
  record.write(std::int32_t{fields.features < 0 ? 1000 : -1000});
  if (fields.features >= 0) record.write(static_cast<std::uint8_t>(fields.features));
  record.write(fields.entries);
  record.write(static_cast<std::int32_t>(key_length + fields.data.size()) + fields.more_last);
  record.write(std::uint8_t{0});
  record.append(packed.span());
  return std::move(record).take();
}

Branch branch_of(std::size_t record_size, std::uint64_t entries = 3) {
  Branch branch;
  branch.name = std::string("x");
  branch.baskets = BasketIndex({0, entries}, {{seek, static_cast<std::uint32_t>(record_size)}});
  return branch;
}

std::shared_ptr<const io::ByteSource> source_with(const bytes::Buffer& record) {
  bytes::Buffer contents(seek);
  std::memset(contents.data(), 0, seek);
  contents.append(record.span());
  return io::source_of(std::move(contents), "sample.root");
}

/// The error that reading such a record gives, without its place, or "none".
std::string error_of(const RecordFields& fields) {
  const bytes::Buffer record = record_of(fields);
  BasketReader reader;
  try {
    reader.read(*source_with(record), branch_of(record.size()), {0});
  } catch (const Error& error) {
    CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
    const std::string_view text = error.what();
    const std::string_view place = "'sample.root': branch 'x', basket 0 at byte 300: ";
    REQUIRE(text.starts_with(place));
    return std::string(text.substr(place.size()));
  }
  return "none";
}

}  // namespace

TEST_CASE("basket: data and offsets of a record, from memory in place and by reading") {
  const bytes::Buffer record = record_of({});
  const auto source = source_with(record);
  const sample::ReadOnlySource read_only(source);
  for (const io::ByteSource* from : {source.get(), static_cast<const io::ByteSource*>(&read_only)}) {
    BasketReader reader;
    const Basket basket = reader.read(*from, branch_of(record.size()), {0});
    CHECK(basket.entries == 3);
    CHECK(basket.data.size() == 6);
    CHECK(basket.data[5] == std::byte{6});
    CHECK(std::ranges::equal(basket.offsets, std::vector<std::uint32_t>{0, 1, 3, 6}));
  }
}

TEST_CASE("basket: without offsets all entries have one size") {
  const bytes::Buffer record = record_of({.offsets = {}});
  BasketReader reader;
  const Basket basket = reader.read(*source_with(record), branch_of(record.size()), {0});
  CHECK(basket.offsets.empty());
  CHECK(basket.data.size() == 6);
}

TEST_CASE("basket: offsets of the previous basket are not kept") {
  const bytes::Buffer with = record_of({});
  const bytes::Buffer without = record_of({.offsets = {}});
  BasketReader reader;
  reader.read(*source_with(with), branch_of(with.size()), {0});
  CHECK(reader.read(*source_with(without), branch_of(without.size()), {0}).offsets.empty());
}

TEST_CASE("basket: compressed by every codec") {
  for (const int code : {101, 207, 404, 505}) {
    CAPTURE(code);
    RecordFields fields{.data = std::vector<std::uint8_t>(3000, 7),
                        .offsets = {0, 1000, 2000},
                        .compression = compression::Settings::from_code(code)};
    const bytes::Buffer record = record_of(fields);
    CHECK(record.size() < 1000);
    BasketReader reader;
    const auto source = source_with(record);
    const Basket basket = reader.read(*source, branch_of(record.size()), {0});
    CHECK(basket.data.size() == 3000);
    CHECK(std::ranges::all_of(basket.data, [](std::byte byte) { return byte == std::byte{7}; }));
    CHECK(basket.offsets[2] == 2000);
  }
}

TEST_CASE("basket: ROOT's offset array may have more places than entries") {
  CHECK(error_of({.offsets = {0, 1, 3, 0}}) == "none");
  CHECK(error_of({.offsets = {0, 1, 3, 900, 900}}) == "none");
}

TEST_CASE("basket: each field that contradicts the others is corrupt, with both numbers") {
  CHECK(error_of({}) == "none");
  CHECK(error_of({.entries = 4}) == "it holds 4 entries, the tree says 3");
  CHECK(error_of({.entries = -1}).starts_with("its head contradicts itself: -1 entries"));
  CHECK(error_of({.more_last = 1000}).starts_with("its head contradicts itself"));
  CHECK(error_of({.more_last = -60}).starts_with("its head contradicts itself"));
  CHECK(error_of({.more_last = 1}) != "none");
  CHECK(error_of({.offsets = {0, 3}}) == "it has 2 entry offsets for 3 entries");
  CHECK(error_of({.more_offsets = 1}).starts_with("number of entry offsets at byte 0 is 4, but only 12 bytes follow"));
  CHECK(error_of({.more_offsets = 0x80000000}).starts_with("number of entry offsets"));
  CHECK(error_of({.offsets = {0, 4, 3}}) == "entry 2 begins at byte 3, expected 4..6");
  CHECK(error_of({.offsets = {0, 4, 7}}) == "entry 2 begins at byte 7, expected 4..6");
  CHECK(error_of({.offsets = {0xffffffff, 4, 5}}).starts_with("entry 0 begins at byte 4294967295"));
  CHECK(error_of({.shorter_key = 19}).starts_with("its head takes"));
  CHECK(error_of({.shorter_key = 60}).starts_with("its head takes"));
  CHECK(error_of({.larger_object = 1}) != "none");
  CHECK(error_of({.larger_object = 0xfffffff0}) != "none");
  CHECK(error_of({.larger_record = 1}).find("the tree says") != std::string::npos);
}

TEST_CASE("basket: one that the tree says to be longer than it is, or past the file's end, is corrupt") {
  const bytes::Buffer record = record_of({});
  const auto source = source_with(record);
  const sample::ReadOnlySource read_only(source);
  for (const io::ByteSource* from : {source.get(), static_cast<const io::ByteSource*>(&read_only)}) {
    BasketReader reader;
    CHECK_THROWS_AS(reader.read(*from, branch_of(record.size() + 1), {0}), Error);
    CHECK_THROWS_AS(reader.read(*from, branch_of(0xffffffff), {0}), Error);
    CHECK_THROWS_AS(reader.read(*from, branch_of(record.size() - 1), {0}), Error);
    CHECK_THROWS_AS(reader.read(*from, branch_of(0), {0}), Error);
    Branch far = branch_of(1);
    far.baskets = BasketIndex({0, 3}, {{~std::uint64_t{0}, 100}});
    CHECK_THROWS_AS(reader.read(*from, far, {0}), Error);
  }
}

TEST_CASE("basket: a byte of I/O features is read over, unless it says that offsets are generated") {
  CHECK(error_of({.features = 0}) == "none");
  CHECK(error_of({.features = 2}) == "none");
  CHECK(error_of({.offsets = {}, .features = 1}) == "none");
  CHECK(error_of({.features = 1}) == "entry 1 begins at byte 64, expected 0..6");  // they are sizes then
}

TEST_CASE("basket: a record cut at every byte is corrupt") {
  const bytes::Buffer record = record_of({});
  for (std::size_t size = 0; size < record.size(); ++size) {
    CAPTURE(size);
    bytes::Buffer cut;
    cut.append(record.span().first(size));
    BasketReader reader;
    CHECK_THROWS_AS(reader.read(*source_with(cut), branch_of(record.size()), {0}), Error);
  }
}

TEST_CASE("basket: the reader can be used after an error") {
  const bytes::Buffer bad = record_of({.entries = 4, .compression = compression::Settings::from_code(505)});
  const bytes::Buffer good = record_of({});
  BasketReader reader;
  CHECK_THROWS_AS(reader.read(*source_with(bad), branch_of(bad.size()), {0}), Error);
  CHECK(reader.read(*source_with(good), branch_of(good.size()), {0}).entries == 3);
}

TEST_CASE("basket: embedded ones follow those with a record of their own") {
  const bytes::Buffer record = record_of({});
  Branch branch = branch_of(record.size());
  for (const std::uint32_t entries : {2U, 1U}) {
    EmbeddedBasket basket;
    basket.first_entry = branch.stored_entries().last.number;
    basket.entries = entries;
    basket.data.append(std::as_bytes(std::span("abcd", 2 * entries)));
    branch.embedded.push_back(std::make_shared<const EmbeddedBasket>(std::move(basket)));
  }
  CHECK(basket_count(branch) == 3);
  CHECK(basket_entries(branch, {0}) == EntryRange{{0}, {3}});
  CHECK(basket_entries(branch, {1}) == EntryRange{{3}, {5}});
  CHECK(basket_entries(branch, {2}) == EntryRange{{5}, {6}});
  const std::uint64_t expected[] = {0, 0, 0, 1, 1, 2};
  for (std::uint64_t entry = 0; entry < 6; ++entry) CHECK(basket_of(branch, {entry}).number == expected[entry]);
  CHECK_THROWS_WITH_AS(basket_of(branch, {6}), "entry 6 is in no basket of branch 'x'", Error);
  BasketReader reader;
  const auto source = source_with(record);
  CHECK(reader.read(*source, branch, {1}).data.size() == 4);
  CHECK(reader.read(*source, branch, {2}).entries == 1);
  CHECK_THROWS_AS(reader.read(*source, branch, {3}), std::out_of_range);
}

TEST_CASE("basket: a checksum behind the title of a plain one is checked, over payload, entries and where they end") {
  const RecordFields sound;
  const bytes::Buffer plain = record_of({.title = "Events" + file::title_checksum(0)});
  bytes::ByteCursor cursor(plain.span());
  const auto payload = plain.span().subspan(file::read_key(cursor).key_length);
  const std::uint64_t checksum = basket_checksum(payload, 3, static_cast<std::uint32_t>(sound.data.size()));
  const std::string title = "Events" + file::title_checksum(checksum);
  CHECK(error_of({.title = title}) == "none");
  CHECK(error_of({.data = {1, 2, 3, 4, 5, 7}, .title = title}).starts_with("checksum is"));
  CHECK(error_of({.offsets = {0, 2, 3}, .title = title}).starts_with("checksum is"));
  CHECK(error_of({.title = "Events" + file::title_checksum(checksum + 1)}).starts_with("checksum is"));
  CHECK(error_of({.more_last = -1, .title = title}).starts_with("checksum is"));
}

TEST_CASE("basket: a key with another position is corrupt") {
  const bytes::Buffer record = record_of({});
  bytes::Buffer contents(seek + 8);
  std::memset(contents.data(), 0, contents.size());
  contents.append(record.span());
  Branch branch = branch_of(record.size());
  branch.baskets = BasketIndex({0, 3}, {{seek + 8, static_cast<std::uint32_t>(record.size())}});
  BasketReader reader;
  CHECK_THROWS_WITH_AS(reader.read(*io::source_of(std::move(contents), "sample.root"), branch, {0}),
                       doctest::Contains("its key says byte 300, the tree says byte 308"), Error);
}
