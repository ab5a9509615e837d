#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/ntuple/detail/ntuple_plan.hpp"
#include "ramet/ntuple/envelope.hpp"
#include "ramet/ntuple/ntuple.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple {

/// An existing ntuple, written by any program, to which entries are added. Its header, pages and page lists stay in
/// place; footer and anchor are rewritten. Threads: immutable.
class ContinuedNTuple {
 public:
  /// Throws Error(unsupported), naming the field, for a field that cannot be continued (plan_of), and for ntuples whose
  /// pages are spread over small records; throws as NTupleReader.
  ContinuedNTuple(const file::FileReader& file, const file::Key& key, std::shared_ptr<const object::FormCache> forms);

  /// Its schema, and the sources of its columns' elements.
  const NTuplePlan& plan() const noexcept { return plan_; }
  /// The title of its key.
  const std::string& title() const noexcept { return title_; }
  /// The existing anchor.
  const Anchor& anchor() const noexcept { return anchor_; }
  std::uint64_t header_checksum() const noexcept { return header_checksum_; }
  /// What its footer has besides page lists.
  KeptFooter footer() const noexcept { return {extension_.span(), rest_.span()}; }
  const std::vector<ClusterGroup>& groups() const noexcept { return groups_; }
  /// Where its clusters end.
  const ClusterBegin& end() const noexcept { return end_; }
  std::uint64_t entries() const noexcept { return end_.entry; }
  /// The record of the footer if it has nothing else; empty otherwise.
  io::Extent footer_record() const noexcept { return footer_record_; }

 private:
  void keep(const Envelope& footer);
  void read(const file::FileReader& file, const file::Key& key, std::shared_ptr<const object::FormCache> forms);

  std::string title_;
  Anchor anchor_;
  std::uint64_t header_checksum_ = 0;
  bytes::Buffer extension_;
  bytes::Buffer rest_;
  std::vector<ClusterGroup> groups_;
  NTuplePlan plan_;
  ClusterBegin end_;
  io::Extent footer_record_;
};

}  // namespace ramet::inline v1::ntuple
