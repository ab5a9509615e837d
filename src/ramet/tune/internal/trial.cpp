#include "ramet/tune/internal/trial.hpp"

#include <utility>

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/tune/internal/cpu_clock.hpp"
#include "ramet/tune/internal/stored_parts.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::tune::internal {

Written write_sample(const Sample& sample, write::Format format, const Profile& profile) {
  auto owned = std::make_unique<io::MemorySink>();
  const io::MemorySink& memory = *owned;
  Written written;
  const auto writer = write::ParallelWriter::create(std::move(owned), {.memory_budget = std::uint64_t{4} << 30});
  table::Schema schema = sample.stored.schema;
  write::TableOptions options{.format = format};
  profile.apply(schema, options);
  write::TableWriter table = writer->add_table(std::move(schema), options);
  written.seconds = seconds_of([&] {
    write::FillContext context = table.context();
    for (const std::vector<array::Array>& columns : sample.parts) context.extend(columns);
    context.close();
    writer->close();
  });
  bytes::Buffer contents = memory.contents();
  written.bytes = contents.size();
  written.file = io::source_of(std::move(contents));
  return written;
}

double seconds_per_byte(std::uint64_t bytes) {
  constexpr std::uint64_t piece_size = std::uint64_t{4} << 20;
  const std::vector<std::byte> piece(piece_size);
  io::MemorySink sink;
  const double seconds = seconds_of([&] {
    for (std::uint64_t offset = 0; offset < bytes; offset += piece_size) sink.write_at(offset, piece);
  });
  const std::uint64_t pieces = (bytes + piece_size - 1) / piece_size;
  return seconds / static_cast<double>(pieces * piece_size);
}

double seconds_to_read(const std::shared_ptr<const io::ByteSource>& file, const table::Schema& schema,
                       const std::vector<bool>& is_read) {
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  const auto rows = dataset::open_table(session.open(file), schema.name);
  const ColumnsOfPaths columns(schema);
  std::vector<std::string> names;
  for (const dataset::Column& column : rows->columns())
    if (column.is_readable() && !column.is_group && !column.is_nested && is_read[columns.at(column.name)])
      names.push_back(column.name);
  if (names.empty()) return 0;
  const std::vector<std::uint64_t> starts = rows->cluster_starts();
  return seconds_of([&] {
    for (std::size_t cluster = 0; cluster + 1 < starts.size(); ++cluster)
      rows->read(names, {{starts[cluster]}, {starts[cluster + 1]}}, {*executor});
  });
}

}  // namespace ramet::inline v1::tune::internal
