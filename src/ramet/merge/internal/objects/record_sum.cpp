#include "ramet/merge/internal/objects/record_sum.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Add numbers where they are stored. Returns false, having changed nothing, if a sum has no place in the type.
template <class Value>
bool add_run(std::byte* to, const std::byte* from, std::size_t count) noexcept {
  if constexpr (std::is_integral_v<Value>) {
    for (std::size_t index = 0; index < count; ++index) {
      Value sum = 0;
      if (__builtin_add_overflow(bytes::load_big_endian<Value>(to + index * sizeof(Value)),
                                 bytes::load_big_endian<Value>(from + index * sizeof(Value)), &sum))
        return false;
    }
  }
  for (std::size_t index = 0; index < count; ++index) {
    std::byte* const place = to + index * sizeof(Value);
    const auto sum = static_cast<Value>(bytes::load_big_endian<Value>(place) +
                                        bytes::load_big_endian<Value>(from + index * sizeof(Value)));
    bytes::store_big_endian(place, sum);
  }
  return true;
}

bool add_run(const NumberRun& run, std::byte* to, const std::byte* from) noexcept {
  switch (run.number) {
    case Number::int8:
      return add_run<std::int8_t>(to, from, run.count);
    case Number::int16:
      return add_run<std::int16_t>(to, from, run.count);
    case Number::int32:
      return add_run<std::int32_t>(to, from, run.count);
    case Number::int64:
      return add_run<std::int64_t>(to, from, run.count);
    case Number::float32:
      return add_run<float>(to, from, run.count);
    case Number::float64:
      break;
  }
  return add_run<double>(to, from, run.count);
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

std::optional<Refusal> RecordSum::refusal_of(const RecordMap& map, std::span<const std::byte> record) const {
  if (map.is_average || map_.is_average) return Refusal{DifferenceKind::storage, "", "its bins are averages"};
  if (map.is_buffered || map_.is_buffered)
    return Refusal{DifferenceKind::storage, "", "it has values that are not in its bins yet"};
  if (map.has_labels || map_.has_labels) return Refusal{DifferenceKind::axes, "", "its bins have other names"};
  for (std::size_t run = 0; run < std::min(map.runs.size(), map_.runs.size()); ++run) {
    const NumberRun& there = map.runs[run];
    const NumberRun& here = map_.runs[run];
    if (here.treatment != Treatment::equal || there.treatment != Treatment::equal) continue;
    if (here.count != there.count ||
        std::memcmp(sum_.bytes.data() + here.offset, record.data() + there.offset, here.bytes()) != 0)
      return Refusal{DifferenceKind::axes, map_.parts[run], "its bins are other ones"};
  }
  if (!map.has_shape_of(map_))
    return Refusal{DifferenceKind::storage, "", "only some of the histograms have squared weights"};
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add_numbers(std::span<const NumberRun> runs, std::span<const std::byte> record) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const NumberRun& to = map_.runs[run];
    if (to.treatment != Treatment::add) continue;
    if (add_run(to, sum_.bytes.data() + to.offset, record.data() + runs[run].offset)) continue;
    return Refusal{DifferenceKind::overflow, map_.parts[run],
                   fmt::format("a bin is too large for class {}", class_name_)};
  }
  return std::nullopt;
}

std::optional<Refusal> RecordSum::add(file::Record record, object::Layouts layouts) {
  if (is_empty()) {
    map_ = map_record(record.bytes.span(), record.key_length, class_name_, layouts);
    sum_ = std::move(record);
    return std::nullopt;
  }
  if (!map_.is_average && !map_.is_buffered && record.key_length == sum_.key_length &&
      has_same_frame(record.bytes.span()))
    return add_numbers(map_.runs, record.bytes.span());
  const RecordMap map = map_record(record.bytes.span(), record.key_length, class_name_, layouts);
  if (auto refusal = refusal_of(map, record.bytes.span())) return refusal;
  return add_numbers(map.runs, record.bytes.span());
}

}  // namespace ramet::inline v1::merge::internal
