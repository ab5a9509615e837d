// What the same bytes cost at least: read the baskets, decompress them and nothing more, or, if they are not
// compressed, swap and sum them in the cache. usage: flat_read_floor FILE TIMES
#include <cstring>
#include <vector>

#include "measure.hpp"

#include "ramet/bytes/byte_swap.hpp"
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

double read_swap_sum(const dataset::File& file, std::vector<std::byte>& stored, std::vector<std::byte>& native) {
  double sum = 0;
  const auto reader = file.tree("t");
  for (const tree::Branch& branch : reader->tree().branches)
    for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket) {
      const auto location = branch.baskets.location({basket});
      const auto place = std::span(stored).first(location.record_size);
      file.reader().source().read_at(location.seek, place);
      const std::size_t width = branch.layout.coding.stored_size();
      const std::size_t size = branch.baskets.entries({basket}).size() * width;
      bytes::copy_swapped(std::span(native).first(size), place.last(size), width);
      double sums[8] = {};
      for (std::size_t at = 0; at + 8 * width <= size; at += 8 * width)
        for (std::size_t lane = 0; lane < 8; ++lane) {
          const std::byte* from = native.data() + at + lane * width;
          if (width == 8) {
            double value;
            std::memcpy(&value, from, 8);
            sums[lane] += value;
          } else {
            float value;
            std::memcpy(&value, from, 4);
            sums[lane] += static_cast<double>(value);
          }
        }
      for (const double part : sums) sum += part;
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
  std::vector<std::byte> one(largest);
  std::vector<std::byte> two(largest);
  const auto times = static_cast<int>(scenario::argument(count, values, 2, 4));
  if (is_compressed) {
    scenario::repeat("floor", values[1], 1, times, bytes, [&] { return decompress_all(blocks, one); });
  } else {
    scenario::repeat("floor", values[1], 1, times, bytes, [&] { return read_swap_sum(*file, one, two); });
  }
}
