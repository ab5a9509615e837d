#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/ntuple_plan.hpp"
#include "ramet/ntuple/detail/page_encoder.hpp"
#include "ramet/ntuple/ntuple.hpp"

// The envelopes that describe an ntuple, unpacked; what they consist of is said where they are read: ntuple.hpp,
// metadata/schema.hpp, metadata/page_list.hpp, metadata/envelope.hpp.

namespace ramet::inline v1::ntuple {

/// A cluster whose pages are in the file. Threads: a value.
struct StoredCluster {
  std::uint64_t entries = 0;
  /// One for each column of the plan, `offset` of the pages being in the file; the last ones lack when they were added
  /// later, and no cluster before has them.
  std::vector<EncodedColumn> columns;
};

/// Where the next cluster of an ntuple begins. Threads: a value.
struct ClusterBegin {
  std::uint64_t entry = 0;
  std::vector<std::uint64_t> elements;  ///< of each column, also of those that there are none of yet
};

/// The header: name, description, and the part of the schema that is the header's.
bytes::Buffer encode_header(const NTuplePlan& plan);

/// The list of the pages of some clusters, which follow one another from `begin` on; `begin` then is where they end.
bytes::Buffer encode_page_list(const NTuplePlan& plan, std::uint64_t header_checksum,
                               std::span<const StoredCluster> clusters, const PageOptions& options,
                               ClusterBegin& begin);

/// What a footer has beside page lists, as it is written there. Threads: a view.
struct KeptFooter {
  std::span<const std::byte> extension = {};  ///< what was added to the schema
  std::span<const std::byte> rest = {};       ///< what newer versions of the format have behind the page lists
};

/// The footer: what was added to the schema, and the page lists. `first_elements` of each column are those before the
/// first that is stored. `kept` is of the footer of an ntuple that is continued: the plan goes on behind that.
bytes::Buffer encode_footer(const NTuplePlan& plan, std::uint64_t header_checksum, std::span<const ClusterGroup> groups,
                            std::span<const std::uint64_t> first_elements, const KeptFooter& kept = {});

/// The payload of an anchor's key.
bytes::Buffer encode_anchor(const Anchor& anchor);

/// The checksum at the end of an envelope.
std::uint64_t checksum_of(std::span<const std::byte> envelope) noexcept;

/// An envelope as it is stored: compressed if that makes it smaller.
bytes::Buffer pack_envelope(bytes::Buffer envelope, compression::Settings compression,
                            compression::Compressor& compressor);

}  // namespace ramet::inline v1::ntuple
