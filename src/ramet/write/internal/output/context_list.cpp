#include "ramet/write/internal/output/context_list.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/internal/cluster_writer.hpp"
#include "ramet/write/internal/processes/joined_file.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

namespace ramet::inline v1::write::internal {
namespace {

// The last sequence number; it is given only to callers who ask for it.
constexpr std::uint64_t no_sequence = ~std::uint64_t{0};

}  // namespace

ContextList::ContextList(OutputFile& output, std::uint32_t table)
    : output_(output), table_(table), cores_(schedule::hardware_concurrency()) {}

std::uint64_t ContextList::next_number() {
  if (auto* counters = output_.counters()) return counters->add(counter::context_of(table_), 1);
  return next_number_.fetch_add(1);
}

std::uint64_t ContextList::next_sequence(const OutputLock& held) {
  held.covers(output_);
  auto* counters = output_.counters();
  const std::uint64_t next = counters != nullptr ? counters->add(counter::sequence_of(table_), 1) : next_sequence_++;
  if (next != no_sequence) return next;
  note_sequence(next - 1, held);  // the counter has wrapped
  detail::fail(ErrorKind::misuse, "sequence numbers are used up: a context has {}, or the number before it",
               no_sequence);
}

void ContextList::note_sequence(std::uint64_t sequence, const OutputLock& held) {
  held.covers(output_);
  const std::uint64_t next = sequence == no_sequence ? no_sequence : sequence + 1;
  if (auto* counters = output_.counters()) {
    counters->raise(counter::sequence_of(table_), next);
  } else {
    next_sequence_ = std::max(next_sequence_, next);
  }
}

void ContextList::share_numbers(const OutputLock& held) {
  held.covers(output_);
  auto& counters = *output_.counters();
  if (counter::context_of(table_) >= counters.size())
    detail::fail(ErrorKind::misuse, "'{}': {} shared counters are not enough for table {}", output_.area().name(),
                 counters.size(), table_);
  counters.raise(counter::sequence_of(table_), next_sequence_);
  counters.raise(counter::context_of(table_), next_number_);
}

void ContextList::note_opened(std::uint64_t number, std::uint64_t sequence) {
  if (output_.joined) {
    // Write to the journal first, then check the flag. The closing process sets the flag first and reads journals then,
    // so one of both sees the other.
    output_.joined->append(ContextBegan{table_, number, sequence});
    try {
      output_.joined->require_shared();
    } catch (...) {
      output_.joined->append(ContextEnded{table_, {.number = number, .times = {}}, 0});
      throw;
    }
  }
  {
    const MutexLock lock(mutex_);  // reserve room for its report, so that the end of a context cannot fail
    const std::size_t count = reports_.size() + open_.fetch_add(1) + 1;
    try {
      if (count > reports_.capacity()) reports_.reserve(std::max(count, 2 * reports_.capacity()));
    } catch (...) {
      open_.fetch_sub(1);
      throw;
    }
  }
  if (filled_.fetch_add(1) >= cores_) was_crowded_.store(true);
}

void ContextList::remember(const std::shared_ptr<ClusterWriter>& context) {
  const MutexLock lock(mutex_);
  std::erase_if(contexts_, [](const auto& known) { return known.expired(); });
  contexts_.push_back(context);
}

void ContextList::note_closed(const ContextReport& report, std::uint64_t lost) {
  open_.fetch_sub(1);
  note_report(report, lost);
  if (!output_.joined) return;
  try {
    output_.joined->append(ContextEnded{table_, report, lost});
  } catch (const Error&) {
    return;  // the owner then reports the context as not ended
  }
}

void ContextList::note_report(const ContextReport& report, std::uint64_t lost) {
  lost_entries_.fetch_add(lost);
  const MutexLock lock(mutex_);
  reports_.push_back(report);
}

std::vector<std::shared_ptr<ClusterWriter>> ContextList::all() const {
  const MutexLock lock(mutex_);
  std::vector<std::shared_ptr<ClusterWriter>> contexts;
  for (const auto& known : contexts_)
    if (auto context = known.lock()) contexts.push_back(std::move(context));
  return contexts;
}

std::vector<ContextReport> ContextList::reports() const {
  const MutexLock lock(mutex_);
  std::vector<ContextReport> reports = reports_;
  std::ranges::sort(reports, {}, &ContextReport::number);
  return reports;
}

std::uint64_t ContextList::end_filling() noexcept {
  const std::uint64_t filled = filled_.fetch_sub(1);
  return was_crowded_.load() && filled <= cores_ ? filled : 0;
}

}  // namespace ramet::inline v1::write::internal
