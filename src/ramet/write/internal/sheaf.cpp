#include "ramet/write/internal/sheaf.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::write::internal {

template <class Column>
void Sheaf::append_columns(std::span<const Column> more, std::size_t first, std::size_t last, table::ClusterPlace place,
                           std::uint64_t more_bytes) {
  if (first == last) return;
  const bool is_new = parts.empty() || parts.back().is_over;
  if (is_new && parts.size() == parts.capacity()) parts.reserve(2 * parts.size() + 1);
  if (columns.empty())
    for (const Column& column : more) columns.emplace_back(column.type());
  append_rows<Column>(columns, more, first, last);
  if (is_new) parts.push_back({.place = place, .first = entries, .last = entries});
  lowest = std::min(lowest, place.sequence);
  highest = std::max(highest, place.sequence);
  entries += last - first;
  const std::uint64_t before = std::exchange(bytes, more_bytes > 0 ? bytes + more_bytes : byte_count(columns));
  parts.back().last = entries;
  parts.back().bytes += bytes - before;
}

void Sheaf::append(std::span<const array::Array> more, std::size_t first, std::size_t last, table::ClusterPlace place,
                   std::uint64_t more_bytes) {
  append_columns(more, first, last, place, more_bytes);
}

void Sheaf::append(std::span<const array::ArrayBuilder> more, std::size_t first, std::size_t last,
                   table::ClusterPlace place, std::uint64_t more_bytes) {
  append_columns(more, first, last, place, more_bytes);
}

void Sheaf::take(std::span<array::ArrayBuilder> more, table::ClusterPlace place) {
  std::vector<array::ArrayBuilder> left;
  left.reserve(more.size());
  for (const array::ArrayBuilder& column : more) left.push_back(column.without_values());
  parts.reserve(1);
  columns.swap(left);
  for (std::size_t column = 0; column < more.size(); ++column) std::swap(columns[column], more[column]);
  entries = columns[0].length;
  bytes = byte_count(columns);
  lowest = highest = place.sequence;
  parts.push_back({.place = place, .first = 0, .last = entries, .bytes = bytes});
}

bool Sheaf::is_sparse() const noexcept {
  constexpr std::uint64_t few_bytes = 2048;
  return packed.empty() && bytes < few_bytes * columns.size();
}

namespace {

/// Reserve room for as many values as `like` has, plus an eighth.
void reserve_like(array::ArrayBuilder& to, const array::ArrayBuilder& like) {
  to.values.reserve(like.values.size() + like.values.size() / 8);
  to.offsets.reserve(like.offsets.size() + like.offsets.size() / 8);
  for (std::size_t content = 0; content < to.contents.size(); ++content)
    reserve_like(to.contents[content], like.contents[content]);
}

}  // namespace

Sheaf Sheaf::empty_like() const {
  Sheaf made;
  made.parts.reserve(parts.size() + parts.size() / 8);
  for (const array::ArrayBuilder& column : columns)
    reserve_like(made.columns.emplace_back(column.without_values()), column);
  return made;
}

std::uint64_t Sheaf::memory_bytes() const noexcept { return memory_of(bytes, parts.size()); }

void RowRun::append(Slice&& slice) {
  if (slices.size() == slices.capacity()) slices.reserve(2 * slices.size() + 1);
  if (slices.empty()) place = slice.rows.place;
  if (slice.sequence() == place.sequence) place.ordinal = std::max(place.ordinal, slice.rows.place.ordinal);
  entries += slice.rows.entries();
  bytes += slice.rows.bytes;
  slices.push_back(std::move(slice));
}

std::vector<Slice> slices_of(Sheaf& sheaf, array::PackedColumns packed) {
  const auto shared = std::make_shared<Sheaf>();
  std::vector<Slice> slices;
  slices.reserve(sheaf.parts.size());
  for (const PartRows& rows : sheaf.parts) slices.push_back({rows, shared});
  *shared = std::exchange(sheaf, {});
  if (!packed.empty()) {
    sheaf.columns.swap(shared->columns);
    shared->packed = std::move(packed);
  }
  return slices;
}

namespace {

/// Whether the run consists of all rows of one sheaf, whose columns can be taken.
bool is_whole_sheaf(const RowRun& run) noexcept {
  if (!run.slices.front().sheaf->packed.empty()) return false;
  std::uint64_t next = 0;
  for (const Slice& slice : run.slices) {
    if (slice.sheaf != run.slices.front().sheaf || slice.rows.first != next) return false;
    next = slice.rows.last;
  }
  return next == run.slices.front().sheaf->entries;
}

/// Rows of one sheaf that follow each other in a run. Threads: a value.
struct Stretch {
  const Sheaf* sheaf;
  std::uint64_t first, last;
};

std::vector<Stretch> stretches_of(const RowRun& run) {
  std::vector<Stretch> found;
  for (const Slice& slice : run.slices) {
    if (!found.empty() && found.back().sheaf == slice.sheaf.get() && found.back().last == slice.rows.first)
      found.back().last = slice.rows.last;
    else
      found.push_back({slice.sheaf.get(), slice.rows.first, slice.rows.last});
  }
  return found;
}

void copy_columns(const RowRun& run, Sheaf& to) {
  const Sheaf& like = *run.slices.front().sheaf;
  if (like.packed.empty())
    for (const array::ArrayBuilder& column : like.columns) to.columns.push_back(column.without_values());
  else
    to.columns = like.packed.builders();
  for (const Stretch& rows : stretches_of(run)) {
    if (!rows.sheaf->packed.empty())
      rows.sheaf->packed.append_to(to.columns, rows.first, rows.last);
    else
      append_rows<array::ArrayBuilder>(to.columns, rows.sheaf->columns, rows.first, rows.last);
  }
}

}  // namespace

Sheaf join(RowRun& run) {
  Sheaf joined;
  joined.parts.reserve(run.slices.size());
  for (const Slice& slice : run.slices) {
    PartRows rows = slice.rows;
    rows.last = joined.entries + rows.entries();
    rows.first = std::exchange(joined.entries, rows.last);
    joined.parts.push_back(rows);
  }
  if (is_whole_sheaf(run)) {
    joined.columns = std::move(run.slices.front().sheaf->columns);
    joined.memory = std::move(run.slices.front().sheaf->memory);
  } else {
    copy_columns(run, joined);
  }
  joined.bytes = byte_count(joined.columns);
  run.slices.clear();
  run.entries = run.bytes = 0;
  return joined;
}

namespace {

template <class Column>
std::uint64_t count_bytes(std::span<const Column> columns) noexcept {
  std::uint64_t bytes = 0;
  for (const Column& column : columns) bytes += column.byte_count();
  return bytes;
}

array::Kind kind_of(const array::Array& column) noexcept { return column.kind(); }
array::Kind kind_of(const array::ArrayBuilder& column) noexcept { return column.kind; }
std::uint64_t size_of(const array::Array& column) noexcept { return column.size(); }
std::uint64_t size_of(const array::ArrayBuilder& column) noexcept { return column.size; }
array::NumberType number_of(const array::Array& column) noexcept { return column.number(); }
array::NumberType number_of(const array::ArrayBuilder& column) noexcept { return column.number; }
std::span<const array::Array> contents_of(const array::Array& column) noexcept { return column.contents(); }
std::span<const array::ArrayBuilder> contents_of(const array::ArrayBuilder& column) noexcept { return column.contents; }

template <class Column>
std::uint64_t bytes_between(const Column& column, std::size_t first, std::size_t last) noexcept {
  if (first >= last) return 0;
  const auto contents = contents_of(column);
  switch (kind_of(column)) {
    case array::Kind::number:
      return (last - first) * array::size_of(number_of(column));
    case array::Kind::string:
    case array::Kind::list:
    case array::Kind::option: {
      const auto begin = static_cast<std::size_t>(column.list_offsets()[first]);
      const auto end = static_cast<std::size_t>(column.list_offsets()[last]);
      const std::uint64_t offsets = (last - first) * sizeof(std::int64_t);
      if (kind_of(column) == array::Kind::string) return offsets + (end - begin);
      return offsets + bytes_between(contents[0], begin, end);
    }
    case array::Kind::regular:
      return bytes_between(contents[0], first * size_of(column), last * size_of(column));
    case array::Kind::record: {
      std::uint64_t bytes = 0;
      for (const Column& member : contents) bytes += bytes_between(member, first, last);
      return bytes;
    }
    case array::Kind::variant:
      break;
  }
  std::uint64_t bytes = 0;
  for (std::size_t value = first; value < last; ++value) {
    const auto place = static_cast<std::size_t>(column.list_offsets()[value]);
    const std::uint8_t tag = column.tags()[value];
    bytes += 1 + sizeof(std::int64_t);
    if (tag > 0) bytes += bytes_between(contents[tag - 1], place, place + 1);
  }
  return bytes;
}

template <class Column>
std::uint64_t bytes_of(std::span<const Column> columns, std::size_t first, std::size_t last) noexcept {
  std::uint64_t bytes = 0;
  for (const Column& column : columns) bytes += bytes_between(column, first, last);
  return bytes;
}

}  // namespace

std::uint64_t byte_count(std::span<const array::Array> columns) noexcept { return count_bytes(columns); }
std::uint64_t byte_count(std::span<const array::ArrayBuilder> columns) noexcept { return count_bytes(columns); }

std::uint64_t bytes_of_entry(const array::Array& column, std::size_t entry) noexcept {
  return bytes_between(column, entry, entry + 1);
}
std::uint64_t bytes_of_entry(const array::ArrayBuilder& column, std::size_t entry) noexcept {
  return bytes_between(column, entry, entry + 1);
}

std::uint64_t bytes_of_rows(std::span<const array::Array> columns, std::size_t first, std::size_t last) noexcept {
  return bytes_of(columns, first, last);
}
std::uint64_t bytes_of_rows(std::span<const array::ArrayBuilder> columns, std::size_t first,
                            std::size_t last) noexcept {
  return bytes_of(columns, first, last);
}

std::size_t end_within(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                       std::uint64_t most) noexcept {
  while (last - first > 1 && bytes_of_rows(columns, first, last) > most) last = first + (last - first) / 2;
  return last;
}

std::size_t find_larger(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                        std::uint64_t most) noexcept {
  if (first == last || bytes_of_rows(columns, first, last) <= most) return last;
  if (last - first == 1) return first;
  const std::size_t middle = first + (last - first) / 2;
  const std::size_t found = find_larger(columns, first, middle, most);
  if (found < middle) return found;
  return find_larger(columns, middle, last, most);
}

bool has_fixed_size(const array::ArrayBuilder& column) noexcept {
  if (column.kind == array::Kind::number) return true;
  if (column.kind != array::Kind::regular && column.kind != array::Kind::record) return false;
  return std::ranges::all_of(column.contents, has_fixed_size);
}

}  // namespace ramet::inline v1::write::internal
