#include "ramet/tree/internal/column_read.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

namespace ramet::inline v1::tree::internal {
namespace {

// A task reads several small baskets, so that its overhead stays far below its work.
constexpr std::uint64_t task_bytes = std::uint64_t{256} * 1024;

// The largest ratio of deflate. A column that claims more may be valid (zstd compresses zeros better), but then its
// memory is not allocated in advance: it grows as the baskets are read.
constexpr std::uint64_t believable_ratio = 1032;

/// Resize a regular array of fixed numbers to its final size; returns the memory of the numbers.
std::span<std::byte> allocate_rows(array::ArrayBuilder& array, std::size_t rows) {
  array::ArrayBuilder* at = &array;
  for (; at->kind == array::Kind::regular; at = &at->contents[0]) {
    at->length = rows;
    rows = detail::checked_product<std::size_t>(rows, at->size, "number of values");
  }
  at->length = rows;
  at->values.resize(detail::checked_product<std::size_t>(rows, array::size_of(at->number), "size of a column"));
  return at->values.span();
}

}  // namespace

ColumnRead::ColumnRead(const Branch& branch, EntryRange entries, const CountsView& counts, std::uint64_t counts_before)
    : branch_(branch), entries_(entries), counts_(counts), counts_before_(counts_before), whole_(branch.layout().type) {
  if (entries.empty()) return;
  const std::uint64_t first = basket_of(branch, entries.first).number;
  const std::uint64_t last = basket_of(branch, {entries.last.number - 1}).number + 1;
  std::uint64_t bytes = task_bytes;
  std::uint64_t packed = 0;
  for (std::uint64_t basket = first; basket < last; ++basket) {
    if (bytes >= task_bytes) {
      tasks_.push_back({basket, basket});
      bytes = 0;
    }
    tasks_.back().last_basket = basket + 1;
    const std::uint64_t size =
        basket < branch.baskets.size() ? branch.baskets.location({basket}).record_size : task_bytes;
    bytes += size;
    packed += size;
  }
  in_place_ = branch.layout().packing == Packing::fixed &&
              entries.size() <= believable_ratio * packed / std::max<std::size_t>(branch.layout().row_size(), 1);
  if (!in_place_) {
    parts_.resize(tasks_.size());
    return;
  }
  place_ = allocate_rows(whole_, entries.size());
  row_bytes_ = place_.size() / entries.size();
}

void ColumnRead::add_extents(std::size_t number, std::vector<io::Extent>& to) const {
  const Task& task = tasks_[number];
  const EntryRange entries{basket_entries(branch_, {task.first_basket}).first,
                           basket_entries(branch_, {task.last_basket - 1}).last};
  tree::add_extents(branch_, entries, to);
}

void ColumnRead::run(std::size_t number, const io::ByteSource& source, BasketReader& reader, ProgressSink* progress) {
  const Task& task = tasks_[number];
  array::ArrayBuilder part(branch_.layout().type);
  EntryRange done;
  for (std::uint64_t basket = task.first_basket; basket < task.last_basket; ++basket) {
    run_basket({basket}, source, reader, part);
    const EntryRange rows = intersection(basket_entries(branch_, {basket}), entries_);
    done = {basket == task.first_basket ? rows.first : done.first, rows.last};
  }
  reader.end_task();
  if (progress != nullptr) progress->advance(done.size(), in_place_ ? done.size() * row_bytes_ : part.byte_count());
  if (!in_place_) parts_[number] = std::move(part).finish();
}

void ColumnRead::run_basket(BasketNumber number, const io::ByteSource& source, BasketReader& reader,
                            array::ArrayBuilder& part) {
  Basket basket = reader.read(source, branch_, number);
  std::vector<std::uint32_t> offsets;
  const EntryRange held = basket_entries(branch_, number);
  const EntryRange wanted = intersection(held, entries_);
  const BasketRows rows{wanted.first.number - held.first.number, wanted.last.number - held.first.number};
  detail::while_doing(
      [&] { return fmt::format("'{}': branch '{}', basket {}", source.name(), branch_.name, number.number); },
      [&] {
        if (lacks_offsets(branch_.layout(), basket)) {
          generate_offsets(branch_.layout(), counts_of({held.first, wanted.last}), basket.data.size(), offsets);
          basket.offsets = offsets;
        }
        const StageTimer timer(reader.trace(), Stage::decode);
        if (!in_place_) return decode_rows(branch_.layout(), basket, rows, part, counts_of(wanted));
        const std::size_t begin = (wanted.first.number - entries_.first.number) * row_bytes_;
        decode_fixed_rows(branch_.layout(), basket, rows, place_.subspan(begin, wanted.size() * row_bytes_));
      });
}

CountsView ColumnRead::counts_of(EntryRange entries) const {
  if (counts_.empty()) return {};
  return counts_.subspan(counts_before_ + entries.first.number - entries_.first.number, entries.size());
}

array::Array ColumnRead::take() {
  if (in_place_ || parts_.empty()) return std::move(whole_).finish();
  if (parts_.size() == 1) return std::move(parts_.front());
  reserve_for(whole_, parts_);
  for (array::Array& part : parts_) append(whole_, std::exchange(part, {}));
  return std::move(whole_).finish();
}

}  // namespace ramet::inline v1::tree::internal
