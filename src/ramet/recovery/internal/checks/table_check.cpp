#include "ramet/recovery/internal/checks/table_check.hpp"

#include <algorithm>

#include "ramet/recovery/internal/ntuple_salvage.hpp"
#include "ramet/tree/decode/basket.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

/// Entries of one column that are read at once. Threads: a value.
struct Job {
  std::size_t column = 0;
  std::uint64_t first = 0;  ///< basket of a branch, or entry of a field
  std::uint64_t last = 0;
};

constexpr std::uint64_t task_bytes = 4 << 20;
constexpr std::uint64_t most_task_entries = 1 << 20;

/// Baskets of all branches, some to a task.
std::vector<Job> basket_jobs(const std::vector<tree::NamedBranch>& branches) {
  std::vector<Job> jobs;
  for (std::size_t number = 0; number < branches.size(); ++number) {
    const tree::Branch& branch = *branches[number].branch;
    const std::uint64_t count = basket_count(branch);
    std::uint64_t bytes = 0;
    for (std::uint64_t basket = 0, first = 0; basket < count; ++basket) {
      if (basket < branch.baskets.size()) bytes += branch.baskets.location({basket}).record_size;
      if (bytes < task_bytes && basket + 1 < count) continue;
      jobs.push_back({number, first, basket + 1});
      first = basket + 1;
      bytes = 0;
    }
  }
  return jobs;
}

/// The branch must have as many entries as its tree, if it has any of its own.
void check_entries(const tree::Branch& branch, const tree::Tree& tree) {
  if (branch.leaves.empty() || basket_count(branch) == 0) {
    if (!branch.leaves.empty() && !branch.is_group() && branch.layout().packing != tree::Packing::nothing &&
        tree.entries > 0 && branch.entries > 0)
      fail(ErrorKind::corrupt, "it has no baskets, but {} entries", branch.entries);
    return;
  }
  const EntryRange stored = branch.stored_entries();
  if (stored.first.number != 0 || stored.last.number < tree.entries)
    fail(ErrorKind::corrupt, "its baskets have the entries {} to {}, the tree has {}", stored.first.number,
         stored.last.number, tree.entries);
}

/// Decode a basket's entries where they can be, else decompress it.
void check_basket(const tree::TreeReader& reader, const tree::Branch& branch, BasketNumber basket,
                  const schedule::ReadOptions& options, tree::BasketReader& baskets) {
  EntryRange entries = basket_entries(branch, basket);
  entries.last.number = std::min(entries.last.number, reader.tree().entries);
  if (branch.layout().is_readable() && !entries.empty()) {
    array::validate(reader.read(branch, entries, options));
  } else {
    baskets.read(reader.file().source(), branch, basket);
  }
}

}  // namespace

void check_tree(const dataset::Session& session, const dataset::File& file, const file::Key& key,
                const std::string& path, const CheckOptions& options, CheckReport& report, Findings& findings) {
  const auto reader = file.tree(key);
  const tree::Tree& tree = reader->tree();
  const std::vector<tree::NamedBranch> branches = all_branches(tree);
  report.entries += tree.entries;
  for (const tree::NamedBranch& named : branches) {
    const std::string place = path + "/" + named.path;
    report.pieces += basket_count(*named.branch);
    findings.attempt(place, [&] { check_entries(*named.branch, tree); });
    const tree::ColumnLayout& layout = named.branch->layout();
    if (!layout.is_readable() && layout.packing != tree::Packing::nothing && basket_count(*named.branch) > 0)
      findings.not_checked({place, layout.reason, {}});
  }
  const std::vector<Job> jobs = basket_jobs(branches);
  const auto serial = schedule::make_serial_executor();
  session.executor().for_each_index(
      jobs.size(),
      [&](std::size_t number) {
        const Job& job = jobs[number];
        const tree::NamedBranch& named = branches[job.column];
        tree::BasketReader baskets;
        const schedule::ReadOptions alone{.executor = *serial};
        for (std::uint64_t basket = job.first; basket < job.last; ++basket)
          findings.attempt(
              path + "/" + named.path, [&] { check_basket(*reader, *named.branch, {basket}, alone, baskets); },
              basket_entries(*named.branch, {basket}));
        if (options.progress != nullptr) {
          const std::uint64_t end = basket_entries(*named.branch, {job.last - 1}).last.number;
          options.progress->advance(end - basket_entries(*named.branch, {job.first}).first.number, 0);
        }
      },
      options.stop);
}

void check_ntuple(const dataset::Session& session, const dataset::File& file, const file::Key& key,
                  const std::string& path, const CheckOptions& options, CheckReport& report, Findings& findings) {
  const auto reader = file.ntuple(key);
  const ntuple::NTuple& ntuple = reader->ntuple();
  report.entries += ntuple.entries;
  SalvagedNTuple pages = find_saved(file, {key, "", true});
  check_pages(file.reader().source(), pages, session.executor(), options.stop);
  EntryRange entries;
  for (std::size_t cluster = 0; cluster < pages.segments.size(); ++cluster) {
    const Segment& segment = pages.segments[cluster];
    entries = {entries.last, {entries.last.number + segment.entries}};
    for (const Part& part : segment.parts) report.pieces += part.pieces.size();
    if (!segment.damage.empty())
      findings.damage({path, fmt::format("cluster {}: {}", cluster, segment.damage), entries});
  }
  std::vector<std::uint64_t> starts;
  findings.attempt(path, [&] { starts = reader->cluster_starts(); });
  std::vector<const ntuple::Field*> fields;
  std::vector<Job> jobs;
  for (const ntuple::FieldNumber number : ntuple.schema.top) {
    const ntuple::Field& field = ntuple.schema.field(number);
    const std::string place = path + "/" + ntuple.path_of(field);
    if (const ntuple::FieldLayout layout = reader->layout(field); !layout.is_readable()) {
      findings.not_checked({place, layout.reason, {}});
      continue;
    }
    for (std::size_t cluster = 0; cluster + 1 < starts.size(); ++cluster)
      for (std::uint64_t first = starts[cluster]; first < starts[cluster + 1]; first += most_task_entries)
        jobs.push_back({fields.size(), first, std::min(first + most_task_entries, starts[cluster + 1])});
    fields.push_back(&field);
  }
  const auto serial = schedule::make_serial_executor();
  session.executor().for_each_index(
      jobs.size(),
      [&](std::size_t number) {
        const Job& job = jobs[number];
        const EntryRange wanted{{job.first}, {job.last}};
        findings.attempt(
            path + "/" + ntuple.path_of(*fields[job.column]),
            [&] { array::validate(reader->read(*fields[job.column], wanted, {.executor = *serial})); }, wanted);
        if (options.progress != nullptr) options.progress->advance(job.last - job.first, 0);
      },
      options.stop);
}

}  // namespace ramet::inline v1::recovery::internal
