#include "ramet/recovery/internal/checks/table_check.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/recovery/internal/tree_salvage.hpp"
#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

/// Baskets of one branch for one task. Threads: a value.
struct BasketJob {
  std::size_t branch = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t position = 0;  // of the first one in its file
};

// A task has baskets that lie near one another, so that the tasks together go through the file once.
constexpr std::uint64_t task_bytes = 4 << 20;
constexpr std::uint64_t task_span = 8 << 20;

/// Throw Error(corrupt) unless the baskets of a branch cover the tree's entries from the branch's first entry on. A
/// branch without baskets must have no entries.
void check_entries(const tree::Branch& branch, const tree::Tree& tree) {
  if (branch.leaves.empty() || basket_count(branch) == 0) {
    if (!branch.leaves.empty() && !branch.is_group() && branch.layout().packing != tree::Packing::nothing &&
        tree.entries > 0 && branch.entries > 0)
      detail::fail(ErrorKind::corrupt, "it has no baskets, but {} entries", branch.entries);
    return;
  }
  const EntryRange stored = branch.stored_entries();
  const bool is_late = branch.first_entry > 0 && stored.first.number == static_cast<std::uint64_t>(branch.first_entry);
  if ((stored.first.number != 0 && !is_late) || stored.last.number < tree.entries)
    detail::fail(ErrorKind::corrupt, "its baskets have the entries {} to {}, the tree has {}", stored.first.number,
                 stored.last.number, tree.entries);
}

/// Checks the baskets of one tree. Threads: one thread.
class TreeCheck {
 public:
  TreeCheck(const TableToCheck& table, const tree::TreeReader& reader)
      : table_(table), reader_(reader), branches_(all_branches(reader.tree())) {}

  void run() {
    for (const tree::NamedBranch& named : branches_) is_there_.push_back(look_at(named));
    claim();
    const std::vector<BasketJob> jobs = this->jobs();
    table_.aids.executor.for_each_index(jobs.size(), [&](std::size_t job) { run(jobs[job]); }, table_.aids.stop);
    std::ranges::sort(large_, {}, [](const BasketJob& job) { return std::pair(job.branch, job.first); });
    tree::BasketReader baskets;
    for (const BasketJob& job : large_) {
      throw_if_stopped(table_.aids.stop);
      check(job.branch, job.first, true, baskets);
    }
  }

 private:
  std::string place_of(std::size_t branch) const { return table_.path + "/" + branches_[branch].path; }

  /// Returns false when the branch's baskets are in a missing file.
  bool look_at(const tree::NamedBranch& named) {
    const std::string place = table_.path + "/" + named.path;
    table_.report.pieces += basket_count(*named.branch);
    table_.findings.attempt(place, [&] { check_entries(*named.branch, reader_.tree()); });
    const tree::ColumnLayout& layout = named.branch->layout();
    if (!layout.is_readable() && layout.packing != tree::Packing::nothing && basket_count(*named.branch) > 0)
      table_.findings.not_checked({place, layout.reason, {}});
    try {
      reader_.source_of(*named.branch);
    } catch (const Error& error) {
      table_.findings.not_checked({place, error.what(), {}});
      return false;
    }
    return true;
  }

  /// Find overlapping baskets before any is read.
  void claim() {
    std::vector<Claimed> places;
    for (const tree::NamedBranch& named : branches_) {
      starts_.push_back(places.size());
      const tree::BasketIndex& index = named.branch->baskets;
      for (std::uint64_t basket = 0; named.branch->file_name.empty() && basket < index.size(); ++basket) {
        const tree::BasketLocation location = index.location({basket});
        places.push_back({location.seek, location.record_size, 0});
      }
    }
    starts_.push_back(places.size());
    claims_ = table_.aids.claims.claim(places, false);
    for (std::size_t branch = 0; branch < branches_.size(); ++branch)
      for (std::uint64_t basket = 0; basket < starts_[branch + 1] - starts_[branch]; ++basket)
        if (const Claimed& place = places[starts_[branch] + basket]; claim_of(branch, basket) == Claim::overlapping)
          table_.findings.damage({place_of(branch),
                                  fmt::format("basket {} at byte {}: its {} bytes overlap another basket", basket,
                                              place.offset, place.size),
                                  basket_entries(*branches_[branch].branch, {basket})});
  }

  Claim claim_of(std::size_t branch, std::uint64_t basket) const {
    const std::size_t place = starts_[branch] + static_cast<std::size_t>(basket);
    return place < starts_[branch + 1] ? claims_[place] : Claim::fresh;  // inside the tree's record
  }

  /// Divide the baskets of all branches into tasks, in the order of their positions.
  std::vector<BasketJob> jobs() const {
    std::vector<BasketJob> jobs;
    for (std::size_t number = 0; number < branches_.size(); ++number)
      if (is_there_[number]) add_jobs(number, jobs);
    std::ranges::stable_sort(jobs, {}, &BasketJob::position);
    return jobs;
  }

  void add_jobs(std::size_t number, std::vector<BasketJob>& jobs) const {
    const tree::Branch& branch = *branches_[number].branch;
    const std::uint64_t count = basket_count(branch);
    BasketJob job{.branch = number};
    std::uint64_t bytes = 0;
    for (std::uint64_t basket = 0; basket < count; ++basket) {
      const bool is_record = basket < branch.baskets.size();  // the others are in the tree's record
      const tree::BasketLocation place = is_record ? branch.baskets.location({basket}) : tree::BasketLocation{};
      const bool is_near = place.seek >= job.position && place.seek - job.position < task_span;
      if (basket > job.first && (bytes >= task_bytes || (is_record && !is_near))) {
        job.last = basket;
        jobs.push_back(job);
        job.first = basket;
        bytes = 0;
      }
      if (basket == job.first) job.position = place.seek;
      bytes += place.record_size;
    }
    job.last = count;
    if (job.first < count) jobs.push_back(job);
  }

  void run(const BasketJob& job) {
    const tree::Branch& branch = *branches_[job.branch].branch;
    tree::BasketReader baskets;
    for (std::uint64_t basket = job.first; basket < job.last; ++basket)
      if (!check(job.branch, basket, false, baskets)) {
        const MutexLock lock(mutex_);
        large_.push_back({job.branch, basket, basket + 1});
      }
    if (ProgressSink* const progress = table_.progress; progress != nullptr) {
      const std::uint64_t end = basket_entries(branch, {job.last - 1}).last.number;
      progress->advance(end - basket_entries(branch, {job.first}).first.number, 0);
    }
  }

  /// Returns false when the basket is too large to be read in parallel with others.
  bool check(std::size_t number, std::uint64_t basket, bool is_alone, tree::BasketReader& baskets) {
    if (claim_of(number, basket) != Claim::fresh) return true;
    const tree::Branch& branch = *branches_[number].branch;
    bool is_done = true;
    table_.findings.attempt(
        place_of(number), [&] { is_done = read(branch, {basket}, is_alone, baskets); },
        basket_entries(branch, {basket}));
    return is_done;
  }

  /// Decode a basket's entries if their type is supported, otherwise only decompress it.
  bool read(const tree::Branch& branch, BasketNumber basket, bool is_alone, tree::BasketReader& baskets) const {
    EntryRange entries = basket_entries(branch, basket);
    if (tree::embedded_basket(branch, basket) == nullptr) {
      const tree::BasketLocation location = branch.baskets.location(basket);
      Piece piece = read_basket_head(reader_.source_of(branch), location.seek, location.record_size);
      piece.elements = std::max(piece.elements, entries.size());
      const Allowance& allowance = table_.aids.allowance;
      allowance.require_memory(memory_of(piece));
      if (!is_alone && !allowance.is_small(memory_of(piece))) return false;
      table_.aids.allowance.work(piece.plain_size);
    }
    entries.last.number = std::min(entries.last.number, reader_.tree().entries);
    if (branch.layout().is_readable() && !entries.empty()) {
      const auto serial = schedule::make_serial_executor();
      array::validate(reader_.read(branch, entries, {.executor = *serial}));
    } else {
      baskets.read(reader_.source_of(branch), branch, basket);
    }
    return true;
  }

  const TableToCheck& table_;
  const tree::TreeReader& reader_;
  std::vector<tree::NamedBranch> branches_;
  std::vector<bool> is_there_;       // for each branch: whether its file exists
  std::vector<std::size_t> starts_;  // for each branch: its first claim
  std::vector<Claim> claims_;
  Mutex mutex_;
  std::vector<BasketJob> large_;
};

}  // namespace

std::shared_ptr<const tree::TreeReader> open_allowed_tree(const dataset::File& file, const file::Key& key,
                                                          Allowance& allowance) {
  const std::uint64_t plain = std::uint64_t{key.key_length} + key.object_size;
  allowance.require_memory(key.record_size + times_of_description * plain);
  allowance.work(plain);
  return file.tree(key);
}

void check_tree(const TableToCheck& table) {
  const auto reader = open_allowed_tree(table.file, table.key, table.aids.allowance);
  table.report.entries += reader->tree().entries;
  justify_other_files(*reader, table.aids.allowance);
  TreeCheck(table, *reader).run();
}

}  // namespace ramet::inline v1::recovery::internal
