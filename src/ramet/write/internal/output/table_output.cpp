#include "ramet/write/internal/output/table_output.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/write/internal/cluster_encoder.hpp"
#include "ramet/write/internal/cluster_writer.hpp"
#include "ramet/write/internal/formats/ntuple_format.hpp"
#include "ramet/write/internal/formats/tree_format.hpp"
#include "ramet/write/internal/processes/joined_file.hpp"

namespace ramet::inline v1::write::internal {
namespace {

// ROOT and uproot hold the size of a basket in 32 bits, signed.
constexpr std::uint32_t largest_basket = 1 << 30;

TableOptions checked(const OutputFile& output, TableOptions options) {
  if (!options.compression)
    options.compression = output.file ? output.file->options().compression : output.joined->handle().compression;
  options.compression->check();
  if (options.basket_bytes == 0 || options.basket_bytes > largest_basket)
    fail(ErrorKind::misuse, "baskets of {} bytes, not in 1..{}", options.basket_bytes, largest_basket);
  return options;
}

/// Throws Error(misuse), naming the column, for a compression that there is not.
void check_compressions(std::span<const table::Column> columns) {
  for (const table::Column& column : columns)
    if (column.compression)
      while_doing([&] { return fmt::format("column '{}'", column.name); }, [&] { column.compression->check(); });
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

// What a branch or column should have of a cluster: less than this, and reading and compressing it costs more, a byte.
constexpr std::uint64_t healthy_part = 16 << 10;
constexpr std::uint64_t default_cluster = 16 << 20;
constexpr std::uint64_t least_healthy = 1 << 20;

/// Of a column; the same for encoding it: see ClusterWriter.
constexpr std::uint64_t bytes_in_flight = 3;

bool is_ordered(const OutputFile& output, const TableOptions& options) {
  return output.file && output.file->options().reproducible && options.order == Order::sequence;
}

std::uint64_t cluster_size(const OutputFile& output, const TableOptions& options, const TableFormat& format) {
  const std::uint64_t largest = format.limits().bytes;
  if (options.cluster_bytes > largest)
    fail(ErrorKind::misuse, "clusters of {} bytes, not in 0..{}", options.cluster_bytes, largest);
  const std::uint64_t healthy = std::max(default_cluster, format.part_count() * healthy_part / 2);
  const std::uint64_t wanted = options.cluster_bytes != 0 ? options.cluster_bytes : std::min(healthy, largest);
  // In order, a cluster's size must not depend on what others hold: one always fits.
  if (!is_ordered(output, options)) return wanted;
  return std::max<std::uint64_t>(std::min(wanted, output.admission.budget().limit() / (4 * bytes_in_flight)), 1);
}

ClusterSize healthy_size(const TableOptions& options, std::uint64_t cluster_bytes, std::size_t parts) {
  if (options.flushing == Flushing::exact) return {};
  const std::uint64_t bytes = std::max(least_healthy, parts * healthy_part);
  const std::uint64_t entries = options.cluster_entries;
  return {std::min(bytes, cluster_bytes / 2), entries == 0 ? 0 : std::max<std::uint64_t>(entries / 2, 1)};
}

/// A cluster that is eight times as large as a healthy one gains nothing by being larger.
ClusterSize large_size(const ClusterSize& healthy, const ClusterSize& most) {
  return {std::min(8 * healthy.bytes, std::max(healthy.bytes, most.bytes)),
          std::min(8 * healthy.entries, std::max(healthy.entries, most.entries))};
}

Gatherer::Neighbours neighbours_in(Order order) {
  return order == Order::arrival ? Gatherer::Neighbours::all : Gatherer::Neighbours::parts;
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
      cluster_bytes_(cluster_size(output, options_, *format_)),
      healthy_(healthy_size(options_, cluster_bytes_, format_->part_count())),
      large_(large_size(healthy_, {cluster_bytes_, options_.cluster_entries})),
      gatherer_(neighbours_in(options_.order), healthy_, {cluster_bytes_, options_.cluster_entries}) {
  if (output.joined) gatherer_.keep_gaps();
  if (continued) {
    is_continued_ = is_described_ = true;
    has_new_columns_ = false;
    entries_before_ = described_entries_ = continued.entries();
    saved_entries_.store(described_entries_);
  }
  if (!is_ordered(output, options_)) return;
  ordered_ = std::make_unique<OrderedCommit>(healthy_);
  front_share_ =
      output.admission.budget().try_reserve(cluster_bytes_ * bytes_in_flight + ClusterWriter::smallest_share);
  if (front_share_.bytes() == 0)
    fail(ErrorKind::misuse,
         "a memory budget of {} bytes is too small for one more reproducible tree with clusters of {}",
         output.admission.budget().limit(), cluster_bytes_);
}

void TableOutput::advance_in_order(ClusterEncoder& encoder, StageTimes& times) {
  const auto take_space = [&](EncodedCluster& cluster) {
    if (!cluster.bytes.empty()) cluster.described.extent = output_.area().take_extent(cluster.bytes.size());
  };
  while (auto task = ordered_->next(take_space)) {
    if (auto* cluster = std::get_if<OrderedCommit::Write>(&*task)) {
      if (!cluster->bytes.empty()) write_in_order(std::move(*cluster), encoder, times);
      continue;
    }
    encode_in_order(std::move(std::get<OrderedCommit::Encode>(*task)), encoder, times);
  }
}

void TableOutput::encode_in_order(OrderedCommit::Encode rows, ClusterEncoder& encoder, StageTimes& times) {
  const std::uint64_t number = rows.number;
  try {
    if (rows.joined.empty()) rows.joined = join(rows.run);
    auto encoded = encoder.encode_ahead(rows.joined.columns, 0, rows.joined.entries, rows.run.place, times);
    encoded.memory = rows.joined.memory.split(encoded.bytes.size());
    ordered_->add_encoded(number, std::move(encoded));
  } catch (const Error&) {
    contexts_.note_lost(rows.joined.entries);  // they never can be written
    ordered_->add_encoded(number, {});         // nothing, which those behind it need not wait for
    throw;
  } catch (...) {
    ordered_->put_back(std::move(rows));
    throw;
  }
}

void TableOutput::write_in_order(EncodedCluster cluster, ClusterEncoder& encoder, StageTimes& times) {
  try {
    encoder.write(cluster, times);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::misuse) {
      contexts_.note_lost(cluster.described.entries);
    } else {
      ordered_->put_back(std::move(cluster));
    }
    throw;
  } catch (...) {
    ordered_->put_back(std::move(cluster));
    throw;
  }
}

void TableOutput::write_run(RowRun run, ClusterEncoder& encoder, StageTimes& times) {
  const ClusterPlace place = run.place;
  const std::uint64_t entries = run.entries;
  Sheaf joined;
  try {
    const auto memory = output_.admission.budget().reserve_anyway(2 * run.bytes);  // joined, and encoded
    joined = join(run);
    encoder.write(joined.columns, 0, joined.entries, place, times);
  } catch (...) {
    try {
      gatherer_.put_back(run);
      gatherer_.add(joined);
    } catch (const std::bad_alloc&) {
      contexts_.note_lost(entries);
    }
    throw;
  }
}

void TableOutput::take_ended_parts() {
  for (const auto& context : contexts_.all()) context->give_ended_parts();
}

void TableOutput::write_gathered(Gatherer::Gaps gaps) {
  if (is_ended()) return;
  for (const auto& context : contexts_.all()) context->give_all();
  ClusterEncoder encoder(output_, *this);
  StageTimes times;
  const Admission::Passage passage(output_.admission);
  if (ordered_) {
    ordered_->drain();
    advance_in_order(encoder, times);
  }
  std::vector<RowRun> runs = gatherer_.take_all(gaps);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    try {
      write_run(std::move(runs[run]), encoder, times);
    } catch (...) {
      for (std::size_t rest = run + 1; rest < runs.size(); ++rest) gatherer_.put_back(runs[rest]);
      throw;
    }
  }
}

void TableOutput::extend(std::vector<table::Column> columns, std::vector<table::Projection> projections,
                         const OutputLock&) {
  check_compressions(columns);
  std::list<table::Schema> added{schemas_.back()};
  table::Schema& schema = added.back();
  for (table::Column& column : columns) schema.columns.push_back(std::move(column));
  for (table::Projection& projection : projections) schema.projections.push_back(std::move(projection));
  format_->extend(schema);
  schemas_.splice(schemas_.end(), added);
  schema_.store(&schemas_.back());
  is_described_ = false;
  has_new_columns_ = true;
}

std::string TableOutput::name() const { return fmt::format("'{}': tree '{}'", output_.area().name(), schema().name); }

void TableOutput::check(std::span<const array::Array> columns, std::size_t first, std::size_t last) const {
  while_doing([&] { return name(); }, [&] { format_->check(columns, first, last); });
}

void TableOutput::share_numbers(const OutputLock& held) {
  contexts_.share_numbers(held);
  gatherer_.keep_gaps();
}

void TableOutput::finish(const OutputLock& held) {
  write_gathered(Gatherer::Gaps::bridge);
  describe(held);
  is_ended_.store(true);
  end();
}

void TableOutput::withdraw(const OutputLock& held) {
  is_ended_.store(true);
  end();
  gatherer_.take_all();
  clusters_.collect(held);
  clusters_.release(place_.directory, held);
  contexts_.forget_lost();
  if (!is_described_) return;
  const file::Key newest = newest_key(*output_.file, place_.directory, schema().name);
  output_.file->remove(place_.directory, schema().name, newest.cycle);
}

void TableOutput::describe(const OutputLock& held) {
  if (is_ended()) return;
  if (!clusters_.collect(held) && !has_new_columns_) return;
  const auto clusters = clusters_.in_order(held);
  format_->describe(*output_.file, clusters);
  described_entries_ = entries_before_;
  for (const ClusterDescriptor& cluster : clusters) described_entries_ += cluster.entries;
  is_described_ = true;
  has_new_columns_ = false;  // not before: a record that could not be written is written the next time
  clusters_.note_described(held);
}

TableReport TableOutput::report(const OutputLock& held) {
  clusters_.collect(held);
  TableReport report = clusters_.report(held);
  report.contexts = contexts_.reports();
  return report;
}

}  // namespace ramet::inline v1::write::internal
