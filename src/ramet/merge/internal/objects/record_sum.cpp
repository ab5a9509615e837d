#include "ramet/merge/internal/objects/record_sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "ramet/bytes/detail/each_machine.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/hist/detail/waiting_fills.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/merge/internal/objects/histogram_average.hpp"
#include "ramet/merge/internal/objects/histogram_record.hpp"
#include "ramet/merge/internal/objects/histogram_union.hpp"
#include "ramet/merge/internal/objects/promoted_record.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Join two numbers. Returns false if the result has no place in the type.
template <class Value>
bool join(Treatment treatment, Value& to, Value from) noexcept {
  switch (treatment) {
    case Treatment::multiply:
      if constexpr (std::is_integral_v<Value>) return !__builtin_mul_overflow(to, from, &to);
      to = static_cast<Value>(to * from);
      return true;
    case Treatment::parallel:  // of weights, as TEfficiency::operator+=
      if (to + from != 0) to = static_cast<Value>(to * from / (to + from));
      return true;
    case Treatment::smallest:
      to = std::min(to, from);
      return true;
    case Treatment::largest:
      to = std::max(to, from);
      return true;
    case Treatment::last:
      to = from;
      return true;
    case Treatment::add:
      if constexpr (std::is_integral_v<Value>) return !__builtin_add_overflow(to, from, &to);
      to = static_cast<Value>(to + from);
      return true;
    case Treatment::first:
    case Treatment::equal:
      break;
  }
  return true;
}

/// From here on, a 4-byte float has not all whole numbers.
constexpr float first_rounded = 16'777'216;

/// Whether a sum of two counts is not the number that is stored.
bool is_rounded(float one, float other, float sum) noexcept {
  return std::abs(sum) >= first_rounded && one == std::trunc(one) && other == std::trunc(other) &&
         double{one} + double{other} != double{sum};
}

/// Floats are added so many at a time ...
constexpr std::size_t floats_at_a_time = 64;

/// ... without a branch for each of them. Returns whether a sum may be rounded.
RAMET_EACH_MACHINE bool sum_of_floats(const std::byte* __restrict one, const std::byte* __restrict other,
                                      std::size_t count, float* __restrict to) noexcept {
  for (std::size_t index = 0; index < count; ++index)
    to[index] = bytes::load_big_endian<float>(one + index * sizeof(float)) +
                bytes::load_big_endian<float>(other + index * sizeof(float));
  constexpr std::uint32_t without_sign = 0x7fffffff;
  std::uint32_t largest = 0;  // the bits of positive floats are in their order, and those that are no number above all
  for (std::size_t index = 0; index < count; ++index)
    largest = std::max(largest, std::bit_cast<std::uint32_t>(to[index]) & without_sign);
  return largest >= std::bit_cast<std::uint32_t>(first_rounded);
}

RAMET_EACH_MACHINE void store_floats(const float* __restrict from, std::size_t count,
                                     std::byte* __restrict to) noexcept {
  for (std::size_t index = 0; index < count; ++index) bytes::store_big_endian(to + index * sizeof(float), from[index]);
}

/// Add floats where they are stored. Returns whether a count was rounded.
bool add_floats(const NumberRun& run, std::byte* to, const std::byte* from) noexcept {
  bool has_rounded = false;
  std::array<float, floats_at_a_time> sums{};
  for (std::size_t first = 0; first < run.count; first += floats_at_a_time) {
    const std::size_t count = std::min<std::size_t>(run.count - first, floats_at_a_time);
    std::byte* const place = to + first * sizeof(float);
    const std::byte* const others = from + first * sizeof(float);
    if (sum_of_floats(place, others, count, sums.data()))
      for (std::size_t index = 0; index < count && !has_rounded; ++index)
        has_rounded = is_rounded(bytes::load_big_endian<float>(place + index * sizeof(float)),
                                 bytes::load_big_endian<float>(others + index * sizeof(float)), sums[index]);
    store_floats(sums.data(), count, place);
  }
  return has_rounded;
}

/// Join numbers where they are stored. Returns false if a result has no place in the type.
template <class Value>
bool join_run(const NumberRun& run, std::byte* to, const std::byte* from) noexcept {
  for (std::size_t index = 0; index < run.count; ++index) {
    std::byte* const place = to + index * sizeof(Value);
    auto value = bytes::load_big_endian<Value>(place);
    if (!join(run.treatment, value, bytes::load_big_endian<Value>(from + index * sizeof(Value)))) return false;
    bytes::store_big_endian(place, value);
  }
  return true;
}

bool join_run(const NumberRun& run, std::byte* to, const std::byte* from) noexcept {
  switch (run.number) {
    case Number::int8:
      return join_run<std::int8_t>(run, to, from);
    case Number::int16:
      return join_run<std::int16_t>(run, to, from);
    case Number::int32:
      return join_run<std::int32_t>(run, to, from);
    case Number::int64:
      return join_run<std::int64_t>(run, to, from);
    case Number::float32:
      return join_run<float>(run, to, from);
    case Number::float64:
      break;
  }
  return join_run<double>(run, to, from);
}

/// Whether a class of integers, TH1C to TH1I, has room for all contents.
bool holds(char letter, std::span<const double> contents) noexcept {
  const double most = letter == 'C' ? 127 : letter == 'S' ? 32767 : letter == 'I' ? 2147483647 : 0;
  return most == 0 || std::ranges::all_of(contents, [&](double content) { return std::abs(content) <= most; });
}

/// A sum that a class of integers cannot hold, and what would.
Refusal overflow_of(std::string_view class_name, std::string part) {
  const bool is_number = class_name.starts_with("TParameter<");
  std::string message = fmt::format("{} is too large for class {}", is_number ? "the value" : "a bin", class_name);
  const std::string promoted = promoted_class(class_name);
  if (!promoted.empty()) message += fmt::format("; the rule {}=promote makes it a {}", class_name, promoted);
  return {DifferenceKind::overflow, std::move(part), std::move(message)};
}

/// Whether objects of a class are read and written as hist::HistogramParts.
bool has_parts(std::string_view class_name) noexcept {
  return class_name.starts_with("TH1") || class_name.starts_with("TH2") || class_name.starts_with("TH3") ||
         class_name.starts_with("TProfile");
}

bool has_range(const hist::HistogramParts& parts) noexcept {
  return std::ranges::all_of(parts.axes, [](const hist::NamedAxis& axis) { return axis.bins.has_range(); });
}

/// A number of a record; 0 if there is no such run.
double number_in(const RecordMap& map, std::size_t run, std::span<const std::byte> record) noexcept {
  if (run >= map.runs.size() || map.runs[run].number != Number::float64) return 0;
  return bytes::load_big_endian<double>(record.data() + map.runs[run].offset);
}

/// More numbers of fills than these do not wait for the ranges of later histograms.
constexpr std::size_t most_waiting = 16384;

/// Whether cells of a histogram without a range have contents: these have no place in others.
bool has_contents(const hist::HistogramParts& parts) noexcept {
  return std::ranges::any_of(parts.contents, [](double content) { return content != 0; });
}

}  // namespace

bool RecordSum::has_same_frame(std::span<const std::byte> record) const noexcept {
  if (record.size() != sum_.bytes.size()) return false;
  std::size_t at = sum_.key_length;
  const auto same = [&](std::size_t end) {
    return std::memcmp(record.data() + at, sum_.bytes.data() + at, end - at) == 0;
  };
  for (const NumberRun& run : map_.runs) {
    if (run.treatment == Treatment::equal) continue;
    if (!same(run.offset)) return false;
    at = run.end();
  }
  return same(record.size());
}

bool RecordSum::has_same_bins(const RecordMap& map, std::span<const std::byte> record) const noexcept {
  if (map.has_labels || map_.has_labels || !map.has_shape_of(map_)) return false;
  for (std::size_t run = 0; run < map.runs.size(); ++run) {
    const NumberRun& there = map.runs[run];
    const NumberRun& here = map_.runs[run];
    if (here.treatment == Treatment::equal &&
        std::memcmp(sum_.bytes.data() + here.offset, record.data() + there.offset, here.bytes()) != 0)
      return false;
  }
  return true;
}

hist::HistogramParts RecordSum::parts_of(const file::Record& record, object::Layouts layouts) const {
  hist::FigureReader reader(layouts);
  return std::get<hist::Histogram>(reader.read(record.bytes.span(), record.key_length, class_name_)).parts();
}

void RecordSum::wait(const file::Record& record, const RecordMap& map) {
  if (!map.is_buffered) return;
  const std::byte* const place = record.bytes.data() + map.buffer.offset;
  const auto number = [&](std::size_t index) { return bytes::load_big_endian<double>(place + index * sizeof(double)); };
  const std::size_t numbers = hist::numbers_of_fill(*union_);
  const std::size_t most = (map.buffer.count - 1) / numbers;
  const auto count = static_cast<std::size_t>(std::min(number(0), static_cast<double>(most)));
  for (std::size_t index = 1; index <= count * numbers; ++index) waiting_.push_back(number(index));
}

std::size_t RecordSum::room_for_waiting() const {
  const std::size_t numbers = hist::numbers_of_fill(*union_);
  return room_ == 0 ? 0 : (room_ - 1) / numbers * numbers;
}

hist::HistogramParts RecordSum::filled() const {
  if (waiting_.empty()) return *union_;
  if (has_range(*union_)) return hist::with_fills(*union_, waiting_).parts();
  hist::HistogramParts parts = *union_;
  const std::span<const double> fills = waiting_;
  const std::size_t first = room_for_waiting();
  if (fills.size() <= first) return parts;
  return hist::with_fills(hist::with_buffer(std::move(parts), fills.first(first)).parts(), fills.subspan(first))
      .parts();
}

std::optional<Refusal> RecordSum::add_without_range(const file::Record& record, const RecordMap& map,
                                                    const hist::HistogramParts& parts) {
  if (has_contents(parts)) return Refusal{DifferenceKind::axes, "", "one of the histograms has no range yet"};
  wait(record, map);
  room_ = room_ == 0 ? map.buffer.count : room_;
  if (waiting_.size() > most_waiting) {
    union_ = filled();
    if (has_range(*union_)) waiting_.clear();
  }
  if (!map.is_buffered) add_moments(union_->moments, parts.moments);
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add_bins(const file::Record& record, object::Layouts layouts, const RecordMap& map) {
  if (class_name_.starts_with("TParameter<"))
    return Refusal{DifferenceKind::contents, "", "it says that it is merged in another way"};
  if (is_efficiency_class(class_name_)) return add_efficiency(record, layouts);
  if (!has_parts(class_name_)) return Refusal{DifferenceKind::axes, "", "its bins are other ones"};
  if (!union_) {
    const hist::HistogramParts first = parts_of(sum_, layouts_);
    union_ = first;
    if (!has_range(first)) {
      union_->moments = hist::Moments::for_axes(first.axes.size());
      if (auto refusal = add_without_range(sum_, map_, first)) return refusal;
    } else if (statistics_ == Statistics::of_bins) {
      union_->moments = statistics_of(first);
    }
    statistics_ = Statistics::of_fills;
  }
  hist::HistogramParts parts = parts_of(record, layouts);
  const auto has_names = [](const hist::NamedAxis& axis) { return !axis.bin_labels.empty(); };
  if (!map.is_buffered && std::ranges::any_of(union_->axes, has_names) && has_nothing(parts))
    set_axes(parts, union_->axes);
  if (!has_range(parts)) {
    if (auto refusal = add_without_range(record, map, parts)) return refusal;
  } else {
    parts.moments = statistics_of(parts);
    if (auto refusal = add_with_range(std::move(parts))) return refusal;
  }
  if (class_name_.ends_with('F') && std::ranges::any_of(union_->contents, [](double content) {
        return content == std::trunc(content) && double{static_cast<float>(content)} != content;
      }))
    has_rounded_ = true;
  if (!holds(class_name_.back(), union_->contents)) return overflow_of(class_name_, "");
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add_with_range(hist::HistogramParts parts) {
  if (has_range(*union_)) {
    HistogramUnion joined = union_of(*union_, parts);
    if (!joined.problem.empty()) return Refusal{DifferenceKind::axes, joined.axis, joined.problem};
    union_ = std::move(joined.sum);
    return std::nullopt;
  }
  for (std::size_t axis = 0; axis < parts.axes.size(); ++axis)  // other bits of an axis are those of the first record
    parts.axes[axis].can_extend = union_->axes[axis].can_extend;
  add_moments(parts.moments, union_->moments);
  union_ = std::move(parts);
  return std::nullopt;
}

/// Histograms of many axes (THn), of which some have no cells yet.
std::optional<Refusal> RecordSum::add_many_axes(file::Record record, object::Layouts layouts, RecordMap map) {
  if (map.runs.size() > map_.runs.size()) {  // the one with more arrays has room for the other
    std::swap(record, sum_);
    std::swap(map, map_);
    std::swap(layouts, layouts_);
  }
  std::size_t there = 0;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  bool lacks_squares = false;
  for (std::size_t here = 0; here < map_.runs.size(); ++here) {
    const NumberRun& to = map_.runs[here];
    const bool is_there = there < map.runs.size() && map.parts[there] == map_.parts[here];
    if (!is_there && to.treatment == Treatment::add) {
      lacks_squares = lacks_squares || map_.parts[here] == "fSumw2";
      continue;
    }
    const bool is_alike = is_there && map.runs[there].count == to.count && map.runs[there].number == to.number &&
                          map.runs[there].treatment == to.treatment;
    const bool is_same = is_alike && (to.treatment != Treatment::equal ||
                                      std::memcmp(sum_.bytes.data() + to.offset,
                                                  record.bytes.data() + map.runs[there].offset, to.bytes()) == 0);
    if (!is_same) return Refusal{DifferenceKind::axes, map_.parts[here], "its bins are other ones"};
    pairs.emplace_back(here, there++);
  }
  const bool has_cells = std::ranges::find(map.parts, "fArray") != map.parts.end();
  if (there != map.runs.size() || (lacks_squares && has_cells))
    return Refusal{DifferenceKind::storage, "", "only some of the histograms have squared weights"};
  for (const auto& [here, other] : pairs) {
    const NumberRun& to = map_.runs[here];
    if (to.treatment == Treatment::equal) continue;
    if (!join_run(to, sum_.bytes.data() + to.offset, record.bytes.data() + map.runs[other].offset))
      return overflow_of(class_name_, map_.parts[here]);
  }
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add_average(const file::Record& record, object::Layouts layouts,
                                              const RecordMap& map) {
  if (!map.is_average || !map_.is_average)
    return Refusal{DifferenceKind::contents, "", "only some of the histograms have bins that are averages"};
  if (!union_) union_ = parts_of(sum_, layouts_);
  HistogramAverage joined = average_of(*union_, parts_of(record, layouts));
  if (!joined.problem.empty()) return Refusal{DifferenceKind::axes, "", joined.problem};
  union_ = std::move(joined.average);
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add_efficiency(const file::Record& record, object::Layouts layouts) {
  if (!efficiency_) {
    EfficiencySum sum;
    if (auto misfit = sum.add(sum_, layouts_)) return Refusal{DifferenceKind::axes, misfit->axis, misfit->problem};
    efficiency_ = std::move(sum);
  }
  if (auto misfit = efficiency_->add(record, layouts))
    return Refusal{DifferenceKind::axes, misfit->axis, misfit->problem};
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add_sparse(const file::Record& record, object::Layouts layouts) {
  if (!sparse_) sparse_.emplace(class_name_).add(sum_, layouts_);
  if (!sparse_->add(record, layouts)) return Refusal{DifferenceKind::axes, "", "its bins are other ones"};
  if (sparse_->fits()) return std::nullopt;
  return overflow_of(class_name_, "");
}

bytes::Buffer RecordSum::payload(std::size_t key_length) const {
  if (sparse_) return sparse_->payload(sum_, key_length, layouts_);
  if (efficiency_) return efficiency_->payload(sum_, key_length, layouts_);
  if (union_) {
    std::vector<double> buffer;
    const hist::HistogramParts parts = filled();
    if (!waiting_.empty() && !has_range(parts)) {
      const std::size_t fills = waiting_.size() / hist::numbers_of_fill(parts);
      buffer.push_back(static_cast<double>(fills));
      buffer.insert(buffer.end(), waiting_.begin(), waiting_.end());
      buffer.resize(std::max(buffer.size(), room_));
    }
    return with_parts(sum_, class_name_, layouts_, parts, key_length, buffer);
  }
  bytes::Buffer payload;
  payload.append(sum_.payload());
  return payload;
}

void RecordSum::compare_values(std::span<const NumberRun> runs, std::span<const std::byte> record) noexcept {
  if (map_.parameter_bits == 0) return;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const NumberRun& here = map_.runs[run];
    if (std::memcmp(sum_.bytes.data() + here.offset, record.data() + runs[run].offset, here.bytes()) == 0) continue;
    std::byte* const place = sum_.bytes.data() + map_.parameter_bits;
    constexpr std::uint32_t is_constant = std::uint32_t{1} << 21;  // TParameter::kIsConst
    bytes::store_big_endian(place, bytes::load_big_endian<std::uint32_t>(place) & ~is_constant);
  }
}

bool RecordSum::is_blank() const {
  return has_parts(class_name_) && !union_ && !map_.is_buffered && !map_.has_labels &&
         statistics_ == Statistics::none && has_nothing(parts_of(sum_, layouts_));
}

std::optional<Refusal> RecordSum::add_numbers(std::span<const NumberRun> runs, std::span<const std::byte> record) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const NumberRun& to = map_.runs[run];
    if (to.treatment == Treatment::equal || to.treatment == Treatment::first) continue;
    if (to.number == Number::float32 && to.treatment == Treatment::add) {
      if (add_floats(to, sum_.bytes.data() + to.offset, record.data() + runs[run].offset)) has_rounded_ = true;
      continue;
    }
    if (join_run(to, sum_.bytes.data() + to.offset, record.data() + runs[run].offset)) continue;
    return overflow_of(class_name_, map_.parts[run]);
  }
  return std::nullopt;
}

RecordSum::Statistics RecordSum::statistics_in(const RecordMap& map, std::span<const std::byte> record) const noexcept {
  if (!has_parts(class_name_) || number_in(map, map.entries, record) == 0) return Statistics::none;
  return number_in(map, map.weights, record) == 0 ? Statistics::of_bins : Statistics::of_fills;
}

std::optional<Refusal> RecordSum::add(file::Record&& record, object::Layouts layouts) {
  if (is_empty()) {
    if (!is_sparse_class(class_name_)) map_ = map_record(record.bytes.span(), record.key_length, class_name_, layouts);
    sum_ = std::move(record);
    layouts_ = layouts;
    statistics_ = statistics_in(map_, sum_.bytes.span());
    return std::nullopt;
  }
  if (is_sparse_class(class_name_)) return add_sparse(record, layouts);
  const auto add_same = [&](const RecordMap& map, Statistics statistics) {
    if (statistics_ == Statistics::none) statistics_ = statistics;
    compare_values(map.runs, record.bytes.span());
    return add_numbers(map.runs, record.bytes.span());
  };
  if (!union_ && !efficiency_ && !map_.is_average && map_.buffer.count == 0 && record.key_length == sum_.key_length &&
      has_same_frame(record.bytes.span()))
    if (const Statistics statistics = statistics_in(map_, record.bytes.span()); fits(statistics))
      return add_same(map_, statistics);
  RecordMap map = map_record(record.bytes.span(), record.key_length, class_name_, layouts);
  if (map.has_labels && is_blank()) {  // nothing was filled by name: the names are those of the next one
    std::swap(record, sum_);
    std::swap(map, map_);
    std::swap(layouts, layouts_);
    statistics_ = statistics_in(map_, sum_.bytes.span());
  }
  if (class_name_.starts_with("THnT<")) return add_many_axes(std::move(record), layouts, std::move(map));
  if (map.is_average || map_.is_average) return add_average(record, layouts, map);
  const bool is_buffered = map.buffer.count > 0 || map_.buffer.count > 0;
  const Statistics statistics = statistics_in(map, record.bytes.span());
  if (union_ || efficiency_ || is_buffered || !fits(statistics) || !has_same_bins(map, record.bytes.span()))
    return add_bins(record, layouts, map);
  return add_same(map, statistics);
}

}  // namespace ramet::inline v1::merge::internal
