#include "ramet/ntuple/detail/records/page_packer.hpp"

#include <array>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/element_decoder.hpp"
#include "ramet/ntuple/internal/encode/element_encoder.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::uint64_t most_of_page_list = 0x7fffffff;  // elements of a page, which are counted in 31 bits
constexpr std::size_t most_alternatives = 255;

/// The elements of some pages, decoded. Threads: a value.
struct Elements {
  std::vector<std::byte> numbers;
  std::vector<std::int64_t> indexes;
  std::vector<std::uint8_t> tags;
};

/// Decodes the pages of one cluster after the other, so that indices count from the start of the first one. Threads:
/// one thread.
class Joining {
 public:
  explicit Joining(const ColumnCoding& coding) : coding_(coding) {}

  void add(const PlainPage& page, Elements& to) {
    const PageElements from{coding_, page.bytes.span(), 0, static_cast<std::size_t>(page.elements)};
    switch (coding_.kind()) {
      case ElementKind::number: {
        const std::size_t size = array::size_of(coding_.number());
        const std::size_t old = to.numbers.size();
        to.numbers.resize(old + size * from.count);
        return decode_numbers(from, coding_.number(), to.numbers.data() + old);
      }
      case ElementKind::index: {
        const std::size_t old = to.indexes.size();
        to.indexes.resize(old + from.count);
        decode_indexes(from, base_, to.indexes.data() + old);
        if (from.count > 0) last_ = to.indexes.back();
        return;
      }
      case ElementKind::dispatch: {
        const std::size_t old = to.indexes.size();
        to.indexes.resize(old + from.count);
        to.tags.resize(old + from.count);
        decode_dispatches(from, most_alternatives, to.tags.data() + old, to.indexes.data() + old);
        for (std::size_t value = old; value < to.tags.size(); ++value) {
          if (to.tags[value] == 0) continue;
          to.indexes[value] += bases_[to.tags[value]];
          ++counts_[to.tags[value]];
        }
        return;
      }
    }
  }
  void end_cluster() {
    base_ = last_;
    bases_ = counts_;
  }

  PlainPage page_of(const Elements& from, std::uint64_t elements) const {
    PlainPage page{bytes::Buffer(static_cast<std::size_t>(coding_.page_size(elements))), elements};
    switch (coding_.kind()) {
      case ElementKind::number:
        encode_numbers(coding_, coding_.number(), from.numbers, page.bytes.span());
        break;
      case ElementKind::index:
        encode_indexes(coding_, from.indexes, 0, page.bytes.span());
        break;
      case ElementKind::dispatch:
        encode_dispatches(from.tags, from.indexes, page.bytes.span());
        break;
    }
    return page;
  }

 private:
  const ColumnCoding& coding_;
  std::int64_t base_ = 0;
  std::int64_t last_ = 0;
  std::array<std::int64_t, most_alternatives + 1> bases_{};
  std::array<std::int64_t, most_alternatives + 1> counts_{};
};

}  // namespace

bool has_joinable_pages(const ColumnCoding& coding) noexcept {
  if (!coding.is_known()) return false;
  switch (coding.type) {
    case ColumnType::real16:
    case ColumnType::split_real16:
    case ColumnType::real32_trunc:
    case ColumnType::real32_quant:
      return false;
    default:
      return true;
  }
}

PlainPage PagePacker::read(const BlobReader& blobs, const Page& page, const ColumnCoding& coding) {
  const std::uint64_t plain_size = coding.page_size(page.elements);
  const auto fail = [&](std::string_view what) {
    detail::fail(ErrorKind::corrupt, "'{}': page of {} bytes at byte {}: {}", blobs.source().name(), page.locator.size,
                 page.locator.offset, what);
  };
  if (page.locator.size > plain_size) fail("it is larger than its elements");
  blobs.require({page.locator.offset, page.stored_size()});
  packed_.remake(static_cast<std::size_t>(page.stored_size()));
  blobs.read(page.locator.offset, packed_.span());
  const auto content = std::as_const(packed_).span().first(static_cast<std::size_t>(page.locator.size));
  if (page.has_checksum &&
      bytes::load_little_endian<std::uint64_t>(content.data() + content.size()) != bytes::xxh3(content))
    fail("its checksum is another");
  PlainPage plain{{}, page.elements};
  if (page.locator.size == plain_size) {
    plain.bytes.append(content);
  } else {
    compression::check_blocks(content, plain_size);
    plain.bytes.resize(static_cast<std::size_t>(plain_size));
    decompressor_.decompress(content, plain.bytes.span());
  }
  return plain;
}

std::uint64_t PagePacker::append(const PlainPage& page, compression::Settings settings, bytes::Buffer& out) {
  const std::size_t begin = out.size();
  if (settings.code() == 0 || !compressor_.compress(page.bytes.span(), settings, out)) out.append(page.bytes.span());
  const std::size_t size = out.size() - begin;
  const std::uint64_t checksum = bytes::xxh3(std::as_const(out).span().subspan(begin));
  bytes::store_little_endian(out.extend(sizeof checksum).data(), checksum);
  return size;
}

PlainColumn join_pages(const ColumnCoding& coding, std::span<PlainColumn> clusters, std::uint64_t page_bytes) {
  PlainColumn joined;
  Joining joining(coding);
  Elements elements;
  std::uint64_t count = 0;
  const auto flush = [&] {
    if (count > 0) joined.push_back(joining.page_of(elements, count));
    elements = {};
    count = 0;
  };
  for (PlainColumn& cluster : clusters) {
    for (PlainPage& page : cluster) {
      const std::uint64_t together = count + page.elements;
      if (count > 0 && (coding.page_size(together) > page_bytes || together > most_of_page_list)) flush();
      joining.add(page, elements);
      count += page.elements;
      page.bytes = {};
    }
    joining.end_cluster();
  }
  flush();
  return joined;
}

}  // namespace ramet::inline v1::ntuple
