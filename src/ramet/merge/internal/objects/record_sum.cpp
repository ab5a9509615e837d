#include "ramet/merge/internal/objects/record_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/merge/internal/objects/histogram_record.hpp"
#include "ramet/merge/internal/objects/histogram_union.hpp"

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

std::optional<Refusal> RecordSum::add_bins(const file::Record& record, object::Layouts layouts) {
  if (!class_name_.starts_with("TH") && !class_name_.starts_with("TProfile"))
    return Refusal{DifferenceKind::axes, "", "its bins are other ones"};
  const auto parts_of = [&](const file::Record& from, object::Layouts described) {
    hist::FigureReader reader(described);
    return std::get<hist::Histogram>(reader.read(from.bytes.span(), from.key_length, class_name_)).parts();
  };
  if (!union_) union_ = parts_of(sum_, layouts_);
  HistogramUnion joined = union_of(*union_, parts_of(record, layouts));
  if (!joined.problem.empty()) return Refusal{DifferenceKind::axes, joined.axis, joined.problem};
  if (!holds(class_name_.back(), joined.sum.contents))
    return Refusal{DifferenceKind::overflow, "", fmt::format("a bin is too large for class {}", class_name_)};
  union_ = std::move(joined.sum);
  return std::nullopt;
}

bytes::Buffer RecordSum::payload(std::size_t key_length) const {
  if (union_) return with_parts(sum_, class_name_, layouts_, *union_, key_length);
  bytes::Buffer payload;
  payload.append(sum_.payload());
  return payload;
}

std::optional<Refusal> RecordSum::add_numbers(std::span<const NumberRun> runs, std::span<const std::byte> record) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const NumberRun& to = map_.runs[run];
    if (to.treatment == Treatment::equal || to.treatment == Treatment::first) continue;
    if (join_run(to, sum_.bytes.data() + to.offset, record.data() + runs[run].offset)) continue;
    return Refusal{DifferenceKind::overflow, map_.parts[run],
                   fmt::format("a bin is too large for class {}", class_name_)};
  }
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add(file::Record record, object::Layouts layouts) {
  if (is_empty()) {
    map_ = map_record(record.bytes.span(), record.key_length, class_name_, layouts);
    sum_ = std::move(record);
    layouts_ = layouts;
    return std::nullopt;
  }
  if (!union_ && !map_.is_average && !map_.is_buffered && record.key_length == sum_.key_length &&
      has_same_frame(record.bytes.span()))
    return add_numbers(map_.runs, record.bytes.span());
  const RecordMap map = map_record(record.bytes.span(), record.key_length, class_name_, layouts);
  if (map.is_average || map_.is_average) return Refusal{DifferenceKind::storage, "", "its bins are averages"};
  if (map.is_buffered || map_.is_buffered)
    return Refusal{DifferenceKind::storage, "", "it has values that are not in its bins yet"};
  if (union_ || !has_same_bins(map, record.bytes.span())) return add_bins(record, layouts);
  return add_numbers(map.runs, record.bytes.span());
}

}  // namespace ramet::inline v1::merge::internal
