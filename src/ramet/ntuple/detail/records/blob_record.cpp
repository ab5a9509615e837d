#include "ramet/ntuple/detail/records/blob_record.hpp"

#include <utility>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/key.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"

namespace ramet::inline v1::ntuple {

std::size_t blob_head_size(bool big) { return file::key_length_of(file::blob_class, "", "", big); }

bytes::Buffer blob_head(std::uint32_t date, std::uint64_t seek_directory, io::Extent record, bool big) {
  file::Key key;
  key.version = big ? file::big_key_version : file::small_key_version;
  key.key_length = static_cast<std::uint16_t>(blob_head_size(big));
  key.record_size = static_cast<std::uint32_t>(record.size);
  key.object_size = key.record_size - key.key_length;
  key.date = date;
  key.seek = record.offset;
  key.seek_parent = seek_directory;
  key.class_name = file::blob_class;
  bytes::ByteWriter writer;
  file::write_key(writer, key);
  return std::move(writer).take();
}

Blob write_blob(file::FileWriter& file, std::uint64_t seek_directory, std::span<const std::byte> bytes,
                std::uint64_t unpacked_size) {
  if (bytes.size() >= largest_blob)
    detail::fail(ErrorKind::unsupported, "a record of the ntuple takes {} bytes, more than {}", bytes.size(),
                 largest_blob);
  bool big = file.needs_big_keys(bytes.size());
  io::Extent extent = file.take_extent(blob_head_size(big) + bytes.size());
  if (!big && !file::FileWriter::fits_small_keys(extent)) {  // the file has passed 2 GB in between
    file.abandon_extent(extent);
    big = true;
    extent = file.take_extent(blob_head_size(big) + bytes.size());
  }
  bytes::Buffer record = blob_head(file.date(), seek_directory, extent, big);
  const std::uint64_t begin = extent.offset + record.size();
  record.append(bytes);
  try {
    file.sink().write_at(extent.offset, record.span());
  } catch (...) {
    file.abandon_extent(extent);
    throw;
  }
  return {{unpacked_size, {begin, bytes.size()}}, extent};
}

Blob write_envelope(file::FileWriter& file, std::uint64_t seek_directory, bytes::Buffer envelope,
                    compression::Settings compression, compression::Compressor& compressor) {
  const std::uint64_t unpacked_size = envelope.size();
  const bytes::Buffer packed = pack_envelope(std::move(envelope), compression, compressor);
  return write_blob(file, seek_directory, packed.span(), unpacked_size);
}

}  // namespace ramet::inline v1::ntuple
