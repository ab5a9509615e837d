#include "ramet/tree/detail/basket_copy.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/basket.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::uint64_t beyond_small_keys = std::uint64_t{1} << 31;

/// A file of records with these payloads, one behind the other. Threads: immutable.
struct Records {
  std::shared_ptr<const io::ByteSource> source;
  std::vector<io::Extent> places;
};

Records records_of(const std::vector<std::string>& payloads, bool big, std::string_view class_name = "TBasket") {
  Records records;
  bytes::ByteWriter to;
  for (const std::string& payload : payloads) {
    file::Key key{.version = big ? file::big_key_version : file::small_key_version,
                  .key_length = file::key_length_of(class_name, "x", "Events", big),
                  .seek = to.size(),
                  .seek_parent = 100,
                  .class_name = std::string(class_name),
                  .name = "x",
                  .title = "Events"};
    key.object_size = static_cast<std::uint32_t>(payload.size());
    key.record_size = key.key_length + key.object_size;
    records.places.push_back({to.size(), key.record_size});
    file::write_key(to, key);
    to.append(std::as_bytes(std::span(payload)));
  }
  records.source = io::source_of(std::move(to).take(), "old");
  return records;
}

std::vector<BasketCopy> copies_of(const Records& records) {
  std::vector<BasketCopy> copies;
  for (const io::Extent& place : records.places) copies.push_back({records.source.get(), place});
  return copies;
}

std::string error_of(const std::vector<BasketCopy>& baskets, io::Extent to) {
  io::MemorySink sink;
  std::vector<BasketCopy> copies = baskets;
  try {
    copy_baskets(copies, sink, to, 200);
    return "none";
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
}

}  // namespace

TEST_CASE("basket copy: baskets of several files are the same in a new place, but for where they are") {
  for (const bool big : {false, true}) {
    const Records first = records_of({"one", "three"}, big), second = records_of({"", "fourteen bytes"}, !big);
    std::vector<BasketCopy> copies = copies_of(first);
    for (const BasketCopy& copy : copies_of(second)) copies.push_back(copy);
    std::swap(copies[0], copies[3]);
    io::MemorySink sink;
    const io::Extent extent{1000, size_of(copies)};
    copy_baskets(copies, sink, extent, 200);
    const bytes::Buffer written = sink.contents();
    CHECK(written.size() == extent.offset + extent.size);
    std::uint64_t place = extent.offset;
    for (const BasketCopy& copy : copies) {
      CHECK(copy.seek == place);
      bytes::Buffer old(copy.from.size);
      copy.source->read_at(copy.from.offset, old.span());
      bytes::ByteCursor before(std::as_const(old).span());
      bytes::ByteCursor now(written.span().subspan(place, copy.from.size));
      const file::Key old_key = file::read_record_head(before), key = file::read_record_head(now);
      CHECK(key.seek == place);
      CHECK(key.seek_parent == 200);
      CHECK(key.version == old_key.version);
      CHECK(key.title == "Events");
      CHECK(std::ranges::equal(now.take(now.remaining()), before.take(before.remaining())));
      place += copy.from.size;
    }
  }
}

TEST_CASE("basket copy: records that are not baskets, or have another size, are refused") {
  const Records blobs = records_of({"page"}, false, "RBlob");
  CHECK(error_of(copies_of(blobs), {0, blobs.places[0].size}) ==
        fmt::format("corrupt: no basket of {} bytes begins at byte 0", blobs.places[0].size));
  std::vector<BasketCopy> copies = copies_of(records_of({"one", "two"}, false));
  const Records kept = records_of({"one", "two"}, false);
  for (BasketCopy& copy : copies) copy.source = kept.source.get();
  copies[1].from.size -= 1;
  CHECK(error_of(copies, {0, size_of(copies)}).starts_with("corrupt: no basket of "));
  copies[1].from.size += 2;
  CHECK(error_of(copies, {0, size_of(copies)}).starts_with("corrupt: "));
}

TEST_CASE("basket copy: a small key cannot say that it lies beyond 2 GB, a big one can") {
  const Records small = records_of({"one"}, false), big = records_of({"one"}, true);
  CHECK(error_of(copies_of(small), {beyond_small_keys, small.places[0].size})
            .starts_with("unsupported: a basket from byte 0 would come to byte 2147483648"));
  CHECK(error_of(copies_of(small), {1000, small.places[0].size}) == "none");
  CHECK(size_of(copies_of(big)) == big.places[0].size);
}

TEST_CASE("basket copy: a basket inside of a tree's record gets a record, with a key as long as it had") {
  Branch branch;
  branch.name = "x";
  branch.basket_size = 32000;
  EmbeddedBasket basket;
  basket.data = bytes::Buffer(12);
  basket.entries = 3;
  basket.key_length = 90;
  for (const bool big : {false, true}) {
    const bytes::Buffer record = record_of(branch, basket, "Events", 77, big);
    const auto source = io::source_of([&] {
      bytes::Buffer copy;
      copy.append(record.span());
      return copy;
    }());
    bytes::ByteCursor cursor(record.span());
    const file::Key key = file::read_record_head(cursor);
    CHECK(key.key_length == 90);
    CHECK(key.title.starts_with("Events"));
    // the basket's own fields are the last of the key (uproot takes them from there)
    bytes::ByteCursor head(record.span().subspan(90 - 19, 19));
    CHECK(head.read<std::uint16_t>() == 3);
    CHECK(head.read<std::uint32_t>() == 32000);
    CHECK(head.read<std::uint32_t>() == 4);
    CHECK(head.read<std::uint32_t>() == 3);
    CHECK(head.read<std::uint32_t>() == 90 + 12);
    CHECK(key.date == 77);
    CHECK(key.is_big() == big);
    CHECK(key.record_size == record.size());
    Branch probe;
    probe.name = "x";
    probe.baskets = BasketIndex({0, 3}, {{0, static_cast<std::uint32_t>(record.size())}});
    BasketReader reader;
    CHECK(reader.read(*source, probe, {0}).data.size() == 12);
  }
  for (std::uint32_t length = 300; length < 360; ++length) {  // with titles whose length takes one byte, or five
    basket.key_length = length;
    const bytes::Buffer record = record_of(branch, basket, "Events", 77, false);
    bytes::ByteCursor cursor(record.span());
    CHECK(file::read_record_head(cursor).key_length == length);
    CHECK(record.size() == length + 12);
  }
  basket.offsets = {0, 4, 8};
  basket.key_length = 40;  // shorter than its strings need: the title is cut
  const bytes::Buffer record = record_of(branch, basket, std::string(50, 't'), 77, false);
  bytes::ByteCursor cursor(record.span());
  const file::Key key = file::read_record_head(cursor);
  CHECK(key.title.size() < 50);
  CHECK(record.size() == key.key_length + 12 + 4 * 5);
}
