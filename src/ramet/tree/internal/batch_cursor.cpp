#include "ramet/tree/internal/batch_cursor.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/tree/decode/column_decoder.hpp"

namespace ramet::inline v1::tree::internal {

BatchCursor::BatchCursor(const io::ByteSource& source, std::span<const Branch* const> branches)
    : source_(source), columns_(branches.size()) {
  for (std::size_t column = 0; column < branches.size(); ++column) {
    columns_[column].branch = branches[column];
    arrays_.emplace_back(branches[column]->layout.type);
  }
}

void BatchCursor::for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                                 FunctionRef<void(const Batch&)> body) {
  for (EntryNumber first = entries.first; first < entries.last;) {
    throw_if_stopped(stop);
    const EntryRange batch{first, {std::min(first.number + batch_entries, entries.last.number)}};
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      arrays_[column].clear();
      decode(columns_[column], batch, arrays_[column]);
    }
    body({batch, arrays_});
    first = batch.last;
  }
}

void BatchCursor::decode(Column& column, EntryRange entries, array::Array& to) {
  for (EntryNumber first = entries.first; first < entries.last;) {
    if (first < column.held.first || !(first < column.held.last)) {
      column.held = {};  // if the read throws, no basket is held
      column.number = basket_of(*column.branch, first);
      column.basket = column.reader.read(source_, *column.branch, column.number);
      column.held = basket_entries(*column.branch, column.number);
    }
    const EntryRange part = intersection({first, entries.last}, column.held);
    const std::uint64_t begin = column.held.first.number;
    while_doing(
        [&] {
          return fmt::format("'{}': branch '{}', basket {}", source_.name(), column.branch->name, column.number.number);
        },
        [&] {
          decode_rows(column.branch->layout, column.basket, {part.first.number - begin, part.last.number - begin}, to);
        });
    first = part.last;
  }
}

}  // namespace ramet::inline v1::tree::internal
