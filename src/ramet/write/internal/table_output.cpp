#include "ramet/write/internal/table_output.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/io/sharing/process_number.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/internal/cluster_encoder.hpp"
#include "ramet/write/internal/cluster_writer.hpp"
#include "ramet/write/internal/formats/ntuple_format.hpp"
#include "ramet/write/internal/formats/tree_format.hpp"
#include "ramet/write/internal/processes/file_sharing.hpp"
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

TableReport report_of(const ClusterDescriptor& cluster) {
  TableReport report{.entries = cluster.entries, .clusters = cluster.entries > 0 ? 1U : 0U, .contexts = {}};
  for (const Piece& piece : cluster.pieces) {
    report.plain_bytes += piece.plain_size;
    report.stored_bytes += piece.stored_size;
  }
  return report;
}

void add(TableReport& to, const TableReport& one) {
  to.entries += one.entries;
  to.clusters += one.clusters;
  to.plain_bytes += one.plain_bytes;
  to.stored_bytes += one.stored_bytes;
}

std::unique_ptr<TableFormat> make_format(const OutputFile& output, TablePlace place, const table::Schema& schema,
                                         const TableOptions& options, const ContinuedTable& continued) {
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
// The last number, which a context may only ask for.
constexpr std::uint64_t no_sequence = ~std::uint64_t{0};

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

OutputFile::OutputFile(std::unique_ptr<file::FileWriter> writer, std::uint64_t memory_budget,
                       std::uint64_t checkpoint_bytes, std::chrono::nanoseconds checkpoint_period)
    : file(std::move(writer)),
      admission({.memory_budget = memory_budget, .at_least = schedule::hardware_concurrency()}),
      schedule(checkpoint_bytes, checkpoint_period) {}

OutputFile::OutputFile(std::unique_ptr<JoinedFile> other, std::uint64_t memory_budget)
    : joined(std::move(other)),
      admission({.memory_budget = memory_budget, .at_least = schedule::hardware_concurrency()}),
      counters_of_all(&joined->counters()) {}

OutputFile::~OutputFile() = default;

void TableList::add(std::shared_ptr<TableOutput> table) {
  const MutexLock lock(mutex_);
  tables_.push_back(std::move(table));
}

TableList::Tables TableList::all() const {
  const MutexLock lock(mutex_);
  return tables_;
}

const file::RecordArea& OutputFile::area() const noexcept { return file ? file->area() : joined->area(); }

void OutputFile::require_open() const {
  if (closed) fail(ErrorKind::misuse, "'{}' is closed", area().name());
}

bool OutputFile::is_of_this_process() const noexcept { return process_.is_here(); }

void OutputFile::require_usable() const {
  if (closed) return;  // which who needs it open is told
  if (!process_.is_here()) io::require_process(process_.number(), area().name());
  if (abandoned)
    fail(ErrorKind::misuse,
         "'{}' has no writer any more, which is to live longer than its contexts: what they hold is lost",
         area().name());
}

void OutputFile::require_no_faults() {
  if (!sharing) return;
  if (const std::string faults = sharing->faults(); !faults.empty())
    fail(ErrorKind::corrupt, "'{}': {}; clusters that are listed there are not in the file", file->name(), faults);
}

void OutputFile::save() {
  require_open();
  describe_all();
  file->commit();
  for (const auto& table : tables.all()) table->note_saved();
}

void OutputFile::describe_all() {
  if (sharing) sharing->collect(tables.all());
  for (const auto& table : tables.all()) table->describe();
  if (!classes.has_news()) return;
  auto infos = classes.all();
  if (before) infos = before->lacking(infos);
  if (!before || !infos.empty())
    file->set_streamer_infos([&](std::uint16_t key_length) {
      return before ? before->infos_with(infos, key_length) : schema::write_streamer_infos(infos, key_length);
    });
  classes.note_written();
}

TableOutput::TableOutput(OutputFile& output, std::uint32_t number, TablePlace place, table::Schema schema,
                         TableOptions options, const ContinuedTable& continued)
    : output_(output),
      number_(number),
      place_(std::move(place)),
      schemas_{std::move(schema)},
      schema_(&schemas_.back()),
      options_(checked(output, options)),
      format_(make_format(output, place_, schemas_.back(), options_, continued)),
      cluster_bytes_(cluster_size(output, options_, *format_)),
      healthy_(healthy_size(options_, cluster_bytes_, format_->part_count())),
      large_(large_size(healthy_, {cluster_bytes_, options_.cluster_entries})),
      gatherer_(neighbours_in(options_.order), healthy_, {cluster_bytes_, options_.cluster_entries}),
      cores_(schedule::hardware_concurrency()) {
  if (output.joined) gatherer_.keep_gaps();
  if (continued) {
    is_continued_ = is_described_ = true;
    has_news_ = false;
    entries_before_ = described_entries_ = continued.entries();
    note_saved();
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
    note_lost(rows.joined.entries);     // they never can be written
    ordered_->add_encoded(number, {});  // nothing, which those behind it need not wait for
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
      note_lost(cluster.described.entries);
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
      note_lost(entries);
    }
    throw;
  }
}

std::vector<std::shared_ptr<ClusterWriter>> TableOutput::contexts() {
  std::vector<std::shared_ptr<ClusterWriter>> contexts;
  for (const auto& known : contexts_)
    if (auto context = known.lock()) contexts.push_back(std::move(context));
  return contexts;
}

void TableOutput::take_ended_parts() {
  std::vector<std::shared_ptr<ClusterWriter>> all;
  {
    const MutexLock lock(reports_mutex_);
    all = contexts();
  }
  for (const auto& context : all) context->give_ended_parts();
}

void TableOutput::write_gathered(Gatherer::Gaps gaps) {
  if (is_ended()) return;
  std::vector<std::shared_ptr<ClusterWriter>> all;
  {
    const MutexLock lock(reports_mutex_);
    all = contexts();
  }
  for (const auto& context : all) context->give_all();
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

void TableOutput::remember(const std::shared_ptr<ClusterWriter>& context) {
  const MutexLock lock(reports_mutex_);
  std::erase_if(contexts_, [](const auto& known) { return known.expired(); });
  contexts_.push_back(context);
}

void TableOutput::extend(std::vector<table::Column> columns, std::vector<table::Projection> projections) {
  std::list<table::Schema> added{schemas_.back()};
  table::Schema& schema = added.back();
  for (table::Column& column : columns) schema.columns.push_back(std::move(column));
  for (table::Projection& projection : projections) schema.projections.push_back(std::move(projection));
  format_->extend(schema);
  schemas_.splice(schemas_.end(), added);
  schema_.store(&schemas_.back());
  is_described_ = false;
  has_news_ = true;
}

std::string TableOutput::name() const { return fmt::format("'{}': tree '{}'", output_.area().name(), schema().name); }

void TableOutput::check(std::span<const array::Array> columns, std::size_t first, std::size_t last) const {
  while_doing([&] { return name(); }, [&] { format_->check(columns, first, last); });
}

void TableOutput::commit(ClusterDescriptor&& cluster) {
  if (!output_.joined) {
    const std::uint64_t bytes = memory_of(cluster);
    log_.push(std::move(cluster));
    descriptor_bytes_.fetch_add(bytes, std::memory_order_relaxed);
    return;
  }
  const TableReport one = report_of(cluster);
  output_.joined->append(ClusterWritten{number_, cluster});
  const MutexLock lock(reports_mutex_);
  add(written_, one);
}

void TableOutput::give_up(io::Extent extent) {
  ClusterDescriptor nothing;
  nothing.extent = extent;
  commit(std::move(nothing));
}

std::uint64_t TableOutput::next_context() {
  if (auto* counters = output_.counters()) return counters->add(counter::context_of(number_), 1);
  return next_context_.fetch_add(1);
}

std::uint64_t TableOutput::next_sequence() {
  auto* counters = output_.counters();
  const std::uint64_t next = counters != nullptr ? counters->add(counter::sequence_of(number_), 1) : next_sequence_++;
  if (next != no_sequence) return next;
  note_sequence(next - 1);  // the counter has wrapped
  fail(ErrorKind::misuse, "'{}': tree '{}': sequence numbers are used up: a context has {}, or the one before it",
       output_.area().name(), schema().name, no_sequence);
}

void TableOutput::note_sequence(std::uint64_t sequence) {
  const std::uint64_t next = sequence == no_sequence ? no_sequence : sequence + 1;
  if (auto* counters = output_.counters()) {
    counters->raise(counter::sequence_of(number_), next);
  } else {
    next_sequence_ = std::max(next_sequence_, next);
  }
}

void TableOutput::share_numbers() {
  auto& counters = *output_.counters();
  if (counter::context_of(number_) >= counters.size())
    fail(ErrorKind::misuse, "'{}': {} counters are too few for table {}", output_.area().name(), counters.size(),
         number_);
  gatherer_.keep_gaps();
  counters.raise(counter::sequence_of(number_), next_sequence_);
  counters.raise(counter::context_of(number_), next_context_);
}

void TableOutput::context_opened(std::uint64_t number, std::uint64_t sequence) {
  if (output_.joined) {
    // First it is said, then asked: whoever closes the file closes it first, and then looks at what was said.
    output_.joined->append(ContextBegan{number_, number, sequence});
    try {
      output_.joined->require_shared();
    } catch (...) {
      output_.joined->append(ContextEnded{number_, {.number = number, .times = {}}, 0});
      throw;
    }
  }
  {
    const MutexLock lock(reports_mutex_);  // its report will find room: a context's end does not fail
    const std::size_t count = reports_.size() + open_contexts_.fetch_add(1) + 1;
    try {
      if (count > reports_.capacity()) reports_.reserve(std::max(count, 2 * reports_.capacity()));
    } catch (...) {
      open_contexts_.fetch_sub(1);
      throw;
    }
  }
  if (filled_contexts_.fetch_add(1) >= cores_) was_crowded_.store(true);
}

std::uint64_t TableOutput::end_filling() noexcept {
  const std::uint64_t filled = filled_contexts_.fetch_sub(1);
  return was_crowded_.load() && filled <= cores_ ? filled : 0;
}

void TableOutput::collect() {
  log_.collect(arrived_);
  const std::size_t count = clusters_.size() + arrived_.size();
  if (count > clusters_.capacity()) clusters_.reserve(std::max(count, 2 * clusters_.capacity()));
  std::size_t done = 0;
  try {
    for (; done < arrived_.size(); ++done) {
      ClusterDescriptor& cluster = arrived_[done];
      if (cluster.entries == 0) {
        output_.file->abandon_extent(cluster.extent);
      } else {
        clusters_.push_back(std::move(cluster));
        has_news_ = true;
      }
    }
  } catch (...) {
    arrived_.erase(arrived_.begin(), arrived_.begin() + static_cast<std::ptrdiff_t>(done));
    throw;
  }
  arrived_.clear();
  if (options_.order == Order::sequence)
    std::stable_sort(clusters_.begin(), clusters_.end(),
                     [](const ClusterDescriptor& a, const ClusterDescriptor& b) { return a.place < b.place; });
}

void TableOutput::finish() {
  write_gathered(Gatherer::Gaps::bridge);
  describe();
  is_ended_.store(true);
  end();
}

void TableOutput::withdraw() {
  is_ended_.store(true);
  end();
  gatherer_.take_all();
  collect();
  for (const ClusterDescriptor& cluster : clusters_) output_.file->release_record(place_.directory, cluster.extent);
  clusters_.clear();
  descriptor_bytes_.store(0);
  lost_entries_.store(0);
  if (!is_described_) return;
  const file::Key newest = newest_key(*output_.file, place_.directory, schema().name);
  output_.file->remove(place_.directory, schema().name, newest.cycle);
}

void TableOutput::describe() {
  if (is_ended()) return;
  collect();
  if (!has_news_) return;
  format_->describe(*output_.file, clusters_);
  described_entries_ = entries_before_;
  for (const ClusterDescriptor& cluster : clusters_) described_entries_ += cluster.entries;
  is_described_ = true;
  has_news_ = false;  // not before: a record that could not be written is written the next time
}

TableReport TableOutput::report() {
  TableReport report;
  collect();
  for (const ClusterDescriptor& cluster : clusters_) add(report, report_of(cluster));
  const MutexLock lock(reports_mutex_);
  add(report, written_);
  report.contexts = reports_;
  std::sort(report.contexts.begin(), report.contexts.end(),
            [](const ContextReport& a, const ContextReport& b) { return a.number < b.number; });
  return report;
}

void TableOutput::context_closed(const ContextReport& report, std::uint64_t lost) {
  open_contexts_.fetch_sub(1);
  note_report(report, lost);
  if (!output_.joined) return;
  try {
    output_.joined->append(ContextEnded{number_, report, lost});
  } catch (const Error&) {
    return;  // then it looks as if it had not ended, and that is what its owner is told
  }
}

void TableOutput::note_report(const ContextReport& report, std::uint64_t lost) {
  lost_entries_.fetch_add(lost);
  const MutexLock lock(reports_mutex_);
  reports_.push_back(report);
}

}  // namespace ramet::inline v1::write::internal
