#include "ramet/tree/internal/batch_cursor.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/tree/decode/column_decoder.hpp"
#include "ramet/tree/decode/generated_offsets.hpp"

namespace ramet::inline v1::tree::internal {
namespace {

// A plain basket is read in parts of this size: a request that disks like, and a few dozen of them fit into the
// second-level cache.
constexpr std::size_t part_bytes = std::size_t{64} << 10;

}  // namespace

BatchCursor::BatchCursor(const io::ByteSource& source, std::span<const Branch* const> branches,
                         std::span<const Branch* const> counters)
    : source_(source), columns_(branches.size()) {
  for (std::size_t column = 0; column < branches.size(); ++column) {
    columns_[column].branch = branches[column];
    arrays_.emplace_back(branches[column]->layout().type);
    if (counters.empty() || counters[column] == nullptr) continue;
    const auto same = [&](const Column& counter) { return counter.branch == counters[column]; };
    const auto known = std::ranges::find_if(counters_, same);
    columns_[column].counter = static_cast<std::size_t>(known - counters_.begin());
    if (known != counters_.end()) continue;
    counters_.emplace_back().branch = counters[column];
    counts_.emplace_back(counters[column]->layout().type);
    numbers_of_.emplace_back();
  }
}

void BatchCursor::for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                                 FunctionRef<void(const Batch&)> body) {
  for (EntryNumber first = entries.first; first < entries.last;) {
    throw_if_stopped(stop);
    const EntryRange batch{first, {std::min(first.number + batch_entries, entries.last.number)}};
    for (std::size_t counter = 0; counter < counters_.size(); ++counter) {
      counts_[counter].clear();
      decode(counters_[counter], batch, counts_[counter]);
      numbers_of_[counter] = counts_in(counts_[counter]);
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      arrays_[column].clear();
      decode(columns_[column], batch, arrays_[column]);
    }
    body({batch, arrays_});
    first = batch.last;
  }
}

std::span<const std::int32_t> BatchCursor::counts_of(const Column& column) const {
  if (column.counter == none) return {};
  return numbers_of_[column.counter];
}

void BatchCursor::decode(Column& column, EntryRange entries, array::Array& to) {
  const auto counts = counts_of(column);
  for (EntryNumber first = entries.first; first < entries.last;) {
    if (!contains(column.held, first)) load(column, {first, entries.last});
    const EntryRange part = intersection({first, entries.last}, column.held);
    const std::uint64_t begin = column.held.first.number;
    while_doing(
        [&] {
          return fmt::format("'{}': branch '{}', basket {}", source_.name(), column.branch->name, column.number.number);
        },
        [&] {
          decode_rows(column.branch->layout(), column.rows, {part.first.number - begin, part.last.number - begin}, to,
                      counts.empty() ? counts : counts.subspan(first.number - entries.first.number, part.size()));
        });
    first = part.last;
  }
}

void BatchCursor::load(Column& column, EntryRange wanted) {
  column.held = {};  // if the read throws, nothing is held
  if (contains(column.in_basket, wanted.first)) return load_part(column, wanted);
  column.in_basket = {};
  column.number = basket_of(*column.branch, wanted.first);
  const EntryRange entries = basket_entries(*column.branch, column.number);
  if (entries.size() * column.branch->layout().row_size() >= 2 * part_bytes) {
    if (const auto start = reader_.find_plain_rows(source_, *column.branch, column.number)) {
      column.in_basket = entries;
      column.basket_start = *start;
      return load_part(column, wanted);
    }
  }
  column.rows = reader_.read(source_, *column.branch, column.number, column.memory);
  if (lacks_offsets(column.branch->layout(), column.rows) && column.counter != none) {
    array::Array counts(counters_[column.counter].branch->layout().type);
    decode(counters_[column.counter], entries, counts);
    generate_offsets(column.branch->layout(), counts_in(counts), column.rows.data.size(), column.memory.offsets);
    column.rows.offsets = column.memory.offsets;
  }
  column.held = entries;
}

void BatchCursor::load_part(Column& column, EntryRange wanted) {
  const std::size_t row_size = column.branch->layout().row_size();
  const std::uint64_t rows = std::min(std::max<std::uint64_t>(wanted.size(), part_bytes / row_size),
                                      column.in_basket.last.number - wanted.first.number);
  column.memory.plain.resize(rows * row_size);
  source_.read_at(column.basket_start + (wanted.first.number - column.in_basket.first.number) * row_size,
                  column.memory.plain.span());
  column.rows = {column.memory.plain.span(), {}, static_cast<std::uint32_t>(rows)};
  column.held = {wanted.first, {wanted.first.number + rows}};
}

}  // namespace ramet::inline v1::tree::internal
