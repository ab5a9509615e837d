#include "ramet/ntuple/internal/field_read.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/internal/decode/element_cursor.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

using array::ArrayBuilder;
using array::NumberType;

std::uint64_t total(const std::vector<ClusterItems>& parts) {
  std::uint64_t items = 0;
  for (const ClusterItems& part : parts) items = detail::checked_sum(items, part.size(), "number of values");
  // Offsets are signed, and there is one more than values.
  if (items >= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 16)
    detail::fail(ErrorKind::corrupt, "{} values are more than memory can hold", items);
  return items;
}

std::int64_t* offsets_in(bytes::Buffer& buffer) noexcept { return reinterpret_cast<std::int64_t*>(buffer.data()); }

/// For a layout with an index column: the number of values of its content in the cluster, if its columns determine it.
std::optional<std::uint64_t> content_count(const Schema& schema, const FieldLayout& layout,
                                           const ClusterPages& cluster) {
  if (layout.contents.empty())  // the bytes of a string or streamed object
    return ColumnElements(schema, *layout.field, 1, cluster, std::nullopt).count();
  return count_in_cluster(schema, layout.contents.front(), cluster);
}

}  // namespace

FieldRead::FieldRead(const Schema& schema, FieldLayout layout, EntryRange entries,
                     std::span<const ClusterPages> clusters, const BlobReader& blobs, PageReader& reader)
    : schema_(schema),
      layout_(std::move(layout)),
      clusters_(clusters),
      blobs_(blobs),
      reader_(reader),
      whole_(layout_.type) {
  Parts parts;
  for (const ClusterPages& cluster : clusters) {
    const EntryRange part = intersection(cluster.entries, entries);
    const std::uint64_t begin = cluster.entries.first.number;
    parts.push_back({part.first.number - begin, part.last.number - begin, cluster.entries.size()});
  }
  plan(layout_, whole_, parts);
}

void FieldRead::plan(const FieldLayout& layout, ArrayBuilder& to, const Parts& parts) {
  to.length = total(parts);
  switch (layout.kind) {
    case LayoutKind::number:
      return plan_numbers(*layout.field, 0, to.number, to.values, parts);
    case LayoutKind::cardinality:
      return plan_sizes(layout, to, parts);
    case LayoutKind::string:
      return plan_numbers(*layout.field, 1, NumberType::uint8, to.values, plan_offsets(layout, to, parts));
    case LayoutKind::option:
      options_.push_back(&to);
      [[fallthrough]];
    case LayoutKind::list:
      return plan(layout.contents.front(), to.contents.front(), plan_offsets(layout, to, parts));
    case LayoutKind::regular: {
      Parts contents;
      const auto times = [&](std::uint64_t items) {
        return detail::checked_product(items, layout.type.size, "array elements");
      };
      for (const ClusterItems& part : parts)
        contents.push_back(
            {times(part.first), times(part.last), part.all ? std::optional(times(*part.all)) : std::nullopt});
      return plan(layout.contents.front(), to.contents.front(), contents);
    }
    case LayoutKind::record:
      for (std::size_t member = 0; member < layout.contents.size(); ++member)
        plan(layout.contents[member], to.contents[member], parts);
      return;
    case LayoutKind::variant:
      return plan_variants(layout, to, parts);
    case LayoutKind::streamed:
      return plan_streamed(layout, to, parts);
    case LayoutKind::unreadable:
      detail::fail(ErrorKind::unsupported, "{}", layout.reason);
  }
}

std::vector<ColumnElements> FieldRead::elements_of(const Field& field, std::size_t k, const Parts& parts) const {
  std::vector<ColumnElements> elements;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    elements.emplace_back(schema_, field, k, clusters_[part], parts[part].all);
    elements.back().require({parts[part].first, parts[part].last});
  }
  return elements;
}

void FieldRead::require_believable(const ColumnElements& elements, ElementRange range) {
  elements.for_each_piece(range, [&](const ElementPiece& piece) {
    if (piece.page == nullptr)
      PageReader::require_believable_zeros(blobs_, piece.count);
    else
      reader_.require_believable(blobs_, *piece.page, elements.coding().page_size(piece.page->elements));
  });
}

void FieldRead::plan_numbers(const Field& field, std::size_t k, NumberType number, bytes::Buffer& to,
                             const Parts& parts) {
  const auto elements = elements_of(field, k, parts);
  for (std::size_t part = 0; part < parts.size(); ++part)
    require_believable(elements[part], {parts[part].first, parts[part].last});
  const std::size_t size = array::size_of(number);
  to.resize(detail::checked_product<std::size_t>(total(parts), size, "size of a column"));
  std::byte* out = to.data();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    elements[part].for_each_piece({parts[part].first, parts[part].last}, [&](const ElementPiece& piece) {
      std::byte* const place = out + piece.before * size;
      if (piece.page == nullptr) return static_cast<void>(std::fill_n(place, piece.count * size, std::byte{0}));
      jobs_.push_back({.page = *piece.page,
                       .coding = &elements[part].coding(),
                       .field = &field,
                       .first = piece.first,
                       .count = piece.count,
                       .number = number,
                       .numbers = place,
                       .alternatives = {}});
    });
    out += parts[part].size() * size;
  }
}

void FieldRead::add_index_jobs(const Field& field, const ColumnElements& elements, ElementRange range,
                               std::int64_t shift, std::int64_t* out) {
  elements.for_each_piece(range, [&](const ElementPiece& piece) {
    std::int64_t* const place = out + piece.before;
    seams_.push_back({place - 1});
    if (piece.page == nullptr) return static_cast<void>(std::fill_n(place, piece.count, shift));
    jobs_.push_back({.page = *piece.page,
                     .coding = &elements.coding(),
                     .field = &field,
                     .first = piece.first,
                     .count = piece.count,
                     .indexes = place,
                     .shift = shift,
                     .alternatives = {}});
  });
}

ClusterItems FieldRead::content_items(const FieldLayout& layout, const ColumnElements& ends, const ClusterItems& items,
                                      std::size_t cluster) {
  const auto count = content_count(schema_, layout, clusters_[cluster]);
  if (items.are_all() && count) return {0, *count, count};
  if (items.size() == 0) return {0, 0, count};
  ElementCursor cursor(blobs_, reader_, *layout.field);
  cursor.enter(ends);
  const std::uint64_t first = items.first == 0 ? 0 : cursor.read_end(items.first - 1);
  const std::uint64_t last = cursor.read_end(items.last - 1);
  if (last < first || (count && last > *count))
    detail::fail(ErrorKind::corrupt, "field '{}': collections of cluster {} go from {} to {}", layout.field->name,
                 clusters_[cluster].number.number, first, last);
  return {first, last, count};
}

FieldRead::Parts FieldRead::plan_offsets(const FieldLayout& layout, ArrayBuilder& to, const Parts& parts) {
  const auto elements = elements_of(*layout.field, 0, parts);
  Parts contents;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    require_believable(elements[part], {parts[part].first, parts[part].last});
    contents.push_back(content_items(layout, elements[part], parts[part], part));
  }
  total(contents);
  to.offsets.resize((to.length + 1) * sizeof(std::int64_t));
  std::int64_t* out = offsets_in(to.offsets);
  *out++ = 0;
  std::int64_t place = 0;  // of the next content
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto shift = place - static_cast<std::int64_t>(contents[part].first);
    add_index_jobs(*layout.field, elements[part], {parts[part].first, parts[part].last}, shift, out);
    out += parts[part].size();
    place += static_cast<std::int64_t>(contents[part].size());
    ends_.push_back({out - 1, place});
  }
  return contents;
}

void FieldRead::plan_sizes(const FieldLayout& layout, ArrayBuilder& to, const Parts& parts) {
  const auto elements = elements_of(*layout.field, 0, parts);
  for (std::size_t part = 0; part < parts.size(); ++part)
    require_believable(elements[part], {parts[part].first, parts[part].last});
  auto sizes = std::make_unique<Sizes>();
  sizes->to = &to;
  to.values.resize(to.length * array::size_of(to.number));
  sizes->ends.resize((to.length + parts.size()) * sizeof(std::int64_t));
  std::int64_t* out = offsets_in(sizes->ends);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const ClusterItems& items = parts[part];
    *out = 0;
    if (items.first > 0) {
      ElementCursor cursor(blobs_, reader_, *layout.field);
      cursor.enter(elements[part]);
      *out = static_cast<std::int64_t>(cursor.read_end(items.first - 1));
    }
    add_index_jobs(*layout.field, elements[part], {items.first, items.last}, 0, out + 1);
    out += items.size() + 1;
    sizes->parts.push_back(items.size());
  }
  sizes_.push_back(std::move(sizes));
}

std::vector<ClusterItems> FieldRead::alternative_items(const FieldLayout& layout, const ColumnElements& dispatches,
                                                       const ClusterItems& items, std::size_t cluster) {
  std::vector<ClusterItems> contents;
  bool are_known = true;
  for (const FieldLayout& content : layout.contents) {
    const auto count = count_in_cluster(schema_, content, clusters_[cluster]);
    contents.push_back({0, count.value_or(0), count});
    are_known &= count.has_value();
  }
  if (items.are_all() && are_known) return contents;
  std::vector<std::uint8_t> tags(items.size());
  std::vector<std::int64_t> indexes(items.size());
  ElementCursor cursor(blobs_, reader_, *layout.field);
  cursor.enter(dispatches);
  cursor.read_dispatches({items.first, items.last}, contents.size(), tags.data(), indexes.data());
  std::vector<bool> is_met(contents.size());
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (tags[i] == 0) continue;
    ClusterItems& content = contents[tags[i] - 1U];
    const auto index = static_cast<std::uint64_t>(indexes[i]);
    if (index >= content.all.value_or(std::numeric_limits<std::int64_t>::max()))
      detail::fail(ErrorKind::corrupt,
                   "field '{}': a value is element {} of alternative {}, which has {} in cluster {}",
                   layout.field->name, index, tags[i], content.all.value_or(0), clusters_[cluster].number.number);
    const bool is_first = !is_met[tags[i] - 1U];
    is_met[tags[i] - 1U] = true;
    content.first = is_first ? index : std::min(content.first, index);
    content.last = is_first ? index + 1 : std::max(content.last, index + 1);
  }
  for (std::size_t content = 0; content < contents.size(); ++content)
    if (!is_met[content]) contents[content].first = contents[content].last = 0;
  return contents;
}

void FieldRead::plan_variants(const FieldLayout& layout, ArrayBuilder& to, const Parts& parts) {
  const auto elements = elements_of(*layout.field, 0, parts);
  std::vector<Parts> contents(layout.contents.size());
  std::vector<std::int64_t> places(layout.contents.size());
  to.values.resize(0);
  for (std::size_t part = 0; part < parts.size(); ++part)
    require_believable(elements[part], {parts[part].first, parts[part].last});
  to.values.resize(to.length);
  to.offsets.resize(to.length * sizeof(std::int64_t));
  auto* tags = reinterpret_cast<std::uint8_t*>(to.values.data());
  std::int64_t* indexes = offsets_in(to.offsets);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto items = alternative_items(layout, elements[part], parts[part], part);
    auto alternatives = std::make_unique<std::vector<AlternativePlace>>();
    for (std::size_t content = 0; content < items.size(); ++content) {
      contents[content].push_back(items[content]);
      alternatives->push_back({items[content].first, items[content].last,
                               places[content] - static_cast<std::int64_t>(items[content].first)});
      places[content] += static_cast<std::int64_t>(items[content].size());
    }
    elements[part].for_each_piece({parts[part].first, parts[part].last}, [&](const ElementPiece& piece) {
      if (piece.page == nullptr) {
        std::fill_n(tags + piece.before, piece.count, std::uint8_t{0});
        std::fill_n(indexes + piece.before, piece.count, 0);
        return;
      }
      jobs_.push_back({.page = *piece.page,
                       .coding = &elements[part].coding(),
                       .field = layout.field,
                       .first = piece.first,
                       .count = piece.count,
                       .indexes = indexes + piece.before,
                       .tags = tags + piece.before,
                       .alternatives = *alternatives});
    });
    places_.push_back(std::move(alternatives));
    tags += parts[part].size();
    indexes += parts[part].size();
  }
  for (std::size_t content = 0; content < contents.size(); ++content)
    plan(layout.contents[content], to.contents[content], contents[content]);
}

void FieldRead::plan_streamed(const FieldLayout& layout, ArrayBuilder& to, const Parts& parts) {
  streamed_.push_back(std::make_unique<StreamedRead>(layout.objects, to));
  to.length = 0;  // grows as objects are converted
  ArrayBuilder& stored = streamed_.back()->stored();
  stored.length = total(parts);
  plan_numbers(*layout.field, 1, NumberType::uint8, stored.values, plan_offsets(layout, stored, parts));
}

void FieldRead::wrong(std::string_view what) const {
  detail::fail(ErrorKind::corrupt, "'{}': field '{}': {}", blobs_.source().name(), layout_.field->name, what);
}

void FieldRead::check_offsets() const {
  for (const Seam& seam : seams_)
    if (seam.at[1] < seam.at[0]) wrong("the ends of its collections decrease from one page to the next");
  for (const End& end : ends_)
    if (*end.at != end.value)
      wrong(fmt::format("its collections end at {}, but there are {} values", *end.at, end.value));
  for (const ArrayBuilder* option : options_) {
    const auto offsets = option->list_offsets();
    const auto is_two = [](std::int64_t begin, std::int64_t end) { return end - begin > 1; };
    if (std::ranges::adjacent_find(offsets, is_two) != offsets.end()) wrong("an optional has several values");
  }
}

void FieldRead::fill_sizes(const Sizes& sizes) const {
  const auto* ends = reinterpret_cast<const std::int64_t*>(sizes.ends.data());
  std::byte* out = sizes.to->values.data();
  const std::size_t width = array::size_of(sizes.to->number);
  for (const std::uint64_t part : sizes.parts) {
    for (std::uint64_t i = 0; i < part; ++i, out += width) {
      const std::int64_t size = ends[i + 1] - ends[i];  // not negative: the seams were checked
      if (width == 4 && size > std::numeric_limits<std::uint32_t>::max()) wrong("the size of a collection overflows");
      std::memcpy(out, &size, width);  // little-endian: the lower bytes come first
    }
    ends += part + 1;
  }
}

void FieldRead::add_conversions(std::vector<StreamedRead::Task>& tasks) {
  check_offsets();
  for (const auto& streamed : streamed_) streamed->add_tasks(tasks);
}

array::Array FieldRead::take() {
  for (const auto& sizes : sizes_) fill_sizes(*sizes);
  for (const auto& streamed : streamed_) streamed->finish();
  return std::move(whole_).finish();
}

}  // namespace ramet::inline v1::ntuple::internal
