#include "ramet/write/parallel_writer.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/output_path.hpp"
#include "ramet/write/internal/cluster_writer.hpp"
#include "ramet/write/internal/key_name.hpp"
#include "ramet/write/internal/made_directory.hpp"
#include "ramet/write/internal/output/table_output.hpp"
#include "ramet/write/internal/processes/file_sharing.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

namespace ramet::inline v1::write {
namespace {

using internal::OutputFile;

std::string without_outer_slashes(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  return std::string(path);
}

/// The table in progress that will have this name; null when there is none.
std::shared_ptr<internal::TableOutput> table_of_name(const OutputFile& output, file::DirectoryNumber directory,
                                                     std::string_view name) RAMET_REQUIRES(output.mutex) {
  for (const auto& table : output.tables.all())
    if (!table->is_ended() && table->directory().number == directory.number && table->schema().name == name)
      return table;
  return nullptr;
}

/// Check options before changing a file.
void check(const WriterOptions& options) {
  constexpr std::chrono::milliseconds longest{1'000'000'000'000};  // 30 years: its nanoseconds fit into 64 bits
  if (options.checkpoint_period.count() < 0 || options.checkpoint_period > longest)
    detail::fail(ErrorKind::misuse, "a checkpoint every {} ms, not in 0..{}", options.checkpoint_period.count(),
                 longest.count());
  if (options.compression) options.compression->check();
}

/// Throw while a table can still be filled, before its name is reused or it is withdrawn.
void require_no_filling(const OutputFile& output, const internal::TableOutput& table) RAMET_REQUIRES(output.mutex) {
  if (const auto open = table.contexts().open(); open > 0)
    detail::fail(ErrorKind::misuse, "'{}': {} fill contexts of tree '{}' are open", output.area().name(), open,
                 table.schema().name);
  if (output.sharing)
    detail::fail(ErrorKind::misuse, "'{}': tree '{}' may be filled by other processes, too", output.area().name(),
                 table.schema().name);
}

}  // namespace

FillContext TableWriter::context() { return context_for(std::nullopt); }

FillContext TableWriter::context(std::uint64_t sequence) { return context_for(sequence); }

void TableWriter::expect_parts(std::uint64_t count) noexcept {
  internal::OrderedCommit* const ordered = output_->rows().ordered();
  if (ordered == nullptr) return;
  ordered->expect(count);
  file_->admission.note_change();
}

FillContext TableWriter::context_for(std::optional<std::uint64_t> wanted) {
  file_->require_usable();
  std::uint64_t sequence = 0;
  {
    const internal::OutputLock lock(*file_);
    file_->require_open();
    if (output_->is_ended())
      detail::fail(ErrorKind::misuse, "'{}': another tree has taken the name of this '{}'", file_->area().name(),
                   output_->schema().name);
    // Save the description of the columns before the first cluster, so that clusters can be recovered however this
    // process ends.
    if (file_->file && !output_->record().is_described(lock)) file_->save(lock);
    if (wanted) output_->contexts().note_sequence(*wanted, lock);
    sequence = wanted ? *wanted
                      : detail::while_doing([&] { return output_->name(); },
                                            [&] { return output_->contexts().next_sequence(lock); });
  }
  auto context = std::make_shared<internal::ClusterWriter>(file_, output_, sequence);  // may wait for memory
  try {
    const internal::OutputLock lock(*file_);  // either close sees the context, or this sees that the file is closed
    file_->require_open();
    output_->contexts().remember(context);
  } catch (...) {
    context->abandon(0);
    throw;
  }
  return FillContext(std::move(context));
}

compression::Settings TableWriter::compression() const noexcept { return output_->options().compression.value(); }

const table::Schema& TableWriter::schema() const noexcept { return output_->schema(); }

void TableWriter::add_columns(std::vector<table::Column> columns, std::vector<table::Projection> projections) {
  if (file_->joined)
    detail::fail(ErrorKind::misuse, "only the process that owns '{}' adds columns to it", file_->area().name());
  file_->require_usable();
  const internal::OutputLock lock(*file_);
  file_->require_open();
  if (output_->is_ended())
    detail::fail(ErrorKind::misuse, "'{}': another tree has taken the name of this '{}'", file_->area().name(),
                 output_->schema().name);
  output_->extend(std::move(columns), std::move(projections), lock);
}

std::uint64_t TableWriter::saved_entries() const noexcept { return output_->record().saved_entries(); }

TableReport TableWriter::report() const {
  const internal::OutputLock lock(*file_);
  return output_->report(lock);
}

std::shared_ptr<OutputFile> ParallelWriter::output_for(std::unique_ptr<file::FileWriter> file,
                                                       const WriterOptions& options) {
  auto period = std::chrono::duration_cast<std::chrono::nanoseconds>(options.checkpoint_period);
  if (options.reproducible) period = {};
  return std::make_shared<OutputFile>(std::move(file), options.memory_budget, options.checkpoint_bytes, period);
}

std::unique_ptr<ParallelWriter> ParallelWriter::update(const std::filesystem::path& path, WriterOptions options) {
  auto sink = io::update_local(path);  // first, so that nobody else writes while the file is read
  io::SharedFolder::remove_stale(path);
  auto writer = update(std::move(sink), io::open_local(path), options);
  writer->output_->path = io::resolve_output(path);
  return writer;
}

std::unique_ptr<ParallelWriter> ParallelWriter::update(std::unique_ptr<io::ByteSink> sink,
                                                       std::shared_ptr<const io::ByteSource> source,
                                                       WriterOptions options) {
  check(options);
  const auto reader = file::FileReader::open(std::move(source));
  auto file = file::FileWriter::update(std::move(sink), *reader,
                                       {.compression = options.compression,
                                        .reproducible = options.reproducible,
                                        .leftovers = options.leftovers,
                                        .durability = options.durability});
  auto output = output_for(std::move(file), options);
  {
    const internal::OutputLock lock(*output);
    output->before = std::make_unique<FileBefore>(reader);
    output->classes.note_written();
  }
  return std::unique_ptr<ParallelWriter>(new ParallelWriter(std::move(output)));
}

std::unique_ptr<ParallelWriter> ParallelWriter::create(const std::filesystem::path& path, WriterOptions options) {
  check(options);
  auto sink = io::create_local(path, io::OnExisting::fail);  // before anything of an existing file is removed
  io::SharedFolder::remove_stale(path);
  auto writer = create(std::move(sink), options);
  writer->output_->path = io::resolve_output(path);
  return writer;
}

std::unique_ptr<ParallelWriter> ParallelWriter::recreate(const std::filesystem::path& path, WriterOptions options) {
  check(options);
  io::SharedFolder::remove_stale(path);
  auto writer = create(io::create_local(path, io::OnExisting::overwrite), options);
  writer->output_->path = io::resolve_output(path);
  return writer;
}

std::unique_ptr<ParallelWriter> ParallelWriter::create(std::unique_ptr<io::ByteSink> sink, WriterOptions options) {
  check(options);
  const auto compression = options.compression.value_or(compression::Settings());
  auto output = output_for(
      file::FileWriter::create(std::move(sink), {compression, options.reproducible, options.durability}), options);
  return std::unique_ptr<ParallelWriter>(new ParallelWriter(std::move(output)));
}

ParallelWriter::ParallelWriter(std::shared_ptr<OutputFile> output) noexcept : output_(std::move(output)) {}

ParallelWriter::~ParallelWriter() {
  output_->abandoned = true;
  if (output_->is_of_this_process()) return;
  // In a forked child, locks may be held by threads that do not exist there: leave the parent's state alone.
  static_cast<void>(std::make_unique<std::shared_ptr<OutputFile>>(std::move(output_)).release());
}

TableWriter ParallelWriter::add_table(table::Schema schema, TableOptions options) {
  const std::string path = std::move(schema.name);
  const auto [directory, name] = internal::split_path(path);
  schema.name = name;
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  internal::require_key_name(schema.name);
  internal::MadeDirectory made(*output_->file, directory);
  const file::DirectoryNumber into = made.number();
  const auto before = table_of_name(*output_, into, schema.name);
  const bool is_taken = before != nullptr || output_->file->contains(into, schema.name);
  const bool is_directory = is_taken && output_->file->find_directory(fmt::format("{}/{}", directory, schema.name));
  if (is_directory || (is_taken && !options.new_cycle))
    detail::fail(ErrorKind::misuse, "directory '{}' of '{}' has a '{}' already", directory, output_->area().name(),
                 schema.name);
  if (before) require_no_filling(*output_, *before);
  const auto number = static_cast<std::uint32_t>(output_->tables.all().size());
  internal::TablePlace place{into, output_->file->seek_of(into), without_outer_slashes(directory)};
  place.made = made.first_made();
  if (is_taken) place.if_taken = file::FileWriter::OnConflict::new_cycle;
  auto tree = std::make_shared<internal::TableOutput>(*output_, number, place, std::move(schema), options);
  output_->classes.add(tree->format().layouts());
  output_->classes.add(tree->format().classes());
  if (before) before->finish(lock);
  output_->tables.add(tree, lock);
  made.keep();
  return TableWriter(output_, std::move(tree));
}

TableWriter ParallelWriter::open_table(std::string_view path, TableOptions options) {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  const auto [directory, name, cycle] = internal::split_path(*output_->file, path);
  const file::DirectoryNumber in = directory_at(*output_->file, directory);
  if (auto table = table_of_name(*output_, in, name)) return TableWriter(output_, std::move(table));
  const file::Key key = newest_key(*output_->file, in, name);
  if (cycle && *cycle != key.cycle)
    detail::fail(ErrorKind::misuse, "'{}' in '{}' cannot be continued: its newest cycle is {}", path,
                 output_->area().name(), key.cycle);
  if (!output_->before)
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is a {}, and no tree or ntuple that was there before", name,
                 output_->area().name(), key.class_name);
  const internal::ContinuedTable continued = internal::continue_table(*output_->before, key);
  const auto number = static_cast<std::uint32_t>(output_->tables.all().size());
  const internal::TablePlace place{in, output_->file->seek_of(in), without_outer_slashes(directory)};
  auto table = std::make_shared<internal::TableOutput>(*output_, number, place, continued.schema(), options, continued);
  output_->tables.add(table, lock);
  return TableWriter(output_, std::move(table));
}

void ParallelWriter::set_compression(compression::Settings compression) {
  compression.check();
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  output_->file->set_compression(compression);
}

compression::Settings ParallelWriter::compression() const {
  const internal::OutputLock lock(*output_);
  return output_->file->options().compression;
}

void ParallelWriter::withdraw(const TableWriter& tree) {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  if (tree.file_ != output_ || tree.output_->is_ended() || tree.output_->record().is_continued())
    detail::fail(ErrorKind::misuse, "'{}' is no tree that was added to '{}' and could be taken back",
                 tree.output_->schema().name, output_->area().name());
  require_no_filling(*output_, *tree.output_);
  tree.output_->withdraw(lock);
  const internal::TablePlace& place = tree.output_->place();
  internal::remove_empty(*output_->file, place.path, place.made, [&](file::DirectoryNumber directory) {
    return std::ranges::none_of(output_->tables.all(), [&](const auto& table) {
      return !table->is_ended() && table->directory().number == directory.number;
    });
  });
}

void ParallelWriter::finish(const TableWriter& tree) {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  if (tree.output_->is_ended()) return;
  require_no_filling(*output_, *tree.output_);
  tree.output_->finish(lock);
}

void ParallelWriter::put(std::string_view path, const object::Payload& payload) {
  const auto [directory, name] = internal::split_path(path);
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  internal::require_key_name(name);
  internal::MadeDirectory made(*output_->file, directory);
  const file::DirectoryNumber into = made.number();
  if (table_of_name(*output_, into, name))
    detail::fail(ErrorKind::misuse, "'{}' in directory '{}' of '{}' is a tree", name, directory,
                 output_->area().name());
  if (output_->file->contains(into, name) && output_->file->find_directory(fmt::format("{}/{}", directory, name)))
    detail::fail(ErrorKind::misuse, "'{}' in directory '{}' of '{}' is a directory, whose objects it would hide", name,
                 directory, output_->area().name());
  output_->classes.add(payload.layouts);
  output_->file->put(into, payload.class_name, name, payload.title,
                     [&](std::uint16_t key_length) { return payload.make(name, key_length); });
  const std::vector<std::string_view> known(payload.known_classes.begin(), payload.known_classes.end());
  output_->classes.add(known);
  made.keep();
}

void ParallelWriter::make_directory(std::string_view path) {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  internal::require_directory_names(*output_->file, path);
  output_->file->directory(path);
}

std::vector<file::Key> ParallelWriter::keys(std::string_view directory) const {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  const auto keys = output_->file->keys(directory_at(*output_->file, directory));
  return {keys.begin(), keys.end()};
}

void ParallelWriter::remove(std::string_view path) {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  const auto [directory, name, cycle] = internal::split_path(*output_->file, path);
  const file::DirectoryNumber from = directory_at(*output_->file, directory);
  const auto is_filled = [&](const auto& table) RAMET_REQUIRES(output_->mutex) {
    if (table->is_ended()) return false;
    if (table->directory().number == from.number) return table->schema().name == name;
    const auto below = output_->file->find_directory(fmt::format("{}/{}", directory, name));
    return below && is_in(*output_->file, table->directory(), *below);
  };
  if (std::ranges::any_of(output_->tables.all(), is_filled))
    detail::fail(ErrorKind::misuse, "'{}' in directory '{}' of '{}' is being filled, or has a table that is", name,
                 directory, output_->area().name());
  remove_keys(*output_->file, output_->before.get(), from, name, cycle);
}

void ParallelWriter::checkpoint() {
  output_->require_usable();
  internal::checkpoint(*output_);
}

WriterStatus ParallelWriter::status() const {
  const internal::Admission& admission = output_->admission;
  WriterStatus status;
  status.bytes_in_flight = admission.budget().used();
  status.most_bytes_in_flight = admission.budget().peak();
  status.memory_budget = admission.budget().limit();
  for (const auto& tree : output_->tables.all()) {
    status.gathered_bytes += tree->rows().gatherer().bytes();
    status.descriptor_bytes += tree->clusters().descriptor_bytes();
    if (tree->rows().ordered() != nullptr) status.clusters_queued += tree->rows().ordered()->parked();
  }
  status.clusters_in_flight = admission.passing();
  status.contexts_waiting = admission.waiting();
  status.seconds_waited = admission.seconds_waited();
  return status;
}

void ParallelWriter::trace(std::shared_ptr<TraceRecorder> recorder) { output_->record(std::move(recorder)); }

void ParallelWriter::close() {
  output_->require_usable();
  const auto recorder = output_->recorder();
  std::optional<TraceTrack> track;
  if (recorder) track.emplace(recorder, "close", "");
  const TraceScope scope(track ? &*track : nullptr, TraceState::commit);
  const internal::OutputLock lock(*output_);
  if (output_->closed) return;
  std::uint64_t lost = 0;
  for (const auto& tree : output_->tables.all()) {
    if (const auto open = tree->contexts().open(); open > 0)
      detail::fail(ErrorKind::misuse, "'{}': {} fill contexts of tree '{}' are open", output_->area().name(), open,
                   tree->schema().name);
    lost += tree->contexts().lost_entries();
  }
  for (const auto& tree : output_->tables.all())
    tree->write_gathered(internal::Gatherer::Gaps::bridge, track ? &*track : nullptr);
  if (output_->sharing) output_->sharing->begin_closing(output_->tables.all());
  output_->describe_all(lock);
  if (output_->sharing)
    for (const io::Extent hole : output_->sharing->take_holes()) output_->file->abandon_extent(hole);
  output_->file->close();
  output_->closed = true;
  for (const auto& tree : output_->tables.all()) {
    tree->record().note_saved(lock);
    tree->end();
  }
  if (lost > 0)
    detail::fail(ErrorKind::misuse, "'{}': {} entries were filled into contexts that were never closed, and are lost",
                 output_->area().name(), lost);
  output_->require_no_faults();
  if (!output_->sharing) return;
  output_->sharing->end();
  if (const std::string losses = output_->sharing->losses(); !losses.empty())
    detail::fail(ErrorKind::io, "'{}': {}", output_->area().name(), losses);
}

bytes::Buffer ParallelWriter::share(std::shared_ptr<io::SharedCounters> counters) {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  output_->require_open();
  if (std::ranges::any_of(output_->tables.all(), [](const auto& table) { return table->record().is_continued(); }))
    detail::fail(ErrorKind::unsupported,
                 "'{}': a tree or ntuple that was there before is continued by one process alone",
                 output_->area().name());
  if (std::ranges::any_of(output_->tables.all(), [](const auto& table) { return table->is_ended(); }))
    detail::fail(ErrorKind::unsupported, "'{}': trees were replaced or taken back: share the file before",
                 output_->area().name());
  if (output_->path.empty())
    detail::fail(ErrorKind::misuse, "'{}' is no local file, and cannot be shared with other processes",
                 output_->area().name());
  if (!output_->sharing) {
    file::FileWriter& file = *output_->file;
    output_->sharing = detail::while_doing(
        [&] { return fmt::format("sharing '{}'", file.name()); },
        [&] { return std::make_unique<internal::FileSharing>(output_->path, file, std::move(counters)); });
    output_->counters_of_all.store(output_->sharing->counters().get());
  }
  const auto is_described = [&](const auto& table) { return table->record().is_described(lock); };
  if (!std::ranges::all_of(output_->tables.all(), is_described))
    output_->save(lock);  // other processes fill without asking
  internal::SharingHandle handle;
  handle.id = output_->sharing->folder().id();
  handle.file = output_->path;
  handle.folder = output_->sharing->folder().path();
  handle.begin = output_->sharing->begin();
  handle.compression = output_->file->options().compression;
  handle.reproducible = output_->is_reproducible();
  handle.has_mapped_counters = output_->sharing->has_mapped_counters();
  handle.memory_budget = output_->admission.budget().limit();
  for (const auto& table : output_->tables.all()) {
    table->share_numbers(lock);
    handle.tables.push_back({table->place().path, table->place().seek, table->schema(), table->options()});
  }
  return internal::encode_handle(handle);
}

std::size_t ParallelWriter::counters_for(std::size_t trees) noexcept { return internal::counter::sequence_of(trees); }

std::vector<ProcessReport> ParallelWriter::processes() const {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  if (!output_->sharing) return {};
  if (!output_->closed) output_->sharing->collect(output_->tables.all());
  return output_->sharing->reports();
}

const MemoryBudget& ParallelWriter::budget() const noexcept { return output_->admission.budget(); }

std::uint64_t ParallelWriter::size() const noexcept { return output_->area().size(); }

}  // namespace ramet::inline v1::write
