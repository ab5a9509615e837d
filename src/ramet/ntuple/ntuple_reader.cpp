#include "ramet/ntuple/ntuple_reader.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/io/detail/fetch_tasks.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/internal/batch_cursor.hpp"
#include "ramet/ntuple/internal/cluster_index.hpp"
#include "ramet/ntuple/internal/entry_parts.hpp"
#include "ramet/ntuple/internal/field_read.hpp"
#include "ramet/ntuple/internal/ntuple_batches.hpp"
#include "ramet/ntuple/internal/page_reader.hpp"
#include "ramet/ntuple/internal/streamed_classes.hpp"

namespace ramet::inline v1::ntuple {
namespace {

/// The size of a decoded element: an index becomes an offset, a dispatch an offset and a tag.
std::uint64_t element_bytes(const ColumnCoding& coding) noexcept {
  switch (coding.kind()) {
    case ElementKind::index:
      return sizeof(std::int64_t);
    case ElementKind::dispatch:
      return sizeof(std::int64_t) + 1;
    case ElementKind::number:
      break;
  }
  return array::size_of(coding.number());
}

// A task reads several small pages: enough bytes for efficient requests and a low overhead, but few enough for one
// cluster to occupy all threads.
constexpr std::uint64_t task_bytes = std::uint64_t{512} << 10;

/// The pages of all fields of a read, in order of position, several for each task. Threads: immutable.
class PageTasks {
 public:
  explicit PageTasks(std::span<const std::unique_ptr<internal::FieldRead>> reads) {
    for (const auto& read : reads)
      for (const internal::PageJob& job : read->jobs()) jobs_.push_back(&job);
    std::ranges::sort(jobs_, {}, [](const internal::PageJob* job) { return job->page.locator.offset; });
    std::uint64_t bytes = task_bytes;
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      if (bytes >= task_bytes) {
        starts_.push_back(job);
        bytes = 0;
      }
      bytes += jobs_[job]->plain_size();
    }
    starts_.push_back(jobs_.size());
  }

  std::size_t count() const noexcept { return starts_.size() - 1; }
  std::span<const internal::PageJob* const> task(std::size_t number) const {
    return std::span(jobs_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
  }

 private:
  std::vector<const internal::PageJob*> jobs_;
  std::vector<std::size_t> starts_;
};

/// For a source with read_ahead(): a source with header and footer; else null.
std::unique_ptr<const io::ByteSource> fetch_envelopes(const BlobReader& blobs, const Anchor& anchor) {
  const auto ahead = blobs.source().read_ahead();
  if (!ahead) return nullptr;
  std::vector<io::Extent> extents;
  for (const EnvelopeLink* link : {&anchor.header, &anchor.footer}) blobs.add_extent(link->locator, extents);
  return std::make_unique<const io::FetchedSource>(blobs.source(), extents, ahead->request);
}

/// Add the extents of the pages of a field, and those below it, in a cluster.
void add_extents(const BlobReader& blobs, const Schema& schema, const Field& field,
                 const internal::ClusterPages& cluster, std::vector<io::Extent>& to) {
  for (const auto& columns : field.representations)
    for (const ColumnNumber column : columns)
      for (const Page& page : cluster.list->column(cluster.place, column).pages)
        blobs.add_extent({page.locator.offset, page.stored_size()}, to);
  for (const FieldNumber below : field.fields) add_extents(blobs, schema, schema.field(below), cluster, to);
}

/// The place in an error when several fields are read: names one of them.
std::string place_of(const file::FileReader& file, const NTuple& ntuple, std::span<const Field* const> fields) {
  return fmt::format("'{}': ntuple '{}': field '{}'{}", file.name(), ntuple.name,
                     fields.empty() ? "" : ntuple.path_of(*fields.front()), fields.size() > 1 ? " and others" : "");
}

}  // namespace

bool is_ntuple_class(std::string_view class_name) noexcept { return is_anchor_class(class_name); }

NTupleReader::NTupleReader(std::shared_ptr<const file::FileReader> file, const file::Key& key,
                           std::shared_ptr<const object::FormCache> forms)
    : file_(std::move(file)), blobs_(file_->source(), 0) {
  if (!is_ntuple_class(key.class_name))
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is a {}, not an ntuple", key.name, file_->name(), key.class_name);
  detail::while_doing(
      [&] { return fmt::format("'{}': ntuple '{};{}' at byte {}", file_->name(), key.name, key.cycle, key.seek); },
      [&] {
        const Anchor anchor = read_anchor(key.class_name, file_->read_record(key).payload());
        blobs_ = BlobReader(file_->source(), anchor.largest_key, file_->recorder());
        compression::Decompressor decompressor;
        const auto fetched = fetch_envelopes(blobs_, anchor);
        const BlobReader blobs = fetched ? blobs_.from(*fetched) : blobs_;
        const Envelope header = read_envelope(blobs, anchor.header, EnvelopeType::header, decompressor);
        const Envelope footer = read_envelope(blobs, anchor.footer, EnvelopeType::footer, decompressor);
        ntuple_ = std::make_unique<const NTuple>(read_ntuple(header, footer));
        forms_ = internal::forms_of(ntuple_->schema, std::move(forms));
      });
  clusters_ = std::make_unique<const internal::ClusterIndex>(*ntuple_, blobs_);
}

NTupleReader::~NTupleReader() = default;

FieldLayout NTupleReader::readable_layout(const Field& field) const {
  FieldLayout layout = this->layout(field);
  if (!layout.is_readable())
    detail::fail(ErrorKind::unsupported, "field '{}': {}", ntuple_->path_of(field), layout.reason);
  return layout;
}

void NTupleReader::check_entries(EntryRange entries) const {
  if (entries.last < entries.first)
    detail::fail(ErrorKind::misuse, "entries {}..{} end before they begin", entries.first.number, entries.last.number);
  if (!entries.empty() && ntuple_->all_entries().last < entries.last)
    detail::fail(ErrorKind::not_found, "ntuple '{}' has {} entries, not {}..{}", ntuple_->name, ntuple_->entries,
                 entries.first.number, entries.last.number);
}

std::vector<std::uint64_t> NTupleReader::cluster_starts() const {
  std::vector<std::uint64_t> starts;
  for (const internal::ClusterPages& cluster : clusters_->overlapping(ntuple_->all_entries()))
    starts.push_back(cluster.entries.first.number);
  starts.push_back(ntuple_->entries);
  return starts;
}

PageTotals NTupleReader::page_totals() const {
  PageTotals totals;
  for (const FieldNumber number : ntuple_->schema.top) {
    const Field& field = ntuple_->schema.field(number);
    if (field.source) continue;  // its pages belong to another field
    const PageTotals more = page_totals(field);
    totals.pages += more.pages;
    totals.compressed_bytes += more.compressed_bytes;
    totals.uncompressed_bytes += more.uncompressed_bytes;
  }
  return totals;
}

PageTotals NTupleReader::page_totals(const Field& field) const {
  PageTotals totals;
  const auto clusters = clusters_->overlapping(ntuple_->all_entries());
  const auto add = [&](const auto& self, const Field& part) -> void {
    for (const auto& columns : part.representations) {
      for (const ColumnNumber column : columns) {
        const ColumnCoding& coding = ntuple_->schema.column(column).coding;
        for (const internal::ClusterPages& cluster : clusters) {
          for (const Page& page : cluster.list->column(cluster.place, column).pages) {
            ++totals.pages;
            totals.compressed_bytes += page.locator.size;
            totals.uncompressed_bytes += coding.page_size(page.elements);
          }
        }
      }
    }
    for (const FieldNumber below : part.fields) self(self, ntuple_->schema.field(below));
  };
  add(add, field);
  return totals;
}

std::uint64_t NTupleReader::value_bytes(std::span<const Field* const> fields) const {
  const auto clusters = clusters_->overlapping(ntuple_->all_entries());
  std::set<std::pair<ColumnNumber, bool>>
      counted;  // one column gives both lists and their sizes, which count separately
  std::uint64_t bytes = 0;
  const auto add = [&](const auto& self, const Field& part) -> void {
    for (const auto& columns : part.representations)
      for (const ColumnNumber column : columns) {
        if (!counted.emplace(column, part.type_name.starts_with("ROOT::RNTupleCardinality")).second) continue;
        const std::uint64_t each = element_bytes(ntuple_->schema.column(column).coding);
        for (const internal::ClusterPages& cluster : clusters)
          for (const Page& page : cluster.list->column(cluster.place, column).pages) bytes += each * page.elements;
      }
    for (const FieldNumber below : part.fields) self(self, ntuple_->schema.field(below));
  };
  for (const Field* field : fields) add(add, *field);
  return bytes;
}

array::Array NTupleReader::read(const Field& field, EntryRange entries, const ReadOptions& options) const {
  const Field* const one[] = {&field};
  return std::move(read(one, entries, options).front());
}

std::vector<array::Array> NTupleReader::read(std::span<const Field* const> fields, EntryRange entries,
                                             const ReadOptions& options) const try {
  check_entries(entries);
  const auto clusters = clusters_->overlapping(entries);
  std::vector<std::unique_ptr<internal::FieldRead>> reads(fields.size());
  const auto plan = [&](std::size_t field) {
    FieldLayout layout = readable_layout(*fields[field]);
    const auto reader = readers_.lend();
    reads[field] = detail::while_doing(
        [&] { return fmt::format("'{}': field '{}'", file_->name(), ntuple_->path_of(*fields[field])); },
        [&] {
          return std::make_unique<internal::FieldRead>(ntuple_->schema, std::move(layout), entries, clusters, blobs_,
                                                       *reader);
        });
  };
  options.executor.for_each_index(fields.size(), plan, options.stop);
  const PageTasks tasks(reads);
  const auto add_extents = [&](std::size_t task, std::vector<io::Extent>& to) {
    for (const internal::PageJob* job : tasks.task(task))
      blobs_.add_extent({job->page.locator.offset, job->page.stored_size()}, to);
  };
  const auto run = [&](std::size_t task, const io::ByteSource& source) {
    const auto reader = readers_.lend();
    reader->run(blobs_.from(source), tasks.task(task));
  };
  io::for_each_fetched(blobs_.source(), {tasks.count(), add_extents, run}, options.executor, options.stop);
  std::vector<internal::StreamedRead::Task> conversions;
  for (const auto& read : reads) read->add_conversions(conversions);
  options.executor.for_each_index(conversions.size(), [&](std::size_t task) { conversions[task].run(); }, options.stop);
  std::vector<array::Array> arrays(fields.size());
  const auto finish = [&](std::size_t field) {
    arrays[field] = reads[field]->take();
    if (options.progress != nullptr) options.progress->advance(entries.size(), arrays[field].byte_count());
  };
  options.executor.for_each_index(fields.size(), finish, options.stop);
  return arrays;
} catch (...) {
  rethrow_naming([&] { return place_of(*file_, *ntuple_, fields); });
}

bool NTupleReader::will_read(std::span<const Field* const> fields, EntryRange entries) const {
  if (!blobs_.source().read_ahead()) return true;
  std::vector<io::Extent> extents;
  for (const internal::ClusterPages& cluster : clusters_->overlapping(entries))
    for (const Field* field : fields) add_extents(blobs_, ntuple_->schema, *field, cluster, extents);
  return blobs_.source().will_read(extents);
}

void NTupleReader::for_each_batch(std::span<const Field* const> fields, EntryRange entries, std::size_t batch_entries,
                                  const ReadOptions& options, FunctionRef<void(const Batch&)> body) const try {
  check_entries(entries);
  if (batch_entries == 0) detail::fail(ErrorKind::misuse, "a batch of 0 entries");
  std::vector<FieldLayout> layouts;
  for (const Field* field : fields) layouts.push_back(readable_layout(*field));
  const auto clusters = clusters_->overlapping(entries);
  const auto parts = internal::entry_parts(ntuple_->schema, layouts, clusters,
                                           {entries, batch_entries, options.executor.concurrency()});
  const auto cluster_of = [&](std::size_t part) -> const internal::ClusterPages& {
    const EntryNumber first = parts[part].first;
    return *std::ranges::partition_point(clusters, [&](const auto& held) { return held.entries.last <= first; });
  };
  const auto walk = [&](internal::BatchCursor& cursor, std::size_t part) {
    cursor.for_each_batch(cluster_of(part), parts[part], batch_entries, options.stop, body);
    if (options.progress != nullptr) options.progress->advance(parts[part].size(), 0);
  };
  const auto add_extents = [&](std::size_t part, std::vector<io::Extent>& to) {
    for (const Field* field : fields) ntuple::add_extents(blobs_, ntuple_->schema, *field, cluster_of(part), to);
  };
  ObjectPool<internal::BatchCursor> cursors(
      [&] { return std::make_unique<internal::BatchCursor>(ntuple_->schema, layouts, blobs_); });
  const auto run = [&](std::size_t part, const io::ByteSource& source) {
    if (&source == &blobs_.source()) return walk(*cursors.lend(), part);
    const BlobReader blobs = blobs_.from(source);
    internal::BatchCursor cursor(ntuple_->schema, layouts,
                                 blobs);  // a new cursor, because a reused one may hold a fetched page
    walk(cursor, part);
  };
  io::for_each_fetched(blobs_.source(), {parts.size(), add_extents, run}, options.executor, options.stop);
} catch (...) {
  rethrow_naming([&] { return place_of(*file_, *ntuple_, fields); });
}

std::unique_ptr<array::BatchReader> NTupleReader::batch_reader(std::span<const Field* const> fields) const try {
  std::vector<FieldLayout> layouts;
  for (const Field* field : fields) layouts.push_back(readable_layout(*field));
  const std::vector<const Field*> wanted(fields.begin(), fields.end());
  const auto add_extents = [this, wanted](const internal::ClusterPages& cluster, std::vector<io::Extent>& to) {
    for (const Field* field : wanted) ntuple::add_extents(blobs_, ntuple_->schema, *field, cluster, to);
  };
  const auto place = [this, wanted] { return place_of(*file_, *ntuple_, wanted); };
  return std::make_unique<internal::NTupleBatches>(ntuple_->schema, blobs_, std::move(layouts),
                                                   clusters_->overlapping(ntuple_->all_entries()), add_extents, place);
} catch (...) {
  rethrow_naming([&] { return place_of(*file_, *ntuple_, fields); });
}

}  // namespace ramet::inline v1::ntuple
