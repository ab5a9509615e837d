#include "ramet/merge/internal/tables/ntuple_move.hpp"

#include <algorithm>
#include <utility>

#include "ramet/ntuple/detail/records/page_copy.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t ntuples_at_a_time = 32;

}  // namespace

/// A cluster that is copied into one record.
struct NTupleMove::Job {
  std::size_t input = 0;
  std::size_t cluster = 0;  // of the new ntuple
  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const ntuple::BlobReader> blobs;
  std::vector<ntuple::PageCopy> copies;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // column and page of each copy
  io::Extent to;
  bool big = false;
};

/// Add the clusters of a part to the new ntuple.
void NTupleMove::place(const OpenNTuple& part, std::vector<Job>& jobs) {
  const bool is_own = output_.is_own(part.part->occurrence.input);
  for (const ntuple::PageList& list : part.lists) {
    for (std::size_t number = 0; number < list.cluster_count(); ++number) {
      if (!part.part->has(list.entries(number).first)) continue;
      Job job;
      job.input = part.part->occurrence.input;
      job.cluster = ntuple_.clusters.size();
      job.file = part.file;
      job.blobs = part.blobs;
      MovedCluster& cluster = ntuple_.clusters.emplace_back();
      cluster.entries = list.entries(number).size();
      cluster.columns.resize(part.schema.columns.size());
      for (std::size_t column = 0; column < part.schema.columns.size(); ++column) {
        const ntuple::StoredColumn stored = list.column(number, {column});
        MovedColumn& to = cluster.columns[column];
        to.is_suppressed = stored.is_suppressed;
        for (const ntuple::Page& page : stored.pages) {
          if (is_own && page.has_checksum && job.blobs->is_whole(page.stored_size())) {
            to.pages.push_back({page.elements, page.locator.size, page.locator.offset});
            continue;
          }
          job.places.emplace_back(column, to.pages.size());
          job.copies.push_back({job.blobs.get(), page.locator, page.has_checksum});
          to.pages.push_back({page.elements, page.locator.size, 0});
        }
      }
      if (!is_own || !job.copies.empty()) jobs.push_back(std::move(job));
    }
  }
}

/// Take over what a merge that was stopped has copied.
void NTupleMove::take_over(Job& job, const DoneExtent& done) {
  require_fit(done, job.to, 8 * job.copies.size());
  bytes::ByteCursor places(done.result.span());
  for (ntuple::PageCopy& copy : job.copies) copy.seek = places.read<std::uint64_t>();
}

void NTupleMove::copy(Job& job) {
  throw_if_stopped(options_.stop);
  const file::RecordArea& area = output_.file().area();
  if (const DoneExtent* done = output_.done(job.to.offset)) {
    take_over(job, *done);
  } else {
    ntuple::copy_pages(job.copies, {&area.sink(), job.to, job.big, area.date(), ntuple_.seek_directory});
    bytes::ByteWriter places;
    for (const ntuple::PageCopy& copy : job.copies) places.write(copy.seek);
    output_.finish(job.to, places.span());
  }
  for (std::size_t copy = 0; copy < job.copies.size(); ++copy) {
    const auto [column, page] = job.places[copy];
    ntuple_.clusters[job.cluster].columns[column].pages[page].seek = job.copies[copy].seek;
  }
  if (options_.progress != nullptr) options_.progress->advance(job.to.size, job.to.size);
}

void NTupleMove::add(std::span<const TablePart* const> parts) {
  for (std::size_t first = 0; first < parts.size(); first += ntuples_at_a_time) {
    std::vector<std::unique_ptr<const OpenNTuple>> open(std::min(ntuples_at_a_time, parts.size() - first));
    executor_.for_each_index(
        open.size(),
        [&](std::size_t number) {
          const TablePart& part = *parts[first + number];
          of_input(part.occurrence.input,
                   [&] { open[number] = std::make_unique<const OpenNTuple>(inputs_, *ntuple_.object, part); });
        },
        options_.stop);
    std::vector<Job> jobs;
    for (const auto& part : open) of_input(part->part->occurrence.input, [&] { place(*part, jobs); });
    const file::RecordArea& area = output_.file().area();
    for (Job& job : jobs) {
      job.big = area.needs_big_keys(ntuple::size_of(job.copies, true));
      job.to = area.take_extent(ntuple::size_of(job.copies, job.big));
    }
    executor_.for_each_index(
        jobs.size(), [&](std::size_t job) { of_input(jobs[job].input, [&] { copy(jobs[job]); }); }, options_.stop);
  }
}

}  // namespace ramet::inline v1::merge::internal
