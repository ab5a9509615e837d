// What the same bytes cost at least: read the baskets, decompress them and nothing more, or, if they are not
// compressed, swap and sum them in the cache. usage: flat_read_floor FILE TIMES
#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "measure.hpp"

#include "ramet/bytes/endian.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"

using namespace ramet;

namespace {

struct Block {
  std::vector<std::byte> packed;
  std::size_t plain_size;
};

/// The payloads of all baskets.
std::vector<Block> load(const dataset::File& file) {
  std::vector<Block> blocks;
  const auto reader = file.tree("t");
  for (const tree::Branch& branch : reader->tree().branches)
    for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket) {
      const auto location = branch.baskets.location({basket});
      std::vector<std::byte> record(location.record_size);
      file.reader().source().read_at(location.seek, record);
      bytes::ByteCursor cursor(record);
      const file::Key key = file::read_key(cursor);
      blocks.push_back({{record.begin() + key.key_length, record.end()}, key.object_size});
    }
  return blocks;
}

double decompress_all(const std::vector<Block>& blocks, std::vector<std::byte>& plain) {
  compression::Decompressor decompressor;
  for (const Block& block : blocks) {
    if (block.packed.size() == block.plain_size) continue;  // stored as it is, since it does not compress
    decompressor.decompress(block.packed, std::span(plain).first(block.plain_size));
  }
  return 0;
}

template <class Number>
double swap_sum(std::span<const std::byte> stored) {
  double sums[8] = {};
  const std::size_t count = stored.size() / sizeof(Number);
  for (std::size_t i = 0; i + 8 <= count; i += 8)
    for (std::size_t lane = 0; lane < 8; ++lane)
      sums[lane] += static_cast<double>(bytes::load_big_endian<Number>(stored.data() + (i + lane) * sizeof(Number)));
  for (std::size_t i = count / 8 * 8; i < count; ++i)
    sums[0] += static_cast<double>(bytes::load_big_endian<Number>(stored.data() + i * sizeof(Number)));
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

/// In pieces that stay in the cache, swapped and summed in registers.
double read_swap_sum(const dataset::File& file, std::vector<std::byte>& piece) {
  double sum = 0;
  const auto reader = file.tree("t");
  for (const tree::Branch& branch : reader->tree().branches)
    for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket) {
      const auto location = branch.baskets.location({basket});
      const std::uint64_t size = branch.baskets.entries({basket}).size() * branch.layout().coding.stored_size();
      for (std::uint64_t done = 0; done < size; done += piece.size()) {
        const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), size - done));
        file.reader().source().read_at(location.seek + location.record_size - size + done, part);
        if (branch.layout().coding.type == array::NumberType::float64) {
          sum += swap_sum<double>(part);
        } else if (branch.layout().coding.type == array::NumberType::float32) {
          sum += swap_sum<float>(part);
        } else {
          sum += swap_sum<std::int32_t>(part);
        }
      }
    }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  const auto file = session.open(values[1]);
  const auto blocks = load(*file);
  std::size_t largest = 0;
  double bytes = 0;
  bool is_compressed = false;
  for (const Block& block : blocks) {
    largest = std::max({largest, block.plain_size, block.packed.size() + 4096});
    bytes += static_cast<double>(block.plain_size);
    is_compressed = is_compressed || block.packed.size() != block.plain_size;
  }
  std::vector<std::byte> plain(largest);
  std::vector<std::byte> piece(64 << 10);
  const auto times = static_cast<int>(scenario::argument(count, values, 2, 4));
  if (is_compressed) {
    scenario::repeat("floor", values[1], 1, times, bytes, [&] { return decompress_all(blocks, plain); });
  } else {
    scenario::repeat("floor", values[1], 1, times, bytes, [&] { return read_swap_sum(*file, piece); });
  }
}
