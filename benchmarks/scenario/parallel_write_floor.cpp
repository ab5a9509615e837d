// What the same bytes cost at least: draw the numbers, swap them into blocks as large as baskets, and compress these
// with the codec's own library at the level that was asked for; or, uncompressed, write them. usage:
// parallel_write_floor FILE int|double COMPRESSION ENTRIES TIMES
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <vector>

#include "measure.hpp"
#include <libdeflate.h>
#include <lz4hc.h>
#include <zstd.h>

#include "ramet/bytes/endian.hpp"

namespace {

constexpr std::size_t block_size = 256 << 10;

using Block = std::vector<std::byte>;
using Take = std::function<std::size_t(const std::byte*, std::size_t)>;

template <class Number>
double each_block(long entries, const Take& take) {
  scenario::Numbers numbers(4);
  Block block(block_size);
  std::size_t size = 0;
  std::size_t filled = 0;
  for (long entry = 0; entry < entries; ++entry) {
    if constexpr (sizeof(Number) == 4) {
      ramet::bytes::store_big_endian(block.data() + filled, numbers.integer());
    } else {
      ramet::bytes::store_big_endian(block.data() + filled, numbers.uniform());
    }
    filled += sizeof(Number);
    if (filled < block_size && entry + 1 < entries) continue;
    size += take(block.data(), filled);
    filled = 0;
  }
  return static_cast<double>(size);
}

double run(const std::string& path, bool is_int, int compression, long entries) {
  const auto go = [&](const Take& take) {
    return is_int ? each_block<std::int32_t>(entries, take) : each_block<double>(entries, take);
  };
  Block packed(2 * block_size);
  if (compression / 100 == 1) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> codec(
        libdeflate_alloc_compressor(compression % 100), &libdeflate_free_compressor);
    return go([&](const std::byte* from, std::size_t size) {
      return libdeflate_zlib_compress(codec.get(), from, size, packed.data(), packed.size());
    });
  }
  if (compression / 100 == 5) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> codec(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    return go([&](const std::byte* from, std::size_t size) {
      return ZSTD_compressCCtx(codec.get(), packed.data(), packed.size(), from, size, 2 * (compression % 100));
    });
  }
  if (compression / 100 == 4) {
    return go([&](const std::byte* from, std::size_t size) {
      return static_cast<std::size_t>(LZ4_compress_HC(reinterpret_cast<const char*>(from),
                                                      reinterpret_cast<char*>(packed.data()), static_cast<int>(size),
                                                      static_cast<int>(packed.size()), compression % 100));
    });
  }
  std::ofstream file(path, std::ios::binary);
  return go([&](const std::byte* from, std::size_t size) {
    file.write(reinterpret_cast<const char*>(from), static_cast<std::streamsize>(size));
    return size;
  });
}

}  // namespace

int main(int count, char** values) {
  const std::string path = values[1];
  const std::string type = values[2];
  const int compression = std::atoi(values[3]);
  const long entries = scenario::argument(count, values, 4, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 5, 4));
  scenario::repeat(
      "floor", type + "/" + values[3], 1, times, 0, [&] { return run(path, type == "int", compression, entries); },
      [&] { std::filesystem::remove(path); });
}
