#include "ramet/ntuple/detail/page_encoder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/element_decoder.hpp"
#include "ramet/ntuple/internal/encode/element_encoder.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::Array;
using array::Kind;

// A page list counts a page's elements in 31 bits, a limit that small pages of bits can reach.
constexpr std::size_t most_elements = 0x7fffffff;

/// Map values [first, last) of an array to those of one of its contents.
ClusterRows::Elements step_down(const ClusterRows::Elements& from, std::size_t content) {
  const Array& array = *from.array;
  const Array* const below = &array.contents()[content];
  switch (array.kind()) {
    case Kind::list:
    case Kind::option: {
      const auto offsets = array.list_offsets();
      return {below, static_cast<std::size_t>(offsets[from.first]), static_cast<std::size_t>(offsets[from.last])};
    }
    case Kind::regular:
      return {below, from.first * array.size(), from.last * array.size()};
    case Kind::variant: {
      // The values lie in order, so they are one range of each alternative.
      const auto is_it = [&](std::uint8_t tag) { return tag == content + 1; };
      const auto tags = array.tags();
      const auto begin = tags.begin();
      const auto before = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(from.first), is_it);
      const auto until = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(from.last), is_it);
      return {below, static_cast<std::size_t>(before), static_cast<std::size_t>(until)};
    }
    case Kind::record:
    case Kind::number:
    case Kind::string:
      break;
  }
  return {below, from.first, from.last};
}

/// The characters of strings [first, last).
ClusterRows::Elements characters_of(const ClusterRows::Elements& strings) {
  const auto offsets = strings.array->list_offsets();
  return {strings.array, static_cast<std::size_t>(offsets[strings.first]),
          static_cast<std::size_t>(offsets[strings.last])};
}

}  // namespace

ClusterRows::ClusterRows(const NTuplePlan& plan, std::span<const Array> fields, std::size_t first, std::size_t last)
    : fields_(fields), first_(first), last_(last) {
  for (const std::size_t field : plan.fields_with_variants)
    copies_.emplace(field, compact(fields[field].slice(first, last)));
}

ClusterRows::Elements ClusterRows::values_of(const ColumnSource& source) const {
  const auto copy = copies_.find(source.field);
  Elements elements = copy != copies_.end() ? Elements{&copy->second, 0, last_ - first_}
                                            : Elements{&fields_[source.field], first_, last_};
  for (const std::size_t content : source.path) elements = step_down(elements, content);
  return elements;
}

std::span<const std::byte> PageEncoder::page_of(const Column& column, ColumnPart part,
                                                const ClusterRows::Elements& elements, std::int64_t shift) {
  const Array& array = *elements.array;
  const std::size_t count = elements.last - elements.first;
  // Characters are unsigned in this format.
  const bool is_number = array.kind() == Kind::number && column.coding.type != ColumnType::character;
  const array::NumberType number = is_number ? array.number() : array::NumberType::uint8;
  if (part == ColumnPart::values) {
    const std::size_t width = size_of(number);
    const auto numbers = array.values().subspan(elements.first * width, count * width);
    if (is_same_in_memory(column.coding, number)) return numbers;
    plain_.resize(column.coding.page_size(count));
    encode_numbers(column.coding, number, numbers, plain_.span());
    return plain_.span();
  }
  plain_.resize(column.coding.page_size(count));
  if (part == ColumnPart::ends) {
    encode_indexes(column.coding, array.list_offsets().subspan(elements.first + 1, count), shift, plain_.span());
  } else {
    encode_dispatches(array.tags().subspan(elements.first, count), array.list_offsets().subspan(elements.first, count),
                      plain_.span());
  }
  return plain_.span();
}

EncodedPage PageEncoder::append_page(std::span<const std::byte> plain, std::uint64_t elements,
                                     const PageOptions& options, compression::Settings compression, bytes::Buffer& out,
                                     StageTrace trace) {
  const StageTimer timer(trace, Stage::compress);
  const std::size_t begin = out.size();
  if (compression.level == 0 || !compressor_.compress(plain, compression, out)) out.append(plain);
  const std::size_t size = out.size() - begin;
  if (options.has_checksums) {
    const std::uint64_t checksum = bytes::xxh3(out.span().subspan(begin));
    bytes::store_little_endian(out.extend(sizeof checksum).data(), checksum);
  }
  return {static_cast<std::uint32_t>(elements), static_cast<std::uint32_t>(size), begin};
}

EncodedColumn PageEncoder::encode(const NTuplePlan& plan, ColumnNumber number, const ClusterRows& rows,
                                  const PageOptions& options, bytes::Buffer& out, StageTrace trace) {
  const ColumnSource& source = plan.sources.at(number.number);
  const Column& column = plan.schema.column(number);
  const compression::Settings compression = plan.compression_of(number, options.compression);
  ClusterRows::Elements elements = rows.values_of(source);
  if (source.part == ColumnPart::values && elements.array->kind() == Kind::string) elements = characters_of(elements);
  const std::size_t count = elements.last - elements.first;
  const std::int64_t shift = source.part == ColumnPart::ends ? elements.array->list_offsets()[elements.first] : 0;
  EncodedColumn encoded{.elements = count, .uncompressed_bytes = column.coding.page_size(count), .pages = {}};
  // Make pages of equal size, so that the last is not smaller than the others.
  const std::size_t pages =
      std::max<std::size_t>((encoded.uncompressed_bytes + options.page_bytes - 1) / options.page_bytes,
                            (count + most_elements - 1) / most_elements);
  detail::while_doing([&] { return fmt::format("field '{}'", plan.schema.field(column.field).name); },
                      [&] {
                        for (std::size_t page = 0; page < pages; ++page) {
                          const std::size_t begin = count * page / pages;
                          const std::size_t end = count * (page + 1) / pages;
                          std::span<const std::byte> plain;
                          {
                            const StageTimer timer(trace, Stage::encode);
                            plain = page_of(column, source.part,
                                            {elements.array, elements.first + begin, elements.first + end}, shift);
                          }
                          encoded.pages.push_back(append_page(plain, end - begin, options, compression, out, trace));
                        }
                      });
  return encoded;
}

}  // namespace ramet::inline v1::ntuple
