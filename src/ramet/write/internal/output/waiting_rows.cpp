#include "ramet/write/internal/output/waiting_rows.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "ramet/core/error.hpp"
#include "ramet/write/internal/admission/first_share.hpp"
#include "ramet/write/internal/cluster_encoder.hpp"
#include "ramet/write/internal/cluster_writer.hpp"  // IWYU pragma: keep (the type behind a context)

namespace ramet::inline v1::write::internal {
namespace {

// The smallest efficient size of a branch or column in a cluster: below, reading and compressing cost more for each
// byte.
constexpr std::uint64_t healthy_part = 16 << 10;
constexpr std::uint64_t default_cluster = 16 << 20;
constexpr std::uint64_t least_healthy = 1 << 20;

/// The memory for each byte of a column, including its encoding; see ClusterWriter.
constexpr std::uint64_t bytes_in_flight = 3;

bool is_ordered(const OutputFile& output, const TableOptions& options) {
  return !output.joined && output.is_reproducible() && options.order == Order::sequence;
}

std::uint64_t cluster_size(const OutputFile& output, const TableOptions& options, const TableFormat& format) {
  const std::uint64_t largest = format.limits().bytes;
  if (options.cluster_bytes > largest)
    detail::fail(ErrorKind::misuse, "cluster_bytes is {}, expected 0 to {}", options.cluster_bytes, largest);
  const std::uint64_t healthy = std::max(default_cluster, format.part_count() * healthy_part / 2);
  const std::uint64_t wanted = options.cluster_bytes != 0 ? options.cluster_bytes : std::min(healthy, largest);
  // If clusters are written in order, their size must not depend on memory: one must always fit.
  if (!is_ordered(output, options)) return wanted;
  return std::max<std::uint64_t>(std::min(wanted, output.admission.budget().limit() / (4 * bytes_in_flight)), 1);
}

ClusterSize healthy_size(const TableOptions& options, std::uint64_t cluster_bytes, std::size_t parts) {
  if (options.hand_over == HandOver::exact) return {};
  const std::uint64_t bytes =
      options.gather_bytes != 0 ? options.gather_bytes : std::max(least_healthy, parts * healthy_part);
  const std::uint64_t entries = options.cluster_entries;
  return {std::min(bytes, cluster_bytes / 2), entries == 0 ? 0 : std::max<std::uint64_t>(entries / 2, 1)};
}

/// Clusters that are larger than eight healthy ones gain nothing.
ClusterSize large_size(const ClusterSize& healthy, const ClusterSize& most) {
  return {std::min(8 * healthy.bytes, std::max(healthy.bytes, most.bytes)),
          std::min(8 * healthy.entries, std::max(healthy.entries, most.entries))};
}

Gatherer::Neighbours neighbours_in(Order order) {
  return order == Order::arrival ? Gatherer::Neighbours::all : Gatherer::Neighbours::parts;
}

}  // namespace

WaitingRows::WaitingRows(OutputFile& output, ContextList& contexts, const TableOptions& options,
                         const TableFormat& format)
    : output_(output),
      contexts_(contexts),
      cluster_bytes_(cluster_size(output, options, format)),
      healthy_(healthy_size(options, cluster_bytes_, format.part_count())),
      large_(large_size(healthy_, {cluster_bytes_, options.cluster_entries})),
      gatherer_(neighbours_in(options.order), healthy_, {cluster_bytes_, options.cluster_entries}) {
  if (output.joined) gatherer_.keep_gaps();
  if (!is_ordered(output, options)) return;
  ordered_ = std::make_unique<OrderedCommit>(healthy_);
  front_share_ = output.admission.budget().try_reserve(cluster_bytes_ * bytes_in_flight + smallest_share);
  if (front_share_.bytes() == 0)
    detail::fail(ErrorKind::misuse,
                 "a memory budget of {} bytes is too small for another reproducible table with clusters of {} bytes",
                 output.admission.budget().limit(), cluster_bytes_);
}

void WaitingRows::advance_in_order(ClusterEncoder& encoder, StageTrace trace) {
  const auto take_space = [&](EncodedCluster& cluster) {
    if (!cluster.bytes.empty()) cluster.described.extent = output_.area().take_extent(cluster.bytes.size());
  };
  while (auto task = ordered_->next(take_space)) {
    if (auto* cluster = std::get_if<OrderedCommit::Write>(&*task)) {
      if (!cluster->bytes.empty()) write_in_order(std::move(*cluster), encoder, trace);
      continue;
    }
    encode_in_order(std::move(std::get<OrderedCommit::Encode>(*task)), encoder, trace);
  }
}

void WaitingRows::encode_in_order(OrderedCommit::Encode rows, ClusterEncoder& encoder, StageTrace trace) {
  const std::uint64_t number = rows.number;
  try {
    if (rows.joined.empty()) rows.joined = join(rows.run);
    auto encoded =
        encoder.encode_ahead(array::borrow(rows.joined.columns), 0, rows.joined.entries, rows.run.place, trace);
    encoded.memory = rows.joined.memory.split(encoded.bytes.size());
    ordered_->add_encoded(number, std::move(encoded));
  } catch (const Error&) {
    contexts_.note_lost(rows.joined.entries);  // they can never be written
    ordered_->add_encoded(number, {});         // an empty one, so that later clusters do not wait
    throw;
  } catch (...) {
    ordered_->put_back(std::move(rows));
    throw;
  }
}

void WaitingRows::write_in_order(EncodedCluster cluster, ClusterEncoder& encoder, StageTrace trace) {
  try {
    encoder.write(cluster, trace);
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

void WaitingRows::write_run(RowRun run, ClusterEncoder& encoder, StageTrace trace) {
  const table::ClusterPlace place = run.place;
  const std::uint64_t entries = run.entries;
  Sheaf joined;
  try {
    const auto memory =
        output_.admission.budget().reserve_anyway(2 * run.bytes);  // for the joined and the encoded rows
    joined = join(run);
    encoder.write(array::borrow(joined.columns), 0, joined.entries, place, trace);
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

void WaitingRows::take_ended_parts() {
  for (const auto& context : contexts_.all()) context->give_ended_parts();
}

void WaitingRows::write_all(ClusterEncoder& encoder, Gatherer::Gaps gaps, TraceTrack* track) {
  {
    const StageTimer timer({nullptr, track}, Stage::wait, TraceState::wait_lock);
    for (const auto& context : contexts_.all()) context->give_all();  // waits for clusters that are being written
  }
  const Admission::Passage passage(output_.admission);
  if (ordered_) {
    ordered_->drain();
    advance_in_order(encoder, {nullptr, track});
  }
  write_runs(gatherer_.take_all(gaps), encoder, {nullptr, track});
}

void WaitingRows::write_runs(std::vector<RowRun> runs, ClusterEncoder& encoder, StageTrace trace) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    try {
      write_run(std::move(runs[run]), encoder, trace);
    } catch (...) {
      for (std::size_t rest = run + 1; rest < runs.size(); ++rest) gatherer_.put_back(runs[rest]);
      throw;
    }
  }
}

void WaitingRows::write_ripe(ClusterEncoder& encoder, TraceTrack* track) {
  const std::uint64_t before = old_parts_end_.exchange(gatherer_.end_of_parts());
  {
    const StageTimer timer({nullptr, track}, Stage::wait, TraceState::wait_lock);
    for (const auto& context : contexts_.all()) context->give_old_parts(before);
  }
  const Admission::Passage passage(output_.admission);
  const ClusterSize least{healthy_.bytes / 4, healthy_.entries / 4};
  write_runs(gatherer_.take_ripe(least, before), encoder, {nullptr, track});
}

void WaitingRows::discard() { gatherer_.take_all(); }

}  // namespace ramet::inline v1::write::internal
