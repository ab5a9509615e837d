#include "ramet/merge/internal/tables/ntuple_move.hpp"

#include <algorithm>
#include <utility>

#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/frame_writer.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"
#include "ramet/ntuple/detail/records/page_copy.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using ntuple::EnvelopeType;
using ntuple::FrameWriter;

constexpr std::size_t ntuples_at_a_time = 32;
/// The most pages that a page list describes, about a megabyte.
constexpr std::size_t pages_of_list = 50'000;

/// Envelopes of an ntuple, as stored. Threads: a value.
struct Envelopes {
  ntuple::Envelope header;
  ntuple::Envelope footer;
  ntuple::NTuple described;
  std::uint64_t largest_key = 0;
};

Envelopes read_envelopes(const file::FileReader& file, const file::Key& key) {
  const ntuple::Anchor anchor = ntuple::read_anchor(key.class_name, file.read_record(key).payload());
  const ntuple::BlobReader blobs(file.source(), anchor.largest_key);
  compression::Decompressor decompressor;
  ntuple::Envelope header = read_envelope(blobs, anchor.header, EnvelopeType::header, decompressor);
  ntuple::Envelope footer = read_envelope(blobs, anchor.footer, EnvelopeType::footer, decompressor);
  ntuple::NTuple described = ntuple::read_ntuple(header, footer);
  return {std::move(header), std::move(footer), std::move(described), anchor.largest_key};
}

}  // namespace

/// A part that is being copied.
struct NTupleMove::OpenPart {
  const TablePart* part = nullptr;
  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const ntuple::BlobReader> blobs;
  std::size_t columns = 0;
  std::vector<ntuple::PageList> lists;
};

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

void NTupleMove::open(const MergedObject& object, OpenPart& part) const {
  of_input(part.part->occurrence.input, [&] {
    part.file = inputs_.open(part.part->occurrence.input);
    const file::FileReader& reader = part.file->reader();
    const Envelopes envelopes = read_envelopes(reader, object.key_of(part.part->occurrence));
    if (envelopes.described.entries != part.part->entries)
      detail::fail(ErrorKind::corrupt, "file '{}': ntuple '{}' has changed while it was merged", part.file->name(),
                   object.path());
    part.blobs = std::make_shared<const ntuple::BlobReader>(reader.source(), envelopes.largest_key);
    part.columns = envelopes.described.schema.columns.size();
    compression::Decompressor decompressor;
    for (const ntuple::ClusterGroup& group : envelopes.described.groups)
      part.lists.emplace_back(read_envelope(*part.blobs, group.page_list, EnvelopeType::page_list, decompressor),
                              envelopes.described.header_checksum);
  });
}

/// Add the clusters of a part to the new ntuple.
void NTupleMove::place(const OpenPart& part, std::vector<Job>& jobs) {
  for (const ntuple::PageList& list : part.lists) {
    for (std::size_t number = 0; number < list.cluster_count(); ++number) {
      Job& job = jobs.emplace_back();
      job.input = part.part->occurrence.input;
      job.cluster = clusters_.size();
      job.file = part.file;
      job.blobs = part.blobs;
      MovedCluster& cluster = clusters_.emplace_back();
      cluster.entries = list.entries(number).size();
      cluster.columns.resize(part.columns);
      for (std::size_t column = 0; column < part.columns; ++column) {
        const ntuple::StoredColumn stored = list.column(number, {column});
        MovedColumn& to = cluster.columns[column];
        to.is_suppressed = stored.is_suppressed;
        for (const ntuple::Page& page : stored.pages) {
          job.places.emplace_back(column, to.pages.size());
          job.copies.push_back({job.blobs.get(), page.locator, page.has_checksum});
          to.pages.push_back({page.elements, page.locator.size, 0});
        }
      }
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
    ntuple::copy_pages(job.copies, {&area.sink(), job.to, job.big, area.date(), seek_directory_});
    bytes::ByteWriter places;
    for (const ntuple::PageCopy& copy : job.copies) places.write(copy.seek);
    output_.finish(job.to, places.span());
  }
  for (std::size_t copy = 0; copy < job.copies.size(); ++copy) {
    const auto [column, page] = job.places[copy];
    clusters_[job.cluster].columns[column].pages[page].seek = job.copies[copy].seek;
  }
  if (options_.progress != nullptr) options_.progress->advance(job.to.size, job.to.size);
}

ntuple::EnvelopeLink NTupleMove::write_page_list(std::uint64_t header_checksum, std::size_t first, std::size_t last) {
  const std::span<const MovedCluster> clusters = std::span(clusters_).subspan(first, last - first);
  bytes::Buffer envelope = ntuple::encode_envelope(EnvelopeType::page_list, [&](FrameWriter& to) {
    to.write(header_checksum);
    to.list(clusters.size(), [&] {
      for (const MovedCluster& cluster : clusters) {
        to.record([&] {
          to.write(entries_);
          to.write(cluster.entries);
        });
        entries_ += cluster.entries;
      }
    });
    to.list(clusters.size(), [&] {
      for (const MovedCluster& cluster : clusters)
        to.list(cluster.columns.size(), [&] {
          for (std::size_t number = 0; number < cluster.columns.size(); ++number) {
            const MovedColumn& column = cluster.columns[number];
            const std::uint64_t begin = elements_[number];
            to.list(column.pages.size(), [&] {
              for (const MovedPage& page : column.pages) {
                to.write(-static_cast<std::int32_t>(page.elements));  // negative: its checksum follows the page
                to.write(static_cast<std::uint32_t>(page.size));
                to.write(page.seek);
                elements_[number] += page.elements;
              }
              if (column.is_suppressed) return to.write(std::int64_t{-1});
              to.write(static_cast<std::int64_t>(begin));
              to.write(std::uint32_t{0});  // compression: each block has its own
            });
          }
        });
    });
  });
  compression::Compressor compressor;
  return ntuple::write_envelope(output_.file(), seek_directory_, std::move(envelope),
                                output_.file().options().compression, compressor)
      .link;
}

void NTupleMove::write(const MergedObject& object, const TablePart& first) {
  const auto file = inputs_.open(first.occurrence.input);
  const file::Key key = object.key_of(first.occurrence);
  Envelopes envelopes = read_envelopes(file->reader(), key);
  const std::uint64_t checksum = envelopes.described.header_checksum;
  std::vector<ntuple::ClusterGroup> groups;
  for (std::size_t begin = 0; begin < clusters_.size();) {
    std::size_t end = begin;
    ntuple::ClusterGroup group{{{entries_}, {entries_}}, 0, {}};
    for (std::size_t pages = 0; end < clusters_.size() && pages < pages_of_list; ++end) {
      pages += clusters_[end].columns.size();
      for (const MovedColumn& column : clusters_[end].columns) pages += column.pages.size();
      group.entries.last.number += clusters_[end].entries;
    }
    group.clusters = static_cast<std::uint32_t>(end - begin);
    group.page_list = write_page_list(checksum, begin, end);
    groups.push_back(group);
    begin = end;
  }
  ntuple::FrameCursor cursor = envelopes.footer.payload();
  ntuple::read_feature_flags(cursor);
  cursor.read<std::uint64_t>();  // the header's checksum
  ntuple::FrameCursor extension = cursor.record();
  bytes::Buffer footer = ntuple::encode_envelope(EnvelopeType::footer, [&](FrameWriter& to) {
    to.write(std::uint64_t{0});  // feature flags
    to.write(checksum);
    to.record([&] { to.bytes(extension.take(extension.remaining())); });
    to.list(groups.size(), [&] {
      for (const ntuple::ClusterGroup& group : groups)
        to.record([&] {
          to.write(group.entries.first.number);
          to.write(group.entries.size());
          to.write(group.clusters);
          to.write(group.page_list.unpacked_size);
          to.write(static_cast<std::uint32_t>(group.page_list.locator.size));
          to.write(group.page_list.locator.offset);
        });
    });
  });
  compression::Compressor compressor;
  const auto store = [&](bytes::Buffer envelope) {
    return ntuple::write_envelope(output_.file(), seek_directory_, std::move(envelope),
                                  output_.file().options().compression, compressor)
        .link;
  };
  ntuple::Anchor anchor;
  anchor.header = store(std::move(envelopes.header.bytes));
  anchor.footer = store(std::move(footer));
  anchor.largest_key = ntuple::largest_blob;
  output_.file().put(output_.directory(object.directory), ntuple::anchor_class, object.name, "",
                     ntuple::encode_anchor(anchor).span(), file::FileWriter::OnConflict::new_cycle,
                     compression::Settings::from_code(0));
}

void NTupleMove::run(const MergedObject& object, std::span<const TablePart* const> parts) {
  clusters_.clear();
  entries_ = 0;
  seek_directory_ = output_.file().seek_of(output_.directory(object.directory));
  std::size_t columns = 0;
  for (std::size_t first = 0; first < parts.size(); first += ntuples_at_a_time) {
    std::vector<OpenPart> open_parts(std::min(ntuples_at_a_time, parts.size() - first));
    executor_.for_each_index(
        open_parts.size(),
        [&](std::size_t part) {
          open_parts[part].part = parts[first + part];
          open(object, open_parts[part]);
        },
        options_.stop);
    std::vector<Job> jobs;
    for (const OpenPart& part : open_parts) {
      columns = part.columns;
      of_input(part.part->occurrence.input, [&] { place(part, jobs); });
    }
    const file::RecordArea& area = output_.file().area();
    for (Job& job : jobs) {
      job.big = area.needs_big_keys(ntuple::size_of(job.copies, true));
      job.to = area.take_extent(ntuple::size_of(job.copies, job.big));
    }
    executor_.for_each_index(
        jobs.size(), [&](std::size_t job) { of_input(jobs[job].input, [&] { copy(jobs[job]); }); }, options_.stop);
  }
  elements_.assign(columns, 0);
  of_input(parts.front()->occurrence.input, [&] { write(object, *parts.front()); });
}

}  // namespace ramet::inline v1::merge::internal
