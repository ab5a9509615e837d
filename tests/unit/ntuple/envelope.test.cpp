#include "ramet/ntuple/envelope.hpp"

#include <string>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::EnvelopeType;

namespace {

bytes::Buffer envelope(std::uint64_t type, std::string_view payload) {
  sample::FrameWriter writer;
  writer.write(type | (payload.size() + 16) << 16);
  writer.append(std::as_bytes(std::span(payload)));
  writer.write(bytes::xxh3(writer.span()));
  return std::move(writer).take();
}

}  // namespace

TEST_CASE("an envelope gives its payload when type, length and checksum are right") {
  const auto checked = ntuple::check_envelope(envelope(2, "payload"), EnvelopeType::footer);
  auto payload = checked.payload();
  CHECK(payload.remaining() == 7);
  CHECK(payload.read<char>() == 'p');
  CHECK(checked.checksum == bytes::xxh3(checked.bytes.span().first(15)));
  CHECK(ntuple::check_envelope(envelope(2, ""), EnvelopeType::footer).payload().remaining() == 0);
}

TEST_CASE("every changed byte of an envelope is noticed, and so is a missing one") {
  const auto whole = envelope(1, "payload");
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    auto changed = sample::copy_of(whole.span());
    changed.data()[byte] ^= std::byte{0x10};
    CHECK_THROWS_AS(ntuple::check_envelope(std::move(changed), EnvelopeType::header), Error);
    CHECK_THROWS_AS(ntuple::check_envelope(sample::copy_of(whole.span().first(byte)), EnvelopeType::header), Error);
  }
  CHECK_THROWS_AS(ntuple::check_envelope(envelope(1, "payload"), EnvelopeType::page_list), Error);
}

TEST_CASE("an envelope is decompressed as a whole") {
  const auto plain = envelope(3, std::string(5000, 'x'));
  bytes::Buffer packed;
  compression::Compressor compressor;
  REQUIRE(compressor.compress(plain.span(), {}, packed));
  const std::uint64_t size = packed.size();
  const auto source = io::source_of(std::move(packed), "file");
  const ntuple::BlobReader blobs(*source, 0);
  compression::Decompressor decompressor;
  const auto read = [&](std::uint64_t unpacked) {
    return ntuple::read_envelope(blobs, {unpacked, {0, size}}, EnvelopeType::page_list, decompressor);
  };
  CHECK(read(plain.size()).payload().remaining() == 5000);
  CHECK_THROWS_AS(read(plain.size() - 1), Error);
  CHECK_THROWS_AS(read(std::uint64_t{1} << 50), Error);  // before memory is allocated for it
}

TEST_CASE("an unknown feature is named and refused, also one behind the first 63") {
  for (const auto& [first, second, feature] : {std::tuple{std::uint64_t{4}, std::uint64_t{0}, "feature 2 "},
                                               std::tuple{std::uint64_t{1} << 63, std::uint64_t{2}, "feature 64 "}}) {
    sample::FrameWriter writer;
    writer.write(first);
    writer.write(second);
    ntuple::FrameCursor cursor(writer.span());
    try {
      ntuple::read_feature_flags(cursor);
      FAIL("was read");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::unsupported);
      CHECK(std::string(error.what()).find(feature) != std::string::npos);
    }
  }
  sample::FrameWriter none;
  none.write(std::uint64_t{0});
  ntuple::FrameCursor cursor(none.span());
  CHECK_NOTHROW(ntuple::read_feature_flags(cursor));
}
