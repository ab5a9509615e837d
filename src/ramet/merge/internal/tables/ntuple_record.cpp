#include "ramet/merge/internal/tables/ntuple_record.hpp"

#include <utility>

#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/ntuple/detail/frame_writer.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"
#include "ramet/ntuple/detail/records/stored_records.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using ntuple::EnvelopeType;
using ntuple::FrameWriter;

/// The most pages that a page list describes, about a megabyte.
constexpr std::size_t pages_of_list = 50'000;

/// Envelopes of an ntuple, as stored. Threads: a value.
struct Envelopes {
  ntuple::Envelope header;
  ntuple::Envelope footer;
  ntuple::NTuple described;
  ntuple::Anchor anchor;
};

Envelopes read_envelopes(const file::FileReader& file, const file::Key& key) {
  const ntuple::Anchor anchor = ntuple::read_anchor(key.class_name, file.read_record(key).payload());
  const ntuple::BlobReader blobs(file.source(), anchor.largest_key);
  compression::Decompressor decompressor;
  ntuple::Envelope header = read_envelope(blobs, anchor.header, EnvelopeType::header, decompressor);
  ntuple::Envelope footer = read_envelope(blobs, anchor.footer, EnvelopeType::footer, decompressor);
  ntuple::NTuple described = ntuple::read_ntuple(header, footer);
  return {std::move(header), std::move(footer), std::move(described), anchor};
}

/// Writes an ntuple, but for its pages. Threads: one thread.
class Writing {
 public:
  Writing(const std::vector<MovedCluster>& clusters, Output& output, std::uint64_t seek_directory)
      : clusters_(clusters), output_(output), seek_directory_(seek_directory) {
    if (!clusters.empty()) elements_.resize(clusters.front().columns.size());
  }

  void run(const MergedObject& object, Envelopes envelopes) {
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
      group.page_list = write_page_list(checksum, std::span(clusters_).subspan(begin, end - begin));
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
    output_.make_room(object.directory, object.class_name, object.written_name());
    output_.file().put(output_.directory(object.directory), ntuple::anchor_class, object.written_name(), "",
                       ntuple::encode_anchor(anchor).span(), file::FileWriter::OnConflict::new_cycle,
                       compression::Settings::from_code(0));
  }

 private:
  ntuple::EnvelopeLink write_page_list(std::uint64_t header_checksum, std::span<const MovedCluster> clusters) {
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

  const std::vector<MovedCluster>& clusters_;
  Output& output_;
  std::uint64_t seek_directory_;
  std::vector<std::uint64_t> elements_;  // of each column, in the page lists so far
  std::uint64_t entries_ = 0;            // likewise
};

/// Free the envelopes of the ntuple that the file had: new ones describe its pages.
void release_envelopes(const file::FileReader& file, const Envelopes& envelopes, const std::string& directory,
                       Output& output) {
  std::vector<ntuple::Locator> blobs{envelopes.anchor.header.locator, envelopes.anchor.footer.locator};
  for (const ntuple::ClusterGroup& group : envelopes.described.groups) blobs.push_back(group.page_list.locator);
  for (const ntuple::Locator& blob : blobs)
    if (const io::Extent record = ntuple::record_of(file.source(), blob); record.size > 0)
      output.file().release_record(output.directory(directory), record);
}

}  // namespace

OpenNTuple::OpenNTuple(const Inputs& inputs, const MergedObject& object, const TablePart& of)
    : part(&of), file(inputs.open(of.occurrence.input)) {
  const file::FileReader& reader = file->reader();
  Envelopes envelopes = read_envelopes(reader, object.key_of(of.occurrence));
  if (!of.is_of(envelopes.described.entries))
    detail::fail(ErrorKind::corrupt, "file '{}': ntuple '{}' has changed while it was merged", file->name(),
                 object.path());
  blobs = std::make_shared<const ntuple::BlobReader>(reader.source(), envelopes.anchor.largest_key);
  compression::Decompressor decompressor;
  for (const ntuple::ClusterGroup& group : envelopes.described.groups)
    lists.emplace_back(read_envelope(*blobs, group.page_list, EnvelopeType::page_list, decompressor),
                       envelopes.described.header_checksum);
  schema = std::move(envelopes.described.schema);
}

GrowingNTuple::GrowingNTuple(const MergedObject& of, Output& output)
    : object(&of), seek_directory(output.file().seek_of(output.directory(of.directory))) {}

std::uint64_t GrowingNTuple::entries() const noexcept {
  std::uint64_t entries = 0;
  for (const MovedCluster& cluster : clusters) entries += cluster.entries;
  return entries;
}

void write_ntuple(const Inputs& inputs, const MergedObject& object, const TablePart& first,
                  const std::vector<MovedCluster>& clusters, Output& output) {
  of_input(first.occurrence.input, [&] {
    const auto file = inputs.open(first.occurrence.input);
    const std::uint64_t seek_directory = output.file().seek_of(output.directory(object.directory));
    Envelopes envelopes = read_envelopes(file->reader(), object.key_of(first.occurrence));
    if (output.is_own(first.occurrence.input)) release_envelopes(file->reader(), envelopes, object.directory, output);
    Writing(clusters, output, seek_directory).run(object, std::move(envelopes));
  });
}

}  // namespace ramet::inline v1::merge::internal
