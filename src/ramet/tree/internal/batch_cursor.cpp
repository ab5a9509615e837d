#include "ramet/tree/internal/batch_cursor.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/detail/each_batch.hpp"
#include "ramet/core/error.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

namespace ramet::inline v1::tree::internal {
namespace {

// Uncompressed baskets are read in parts of this size: large enough for disks, and a few dozen fit into the L2 cache.
constexpr std::size_t part_bytes = std::size_t{64} << 10;

bool is_large(const Branch& branch, BasketNumber basket) {
  return basket.number < branch.baskets.size() && branch.baskets.location(basket).record_size >= 2 * part_bytes;
}

}  // namespace

BatchCursor::BatchCursor(const BranchFiles& files, const io::ByteSource& own, std::span<const Branch* const> branches,
                         std::span<const Branch* const> counters)
    : columns_(branches.size()) {
  reader_.record(files.recorder());
  for (std::size_t column = 0; column < branches.size(); ++column) {
    columns_[column].branch = branches[column];
    columns_[column].source = &files.source_of(*branches[column], &own);
    if (counters.empty() || counters[column] == nullptr) continue;
    const auto same = [&](const Column& counter) { return counter.branch == counters[column]; };
    const auto known = std::ranges::find_if(counters_, same);
    columns_[column].counter = static_cast<std::size_t>(known - counters_.begin());
    if (known != counters_.end()) continue;
    counters_.emplace_back().branch = counters[column];
    counters_.back().source = &files.source_of(*counters[column], &own);
    counts_.emplace_back(counters[column]->layout().type);
    numbers_of_.emplace_back();
  }
}

void BatchCursor::take_back() {
  if (!std::exchange(has_batch_, false)) {
    builders_.clear();
    for (const Column& column : columns_) builders_.emplace_back(column.branch->layout().type);
  } else {
    for (std::size_t column = 0; column < arrays_.size(); ++column)
      builders_[column] = array::ArrayBuilder::reuse(std::move(arrays_[column]));
  }
  arrays_.clear();
}

Batch BatchCursor::decode(EntryRange entries) {
  take_back();
  for (std::size_t counter = 0; counter < counters_.size(); ++counter) {
    counts_[counter].clear();
    decode(counters_[counter], entries, counts_[counter]);
    numbers_of_[counter] = counts_in(counts_[counter].borrow());
  }
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    decode(columns_[column], entries, builders_[column]);
    arrays_.push_back(std::move(builders_[column]).finish());
  }
  has_batch_ = true;
  return {entries, arrays_};
}

void BatchCursor::for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                                 FunctionRef<void(const Batch&)> body) {
  array::for_each_batch(entries, batch_entries, stop, [&](EntryRange batch) { return decode(batch); }, body);
}

CountsView BatchCursor::counts_of(const Column& column) const {
  if (column.counter == none) return {};
  return numbers_of_[column.counter].view();
}

void BatchCursor::decode(Column& column, EntryRange entries, array::ArrayBuilder& to) {
  const auto counts = counts_of(column);
  for (EntryNumber first = entries.first; first < entries.last;) {
    if (!contains(column.held, first)) load(column, first);
    const EntryRange part = intersection({first, entries.last}, column.held);
    const std::uint64_t begin = column.in_basket.first.number;
    detail::while_doing(
        [&] {
          return fmt::format("'{}': branch '{}', basket {}", column.source->name(), column.branch->name,
                             column.number.number);
        },
        [&] {
          const StageTimer timer(reader_.trace(), Stage::decode);
          decode_rows(column.branch->layout(), column.rows, {part.first.number - begin, part.last.number - begin}, to,
                      counts.empty() ? counts : counts.subspan(first.number - entries.first.number, part.size()));
        });
    first = part.last;
  }
}

void BatchCursor::load(Column& column, EntryNumber first) {
  column.held = {};  // if the read throws, nothing is held
  if (column.rows.is_part && contains(column.in_basket, first)) return load_part(column, first);
  column.in_basket = {};
  column.number = basket_of(*column.branch, first);
  const EntryRange entries = basket_entries(*column.branch, column.number);
  if (is_large(*column.branch, column.number)) {
    if (const auto plain = reader_.find_plain(*column.source, *column.branch, column.number, column.memory)) {
      column.rows = plain->basket;
      column.in_basket = entries;
      column.basket_start = plain->start;
      return load_part(column, first);
    }
  }
  column.rows = reader_.read(*column.source, *column.branch, column.number, column.memory);
  if (lacks_offsets(column.branch->layout(), column.rows) && column.counter != none) {
    array::ArrayBuilder counts(counters_[column.counter].branch->layout().type);
    decode(counters_[column.counter], entries, counts);
    generate_offsets(column.branch->layout(), counts_in(counts.borrow()).view(), column.rows.data.size(),
                     column.memory.offsets);
    column.rows.offsets = column.memory.offsets;
  }
  column.held = column.in_basket = entries;
}

void BatchCursor::load_part(Column& column, EntryNumber first) {
  Basket& rows = column.rows;
  const std::uint64_t row = first.number - column.in_basket.first.number;
  std::uint64_t last = row + 1;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  if (rows.offsets.empty()) {
    const std::size_t row_size = column.branch->layout().row_size();
    last = std::min<std::uint64_t>(row + std::max<std::uint64_t>(part_bytes / row_size, 1), rows.entries);
    begin = row * row_size;
    end = last * row_size;
  } else {
    begin = rows.offsets[row];
    const auto after = rows.offsets.subspan(last);
    const auto past = std::ranges::upper_bound(after, begin + part_bytes);  // ends of rows from here on
    last = std::max<std::uint64_t>(last, row + static_cast<std::uint64_t>(past - after.begin()));
    end = rows.offsets[last];
  }
  column.memory.plain.remake(end - begin);
  column.source->read_at(column.basket_start + begin, column.memory.plain.span());
  rows.data = column.memory.plain.span();
  rows.part_begin = begin;
  column.held = {first, {column.in_basket.first.number + last}};
}

}  // namespace ramet::inline v1::tree::internal
