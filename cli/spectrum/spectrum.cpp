#include "cli/spectrum/spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <span>

#include "ramet/core/mutex.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/hist/detail/partial_sums.hpp"

namespace ramet::cli {
namespace {

/// Call `use` with all numbers as doubles, block by block.
template <class Use>
void for_each_block(hist::NumberView numbers, const Use& use) {
  std::array<double, 1024> scratch;
  for (std::size_t first = 0; first < numbers.size(); first += scratch.size()) {
    const std::size_t count = std::min(scratch.size(), numbers.size() - first);
    use(numbers.part(first, count).load(std::span(scratch).first(count)));
  }
}

std::uint64_t count_nans(hist::NumberView numbers) {
  std::uint64_t count = 0;
  for_each_block(numbers, [&](std::span<const double> block) {
    count += static_cast<std::uint64_t>(
        std::count_if(block.begin(), block.end(), [](double value) { return std::isnan(value); }));
  });
  return count;
}

}  // namespace

Spectrum& Spectrum::operator+=(const Spectrum& other) {
  histogram += other.histogram;
  nans += other.nans;
  return *this;
}

ValueSurvey survey_values(const tree::TreeReader& reader, const ColumnValues& column,
                          const tree::ReadOptions& options) {
  // One survey for each thread: the sum does not depend on the order in which they are added.
  Mutex mutex;
  std::deque<ValueSurvey> surveys;
  ObjectPool<ValueSurvey*> idle([&] {
    const MutexLock lock(mutex);
    return std::make_unique<ValueSurvey*>(&surveys.emplace_back());
  });
  for_each_part(reader, column, options, [&](std::size_t, hist::NumberView numbers) {
    const auto survey = idle.lend();
    for_each_block(numbers, [&](std::span<const double> block) { (*survey)->add(block); });
  });
  ValueSurvey all;
  for (const ValueSurvey& survey : surveys) all += survey;
  return all;
}

Spectrum fill_spectrum(const tree::TreeReader& reader, const ColumnValues& column, const hist::Axis& axis,
                       const tree::ReadOptions& options) {
  const Spectrum empty{hist::Histogram1D({}, axis)};
  hist::PartialSums<Spectrum> sums;
  const bool may_be_nan = !column.are_whole_numbers();
  for_each_part(reader, column, options, [&](std::size_t part, hist::NumberView numbers) {
    Spectrum spectrum = empty;
    spectrum.histogram.fill(numbers);
    if (may_be_nan) spectrum.nans = count_nans(numbers);
    sums.add(part, std::move(spectrum));
  });
  return std::move(sums).total().value_or(empty);
}

}  // namespace ramet::cli
