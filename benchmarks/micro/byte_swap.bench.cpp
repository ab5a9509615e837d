// How fast big-endian columns become little-endian ones, beside the machine's memcpy: in the cache (256 KiB) and out
// of it (64 MiB).

#include "ramet/bytes/byte_swap.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <benchmark/benchmark.h>

#include "ramet/bytes/buffer.hpp"

namespace {

using ramet::bytes::Buffer;

constexpr std::int64_t in_cache = 256 << 10;
constexpr std::int64_t in_memory = 64 << 20;

Buffer filled(std::int64_t size) {
  Buffer buffer(static_cast<std::size_t>(size));
  std::memset(buffer.data(), 1, buffer.size());
  return buffer;
}

void copy(benchmark::State& state) {
  const Buffer from = filled(state.range(0));
  Buffer to = filled(state.range(0));
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(copy)->Arg(in_cache)->Arg(in_memory);

void copy_swapped(benchmark::State& state) {
  const Buffer from = filled(state.range(0));
  Buffer to = filled(state.range(0));
  for (auto _ : state) {
    ramet::bytes::copy_swapped(to.span(), from.span(), static_cast<std::size_t>(state.range(1)));
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(copy_swapped)->ArgsProduct({{in_cache, in_memory}, {2, 4, 8}});

void swap_in_place(benchmark::State& state) {
  Buffer buffer = filled(state.range(0));
  for (auto _ : state) {
    ramet::bytes::copy_swapped(buffer.span(), buffer.span(), static_cast<std::size_t>(state.range(1)));
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(swap_in_place)->ArgsProduct({{in_cache, in_memory}, {2, 4, 8}});

// A basket's payload begins at any byte of its file.
void copy_swapped_unaligned(benchmark::State& state) {
  const Buffer from = filled(state.range(0) + 64);
  Buffer to = filled(state.range(0));
  for (auto _ : state) {
    ramet::bytes::copy_swapped(to.span(), from.span().subspan(13, to.size()), static_cast<std::size_t>(state.range(1)));
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(copy_swapped_unaligned)->ArgsProduct({{in_cache, in_memory}, {4}});

}  // namespace

BENCHMARK_MAIN();
