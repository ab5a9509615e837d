#include "ramet/write/internal/output/table_record.hpp"

#include <memory>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/write/internal/formats/tree_format.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::OutputLock;
using internal::TableRecord;

namespace {

/// A tree with one column, without a TableOutput.
struct Output {
  sample::Disk disk = sample::empty_disk();
  internal::OutputFile file{file::FileWriter::create(std::make_unique<sample::SharedSink>(disk)), 1 << 20};
  table::Schema schema = sample::counting_schema();
  internal::TreeFormat format{file.area(), {{0}, sample::file_of(file).seek_of({0})}, schema, 32000, {}};
  internal::ClusterList clusters{file, 0, Order::sequence};
  TableRecord record{file, {}};

  void commit(std::uint32_t entries) {
    table::ClusterDescriptor made;
    made.place = {next_++, 0};
    made.entries = entries;
    made.pieces = {{entries, 70, 90, 1000 * next_}};
    made.pieces_of_part = {1};
    made.part_numbers = {0};
    clusters.commit(std::move(made));
  }

 private:
  std::uint64_t next_ = 0;
};

}  // namespace

TEST_CASE("table record: it is written first without entries, and again for new clusters or columns") {
  Output output;
  const OutputLock lock(output.file);
  const auto has_grown = [&] {
    const std::uint64_t before = output.file.area().size();
    output.record.write(output.format, output.clusters, lock);
    return output.file.area().size() > before;
  };
  CHECK_FALSE(output.record.is_there(lock));
  CHECK_FALSE(output.record.is_described(lock));
  CHECK(has_grown());
  CHECK(output.record.is_there(lock));
  CHECK(output.record.is_described(lock));
  CHECK_FALSE(has_grown());
  output.commit(5);
  CHECK(has_grown());
  CHECK_FALSE(has_grown());
  output.record.note_new_columns(lock);
  CHECK(output.record.is_there(lock));
  CHECK_FALSE(output.record.is_described(lock));
  CHECK(has_grown());
  CHECK(output.record.is_described(lock));
}

TEST_CASE("table record: entries count as saved once the file on disk has the record") {
  Output output;
  const OutputLock lock(output.file);
  output.commit(5);
  output.commit(7);
  output.record.write(output.format, output.clusters, lock);
  CHECK(output.record.saved_entries() == 0);
  output.record.note_saved(lock);
  CHECK(output.record.saved_entries() == 12);
  CHECK_FALSE(output.record.is_continued());
  CHECK(output.record.entries_before() == 0);
}

TEST_CASE("table record: the lock of another file is refused") {
  Output output, other;
  const OutputLock lock(other.file);
  CHECK(sample::error_of([&] { output.record.note_new_columns(lock); }).starts_with("misuse: "));
}
