#include "ramet/recovery/internal/unlisted/page_columns.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/element_decoder.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

using ntuple::Column;
using ntuple::ColumnNumber;
using ntuple::ElementKind;
using ntuple::Field;
using ntuple::FieldRole;
using ntuple::Schema;

constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;
constexpr std::size_t most_repeats = 16;
constexpr std::size_t steps_for_page = 500;  // limit of a search among equal pages, for each page and column

/// The sizes of other columns that follow from an index or dispatch page. Threads: a value.
struct PageEnds {
  std::uint64_t first = 0, last = 0;   ///< ends of collections
  std::vector<std::uint64_t> counts;   ///< for each alternative: its number of elements
  std::vector<std::uint64_t> highest;  ///< for each alternative: its highest index plus one
};

std::uint64_t times(std::uint64_t count, std::uint64_t repetitions) {
  if (repetitions != 0 && count > most_elements / repetitions)
    detail::fail(ErrorKind::corrupt, "a column has {} times {} elements", count, repetitions);
  return count * repetitions;
}

/// Searches for assignments of pages to a schema's columns. Threads: one thread.
class PageSearch {
 public:
  PageSearch(const io::ByteSource& source, const Schema& schema, const std::vector<BlobPage>& pages)
      : source_(source), schema_(schema), pages_(pages), ends_(schema.columns.size()) {
    for (const Field& field : schema.fields)
      if (field.representations.size() > 1)
        detail::fail(ErrorKind::unsupported, "field '{}' has {} representations", field.name,
                     field.representations.size());
    for (const Column& column : schema.columns)
      if (!column.coding.is_known())
        detail::fail(ErrorKind::unsupported, "a column of field '{}' is of an unknown type",
                     schema.field(column.field).name);
  }

  Segment find() {
    const std::vector<std::uint64_t> possible = possible_entries();
    for (std::size_t repeats = 0; repeats <= most_repeats; ++repeats) {
      for (const std::uint64_t entries : possible) search(entries, repeats);
      if (found_) return std::move(*found_);
    }
    detail::fail(ErrorKind::corrupt, "the pages do not match the columns that the header describes");
  }

 private:
  /// The assignment of a page to a column. Threads: a value.
  struct Step {
    std::size_t column = 0;
    std::uint64_t done = 0;     // elements of the column before this page
    std::size_t fresh = 0;      // the first page that is not used yet
    std::size_t candidate = 0;  // 0: the fresh page; n: page n - 1 again
    std::uint64_t elements = 0;
    std::size_t repeats = 0;  // number of pages used again so far

    std::size_t page() const noexcept { return candidate == 0 ? fresh : candidate - 1; }
  };

  /// The possible numbers of entries, from the pages of the first column.
  std::vector<std::uint64_t> possible_entries() {
    const Column& first = schema_.columns.at(0);
    entries_ = 1;
    const std::uint64_t each = std::max<std::uint64_t>(needed(0), 1);
    std::vector<std::uint64_t> possible;
    std::uint64_t elements = 0;
    for (const BlobPage& page : pages_) {
      if (first.coding.bits % 8 == 0) {
        const auto count = elements_in(first.coding, page, most_elements);
        if (!count) break;
        elements += *count;
        if (elements % each == 0) possible.push_back(elements / each);
      } else {  // the last byte of a page may be padded
        for (std::uint64_t more = (page.plain_size - 1) * 8 / first.coding.bits + 1;
             first.coding.page_size(more) == page.plain_size; ++more)
          if ((elements + more) % each == 0) possible.push_back((elements + more) / each);
        elements += page.plain_size * 8 / first.coding.bits;
      }
    }
    return possible;
  }

  /// Search for assignments with at most this many repeats. Call it with increasing numbers.
  void search(std::uint64_t entries, std::size_t repeats) {
    entries_ = entries;
    steps_.clear();
    Step next;
    bool is_open = settle(next);
    while (true) {
      if (!is_open && !retreat(next)) return;
      is_open = take(next, repeats) && settle(next);
    }
  }

  /// Go back to the last step that has another candidate. Returns false if there is none.
  bool retreat(Step& next) {
    if (steps_.empty()) return false;
    next = steps_.back();
    steps_.pop_back();
    ++next.candidate;
    return true;
  }

  /// Assign the first page that fits, beginning with the candidate; advances `next`.
  bool take(Step& next, std::size_t repeats) {
    const std::uint64_t left = needed(next.column) - next.done;
    for (; next.candidate <= (next.repeats < repeats ? next.fresh : 0); ++next.candidate) {
      if (next.page() >= pages_.size()) continue;
      if (++tried_ > steps_for_page * (pages_.size() + schema_.columns.size()))
        detail::fail(ErrorKind::corrupt, "too many assignments are possible, because equal pages are stored once");
      const auto count = elements_in(schema_.columns[next.column].coding, pages_[next.page()], left);
      if (!count) continue;
      next.elements = *count;
      steps_.push_back(next);
      const bool is_fresh = next.candidate == 0;
      next = {.column = next.column,
              .done = next.done + *count,
              .fresh = next.fresh + (is_fresh ? 1 : 0),
              .repeats = next.repeats + (is_fresh ? 0 : 1)};
      return true;
    }
    return false;
  }

  /// Advance to the next column that lacks elements. Returns false if there is none, or if this assignment is
  /// impossible.
  bool settle(Step& next) {
    while (next.column < schema_.columns.size()) {
      if (next.done < needed(next.column)) return true;
      if (!read_ends(next.column)) return false;
      next = {.column = next.column + 1, .fresh = next.fresh, .repeats = next.repeats};
    }
    if (next.fresh == pages_.size()) keep();
    return false;
  }

  void keep() {
    if (found_)
      detail::fail(ErrorKind::corrupt,
                   "the pages fit the columns in more than one way, because equal pages are stored once");
    found_.emplace();
    found_->entries = entries_;
    found_->parts.resize(schema_.columns.size());
    for (const Step& step : steps_) {
      const BlobPage& page = pages_[step.page()];
      found_->parts[step.column].pieces.push_back({step.elements, page.seek, page.stored_size, 1});
      found_->parts[step.column].number += step.elements;
    }
  }

  /// The number of elements that a column must have. The columns before it must be assigned.
  std::uint64_t needed(std::size_t number) const {
    const Column& column = schema_.columns[number];
    const Field& field = schema_.field(column.field);
    const auto& columns = field.representations.at(0);
    if (columns.at(0) != ColumnNumber{number}) return ends_[columns[0].number].last;  // a string's characters
    std::uint64_t repetitions = field.array_size.value_or(1);
    for (const Field* child = &field; !child->is_top();) {
      const Field& parent = schema_.field(child->parent);
      if (parent.role == FieldRole::collection)
        return times(ends_[parent.representations.at(0).at(0).number].last, repetitions);
      if (parent.role == FieldRole::variant) {
        const auto alternative =
            static_cast<std::size_t>(std::ranges::find(parent.fields, child->number) - parent.fields.begin());
        const auto& counts = ends_[parent.representations.at(0).at(0).number].counts;
        return alternative < counts.size() ? times(counts[alternative], repetitions) : 0;
      }
      repetitions = times(repetitions, parent.array_size.value_or(1));
      child = &parent;
    }
    return times(entries_, repetitions);
  }

  /// The number of elements of a page of a column that lacks `left` elements. Nothing if the page does not fit.
  static std::optional<std::uint64_t> elements_in(const ntuple::ColumnCoding& coding, const BlobPage& page,
                                                  std::uint64_t left) {
    if (coding.bits % 8 != 0 && coding.page_size(left) == page.plain_size) return left;
    // A page that is not the last one is full: its size is that of the buffer, a power of 2.
    if (coding.bits % 8 != 0 && !std::has_single_bit(page.plain_size)) return std::nullopt;
    if (page.plain_size * 8 % coding.bits != 0) return std::nullopt;
    const std::uint64_t count = page.plain_size * 8 / coding.bits;
    return count > 0 && count <= left ? std::optional(count) : std::nullopt;
  }

  /// Read the sizes of other columns from the pages of a column. Returns false if they cannot be its pages.
  bool read_ends(std::size_t number) {
    const ElementKind kind = schema_.columns[number].coding.kind();
    PageEnds& ends = ends_[number];
    ends = {};
    if (kind == ElementKind::number) return true;
    auto step = steps_.end();
    while (step != steps_.begin() && (step - 1)->column == number) --step;
    for (; step != steps_.end(); ++step) {
      const std::optional<PageEnds>& page = ends_of(number, *step);
      if (!page || page->first < ends.last) return false;
      ends.last = page->last;
      ends.counts.resize(std::max(ends.counts.size(), page->counts.size()));
      ends.highest.resize(ends.counts.size());
      for (std::size_t alternative = 0; alternative < page->counts.size(); ++alternative) {
        ends.counts[alternative] += page->counts[alternative];
        ends.highest[alternative] = std::max(ends.highest[alternative], page->highest[alternative]);
      }
    }
    return ends.last <= most_elements && ends.counts == ends.highest;
  }

  const std::optional<PageEnds>& ends_of(std::size_t number, const Step& step) {
    const auto key = std::pair(step.page(), number);
    if (const auto known = page_ends_.find(key); known != page_ends_.end()) return known->second;
    std::optional<PageEnds>& ends = page_ends_[key];
    try {
      ends = decode_ends(schema_.columns[number], step);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
    }
    return ends;
  }

  PageEnds decode_ends(const Column& column, const Step& step) {
    const bytes::Buffer plain = unpack(pages_[step.page()]);
    const auto count = static_cast<std::size_t>(step.elements);
    const ntuple::PageElements elements{column.coding, plain.span(), 0, count};
    std::vector<std::int64_t> indexes(count);
    if (column.coding.kind() == ElementKind::index) {
      ntuple::decode_indexes(elements, 0, indexes.data());
      if (indexes.front() < 0) detail::fail(ErrorKind::corrupt, "a collection ends at {}", indexes.front());
      return {static_cast<std::uint64_t>(indexes.front()), static_cast<std::uint64_t>(indexes.back()), {}, {}};
    }
    const std::size_t alternatives = schema_.field(column.field).fields.size();
    std::vector<std::uint8_t> tags(count);
    ntuple::decode_dispatches(elements, alternatives, tags.data(), indexes.data());
    PageEnds ends;
    ends.counts.resize(alternatives);
    ends.highest.resize(alternatives);
    for (std::size_t element = 0; element < count; ++element) {
      if (tags[element] == 0) continue;
      ++ends.counts[tags[element] - 1U];
      const std::uint64_t end = static_cast<std::uint64_t>(indexes[element]) + 1;
      ends.highest[tags[element] - 1U] = std::max(ends.highest[tags[element] - 1U], end);
    }
    return ends;
  }

  bytes::Buffer unpack(const BlobPage& page) {
    bytes::Buffer stored(static_cast<std::size_t>(page.stored_size));
    source_.read_at(page.seek, stored.span());
    if (page.stored_size == page.plain_size) return stored;
    compression::check_blocks(std::as_const(stored).span(), page.plain_size);
    bytes::Buffer plain(static_cast<std::size_t>(page.plain_size));
    decompressor_.decompress(std::as_const(stored).span(), plain.span());
    return plain;
  }

  const io::ByteSource& source_;
  const Schema& schema_;
  const std::vector<BlobPage>& pages_;
  compression::Decompressor decompressor_;
  std::uint64_t entries_ = 0;
  std::vector<Step> steps_;
  std::vector<PageEnds> ends_;  // of the columns that are complete
  std::map<std::pair<std::size_t, std::size_t>, std::optional<PageEnds>> page_ends_;  // by page and column
  std::size_t tried_ = 0;
  std::optional<Segment> found_;
};

}  // namespace

Segment assign_pages(const io::ByteSource& source, const Schema& schema, const std::vector<BlobPage>& pages) {
  if (schema.columns.empty()) detail::fail(ErrorKind::unsupported, "the ntuple has no columns");
  return PageSearch(source, schema, pages).find();
}

}  // namespace ramet::inline v1::recovery::internal
