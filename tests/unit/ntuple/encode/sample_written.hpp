#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "unit/tree/samples/sample_columns.hpp"

#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"

/// Files with one ntuple, written by the encoders of the ntuple module alone.
namespace sample {

/// What a file is made of. Threads: a value.
struct WrittenNTuple {
  ramet::table::Schema table;
  std::vector<Array> columns;
  std::vector<std::vector<std::uint64_t>> groups;  ///< entries of each cluster, in groups
  ramet::ntuple::PageOptions options = {};
};

/// Write pages cluster by cluster, and what describes them.
inline std::shared_ptr<const ramet::io::ByteSource> file_of(const WrittenNTuple& recipe) {
  namespace ntuple = ramet::ntuple;
  auto owned = std::make_unique<ramet::io::MemorySink>("written.root");
  const ramet::io::MemorySink& sink = *owned;
  const auto writer = ramet::file::FileWriter::create(std::move(owned), {recipe.options.compression, true});
  const auto put = [&](std::span<const std::byte> bytes) {
    const ramet::io::Extent extent = writer->take_extent(bytes.size());
    writer->sink().write_at(extent.offset, bytes);
    return extent.offset;
  };
  ramet::compression::Compressor compressor;
  const auto put_envelope = [&](ramet::bytes::Buffer envelope) {
    const std::uint64_t size = envelope.size();
    const auto packed = ntuple::pack_envelope(std::move(envelope), recipe.options.compression, compressor);
    return ntuple::EnvelopeLink{size, {put(packed.span()), packed.size()}};
  };

  const auto plan = ntuple::plan_ntuple(recipe.table, recipe.options.compression.level > 0);
  ramet::bytes::Buffer header = ntuple::encode_header(plan);
  const std::uint64_t checksum = ntuple::checksum_of(header.span());
  ntuple::Anchor anchor;
  anchor.header = put_envelope(std::move(header));
  ntuple::PageEncoder encoder;
  ntuple::ClusterBegin begin;
  std::vector<ntuple::ClusterGroup> groups;
  for (const std::vector<std::uint64_t>& sizes : recipe.groups) {
    const std::uint64_t first = begin.entry;
    std::uint64_t entry = first;
    std::vector<ntuple::StoredCluster> clusters;
    for (const std::uint64_t size : sizes) {
      const ntuple::ClusterRows rows(plan, recipe.columns, entry, entry + size);
      ntuple::StoredCluster& cluster = clusters.emplace_back();
      cluster.entries = size;
      entry += size;
      ramet::bytes::Buffer pages;
      for (std::size_t column = 0; column < plan.schema.columns.size(); ++column)
        cluster.columns.push_back(encoder.encode(plan, {column}, rows, recipe.options, pages, {}));
      const std::uint64_t address = put(pages.span());
      for (auto& column : cluster.columns)
        for (auto& page : column.pages) page.offset += address;
    }
    ramet::bytes::Buffer list = ntuple::encode_page_list(plan, checksum, clusters, recipe.options, begin);
    groups.push_back({{{first}, {begin.entry}}, static_cast<std::uint32_t>(sizes.size()), {}});
    groups.back().page_list = put_envelope(std::move(list));
  }
  anchor.footer = put_envelope(ntuple::encode_footer(plan, checksum, groups, {}));
  writer->put({0}, "ROOT::RNTuple", recipe.table.name, "", ntuple::encode_anchor(anchor).span());
  writer->close();
  return ramet::io::source_of(sink.contents(), "written.root");
}

}  // namespace sample
