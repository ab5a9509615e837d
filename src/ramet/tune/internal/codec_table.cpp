#include "ramet/tune/internal/codec_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/tune/internal/cpu_clock.hpp"

namespace ramet::inline v1::tune::internal {
namespace {

using compression::Algorithm;
using compression::Settings;

constexpr std::array<Settings, 13> all_settings = {{{Algorithm::zstd, 0},
                                                    {Algorithm::lz4, 1},
                                                    {Algorithm::lz4, 4},
                                                    {Algorithm::lz4, 9},
                                                    {Algorithm::zstd, 1},
                                                    {Algorithm::zstd, 3},
                                                    {Algorithm::zstd, 5},
                                                    {Algorithm::zstd, 9},
                                                    {Algorithm::zlib, 1},
                                                    {Algorithm::zlib, 6},
                                                    {Algorithm::zlib, 9},
                                                    {Algorithm::lzma, 4},
                                                    {Algorithm::lzma, 6}}};
constexpr std::size_t slow_step = 3;
constexpr std::size_t rounds = 3;
constexpr std::size_t decompressions = 3;  // in each round

/// Whether it takes a second or more for 16 MB.
bool is_slow(Settings settings) { return settings.algorithm == Algorithm::lzma || settings.level == 9; }

/// The least of the times that some work takes in so many turns.
template <class Work>
double least_seconds(std::size_t turns, const Work& work) {
  double least = seconds_of(work);
  for (std::size_t turn = 1; turn < turns; ++turn) least = std::min(least, seconds_of(work));
  return least;
}

/// The costs of two rounds, which differ in their times alone: what disturbs a measurement makes it longer.
CodecCost least_of(const CodecCost& one, const CodecCost& other) {
  CodecCost least = one;
  least.compress_seconds = std::min(one.compress_seconds, other.compress_seconds);
  least.decompress_seconds = std::min(one.decompress_seconds, other.decompress_seconds);
  return least;
}

constexpr std::uint64_t job_bytes = std::uint64_t{2} << 20;

/// Some columns with one of the settings. Threads: a value.
struct Job {
  std::size_t setting;
  std::size_t first;
  std::size_t last;
};

/// A part as it is stored. Threads: a value that borrows.
struct Packed {
  PlainPart plain;
  std::size_t begin;
  std::size_t end;
};

/// Compresses and decompresses with codecs that it keeps. Threads: one thread.
class CodecRun {
 public:
  CodecCost measure(const std::vector<PlainParts>& branches, Settings settings) {
    CodecCost sum;
    for (const PlainParts& parts : branches) sum += measure(parts, settings);
    return sum;
  }

 private:
  /// Those of one branch: pages with offsets are not like pages with values, and each must be measured.
  CodecCost measure(const PlainParts& parts, Settings settings) {
    const std::size_t step = is_slow(settings) && parts.size() >= slow_step ? slow_step : 1;
    CodecCost cost;
    cost.compress_seconds = seconds_of([&] { compress(parts, step, settings, cost); });
    cost.decompress_seconds = least_seconds(decompressions, [&] { decompress(); });
    std::uint64_t measured = 0;
    std::uint64_t all = 0;
    for (std::size_t number = 0; number < parts.size(); ++number) {
      all += parts[number].size();
      if (number % step == 0) measured += parts[number].size();
    }
    const double scale = measured == 0 ? 1 : static_cast<double>(all) / static_cast<double>(measured);
    return {cost.bytes * scale, cost.plain_bytes * scale, cost.compress_seconds * scale,
            cost.decompress_seconds * scale};
  }

  void compress(const PlainParts& parts, std::size_t step, Settings settings, CodecCost& cost) {
    packed_.clear();
    places_.clear();
    cost = {};
    for (std::size_t number = 0; number < parts.size(); number += step) {
      const std::size_t begin = packed_.size();
      const bool is_smaller =
          settings.level != 0 && !parts[number].empty() && compressor_.compress(parts[number], settings, packed_);
      if (is_smaller) places_.push_back({parts[number], begin, packed_.size()});
      cost.bytes += static_cast<double>(is_smaller ? packed_.size() - begin : parts[number].size());
      if (!is_smaller) cost.plain_bytes += static_cast<double>(parts[number].size());
    }
  }

  void decompress() {
    for (const Packed& one : places_) {
      plain_.resize(one.plain.size());
      decompressor_.decompress(packed_.span().subspan(one.begin, one.end - one.begin), plain_.span());
    }
  }

  compression::Compressor compressor_;
  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
  bytes::Buffer plain_;
  std::vector<Packed> places_;
};

/// Pieces of work of similar size of a round, the slowest settings first. These run for so long that
/// what disturbs them is as frequent as in a real run, and are measured in the first round alone.
std::vector<Job> jobs_of(std::size_t round, const StoredParts& parts, std::span<const Settings> settings) {
  std::vector<Job> jobs;
  for (std::size_t setting = settings.size(); setting-- > 0;) {
    if (round > 0 && is_slow(settings[setting])) continue;
    std::size_t first = 0;
    std::uint64_t bytes = 0;
    for (std::size_t column = 0; column < parts.of_column.size(); ++column) {
      for (const PlainParts& branch : parts.of_column[column])
        for (const PlainPart part : branch) bytes += part.size();
      if (bytes < job_bytes && column + 1 < parts.of_column.size()) continue;
      jobs.push_back({setting, first, column + 1});
      first = column + 1;
      bytes = 0;
    }
  }
  return jobs;
}

}  // namespace

std::span<const Settings> tried_settings() noexcept { return all_settings; }

CodecTable measure_codecs(const StoredParts& parts, std::span<const Settings> settings,
                          const schedule::ReadOptions& options) {
  CodecTable table(parts.of_column.size(), std::vector<CodecCost>(settings.size()));
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<Job> jobs = jobs_of(round, parts, settings);
    options.executor.for_each_index(
        jobs.size(),
        [&](std::size_t number) {
          const Job& job = jobs[number];
          CodecRun run;
          for (std::size_t column = job.first; column < job.last; ++column) {
            CodecCost& known = table[column][job.setting];
            const CodecCost found = run.measure(parts.of_column[column], settings[job.setting]);
            known = round == 0 ? found : least_of(known, found);
          }
        },
        options.stop);
  }
  return table;
}

}  // namespace ramet::inline v1::tune::internal
