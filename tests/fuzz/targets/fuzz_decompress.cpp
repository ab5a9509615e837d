// Compressed records. Input: | options 1 | plain size 3, little-endian | record |
// Bit 0 of the options asks for lz4 checksums to be made right, so that damage behind them is met too.

#include <algorithm>
#include <array>
#include <cstdint>

#include "fuzz_target.hpp"

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::compression;

namespace {

constexpr std::size_t input_header_size = 4;
constexpr std::size_t largest_plain = 1 << 16;  // enough for several blocks, and fast
constexpr std::size_t fence = 64;
constexpr std::byte fence_byte{0xa5};

// The codecs' libraries are not instrumented, so a write beyond the span is looked for by hand.
class FencedBytes {
 public:
  explicit FencedBytes(std::size_t size) : bytes_(size + 2 * fence, fence_byte) {}
  std::span<std::byte> inside() { return std::span(bytes_).subspan(fence, bytes_.size() - 2 * fence); }
  void require_whole() const {
    const auto is_whole = [](auto part) { return std::ranges::all_of(part, [](auto b) { return b == fence_byte; }); };
    fuzz::require(is_whole(std::span(bytes_).first(fence)), "nothing is written before the plain bytes");
    fuzz::require(is_whole(std::span(bytes_).last(fence)), "nothing is written after the plain bytes");
  }

 private:
  fuzz::Bytes bytes_;
};

void make_lz4_checksums_right(std::span<std::byte> record) {
  while (record.size() >= block_header_size) {
    const std::size_t packed_size = bytes::load_little_endian<std::uint32_t>(record.data() + 3) & largest_block;
    const auto rest = record.subspan(block_header_size);
    if (packed_size > rest.size()) return;
    if (record[0] == std::byte{'L'} && packed_size >= 8)
      bytes::store_big_endian(rest.data(), bytes::xxh64(rest.subspan(8, packed_size - 8)));
    record = rest.subspan(packed_size);
  }
}

bool headers_add_up(std::span<const std::byte> record, std::size_t plain_size) {
  try {
    check_blocks(record, plain_size);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() < input_header_size) return;
  const std::size_t plain_size =
      std::min<std::size_t>(bytes::load_little_endian<std::uint32_t>(input.data()) >> 8, largest_plain);
  Bytes record(input.begin() + input_header_size, input.end());
  if ((input[0] & std::byte{1}) != std::byte{0}) make_lz4_checksums_right(record);

  FencedBytes plain(plain_size);
  Decompressor decompressor;
  try {
    decompressor.decompress(record, plain.inside());
  } catch (const Error&) {
    plain.require_whole();
    throw;
  }
  plain.require_whole();
  require(headers_add_up(record, plain_size), "check_blocks accepts whatever can be decompressed");
  FencedBytes again(plain_size);
  decompressor.decompress(record, again.inside());
  require(std::ranges::equal(plain.inside(), again.inside()), "a record gives the same bytes every time");
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  Bytes plain(3000);
  for (std::size_t i = 0; i < plain.size(); ++i) plain[i] = static_cast<std::byte>(i % 7 * (i >> 8));
  std::vector<Bytes> all;
  Compressor compressor;
  const auto add = [&](std::span<const std::byte> record, std::size_t size) {
    Bytes input{std::byte{1}, static_cast<std::byte>(size), static_cast<std::byte>(size >> 8),
                static_cast<std::byte>(size >> 16)};
    input.insert(input.end(), record.begin(), record.end());
    all.push_back(input);
  };
  bytes::Buffer several;
  for (const int code : {101, 109, 201, 207, 401, 409, 501, 509}) {
    bytes::Buffer record;
    require(compressor.compress(plain, Settings::from_code(code), record), "the seed shrinks");
    add(record.span(), plain.size());
    several.append(record.span());
  }
  add(several.span(), 8 * plain.size());
  // A zlib stream is a deflate stream between two bytes and its checksum: so the old format has a seed too.
  bytes::Buffer zlib;
  compressor.compress(plain, Settings::from_code(106), zlib);
  Bytes old(zlib.data() + block_header_size + 2, zlib.data() + zlib.size() - 4);
  std::array<std::byte, block_header_size> header{};
  BlockHeader{BlockFormat::old, static_cast<std::uint32_t>(old.size()), static_cast<std::uint32_t>(plain.size())}.write(
      header);
  old.insert(old.begin(), header.begin(), header.end());
  add(old, plain.size());
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) {
  std::vector<Bytes> found;
  file.for_each_key([&](const file::Directory&, const file::Key& key) {
    if (!key.is_compressed() || key.object_size > largest_plain || !found.empty()) return;
    Bytes seed(input_header_size + key.record_size - key.key_length);
    bytes::store_little_endian(seed.data(), key.object_size << 8 | 1U);
    file.source().read_at(key.seek + key.key_length, std::span(seed).subspan(input_header_size));
    found.push_back(std::move(seed));
  });
  return found;
}
