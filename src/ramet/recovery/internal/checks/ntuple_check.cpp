#include "ramet/recovery/internal/checks/ntuple_check.hpp"

#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/recovery/internal/checks/page_check.hpp"
#include "ramet/recovery/internal/ntuple_salvage.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

constexpr std::uint64_t most_task_entries = 1 << 20;
constexpr std::uint64_t most_tasks = 1 << 10;  // for one field and cluster
constexpr std::uint64_t size_of_element = 8;   // in memory, for any column
constexpr std::uint64_t work_of_a_column = 64;
constexpr std::size_t most_jobs = 1 << 16;  // collected before they are run

/// The columns of a field and of its subfields.
std::vector<std::size_t> columns_below(const ntuple::Schema& schema, const ntuple::Field& field) {
  std::vector<std::size_t> columns;
  const auto add = [&](const auto& self, const ntuple::Field& part) -> void {
    for (const auto& representation : part.representations)
      for (const ntuple::ColumnNumber column : representation) columns.push_back(column.number);
    for (const ntuple::FieldNumber below : part.fields) self(self, schema.field(below));
  };
  add(add, field);
  return columns;
}

/// The number of zeros that stand for a deferred column, if all of its values are zeros; 0 inside collections.
std::uint64_t zeros_of(const ntuple::Schema& schema, std::size_t column, std::uint64_t entries) {
  if (!schema.columns[column].is_deferred) return 0;
  std::uint64_t zeros = entries;
  const ntuple::Field* field = &schema.field(schema.columns[column].field);
  while (true) {
    const std::uint64_t times = field->array_size.value_or(1);
    zeros = times != 0 && zeros > ~std::uint64_t{0} / 64 / times ? ~std::uint64_t{0} / 64 : zeros * times;
    if (field->is_top()) return zeros;
    field = &schema.field(field->parent);
    if (field->role == ntuple::FieldRole::collection || field->role == ntuple::FieldRole::variant) return 0;
  }
}

/// Entries of one field that are read together. Threads: a value.
struct Job {
  std::size_t field = 0;
  EntryRange entries;
  std::uint64_t memory = 0;
  std::uint64_t work = 0;
  std::uint64_t position = 0;  // of its first page
};

/// Checks the fields of one ntuple whose pages have been checked. Threads: one thread.
class FieldCheck {
 public:
  FieldCheck(const TableToCheck& table, const ntuple::NTupleReader& reader, const SalvagedNTuple& pages)
      : table_(table), reader_(reader), pages_(pages) {}

  void run() {
    const ntuple::NTuple& ntuple = reader_.ntuple();
    table_.findings.attempt(table_.path, [&] { starts_ = reader_.cluster_starts(); });
    if (starts_.size() != pages_.segments.size() + 1) return;  // a page list could not be read, which was reported
    for (const ntuple::FieldNumber number : ntuple.schema.top) {
      const ntuple::Field& field = ntuple.schema.field(number);
      if (const ntuple::FieldLayout layout = reader_.layout(field); !layout.is_readable()) {
        table_.findings.not_checked({place_of(field), layout.reason, {}});
        continue;
      }
      fields_.push_back(&field);
      if (!table_.findings.attempt(place_of(field), [&] { add_jobs(field); })) break;
      if (jobs_.size() >= most_jobs) run_jobs();
    }
    run_jobs();
  }

 private:
  std::string place_of(const ntuple::Field& field) const { return table_.path + "/" + reader_.ntuple().path_of(field); }

  void run_jobs() {
    std::ranges::stable_sort(jobs_, {}, &Job::position);  // so that they go through the file once
    table_.aids.allowance.for_each(
        table_.aids.executor, jobs_.size(), [&](std::size_t job, bool is_alone) { return check(jobs_[job], is_alone); },
        table_.aids.stop);
    jobs_.clear();
  }

  /// Add jobs for all entries of a field. Clusters in which no column has elements need no division.
  void add_jobs(const ntuple::Field& field) {
    const std::vector<std::size_t> columns = columns_below(reader_.ntuple().schema, field);
    if (columns.empty()) {
      jobs_.push_back({fields_.size() - 1, reader_.ntuple().all_entries()});
      return;
    }
    table_.aids.allowance.work((starts_.size() - 1) * (work_of_a_look + columns.size() * work_of_a_column));
    for (std::size_t cluster = 0; cluster + 1 < starts_.size(); ++cluster) add_jobs(columns, cluster);
  }

  void add_jobs(const std::vector<std::size_t>& columns, std::size_t cluster) {
    const Segment& segment = pages_.segments[cluster];
    const EntryRange entries{{starts_[cluster]}, {starts_[cluster + 1]}};
    std::uint64_t elements = 0, largest = 0, plain = 0, zeros = 0, position = ~std::uint64_t{0};
    for (const std::size_t column : columns) {
      zeros = std::max(zeros, zeros_of(reader_.ntuple().schema, column, entries.size()));
      if (column >= segment.parts.size()) continue;
      for (const Piece& piece : segment.parts[column].pieces) {
        const std::uint64_t size =
            reader_.ntuple().schema.columns[column].coding.page_size(piece.elements) + piece.stored_size;
        elements += piece.elements;
        plain += size;
        largest = std::max(largest, size);
        position = std::min(position, piece.seek);
      }
    }
    // If a cluster claims more entries than its columns have elements, read all entries at once: all give the same
    // result.
    const bool is_backed = entries.size() <= elements;
    const std::uint64_t step = is_backed ? std::max(most_task_entries, entries.size() / most_tasks)
                                         : std::max<std::uint64_t>(entries.size(), 1);
    // Each task decompresses the pages that it needs, so a page with the boundary of two tasks is decompressed twice.
    const std::uint64_t tasks = (entries.size() + step - 1) / step;
    for (std::uint64_t first = starts_[cluster]; first < starts_[cluster + 1]; first += step)
      jobs_.push_back({fields_.size() - 1,
                       {{first}, {std::min(first + step, starts_[cluster + 1])}},
                       (elements + zeros) * size_of_element + largest,
                       (plain + (elements + zeros) * size_of_element) / tasks,
                       position});
  }

  /// Returns false when the entries need too much memory to be read in parallel with others.
  bool check(const Job& job, bool is_alone) const {
    const ntuple::Field& field = *fields_[job.field];
    bool is_done = true;
    table_.findings.attempt(
        place_of(field),
        [&] {
          Allowance& allowance = table_.aids.allowance;
          allowance.require_memory(job.memory);
          if (!is_alone && !allowance.is_small(job.memory)) {
            is_done = false;
            return;
          }
          allowance.work(job.work);
          const auto serial = schedule::make_serial_executor();
          array::validate(reader_.read(field, job.entries, {.executor = *serial}));
        },
        job.entries);
    if (is_done && table_.progress != nullptr) table_.progress->advance(job.entries.size(), 0);
    return is_done;
  }

  const TableToCheck& table_;
  const ntuple::NTupleReader& reader_;
  const SalvagedNTuple& pages_;
  std::vector<std::uint64_t> starts_;
  std::vector<const ntuple::Field*> fields_;
  std::vector<Job> jobs_;
};

}  // namespace

std::shared_ptr<const ntuple::NTupleReader> open_allowed(const dataset::File& file, const file::Key& key,
                                                         Allowance& allowance) {
  allowance.require_memory(key.record_size + std::uint64_t{key.object_size});
  allowance.work(key.object_size);
  const ntuple::Anchor anchor = ntuple::read_anchor(key.class_name, file.reader().read_record(key).payload());
  const auto allow = [&](std::uint64_t bytes) {
    allowance.require_memory(detail::checked_product(bytes, times_of_description, "size of a description"));
    allowance.work(bytes);
  };
  allow(detail::checked_sum(anchor.header.unpacked_size, anchor.footer.unpacked_size, "size of a description"));
  auto reader = file.ntuple(key);
  std::uint64_t lists = 0;
  for (const ntuple::ClusterGroup& group : reader->ntuple().groups)
    lists = detail::checked_sum(lists, group.page_list.unpacked_size, "size of the page lists");
  allow(lists);
  return reader;
}

void check_ntuple(const TableToCheck& table) {
  const auto reader = open_allowed(table.file, table.key, table.aids.allowance);
  table.report.entries += reader->ntuple().entries;
  SalvagedNTuple pages = find_saved(table.file, {table.key, "", true});
  check_pages(table.file.reader().source(), pages, table.aids);
  EntryRange entries;
  for (std::size_t cluster = 0; cluster < pages.segments.size(); ++cluster) {
    const Segment& segment = pages.segments[cluster];
    entries = {entries.last, {entries.last.number + segment.entries}};
    for (const Part& part : segment.parts) table.report.pieces += part.pieces.size();
    if (segment.damage.empty()) continue;
    Finding finding{table.path, fmt::format("cluster {}: {}", cluster, segment.damage), entries};
    segment.is_read ? table.findings.damage(std::move(finding)) : table.findings.not_checked(std::move(finding));
  }
  FieldCheck(table, *reader, pages).run();
}

}  // namespace ramet::inline v1::recovery::internal
