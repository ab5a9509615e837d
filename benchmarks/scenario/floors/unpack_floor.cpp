// What the bytes of a tree cost at least: decompress all baskets, which are in memory, and nothing more; or, if they
// are not compressed, read them in pieces that fit the cache, swapping and summing 4-byte words. usage: unpack_floor
// FILE TREE TIMES [BRANCH ...]: all branches, or these
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "../measure.hpp"

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"

using namespace ramet;

namespace {

struct Block {
  std::vector<std::byte> packed;
  std::size_t plain_size;
  std::uint64_t seek;  // of the payload

  bool is_plain() const { return packed.size() == plain_size; }
};

std::vector<Block> load(const dataset::File& file, const tree::Tree& tree, std::span<const std::string> wanted) {
  std::vector<Block> blocks;
  for (const auto& [path, branch] : tree::all_branches(tree)) {
    if (!wanted.empty() && std::ranges::find(wanted, path) == wanted.end()) continue;
    for (std::uint64_t basket = 0; basket < branch->baskets.size(); ++basket) {
      const auto location = branch->baskets.location({basket});
      std::vector<std::byte> record(location.record_size);
      file.reader().source().read_at(location.seek, record);
      bytes::ByteCursor cursor(record);
      const file::Key key = file::read_key(cursor);
      blocks.push_back(
          {{record.begin() + key.key_length, record.end()}, key.object_size, location.seek + key.key_length});
    }
  }
  return blocks;
}

/// As whole numbers: what bytes of other members lie between would make NaN of a sum of floating-point numbers.
double swap_sum(std::span<const std::byte> stored) {
  std::uint64_t sums[8] = {};
  const std::size_t count = stored.size() / sizeof(std::uint32_t);
  for (std::size_t i = 0; i + 8 <= count; i += 8)
    for (std::size_t lane = 0; lane < 8; ++lane)
      sums[lane] += bytes::load_big_endian<std::uint32_t>(stored.data() + (i + lane) * sizeof(std::uint32_t));
  return static_cast<double>(std::accumulate(std::begin(sums), std::end(sums), std::uint64_t{0}));
}

double pass(const dataset::File& file, const std::vector<Block>& blocks, std::span<std::byte> plain) {
  constexpr std::size_t piece = 64 << 10;
  compression::Decompressor decompressor;
  double sum = 0;
  for (const Block& block : blocks) {
    if (!block.is_plain()) {
      decompressor.decompress(block.packed, plain.first(block.plain_size));
      continue;
    }
    for (std::size_t done = 0; done < block.plain_size; done += piece) {
      const auto part = plain.first(std::min(piece, block.plain_size - done));
      file.reader().source().read_at(block.seek + done, part);
      sum += swap_sum(part);
    }
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  const auto file = session.open(values[1]);
  const std::vector<std::string> wanted(values + std::min(count, 4), values + count);
  const auto blocks = load(*file, file->tree(values[2])->tree(), wanted);
  std::size_t largest = 64 << 10;
  double bytes = 0;
  for (const Block& block : blocks) {
    largest = std::max({largest, block.plain_size});
    bytes += static_cast<double>(block.plain_size);
  }
  std::vector<std::byte> plain(largest);
  scenario::repeat("floor", values[1], 1, static_cast<int>(scenario::argument(count, values, 3, 4)), bytes,
                   [&] { return pass(*file, blocks, plain); });
}
