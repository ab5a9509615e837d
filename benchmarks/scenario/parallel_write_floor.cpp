// What the same bytes cost at least: draw the numbers, compress them in basket-sized blocks and nothing more.
// usage: parallel_write_floor int|double COMPRESSION ENTRIES TIMES
#include <cstring>
#include <vector>

#include "measure.hpp"

#include "ramet/bytes/endian.hpp"
#include "ramet/compression/codec.hpp"

using namespace ramet;

namespace {

constexpr std::size_t block_size = 256 << 10;

template <class Number>
double compress(compression::Settings settings, long entries) {
  scenario::Numbers numbers(4);
  compression::Compressor compressor;
  std::vector<std::byte> block(block_size);
  bytes::Buffer packed;
  double size = 0;
  std::size_t filled = 0;
  for (long entry = 0; entry < entries; ++entry) {
    if constexpr (sizeof(Number) == 4) {
      bytes::store_big_endian(block.data() + filled, numbers.integer());
    } else {
      bytes::store_big_endian(block.data() + filled, numbers.uniform());
    }
    filled += sizeof(Number);
    if (filled < block_size && entry + 1 < entries) continue;
    packed.clear();
    const bool smaller = compressor.compress(std::span(block).first(filled), settings, packed);
    size += static_cast<double>(smaller ? packed.size() : filled);
    filled = 0;
  }
  return size;
}

}  // namespace

int main(int count, char** values) {
  const std::string type = values[1];
  const auto settings = compression::Settings::parse(values[2]);
  const long entries = scenario::argument(count, values, 3, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  const std::string variant = type + "/" + values[2];
  if (type == "int") {
    scenario::repeat("floor", variant, 1, times, 4.0 * static_cast<double>(entries),
                     [&] { return compress<std::int32_t>(settings, entries); });
  } else {
    scenario::repeat("floor", variant, 1, times, 8.0 * static_cast<double>(entries),
                     [&] { return compress<double>(settings, entries); });
  }
}
