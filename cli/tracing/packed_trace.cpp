// The columns: for the spans, stream after stream: begin (since the one before, from 0 in each stream), duration, name,
// state, thread + 1, event (difference in 64 bits, zigzag; the largest is none), bytes, tier + 1; for each counter:
// times (differences), then values of 8 bytes, little-endian; for the arrows: begin, stream, end (since the begin,
// zigzag), stream.
#include "cli/tracing/packed_trace.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/compression/compressor.hpp"

namespace ramet::cli {
namespace {

constexpr std::size_t block_size = std::size_t{8} << 20;
constexpr int level = 6;

/// Appends numbers in the form of the page. Threads: one thread.
class NumberBytes {
 public:
  void add(std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes_.push_back(static_cast<std::byte>((number & 127) | 128));
    bytes_.push_back(static_cast<std::byte>(number));
  }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add_signed(std::int64_t number) {
    add((static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63));
  }
  void add_double(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<std::byte>(bits >> shift));
  }
  const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

void add_spans(const std::vector<Span>& spans, NumberBytes& out) {
  for (std::size_t place = 0; place < spans.size(); ++place) {
    const bool is_first = place == 0 || spans[place - 1].stream != spans[place].stream;
    out.add(spans[place].start - (is_first ? 0 : spans[place - 1].start));
  }
  for (const Span& span : spans) out.add(span.duration);
  for (const Span& span : spans) out.add(std::uint64_t{span.name});
  for (const Span& span : spans) out.add(static_cast<std::uint64_t>(span.state));
  for (const Span& span : spans) out.add(std::int64_t{span.thread} + 1);
  std::uint64_t event = 0;
  for (const Span& span : spans) {
    out.add_signed(static_cast<std::int64_t>(span.event - event));
    event = span.event;
  }
  for (const Span& span : spans) out.add(span.bytes);
  for (const Span& span : spans) out.add(std::int64_t{span.tier} + 1);
}

void add_counter(const Counter& counter, NumberBytes& out) {
  std::int64_t time = 0;
  for (const CounterPoint& point : counter.points) {
    out.add(point.time - time);
    time = point.time;
  }
  for (const CounterPoint& point : counter.points) out.add_double(point.value);
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t place = 0; place < bytes.size(); place += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - place);
    std::uint32_t group = 0;
    for (std::size_t number = 0; number < 3; ++number)
      group = (group << 8) | (number < count ? std::to_integer<std::uint32_t>(bytes[place + number]) : 0);
    for (std::size_t number = 0; number < 4; ++number)
      text += number <= count ? letters[(group >> (18 - 6 * number)) & 63] : '=';
  }
  return text;
}

/// Add the streams of zlib in a record of ROOT's, which has several where little repeats, each behind a head.
void add_blocks(std::span<const std::byte> record, std::uint64_t plain_size, std::vector<std::string>& blocks) {
  for (std::size_t place = 0; place < record.size();) {
    const auto head = compression::BlockHeader::read(record, place, plain_size);
    blocks.push_back(base64(record.subspan(place + compression::block_header_size, head.packed_size)));
    place += compression::block_header_size + head.packed_size;
    plain_size -= head.plain_size;
  }
}

}  // namespace

std::vector<std::string> packed(const Trace& trace) {
  NumberBytes numbers;
  add_spans(trace.spans, numbers);
  for (const Counter& counter : trace.counters) add_counter(counter, numbers);
  for (const Arrow& arrow : trace.arrows) {
    numbers.add_signed(arrow.from);
    numbers.add(std::uint64_t{arrow.from_stream});
    numbers.add_signed(arrow.to - arrow.from);
    numbers.add(std::uint64_t{arrow.to_stream});
  }
  std::vector<std::string> blocks;
  compression::Compressor compressor;
  for (std::span<const std::byte> rest = numbers.bytes(); !rest.empty();) {
    const auto plain = rest.first(std::min(rest.size(), block_size));
    bytes::Buffer record;
    if (compressor.compress(plain, {compression::Algorithm::zlib, level}, record))
      add_blocks(record.span(), plain.size(), blocks);
    else
      blocks.push_back("=" + base64(plain));  // '=' marks bytes that are stored as they are
    rest = rest.subspan(plain.size());
  }
  return blocks;
}

}  // namespace ramet::cli
