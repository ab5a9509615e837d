#include "harness/ramet_outputs.hpp"

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/shared/output_path.hpp"
#include <tbb/parallel_for.h>

#include "ramet/writer.hpp"

template <>
struct ramet::array::Description<harness::Track> {
  using Track = harness::Track;
  static constexpr std::array class_names{"harness::Track"};
  static constexpr auto members =
      std::tuple(member("pt", &Track::pt), member("eta", &Track::eta), member("phi", &Track::phi),
                 member("mass", &Track::mass), member("impact", &Track::impact), member("charge", &Track::charge),
                 member("hits", &Track::hits), member("quality", &Track::quality));
};

namespace harness {
namespace {

using namespace ramet;

/// A sink that keeps nothing, for outputs that encode and compress but do not write. Threads: as io::ByteSink.
class NoSink final : public io::ByteSink {
 public:
  explicit NoSink(std::string name) : name_(std::move(name)) {}
  const std::string& name() const noexcept override { return name_; }
  void write_at(std::uint64_t, std::span<const std::byte>) override {}
  void resize(std::uint64_t) override {}
  void sync() override {}
  void close() override {}

 private:
  std::string name_;
};

template <class Value>
void add_columns(std::vector<table::Column>& to, const char* name, int count, int split_level) {
  using Values = array::ValueColumn<Value>;
  for (int number = 0; number < count; ++number) {
    table::Column column{.name = fmt::format("{}_{}", name, number),
                         .type = Values::type(),
                         .form = table::ListForm::standard_vector,
                         .split_level = split_level};
    if constexpr (!Values::is_plain) column.type_name = Values::type_name();
    to.push_back(std::move(column));
  }
}

table::Schema schema_of(const Tier& tier, const ColumnCounts& counts) {
  table::Schema schema{tier.name, "events", {}};  // a trace shows the table's name
  add_columns<std::vector<float>>(schema.columns, "floats", counts.floats, tier.split_level);
  add_columns<std::vector<Track>>(schema.columns, "tracks", counts.tracks, tier.split_level);
  add_columns<int>(schema.columns, "number", counts.numbers, tier.split_level);
  add_columns<std::string>(schema.columns, "text", counts.texts, tier.split_level);
  add_columns<std::vector<std::vector<float>>>(schema.columns, "nested", counts.nested, tier.split_level);
  if (counts.tracks > 0) schema.classes = object::class_specs_of<Track>();
  return schema;
}

/// The columns of one context, found once. Threads: as the context.
class Columns {
 public:
  Columns(write::FillContext& context, const ColumnCounts& counts) {
    find(context, "floats", counts.floats, floats_);
    find(context, "tracks", counts.tracks, tracks_);
    find(context, "number", counts.numbers, numbers_);
    find(context, "text", counts.texts, texts_);
    find(context, "nested", counts.nested, nested_);
  }

  void append(const EventData& event) {
    append(event.floats, floats_);
    append(event.tracks, tracks_);
    append(event.numbers, numbers_);
    append(event.texts, texts_);
    append(event.nested, nested_);
  }

 private:
  template <class Value>
  using Fillers = std::vector<write::ColumnFiller<Value>>;

  template <class Value>
  static void find(write::FillContext& context, const char* name, int count, Fillers<Value>& to) {
    for (int number = 0; number < count; ++number)
      to.push_back(context.column<Value>(fmt::format("{}_{}", name, number)));
  }
  template <class Value>
  static void append(const std::vector<Value>& values, Fillers<Value>& to) {
    for (std::size_t column = 0; column < to.size(); ++column) to[column].append(values[column]);
  }

  Fillers<std::vector<float>> floats_;
  Fillers<std::vector<Track>> tracks_;
  Fillers<int> numbers_;
  Fillers<std::string> texts_;
  Fillers<std::vector<std::vector<float>>> nested_;
};

/// Seconds of a core that a stage's timer takes while nothing is traced.
double seconds_of_timer() {
  constexpr int turns = 100'000;
  StageTimes times;
  const auto begin = Clock::now();
  for (int turn = 0; turn < turns; ++turn) const StageTimer timer({.times = &times}, Stage::encode);
  return std::chrono::duration<double>(Clock::now() - begin).count() / turns;
}

/// How often stages of closed contexts were timed.
double timed_stages(const write::TableReport& report) {
  double calls = 0;
  for (const write::ContextReport& context : report.contexts)
    for (std::size_t stage = 0; stage < stage_count; ++stage)
      calls += static_cast<double>(context.times.calls(static_cast<Stage>(stage)));
  return calls;
}

/// A file of ramet's. Threads: as Output.
class RametOutput : public Output {
 public:
  RametOutput(const Options& options, const OutputOptions& output, std::shared_ptr<TraceRecorder> recorder)
      : counts(tier_of(output.tier), options.branches), by_event_(options.by_event) {
    const Tier& tier = tier_of(output.tier);
    const write::WriterOptions of_file{.memory_budget = static_cast<std::uint64_t>(options.budget_mb * 1e6)};
    const std::string name = output.file_name();
    if (!options.no_write) path_.emplace(options, name);
    writer_ = path_ ? write::ParallelWriter::recreate(**path_, of_file)
                    : write::ParallelWriter::create(std::make_unique<NoSink>(name), of_file);
    writer_->trace(std::move(recorder));
    table_ = writer_->add_table(schema_of(tier, counts),
                                {.format = output.writer == "tree" ? write::Format::ttree : write::Format::rntuple,
                                 .compression = compression::Settings::from_code(tier.compression),
                                 .order = options.by_event ? write::Order::sequence : write::Order::arrival,
                                 .cluster_entries = static_cast<std::uint64_t>(tier.flush_events)});
  }
  void close() override {
    most_bytes_held_ = writer_->status().most_bytes_in_flight;
    close_contexts();
    const auto begin = Clock::now();
    writer_->close();
    serial_close_ = std::chrono::duration<double>(Clock::now() - begin).count();
    file_bytes_ = writer_->size();
  }
  std::uint64_t file_bytes() const override { return file_bytes_; }
  std::uint64_t clusters() const override { return table_->report().clusters; }
  OutputCosts costs() const override {
    const write::TableReport report = table_->report();
    return {.atomics = atomics_of_event,
            .uncompressed_bytes = static_cast<double>(report.uncompressed_bytes),
            .compressed_bytes = static_cast<double>(report.compressed_bytes),
            .most_bytes_held = static_cast<double>(most_bytes_held_),
            .memory_budget = static_cast<double>(writer_->status().memory_budget),
            .timer_seconds = timed_stages(report) * seconds_of_timer(),
            .serial_close = serial_close_};
  }

 protected:
  virtual void close_contexts() = 0;
  static TracePlace place_of(int stream, std::uint64_t event) { return {static_cast<std::uint32_t>(stream), event}; }

  // A part is begun and ended, its context is lent and given back, and it is counted in the budget: locks and counters
  // that contexts share, twice each.
  static constexpr double atomics_of_event = 16;

  const ColumnCounts counts;
  const bool by_event_;
  std::optional<OutputPath> path_;
  std::unique_ptr<write::ParallelWriter> writer_;
  std::optional<write::TableWriter> table_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t most_bytes_held_ = 0;
  double serial_close_ = 0;
};

/// One context a stream. Threads: as Output.
class ContextPerStream final : public RametOutput {
 public:
  ContextPerStream(const Options& options, const OutputOptions& output, std::shared_ptr<TraceRecorder> recorder)
      : RametOutput(options, output, std::move(recorder)) {
    for (int stream = 0; stream < options.streams; ++stream)
      streams_.push_back(std::make_unique<Stream>(*table_, counts));
  }

  void write(int stream, std::uint64_t event, const EventData& data) override {
    Stream& own = *streams_[static_cast<std::size_t>(stream)];
    const auto scope = own.context.trace_fill(place_of(stream, event));
    if (by_event_) own.context.begin_sequence(event);
    own.columns.append(data);
    own.context.end_entry();
  }

 private:
  struct Stream {
    Stream(write::TableWriter& table, const ColumnCounts& counts)
        : context(table.context(0)), columns(context, counts) {}
    write::FillContext context;
    Columns columns;
  };

  void close_contexts() override {
    // Frameworks end their streams in parallel, too.
    tbb::parallel_for(std::size_t{0}, streams_.size(), [&](std::size_t stream) { streams_[stream]->context.close(); });
  }

  std::vector<std::unique_ptr<Stream>> streams_;
};

/// A pool of contexts; the framework lets only as many streams in. Threads: as Output.
class PoolOfContexts final : public RametOutput {
 public:
  PoolOfContexts(const Options& options, const OutputOptions& output, std::shared_ptr<TraceRecorder> recorder)
      : RametOutput(options, output, std::move(recorder)),
        pool_(*table_, static_cast<std::size_t>(output.concurrency)) {}

  void write(int stream, std::uint64_t event, const EventData& data) override {
    auto lease = by_event_ ? pool_.lend(event) : pool_.lend();
    {
      const auto scope = lease->trace_fill(place_of(stream, event));
      columns_of(*lease).append(data);
      lease->end_entry();
    }
    if (by_event_) lease.end_part();
  }

 private:
  /// The columns of a lent context, which is found by its address: a pool keeps it there.
  Columns& columns_of(write::FillContext& context) {
    const std::lock_guard lock(mutex_);
    auto& columns = columns_[&context];
    if (columns == nullptr) columns = std::make_unique<Columns>(context, counts);
    return *columns;
  }

  void close_contexts() override { pool_.close(); }

  write::ContextPool pool_;
  std::mutex mutex_;
  std::map<const write::FillContext*, std::unique_ptr<Columns>> columns_;
};

}  // namespace

std::unique_ptr<Output> make_ramet_output(const Options& options, const OutputOptions& output,
                                          std::shared_ptr<TraceRecorder> recorder) {
  if (output.writer != "tree" && output.writer != "ntuple")
    refuse("ramet has no writer '" + output.writer + "': tree, ntuple");
  if (output.concurrency == 0) return std::make_unique<ContextPerStream>(options, output, std::move(recorder));
  return std::make_unique<PoolOfContexts>(options, output, std::move(recorder));
}

}  // namespace harness
