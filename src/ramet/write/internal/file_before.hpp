#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::write::internal {

/// A file as it was before it is changed, as far as who changes it needs to know. Threads: one thread.
class FileBefore {
 public:
  /// Throws Error(corrupt) when its streamer infos cannot be read.
  explicit FileBefore(std::shared_ptr<const file::FileReader> reader);

  const std::shared_ptr<const file::FileReader>& reader() const noexcept { return reader_; }
  /// What its trees are interpreted by.
  const std::shared_ptr<const tree::ClassLayouts>& classes() const noexcept { return classes_; }

  /// Whether the record of a key was in the file before, and was not forgotten.
  bool has(const file::Key& key) const { return records_.contains(key.seek); }
  /// The record of a key is removed.
  void forget(const file::Key& key) { records_.erase(key.seek); }

  /// Those of the infos that the file lacks. ROOT's own classes are told apart by their version alone, as those who
  /// write files do not always agree on a checksum.
  std::vector<schema::StreamerInfo> lacking(std::span<const schema::StreamerInfo> infos) const;
  /// The payload of the file's record of streamer infos with more of them; what was there stays as it is.
  bytes::Buffer infos_with(std::span<const schema::StreamerInfo> more, std::size_t key_length) const;

  /// The records that the tree or ntuple of a key has in this file, if it is one that was there before: baskets, or
  /// pages and envelopes, and the marks behind clusters. Each is looked at: a record that is not what it should be is
  /// not among them, nor one that an earlier call has named.
  std::vector<io::Extent> records_of(const file::Key& key);

 private:
  void add_baskets(const tree::Branch& branch, std::vector<io::Extent>& baskets);
  bool is_basket(io::Extent record, const std::string& branch) const;
  /// The head of a record that begins there; nothing when there is none.
  std::optional<file::Key> head_at(std::uint64_t offset) const;
  /// Add the marks that stand behind some of the records.
  void add_marks(const std::string& table, std::vector<io::Extent>& records) const;

  std::shared_ptr<const file::FileReader> reader_;
  file::Record infos_record_;  // empty without
  std::shared_ptr<const tree::ClassLayouts> classes_;
  std::set<std::uint64_t> records_;  // positions of those that keys name
  std::set<std::uint64_t> named_;    // positions of baskets and pages
};

/// The directory of a path. Throws Error(not_found).
file::DirectoryNumber directory_at(const file::FileWriter& file, std::string_view path);
/// The key of a name with the highest cycle. Throws Error(not_found), naming near names.
file::Key newest_key(const file::FileWriter& file, file::DirectoryNumber directory, std::string_view name);
/// Whether a directory is another one, or lies somewhere in it.
bool is_in(const file::FileWriter& file, file::DirectoryNumber directory, file::DirectoryNumber above);

/// Remove what FileWriter::remove removes, together with what trees and ntuples consist of, of which no cycle is left.
void remove_keys(file::FileWriter& file, FileBefore* before, file::DirectoryNumber directory, std::string_view name,
                 std::optional<std::uint16_t> cycle);

}  // namespace ramet::inline v1::write::internal
