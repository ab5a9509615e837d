#include "ramet/write/internal/output/table_record.hpp"

namespace ramet::inline v1::write::internal {

TableRecord::TableRecord(OutputFile& output, const ContinuedTable& continued)
    : output_(output),
      is_continued_(static_cast<bool>(continued)),
      entries_before_(is_continued_ ? continued.entries() : 0),
      saved_entries_(entries_before_),
      described_entries_(entries_before_),
      is_there_(is_continued_),
      lacks_columns_(!is_continued_) {}

void TableRecord::write(TableFormat& format, ClusterList& clusters, const OutputLock& held) {
  held.covers(output_);
  if (!clusters.collect(held) && !lacks_columns_) return;
  const auto in_order = clusters.in_order(held);
  format.describe(*output_.file, in_order);
  described_entries_ = entries_before_;
  for (const table::ClusterDescriptor& cluster : in_order) described_entries_ += cluster.entries;
  is_there_ = true;
  lacks_columns_ = false;
  clusters.note_described(held);
}

void TableRecord::note_new_columns(const OutputLock& held) {
  held.covers(output_);
  lacks_columns_ = true;
}

bool TableRecord::is_there(const OutputLock& held) const {
  held.covers(output_);
  return is_there_;
}

bool TableRecord::is_described(const OutputLock& held) const {
  held.covers(output_);
  return !lacks_columns_;
}

void TableRecord::note_saved(const OutputLock& held) {
  held.covers(output_);
  saved_entries_.store(described_entries_);
}

}  // namespace ramet::inline v1::write::internal
