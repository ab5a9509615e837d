#include "ramet/recovery/internal/unlisted/blob_pages.hpp"

#include "sample_blob.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::recovery::internal;

namespace {

std::vector<std::uint64_t> plain_sizes(const std::vector<BlobPage>& pages) {
  std::vector<std::uint64_t> sizes;
  for (const BlobPage& page : pages) sizes.push_back(page.plain_size);
  return sizes;
}

}  // namespace

TEST_CASE("blob pages: checksums determine the ends of compressed and uncompressed pages") {
  sample::Blob blob;
  blob.add_plain(sample::bytes_like(1, 700));
  blob.add_packed(sample::bytes_like(0, 5000));
  blob.add_plain(sample::bytes_like(2, 1));
  blob.add_packed(sample::bytes_like(0, 40'000));
  const auto pages = pages_of_blob(*blob.source(), blob.key());
  CHECK(plain_sizes(pages) == std::vector<std::uint64_t>{700, 5000, 1, 40'000});
  CHECK(pages[0].seek == blob.key().key_length);
  CHECK(pages[1].stored_size < 5000);
  CHECK(pages[1].seek == pages[0].seek + 700 + 8);
}

TEST_CASE("blob pages: a record with a changed byte, a wrong size, or without checksums has no pages") {
  sample::Blob blob;
  blob.add_plain(sample::bytes_like(1, 300));
  blob.add_packed(sample::bytes_like(0, 3000));
  REQUIRE(pages_of_blob(*blob.source(), blob.key()).size() == 2);
  for (std::size_t at = blob.key().key_length; at < blob.key().record_size; at += 11)
    CHECK(pages_of_blob(*blob.source(at), blob.key()).empty());
  file::Key other = blob.key();
  ++other.object_size;
  CHECK(pages_of_blob(*blob.source(), other).empty());
  other = blob.key();
  other.object_size = 0;
  CHECK(pages_of_blob(*blob.source(), other).empty());
  other = blob.key();
  other.record_size = other.key_length;
  CHECK(pages_of_blob(*blob.source(), other).empty());
}
