#include "ramet/ntuple/internal/page_reader.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_ntuple.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using array::NumberType;
using ntuple::ColumnCoding;
using ntuple::ColumnType;
using ntuple::internal::PageJob;
using ntuple::internal::PageReader;

namespace {

/// Pages one after the other. Threads: one thread.
class Store {
 public:
  ntuple::Page put(const bytes::Buffer& page, std::uint64_t elements, bool has_checksum, bool is_compressed = false) {
    bytes::Buffer stored;
    compression::Compressor compressor;
    if (!is_compressed || !compressor.compress(page.span(), {}, stored)) stored = sample::copy_of(page.span());
    const ntuple::Page put{elements, {writer_.size(), stored.size()}, has_checksum};
    writer_.append(stored.span());
    if (has_checksum) writer_.write(bytes::xxh3(stored.span()));
    return put;
  }
  void spoil(std::uint64_t at) { writer_.patch(at, static_cast<std::uint8_t>(writer_.span()[at]) ^ 1); }

  /// Read from memory in place, or copied.
  std::shared_ptr<const io::ByteSource> source(bool is_copied) const {
    const auto memory = io::source_of(sample::copy_of(writer_.span()), "store");
    if (!is_copied) return memory;
    return std::make_shared<sample::CopyingSource>(memory);
  }

 private:
  sample::FrameWriter writer_;
};

const ntuple::Field some_field = [] {
  ntuple::Field field;
  field.name = "x";
  return field;
}();

PageJob number_job(const ntuple::Page& page, const ColumnCoding& coding, std::vector<float>& to) {
  return {.page = page,
          .coding = &coding,
          .field = &some_field,
          .first = 0,
          .count = page.elements,
          .number = NumberType::float32,
          .numbers = reinterpret_cast<std::byte*>(to.data()),
          .alternatives = {}};
}

std::string error_of(PageReader& reader, const ntuple::BlobReader& blobs, const PageJob& job) {
  try {
    const PageJob* const one[] = {&job};
    reader.run(blobs, one);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("pages are read to their place, stored in any way, from memory and from elsewhere") {
  const std::vector<float> numbers(1000, 2.5F);
  const ColumnCoding plain{ColumnType::real32, 32};
  const ColumnCoding split{ColumnType::split_real32, 32};
  Store store;
  std::vector<ntuple::Page> pages;
  std::vector<const ColumnCoding*> codings;
  for (const bool has_checksum : {false, true})
    for (const bool is_compressed : {false, true}) {
      pages.push_back(store.put(sample::plain_page(numbers), 1000, has_checksum, is_compressed));
      codings.push_back(&plain);
      pages.push_back(store.put(sample::split_page(numbers), 1000, has_checksum, is_compressed));
      codings.push_back(&split);
    }
  for (const bool is_copied : {false, true})
    for (const std::uint64_t largest_key : {0, 4000}) {
      const auto source = store.source(is_copied);
      std::vector<std::vector<float>> out(pages.size(), std::vector<float>(1000));
      std::vector<PageJob> jobs;
      std::vector<const PageJob*> pointers;
      for (std::size_t i = 0; i < pages.size(); ++i) jobs.push_back(number_job(pages[i], *codings[i], out[i]));
      // Pages with a checksum are not in one piece when a record has 4000 bytes: they were not stored so.
      for (const PageJob& job : jobs)
        if (largest_key == 0 || !job.page.has_checksum || job.page.locator.size < 3000) pointers.push_back(&job);
      PageReader reader;
      reader.run(ntuple::BlobReader(*source, largest_key), pointers);
      for (const PageJob* job : pointers) CHECK(out[static_cast<std::size_t>(job - jobs.data())] == numbers);
    }
}

TEST_CASE("some elements of a page are decoded alone") {
  Store store;
  const ntuple::Page page = store.put(sample::plain_page(std::vector<float>{1, 2, 3, 4}), 4, true);
  const ColumnCoding coding{ColumnType::real32, 32};
  for (const bool is_copied : {false, true}) {
    const auto source = store.source(is_copied);
    std::vector<float> out(2);
    PageJob job = number_job(page, coding, out);
    job.first = 1;
    job.count = 2;
    PageReader reader;
    CHECK(error_of(reader, ntuple::BlobReader(*source, 0), job) == "no error");
    CHECK(out == std::vector<float>{2, 3});
  }
}

TEST_CASE("indexes and dispatches go to their places in the arrays") {
  Store store;
  const ntuple::Page index = store.put(sample::plain_page(std::vector<std::uint64_t>{2, 2, 5}), 3, true);
  const ntuple::Page dispatch = store.put(sample::dispatch_page({{4, 2}, {9, 0}, {3, 1}}), 3, false);
  const ColumnCoding indexes{ColumnType::index64, 64};
  const ColumnCoding dispatches{ColumnType::dispatch, 96};
  const ntuple::internal::AlternativePlace places[] = {{3, 4, -3}, {4, 6, 10}};
  for (const bool is_copied : {false, true}) {
    const auto source = store.source(is_copied);
    const ntuple::BlobReader blobs(*source, 0);
    std::vector<std::int64_t> ends(3);
    std::vector<std::int64_t> values(3);
    std::vector<std::uint8_t> tags(3);
    PageReader reader;
    PageJob job{.page = index,
                .coding = &indexes,
                .field = &some_field,
                .count = 3,
                .indexes = ends.data(),
                .shift = 100,
                .alternatives = {}};
    CHECK(error_of(reader, blobs, job) == "no error");
    CHECK(ends == std::vector<std::int64_t>{102, 102, 105});
    job = {.page = dispatch,
           .coding = &dispatches,
           .field = &some_field,
           .count = 3,
           .indexes = values.data(),
           .tags = tags.data(),
           .alternatives = places};
    CHECK(error_of(reader, blobs, job) == "no error");
    CHECK(tags == std::vector<std::uint8_t>{2, 0, 1});
    CHECK(values == std::vector<std::int64_t>{14, 0, 0});
    const ntuple::internal::AlternativePlace fewer[] = {{3, 4, -3}, {5, 6, 10}};
    job.alternatives = fewer;
    CHECK(error_of(reader, blobs, job) ==
          "'store': field 'x', page at byte 32: a value is element 4 of alternative 2, which has 5..6");
  }
}

TEST_CASE("a wrong checksum or wrong blocks are corrupt, and the message has field and place") {
  const std::vector<float> numbers(1000, 2.5F);
  const ColumnCoding coding{ColumnType::real32, 32};
  for (const bool is_compressed : {false, true})
    for (const bool is_copied : {false, true}) {
      Store store;
      const ntuple::Page page = store.put(sample::plain_page(numbers), 1000, true, is_compressed);
      std::vector<float> out(1000);
      PageReader reader;
      store.spoil(page.locator.size / 2);
      const auto source = store.source(is_copied);
      const std::string message = error_of(reader, ntuple::BlobReader(*source, 0), number_job(page, coding, out));
      CHECK(message.starts_with("'store': field 'x', page at byte 0: the page's checksum is"));
    }
  Store store;
  ntuple::Page page = store.put(sample::plain_page(numbers), 1000, false, true);
  page.elements = 1001;  // the blocks say 1000
  std::vector<float> out(1001);
  PageReader reader;
  const auto source = store.source(false);
  CHECK(error_of(reader, ntuple::BlobReader(*source, 0), number_job(page, coding, out)) != "no error");
}

TEST_CASE("one page is read into memory that stays with the caller, or not copied at all") {
  Store store;
  const std::vector<float> numbers(1000, 2.5F);
  const ntuple::Page plain = store.put(sample::plain_page(numbers), 1000, true);
  const ntuple::Page packed = store.put(sample::plain_page(numbers), 1000, true, true);
  for (const bool is_copied : {false, true}) {
    const auto source = store.source(is_copied);
    PageReader reader;
    bytes::Buffer first;
    bytes::Buffer second;
    const auto a = reader.read(ntuple::BlobReader(*source, 0), plain, 4000, first);
    const auto b = reader.read(ntuple::BlobReader(*source, 0), packed, 4000, second);
    CHECK(std::ranges::equal(a, std::as_bytes(std::span(numbers))));
    CHECK(std::ranges::equal(b, std::as_bytes(std::span(numbers))));
    CHECK(first.empty() != is_copied);
  }
}

TEST_CASE("a page that claims to become more than its bytes can is not believed") {
  Store store;
  const ntuple::Page zeros =
      store.put(bytes::Buffer(sample::plain_page(std::vector<double>(1 << 20))), 1 << 20, true, true);
  const auto source = store.source(true);
  const ntuple::BlobReader blobs(*source, 0);
  PageReader reader;
  CHECK(zeros.locator.size < 8192);
  CHECK_NOTHROW(reader.require_believable(blobs, zeros, std::uint64_t{8} << 20));
  CHECK_THROWS_AS(reader.require_believable(blobs, zeros, std::uint64_t{8} << 30), Error);
  CHECK_NOTHROW(PageReader::require_believable_zeros(blobs, 1000 * source->size()));
  CHECK_THROWS_AS(PageReader::require_believable_zeros(blobs, std::uint64_t{1} << 40), Error);
  const ntuple::Page outside{1, {std::uint64_t{1} << 40, 8}, false};
  CHECK_THROWS_AS(reader.require_believable(blobs, outside, 8), Error);
}
