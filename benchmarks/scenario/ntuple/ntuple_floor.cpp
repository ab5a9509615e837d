// Decompress all pages of an ntuple, which are in memory already, and nothing more. usage: ntuple_floor FILE TIMES
#include "../measure.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/ntuple/detail/page_list.hpp"

using namespace ramet;

namespace {

double unpack_all(const io::ByteSource& source, const ntuple::NTuple& described) {
  const ntuple::BlobReader blobs(source, 0);
  compression::Decompressor decompressor;
  bytes::Buffer plain;
  double size = 0;
  const auto unpack = [&](const ntuple::Page& page, std::uint64_t plain_size) {
    size += static_cast<double>(plain_size);
    if (page.locator.size == plain_size) return;
    plain.resize(plain_size);
    decompressor.decompress(source.view(page.locator.offset, page.locator.size).value(), plain.span());
  };
  for (const ntuple::ClusterGroup& group : described.groups) {
    const ntuple::PageList list(
        ntuple::read_envelope(blobs, group.page_list, ntuple::EnvelopeType::page_list, decompressor),
        described.header_checksum);
    for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster)
      for (std::uint64_t column = 0; column < described.schema.columns.size(); ++column)
        for (const ntuple::Page& page : list.column(cluster, {column}).pages)
          unpack(page, described.schema.columns[column].coding.page_size(page.elements));
  }
  return size;
}

}  // namespace

int main(int count, char** values) {
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor, {.local_access = io::LocalAccess::mapped});
  const auto file = session.open(values[1]);
  const auto reader = file->ntuple("t");
  scenario::repeat("floor", values[1], 1, static_cast<int>(scenario::argument(count, values, 2, 4)), 0,
                   [&] { return unpack_all(reader->file().source(), reader->ntuple()); });
}
