#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/ntuple/blob.hpp"

// Pages and envelopes lie in records of class RBlob, without name and title, as ROOT's do (RMiniFile.cxx): a walk over
// a file's records finds no gaps.

namespace ramet::inline v1::ntuple {

/// The anchor's `largest_key` of ntuples that are written here: larger payloads would have to be spread over several
/// records, and no page or envelope is as large.
inline constexpr std::uint64_t largest_blob = std::uint64_t{1} << 30;

/// What the head of a blob's record takes.
std::size_t blob_head_size(bool big);
/// The head of a record that takes the whole extent, in a directory whose record is at `seek_directory`.
bytes::Buffer blob_head(std::uint32_t date, std::uint64_t seek_directory, io::Extent record, bool big);

/// Bytes in a file, and the record that has nothing else. Threads: a value.
struct Blob {
  EnvelopeLink link;
  io::Extent extent;
};

/// Write bytes as a record. Throws Error(unsupported) when they are too many, Error(io); no space is taken then.
Blob write_blob(file::FileWriter& file, std::uint64_t seek_directory, std::span<const std::byte> bytes,
                std::uint64_t unpacked_size);
/// Write an envelope, compressed if that makes it smaller.
Blob write_envelope(file::FileWriter& file, std::uint64_t seek_directory, bytes::Buffer envelope,
                    compression::Settings compression, compression::Compressor& compressor);

}  // namespace ramet::inline v1::ntuple
