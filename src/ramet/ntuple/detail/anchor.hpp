#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ramet/ntuple/blob.hpp"

// The object of a key of class ROOT::RNTuple, big-endian like all keys' (BinaryFormatSpecification.md, "Anchor
// schema"):
//   | byte count 4 | class version 2 | epoch 2 | major 2 | minor 2 | patch 2 |
//   | header: seek 8, size 8, unpacked size 8 | footer: the same 24 | largest key 8 | ... | xxh3 8 |
// The checksum is of what stands between the class version and it; newer versions may append fields in front of it.

namespace ramet::inline v1::ntuple {

/// The positions of an ntuple's header and footer. Threads: a value.
struct Anchor {
  std::uint16_t epoch = 1;
  std::uint16_t major = 0;
  std::uint16_t minor = 0;
  std::uint16_t patch = 0;
  EnvelopeLink header;
  EnvelopeLink footer;
  std::uint64_t largest_key = 0;  ///< larger payloads are spread over several records; 0: no limit
};

/// The class of an anchor's key.
inline constexpr std::string_view anchor_class = "ROOT::RNTuple";

/// Whether a key's class is that of an anchor, of the final or an earlier format.
bool is_anchor_class(std::string_view class_name) noexcept;

/// Read the payload of an anchor's key. Throws Error(corrupt), Error(unsupported) for ntuples that were written before
/// the format was final.
Anchor read_anchor(std::string_view class_name, std::span<const std::byte> payload);

}  // namespace ramet::inline v1::ntuple
