#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/function_ref.hpp"

/// Pages and envelopes as bytes, encoded one value at a time: slow, and after the words of the specification.
namespace sample {

using ramet::bytes::Buffer;

/// Writes what envelopes are made of. Threads: one thread.
class FrameWriter {
 public:
  template <class Number>
  void write(Number number) {
    std::memcpy(buffer_.extend(sizeof number).data(), &number, sizeof number);
  }
  void string(std::string_view text) {
    write(static_cast<std::uint32_t>(text.size()));
    buffer_.append(std::as_bytes(std::span(text)));
  }
  void append(std::span<const std::byte> bytes) { buffer_.append(bytes); }

  void record(ramet::FunctionRef<void()> contents) {
    const std::size_t begin = buffer_.size();
    write(std::int64_t{0});
    contents();
    patch(begin, static_cast<std::int64_t>(buffer_.size() - begin));
  }
  void list(std::size_t count, ramet::FunctionRef<void()> items) {
    const std::size_t begin = buffer_.size();
    write(std::int64_t{0});
    write(static_cast<std::uint32_t>(count));
    items();
    patch(begin, -static_cast<std::int64_t>(buffer_.size() - begin));
  }

  std::size_t size() const noexcept { return buffer_.size(); }
  std::span<const std::byte> span() const noexcept { return buffer_.span(); }
  Buffer take() && noexcept { return std::move(buffer_); }

  template <class Number>
  void patch(std::size_t at, Number number) {
    std::memcpy(buffer_.data() + at, &number, sizeof number);
  }

 private:
  Buffer buffer_;
};

/// The ends of a type's range, and more numbers than are coded at a time.
template <class Number>
std::vector<Number> many_numbers() {
  std::vector<Number> numbers = {0, 1, std::numeric_limits<Number>::max(), std::numeric_limits<Number>::lowest(),
                                 std::numeric_limits<Number>::min()};
  while (numbers.size() < 1500) {  // more than go through at a time
    const double number = std::sin(numbers.size()) * 0.9 * static_cast<double>(std::numeric_limits<Number>::max() / 2);
    if constexpr (std::is_floating_point_v<Number>) {
      numbers.push_back(static_cast<Number>(number));
    } else {
      numbers.push_back(static_cast<Number>(static_cast<std::int64_t>(number)));  // below zero it wraps
    }
  }
  return numbers;
}

inline Buffer copy_of(std::span<const std::byte> bytes) {
  Buffer buffer;
  buffer.append(bytes);
  return buffer;
}

template <class Number>
Buffer plain_page(const std::vector<Number>& numbers) {
  return copy_of(std::as_bytes(std::span(numbers)));
}

/// All first bytes, then all second ones, ...
template <class Number>
Buffer split_page(const std::vector<Number>& numbers) {
  Buffer page(numbers.size() * sizeof(Number));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
      page.data()[byte * numbers.size() + i] = reinterpret_cast<const std::byte*>(&numbers[i])[byte];
  return page;
}

template <class Signed>
Buffer zigzag_page(const std::vector<Signed>& numbers) {
  using Unsigned = std::make_unsigned_t<Signed>;
  std::vector<Unsigned> zigzags;
  for (const Signed number : numbers)
    zigzags.push_back(
        static_cast<Unsigned>(number < 0 ? 2 * -static_cast<Unsigned>(number) - 1 : 2 * static_cast<Unsigned>(number)));
  return split_page(zigzags);
}

template <class Unsigned>
Buffer delta_page(const std::vector<Unsigned>& numbers) {
  std::vector<Unsigned> deltas = numbers;
  for (std::size_t i = 1; i < numbers.size(); ++i) deltas[i] = static_cast<Unsigned>(numbers[i] - numbers[i - 1]);
  return split_page(deltas);
}

/// Elements of so many bits, the lowest first, without padding.
inline Buffer packed_page(const std::vector<std::uint32_t>& numbers, unsigned bits) {
  Buffer page((numbers.size() * bits + 7) / 8);
  if (page.size() > 0) std::memset(page.data(), 0, page.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (unsigned bit = 0; bit < bits; ++bit)
      if ((numbers[i] >> bit & 1U) != 0) page.data()[(i * bits + bit) / 8] |= std::byte{1} << ((i * bits + bit) % 8);
  return page;
}

struct Dispatch {
  std::uint64_t index;
  std::uint32_t tag;
};

inline Buffer dispatch_page(const std::vector<Dispatch>& dispatches) {
  FrameWriter writer;
  for (const Dispatch& dispatch : dispatches) {
    writer.write(dispatch.index);
    writer.write(dispatch.tag);
  }
  return std::move(writer).take();
}

}  // namespace sample
