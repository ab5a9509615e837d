#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/ntuple/envelope.hpp"
#include "ramet/ntuple/schema.hpp"

// Header: | feature flags | name s | description s | writer s | schema description |
// Footer: | feature flags | header checksum 8 | record: schema description, or nothing | list of cluster groups |
//   group: record | first entry 8 | entries 8 | clusters 4 | link to its page list |
// (BinaryFormatSpecification.md, "Header Envelope", "Footer Envelope")

namespace ramet::inline v1::ntuple {

/// Clusters whose pages are in one page list. Threads: a value.
struct ClusterGroup {
  EntryRange entries;
  std::uint32_t clusters = 0;
  EnvelopeLink page_list;
};

/// An RNTuple: its fields, and the positions of its page lists. Threads: immutable.
struct NTuple {
  std::string name;
  std::string description;
  std::string writer;  ///< the library that wrote it, for example "ROOT v6.40/00"
  std::uint64_t entries = 0;
  Schema schema;
  std::vector<ClusterGroup> groups;  ///< in order of entries, without gaps
  std::uint64_t header_checksum = 0;

  std::uint64_t cluster_count() const noexcept;
  EntryRange all_entries() const noexcept { return {{0}, {entries}}; }

  /// The field of a path, as find_field finds it.
  const Field* find(std::string_view path) const noexcept;
  /// The same. Throws Error(not_found) with similar paths.
  const Field& at(std::string_view path) const;

  /// The path of a field.
  std::string path_of(const Field& field) const;
};

/// Parse an ntuple from its envelopes. Throws Error(corrupt), Error(unsupported).
NTuple read_ntuple(const Envelope& header, const Envelope& footer);

/// The field of a path: "muons", "muons.pt". Nameless levels (the content of a collection, base classes) are left out,
/// but may be given as stored: "muons._0.pt". Null if there is none.
const Field* find_field(const Schema& schema, std::string_view path) noexcept;

/// Whether a field does not appear in paths: the content of a collection, array, optional or enum, or a base class.
bool is_nameless(const Schema& schema, const Field& field) noexcept;

/// All fields that are not nameless, parents before their children, in stored order.
std::vector<const Field*> named_fields(const Schema& schema);

}  // namespace ramet::inline v1::ntuple
