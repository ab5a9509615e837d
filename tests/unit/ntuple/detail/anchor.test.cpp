#include "ramet/ntuple/detail/anchor.hpp"

#include <string>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

bytes::Buffer anchor(std::uint16_t epoch, std::size_t appended = 0) {
  bytes::ByteWriter writer;
  writer.write(static_cast<std::uint32_t>(0x40000000 | (66 + appended)));
  writer.write(std::uint16_t{2});
  for (const std::uint16_t part : {epoch, std::uint16_t{7}, std::uint16_t{8}, std::uint16_t{9}}) writer.write(part);
  for (std::uint64_t part = 1; part <= 7; ++part) writer.write(part);
  writer.zeros(appended);
  writer.write(bytes::xxh3(writer.span().subspan(6)));
  return std::move(writer).take();
}

ErrorKind kind_of(std::string_view class_name, const bytes::Buffer& payload) {
  try {
    ntuple::read_anchor(class_name, payload.span());
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::misuse;
}

}  // namespace

TEST_CASE("an anchor has a version, two links and the largest key, and may have more behind them") {
  for (const std::size_t appended : {0, 8}) {
    const auto read = ntuple::read_anchor("ROOT::RNTuple", anchor(1, appended).span());
    CHECK(read.major == 7);
    CHECK(read.patch == 9);
    CHECK(read.header.locator.offset == 1);
    CHECK(read.header.locator.size == 2);
    CHECK(read.header.unpacked_size == 3);
    CHECK(read.footer.locator.offset == 4);
    CHECK(read.footer.unpacked_size == 6);
    CHECK(read.largest_key == 7);
  }
}

TEST_CASE("formats before the final one and after it are refused") {
  CHECK(kind_of("ROOT::RNTuple", anchor(0)) == ErrorKind::unsupported);
  CHECK(kind_of("ROOT::RNTuple", anchor(2)) == ErrorKind::unsupported);
  CHECK(kind_of("ROOT::Experimental::RNTuple", anchor(1)) == ErrorKind::unsupported);
}

TEST_CASE("every changed byte of an anchor but its class version is noticed, and so is a missing one") {
  const auto whole = anchor(1);
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    CAPTURE(byte);
    auto changed = sample::copy_of(whole.span());
    changed.data()[byte] ^= std::byte{0x01};
    if (byte != 4 && byte != 5) CHECK(kind_of("ROOT::RNTuple", changed) == ErrorKind::corrupt);
    CHECK(kind_of("ROOT::RNTuple", sample::copy_of(whole.span().first(byte))) == ErrorKind::corrupt);
  }
}

TEST_CASE("both classes of anchors are known") {
  CHECK(ntuple::is_anchor_class("ROOT::RNTuple"));
  CHECK(ntuple::is_anchor_class("ROOT::Experimental::RNTuple"));
  CHECK_FALSE(ntuple::is_anchor_class("RNTuple"));
}
