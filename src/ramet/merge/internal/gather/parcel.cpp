#include "ramet/merge/internal/gather/parcel.hpp"

#include <iterator>

namespace ramet::inline v1::merge::internal {

void ParcelRun::append(ParcelRun more) {
  parcels.insert(parcels.end(), std::make_move_iterator(more.parcels.begin()),
                 std::make_move_iterator(more.parcels.end()));
  entries += more.entries;
  bytes += more.bytes;
}

void append_rows(std::span<array::Array> to, std::span<const array::Array> from, std::size_t first, std::size_t last) {
  if (first == last) return;
  for (std::size_t column = 0; column < to.size(); ++column) array::append(to[column], from[column], first, last);
}

std::span<const array::Array> join_columns(ParcelRun& run) {
  std::vector<array::Array>& columns = run.parcels.front().columns;
  for (std::size_t column = 0; column < columns.size(); ++column)
    for (std::size_t parcel = 1; parcel < run.parcels.size(); ++parcel) {
      if (run.parcels[parcel].columns.empty()) continue;  // joined before
      array::Array& from = run.parcels[parcel].columns[column];
      array::append(columns[column], from, 0, from.length);
      from = array::Array();
    }
  for (std::size_t parcel = 1; parcel < run.parcels.size(); ++parcel) run.parcels[parcel].columns.clear();
  return columns;
}

}  // namespace ramet::inline v1::merge::internal
