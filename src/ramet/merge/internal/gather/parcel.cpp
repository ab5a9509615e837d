#include "ramet/merge/internal/gather/parcel.hpp"

#include <iterator>

namespace ramet::inline v1::merge::internal {

void ParcelRun::append(ParcelRun more) {
  parcels.insert(parcels.end(), std::make_move_iterator(more.parcels.begin()),
                 std::make_move_iterator(more.parcels.end()));
  entries += more.entries;
  bytes += more.bytes;
}

ParcelRun ParcelRun::split(std::size_t count) {
  while (count < parcels.size() && parcels[count].columns.empty()) ++count;  // their rows are in the first one's
  ParcelRun rest;
  while (rest.parcels.size() + count < parcels.size()) rest.parcels.emplace_back();
  for (std::size_t at = 0; at < rest.parcels.size(); ++at) {
    Parcel& parcel = rest.parcels[at] = std::move(parcels[count + at]);
    rest.entries += parcel.entries;
    rest.bytes += parcel.bytes;
  }
  parcels.resize(parcels.size() - rest.parcels.size());
  entries -= rest.entries;
  bytes -= rest.bytes;
  return rest;
}

std::uint64_t byte_count(std::span<const array::Array> columns) noexcept {
  std::uint64_t bytes = 0;
  for (const array::Array& column : columns) bytes += column.byte_count();
  return bytes;
}

void append_rows(std::span<array::Array> to, std::span<const array::Array> from, std::size_t first, std::size_t last) {
  if (first == last) return;
  for (std::size_t column = 0; column < to.size(); ++column) array::append(to[column], from[column], first, last);
}

namespace {

/// Give the first parcel as many columns as any has; its rows have zeros in those that were added after it was filled.
void widen_first(ParcelRun& run) {
  std::vector<array::Array>& columns = run.parcels.front().columns;
  for (const Parcel& parcel : run.parcels)
    while (columns.size() < parcel.columns.size()) {
      columns.emplace_back(parcel.columns[columns.size()].type());
      array::append_zeros(columns.back(), columns.front().length);
    }
}

}  // namespace

std::span<const array::Array> join_columns(ParcelRun& run) {
  widen_first(run);
  std::vector<array::Array>& columns = run.parcels.front().columns;
  for (std::size_t column = 0; column < columns.size(); ++column)
    for (std::size_t parcel = 1; parcel < run.parcels.size(); ++parcel) {
      std::vector<array::Array>& more = run.parcels[parcel].columns;
      if (more.empty()) continue;  // joined before
      if (column >= more.size()) {
        array::append_zeros(columns[column], run.parcels[parcel].entries);
      } else {
        array::append(columns[column], more[column], 0, more[column].length);
        more[column] = array::Array();
      }
    }
  for (std::size_t parcel = 1; parcel < run.parcels.size(); ++parcel) run.parcels[parcel].columns.clear();
  return columns;
}

}  // namespace ramet::inline v1::merge::internal
