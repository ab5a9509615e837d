// What the same bytes cost at least: draw the numbers, swap them into blocks as large as baskets, or put the bytes of
// each apart into blocks as large as pages, and compress these with the codec's own library at the level that was asked
// for; or, uncompressed, write them. usage: parallel_write_floor FILE swapped|split int|double COMPRESSION ENTRIES
// TIMES
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <vector>

#include "../measure.hpp"
#include <libdeflate.h>
#include <lz4hc.h>
#include <zstd.h>

#include "ramet/bytes/endian.hpp"

namespace {

constexpr std::size_t block_size = 256 << 10;

struct Job {
  std::string path;
  bool is_split = false;
  bool is_int = false;
  int compression = 0;
  long entries = 0;
};

using Block = std::vector<std::byte>;
using Take = std::function<std::size_t(const std::byte*, std::size_t)>;

/// All first bytes of the numbers of a block, then all second ones, and so on.
template <std::size_t width>
void split(const Block& from, std::size_t size, Block& to) {
  const std::size_t count = size / width;
  for (std::size_t number = 0; number < count; ++number)
    for (std::size_t byte = 0; byte < width; ++byte) to[byte * count + number] = from[number * width + byte];
}

template <class Number>
double each_block(const Job& job, const Take& take) {
  scenario::Numbers numbers(4);
  Block block(block_size);
  Block planes(block_size);
  std::size_t size = 0;
  std::size_t filled = 0;
  for (long entry = 0; entry < job.entries; ++entry) {
    if constexpr (sizeof(Number) == 4) {
      ramet::bytes::store_big_endian(block.data() + filled, numbers.integer());
    } else {
      ramet::bytes::store_big_endian(block.data() + filled, numbers.uniform());
    }
    filled += sizeof(Number);
    if (filled < block_size && entry + 1 < job.entries) continue;
    if (job.is_split) split<sizeof(Number)>(block, filled, planes);
    size += take((job.is_split ? planes : block).data(), filled);
    filled = 0;
  }
  return static_cast<double>(size);
}

double run(const Job& job) {
  const int compression = job.compression;
  const auto go = [&](const Take& take) {
    return job.is_int ? each_block<std::int32_t>(job, take) : each_block<double>(job, take);
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
  std::ofstream file(job.path, std::ios::binary);
  return go([&](const std::byte* from, std::size_t size) {
    file.write(reinterpret_cast<const char*>(from), static_cast<std::streamsize>(size));
    return size;
  });
}

}  // namespace

int main(int count, char** values) {
  Job job;
  job.path = values[1];
  job.is_split = std::string(values[2]) == "split";
  const std::string type = values[3];
  job.is_int = type == "int";
  job.compression = std::atoi(values[4]);
  job.entries = scenario::argument(count, values, 5, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 6, 4));
  scenario::repeat(
      job.is_split ? "floor-split" : "floor", type + "/" + values[4], 1, times, 0, [&] { return run(job); },
      [&] { std::filesystem::remove(job.path); });
}
