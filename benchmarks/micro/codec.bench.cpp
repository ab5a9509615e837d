// Speed and ratio of each algorithm and level on one basket's worth of big-endian floats, in MB of plain bytes a
// second; and what the parts cost that are not the codec's own work.

#include "ramet/compression/codec.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

#include <benchmark/benchmark.h>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/endian.hpp"

namespace {

using ramet::bytes::Buffer;
using namespace ramet::compression;

// Transverse momenta: an exponential spectrum in steps of a sixteenth, as detectors and reduced precision give.
Buffer momenta(std::size_t size) {
  Buffer buffer(size);
  std::mt19937 engine(7);
  std::exponential_distribution<float> spectrum(1.F / 20);
  for (std::size_t i = 0; i + 4 <= size; i += 4)
    ramet::bytes::store_big_endian(buffer.data() + i, std::floor(spectrum(engine) * 16) / 16);
  return buffer;
}

Settings settings_of(const benchmark::State& state) { return Settings::from_code(static_cast<int>(state.range(0))); }

void compress(benchmark::State& state) {
  const Buffer plain = momenta(static_cast<std::size_t>(state.range(1)));
  Compressor compressor;
  Buffer packed;
  for (auto _ : state) {
    packed.clear();
    benchmark::DoNotOptimize(compressor.compress(plain.span(), settings_of(state), packed));
  }
  state.SetBytesProcessed(state.iterations() * state.range(1));
  state.counters["ratio"] = packed.empty() ? 1 : static_cast<double>(plain.size()) / static_cast<double>(packed.size());
  state.SetLabel(settings_of(state).to_string());
}

void decompress(benchmark::State& state) {
  Buffer plain = momenta(static_cast<std::size_t>(state.range(1)));
  Buffer packed;
  if (!Compressor().compress(plain.span(), settings_of(state), packed)) return state.SkipWithError("does not shrink");
  Decompressor decompressor;
  for (auto _ : state) {
    decompressor.decompress(packed.span(), plain.span());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(1));
  state.SetLabel(settings_of(state).to_string());
}

constexpr std::int64_t tiny_basket = 1000;
constexpr std::int64_t basket = 32000;
constexpr std::int64_t large_basket = 1 << 20;

void each_setting(benchmark::internal::Benchmark* benchmark) {
  for (const int code : {101, 106, 109, 201, 207, 401, 404, 409, 501, 505, 509})
    for (const std::int64_t size : {tiny_basket, basket, large_basket}) benchmark->Args({code, size});
}
BENCHMARK(compress)->Apply(each_setting);
BENCHMARK(decompress)->Apply(each_setting);

void check_headers(benchmark::State& state) {
  const Buffer plain = momenta(basket);
  Buffer packed;
  if (!Compressor().compress(plain.span(), Settings{}, packed)) return state.SkipWithError("does not shrink");
  for (auto _ : state) check_blocks(packed.span(), plain.size());
}
BENCHMARK(check_headers);

}  // namespace

BENCHMARK_MAIN();
