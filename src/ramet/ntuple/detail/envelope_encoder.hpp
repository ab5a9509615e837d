#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/frame_writer.hpp"
#include "ramet/ntuple/detail/ntuple_plan.hpp"
#include "ramet/ntuple/detail/page_encoder.hpp"
#include "ramet/ntuple/ntuple.hpp"

// The uncompressed envelopes that describe an ntuple. Their formats are drawn where they are read: ntuple.hpp,
// metadata/schema.hpp, metadata/page_list.hpp, metadata/envelope.hpp.

namespace ramet::inline v1::ntuple {

/// A cluster whose pages are in the file. Threads: a value.
struct StoredCluster {
  std::uint64_t entries = 0;
  /// One for each column of the plan, with the pages' offsets in the file. The last columns are missing if they were
  /// added after this cluster.
  std::vector<EncodedColumn> columns;
};

/// Where the next cluster of an ntuple begins. Threads: a value.
struct ClusterBegin {
  std::uint64_t entry = 0;
  std::vector<std::uint64_t> elements;  ///< of each column, including columns without elements
};

/// An envelope of what `payload` writes.
bytes::Buffer encode_envelope(EnvelopeType type, FunctionRef<void(FrameWriter&)> payload);

/// Encode the header: name, description, and the header's part of the schema.
bytes::Buffer encode_header(const NTuplePlan& plan);

/// Encode the page list of consecutive clusters that start at `begin`; sets `begin` to their end.
bytes::Buffer encode_page_list(const NTuplePlan& plan, std::uint64_t header_checksum,
                               std::span<const StoredCluster> clusters, const PageOptions& options,
                               ClusterBegin& begin);

/// The stored parts of a footer other than page lists. Threads: a view.
struct KeptFooter {
  std::span<const std::byte> extension = {};  ///< additions to the schema
  std::span<const std::byte> rest = {};       ///< what newer versions of the format append after the page lists
};

/// Encode the footer: additions to the schema, and the page lists. `first_elements` has the number of the first stored
/// element of each column. `kept` is from the footer of an ntuple that is continued; the plan's additions follow it.
bytes::Buffer encode_footer(const NTuplePlan& plan, std::uint64_t header_checksum, std::span<const ClusterGroup> groups,
                            std::span<const std::uint64_t> first_elements, const KeptFooter& kept = {});

/// Encode the payload of an anchor's key.
bytes::Buffer encode_anchor(const Anchor& anchor);

/// The checksum at the end of an envelope.
std::uint64_t checksum_of(std::span<const std::byte> envelope) noexcept;

/// An envelope in stored form: compressed if that is smaller.
bytes::Buffer pack_envelope(bytes::Buffer envelope, compression::Settings compression,
                            compression::Compressor& compressor);

}  // namespace ramet::inline v1::ntuple
