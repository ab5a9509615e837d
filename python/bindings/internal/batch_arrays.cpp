#include "internal/batch_arrays.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

#include "internal/dtypes.hpp"

#include "ramet/array/array_builder.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::bindings {
namespace {

using array::Array;
using array::ArrayBuilder;
using array::Kind;
using array::NumberType;

/// Reads values from one buffer after the other.
class BatchReader {
 public:
  explicit BatchReader(std::span<const BufferView> buffers) : buffers_(buffers) {}

  /// Append values [first, last) to an empty array.
  void read(ArrayBuilder& to, std::size_t first, std::size_t last) {
    to.length = last - first;
    switch (to.kind) {
      case Kind::number:
        copy(next(to.number, last), array::size_of(to.number), first, last, to.values);
        break;
      case Kind::string: {
        const auto [begin, end] = read_offsets(to, first, last);
        copy(next(NumberType::uint8, end), 1, begin, end, to.values);
        break;
      }
      case Kind::list:
      case Kind::option: {
        const auto [begin, end] = read_offsets(to, first, last);
        read(to.contents[0], begin, end);
        break;
      }
      case Kind::regular:
        read(to.contents[0], detail::checked_product<std::size_t>(first, to.size, "number of values"),
             detail::checked_product<std::size_t>(last, to.size, "number of values"));
        break;
      case Kind::record:
        for (ArrayBuilder& member : to.contents) read(member, first, last);
        break;
      case Kind::variant:
        detail::fail(ErrorKind::unsupported, "values of type {} cannot be written", array::to_string(to.type()));
    }
  }

  bool at_end() const noexcept { return next_ == buffers_.size(); }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  const BufferView& next(NumberType type, std::size_t at_least) {
    if (at_end()) detail::fail(ErrorKind::misuse, "the batch has {} buffers, expected more", buffers_.size());
    const BufferView& buffer = buffers_[next_++];
    if (buffer.dtype != dtype_of(type))
      detail::fail(ErrorKind::misuse, "a buffer has numbers with {} bits of kind {}, expected {}", buffer.dtype.bits,
                   buffer.dtype.code, array::to_string(type));
    if (buffer.length < at_least)
      detail::fail(ErrorKind::misuse, "a buffer has {} values, expected at least {}", buffer.length, at_least);
    return buffer;
  }

  static void copy(const BufferView& from, std::size_t width, std::size_t first, std::size_t last, bytes::Buffer& to) {
    to.append({from.data + first * width, (last - first) * width});
  }

  /// Append offsets so that they begin at 0; returns the range of the content that they cover.
  Range read_offsets(ArrayBuilder& to, std::size_t first, std::size_t last) {
    const BufferView& buffer = next(NumberType::int64, last + 1);
    const std::span offsets(reinterpret_cast<const std::int64_t*>(buffer.data) + first, last - first + 1);
    if (offsets.front() < 0 || offsets.back() < offsets.front())
      detail::fail(ErrorKind::misuse, "offsets decrease from {} to {}", offsets.front(), offsets.back());
    to.offsets.resize(offsets.size_bytes());
    auto* out = reinterpret_cast<std::int64_t*>(to.offsets.data());
    for (const std::int64_t offset : offsets) *out++ = offset - offsets.front();
    return {static_cast<std::size_t>(offsets.front()), static_cast<std::size_t>(offsets.back())};
  }

  std::span<const BufferView> buffers_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<BufferView> views_of(std::span<const InputBuffer> buffers) {
  std::vector<BufferView> views;
  for (const InputBuffer& buffer : buffers)
    views.push_back({static_cast<const std::byte*>(buffer.data()), buffer.size(), buffer.dtype()});
  return views;
}

std::vector<Array> arrays_from(std::span<const table::Column> columns, std::size_t entries,
                               std::span<const BufferView> buffers) {
  BatchReader reader(buffers);
  std::vector<Array> arrays;
  for (const table::Column& column : columns)
    detail::while_doing([&] { return fmt::format("column '{}'", column.name); },
                        [&] {
                          ArrayBuilder builder(column.type);
                          reader.read(builder, 0, entries);
                          arrays.push_back(std::move(builder).finish());
                        });
  if (!reader.at_end()) detail::fail(ErrorKind::misuse, "the batch has {} buffers, expected fewer", buffers.size());
  return arrays;
}

}  // namespace ramet::bindings
