#include "ramet/write/internal/output/table_output.hpp"

#include "ramet/core/error.hpp"
#include "ramet/write/internal/cluster_encoder.hpp"
#include "ramet/write/internal/formats/ntuple_format.hpp"
#include "ramet/write/internal/formats/tree_format.hpp"
#include "ramet/write/internal/processes/joined_file.hpp"

namespace ramet::inline v1::write::internal {
namespace {

// ROOT and uproot store the size of a basket as a signed 32-bit number.
constexpr std::uint32_t largest_basket = 1 << 30;

TableOptions checked(const OutputFile& output, TableOptions options) RAMET_REQUIRES(output.mutex) {
  if (!options.compression)
    options.compression = output.file ? output.file->options().compression : output.joined->handle().compression;
  options.compression->check();
  if (options.basket_bytes == 0 || options.basket_bytes > largest_basket)
    detail::fail(ErrorKind::misuse, "basket_bytes is {}, expected 1 to {}", options.basket_bytes, largest_basket);
  return options;
}

/// Throw Error(misuse), naming the column, for an unknown compression.
void check_compressions(std::span<const table::Column> columns) {
  for (const table::Column& column : columns)
    if (column.compression)
      detail::while_doing([&] { return fmt::format("column '{}'", column.name); },
                          [&] { column.compression->check(); });
}

std::unique_ptr<TableFormat> make_format(const OutputFile& output, TablePlace place, const table::Schema& schema,
                                         const TableOptions& options, const ContinuedTable& continued) {
  check_compressions(schema.columns);
  const compression::Settings compression = options.compression.value();
  const ntuple::PageOptions pages{compression, options.basket_bytes, options.page_checksums};
  if (continued.tree)
    return std::make_unique<TreeFormat>(output.area(), std::move(place), continued.tree, options.basket_bytes,
                                        compression);
  if (continued.ntuple) return std::make_unique<NTupleFormat>(output.area(), std::move(place), continued.ntuple, pages);
  if (options.format == Format::rntuple)
    return std::make_unique<NTupleFormat>(output.area(), std::move(place), schema, pages);
  return std::make_unique<TreeFormat>(output.area(), std::move(place), schema, options.basket_bytes, compression);
}

}  // namespace

TableOutput::TableOutput(OutputFile& output, std::uint32_t number, TablePlace place, table::Schema schema,
                         TableOptions options, const ContinuedTable& continued)
    : output_(output),
      place_(std::move(place)),
      schemas_{std::move(schema)},
      schema_(&schemas_.back()),
      options_(checked(output, options)),
      format_(make_format(output, place_, schemas_.back(), options_, continued)),
      contexts_(output, number),
      clusters_(output, number, options_.order),
      rows_(output, contexts_, options_, *format_),
      record_(output, continued) {}

void TableOutput::write_gathered(Gatherer::Gaps gaps, TraceTrack* track) {
  if (is_ended()) return;
  ClusterEncoder encoder(output_, *this);
  rows_.write_all(encoder, gaps, track);
}

void TableOutput::write_ripe(TraceTrack* track) {
  if (is_ended()) return;
  ClusterEncoder encoder(output_, *this);
  rows_.write_ripe(encoder, track);
}

void TableOutput::extend(std::vector<table::Column> columns, std::vector<table::Projection> projections,
                         const OutputLock& held) {
  held.covers(output_);
  check_compressions(columns);
  std::list<table::Schema> added{schemas_.back()};
  table::Schema& schema = added.back();
  for (table::Column& column : columns) schema.columns.push_back(std::move(column));
  for (table::Projection& projection : projections) schema.projections.push_back(std::move(projection));
  format_->extend(schema);
  schemas_.splice(schemas_.end(), added);
  schema_.store(&schemas_.back());
  record_.note_new_columns(held);
}

std::string TableOutput::name() const { return fmt::format("'{}': tree '{}'", output_.area().name(), schema().name); }

void TableOutput::check(TableFormat::OffsetsOf offsets, std::size_t first, std::size_t last) const {
  detail::while_doing([&] { return name(); }, [&] { format_->check(offsets, first, last); });
}

void TableOutput::share_numbers(const OutputLock& held) {
  contexts_.share_numbers(held);
  rows_.gatherer().keep_gaps();
}

void TableOutput::finish(const OutputLock& held) {
  write_gathered(Gatherer::Gaps::bridge);
  describe(held);
  is_ended_.store(true);
  end();
}

void TableOutput::withdraw(const OutputLock& held) {
  held.covers(output_);
  is_ended_.store(true);
  end();
  rows_.discard();
  clusters_.collect(held);
  clusters_.release(place_.directory, held);
  contexts_.forget_lost();
  if (!record_.is_there(held)) return;
  const file::Key newest = newest_key(*output_.file, place_.directory, schema().name);
  output_.file->remove(place_.directory, schema().name, newest.cycle);
}

void TableOutput::describe(const OutputLock& held) {
  if (!is_ended()) record_.write(*format_, clusters_, held);
}

TableReport TableOutput::report(const OutputLock& held) {
  clusters_.collect(held);
  TableReport report = clusters_.report(held);
  report.contexts = contexts_.reports();
  return report;
}

}  // namespace ramet::inline v1::write::internal
