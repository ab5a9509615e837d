#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/ntuple/blob.hpp"

// Metadata comes in envelopes (BinaryFormatSpecification.md, "Envelopes"), which are compressed as a whole:
//   | type 2 | length 6 | payload | xxh3 of all before it 8 |

namespace ramet::inline v1::ntuple {

/// The types of envelopes.
enum class EnvelopeType : std::uint16_t { header = 1, footer = 2, page_list = 3 };

/// An uncompressed envelope with a valid checksum. Threads: immutable.
struct Envelope {
  bytes::Buffer bytes;
  std::uint64_t checksum = 0;

  FrameCursor payload() const noexcept { return FrameCursor(bytes.span().subspan(8, bytes.size() - 16), 8); }
};

/// Check an uncompressed envelope. Throws Error(corrupt) when type, length or checksum are wrong.
Envelope check_envelope(bytes::Buffer bytes, EnvelopeType type);

/// Read an envelope. Throws Error(corrupt), naming its offset.
Envelope read_envelope(const BlobReader& blobs, const EnvelopeLink& link, EnvelopeType type,
                       compression::Decompressor& decompressor);

/// Skip the feature flags. Throws Error(unsupported) when one is set: the format defines none yet.
void read_feature_flags(FrameCursor& cursor);

}  // namespace ramet::inline v1::ntuple
