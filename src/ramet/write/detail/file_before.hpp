#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::write {

/// The contents of a file before an update, as needed by the update. Threads: one thread.
class FileBefore {
 public:
  /// Throws Error(corrupt) when the streamer infos cannot be read.
  explicit FileBefore(std::shared_ptr<const file::FileReader> reader);

  const std::shared_ptr<const file::FileReader>& reader() const noexcept { return reader_; }
  /// The layouts of the classes in its trees.
  const std::shared_ptr<const tree::ClassLayouts>& classes() const noexcept { return classes_; }

  /// Whether a key's record existed before the update and was not forgotten.
  bool has(const file::Key& key) const { return records_.contains(key.seek); }
  /// Note that the record of a key is removed.
  void forget(const file::Key& key);

  /// The infos that the file lacks. ROOT's classes are compared by version only, because writers do not always agree on
  /// their checksums.
  std::vector<schema::StreamerInfo> lacking(std::span<const schema::StreamerInfo> infos) const;
  /// The payload of the file's streamer infos with more of them appended; the existing ones stay unchanged.
  bytes::Buffer infos_with(std::span<const schema::StreamerInfo> more, std::size_t key_length) const;

  /// Count which of the file's tables name each record; the keys are all that there are before the first table is
  /// removed.
  /// Nothing is read of the records. If a table cannot be read, it is not known what is shared, and `records_of`
  /// returns nothing. Does nothing the next time.
  void count_users(std::span<const file::Key> keys);
  /// The records of an existing tree or ntuple of this file, which was forgotten, that no other table has: baskets, or
  /// pages and envelopes, and clusters' marks. Each record is read and verified; records that do not match, or that an
  /// earlier call has returned, are left out.
  std::vector<io::Extent> records_of(const file::Key& key);

 private:
  /// What a table names, whether it is right or not.
  std::vector<io::Extent> records_named_by(const file::Key& key) const;
  void add_baskets(const tree::Branch& branch, bool verifies, std::vector<io::Extent>& baskets) const;
  bool is_basket(io::Extent record, const std::string& branch) const;
  /// The head of the record at `offset`; nothing if there is none.
  std::optional<file::Key> head_at(std::uint64_t offset) const;
  /// Add the marks that follow these records.
  void add_marks(const std::string& table, std::vector<io::Extent>& records) const;

  std::shared_ptr<const file::FileReader> reader_;
  file::Record infos_record_;  // empty if the file has none
  std::shared_ptr<const tree::ClassLayouts> classes_;
  std::set<std::uint64_t> records_;                         // positions of records with keys
  std::set<std::uint64_t> named_;                           // positions of baskets and pages that were returned
  std::unordered_map<std::uint64_t, std::uint32_t> users_;  // of records by position: how many tables name them
  bool is_counted_ = false;
  std::set<std::uint64_t> unread_;  // positions of keys of tables that cannot be read
};

/// The directory of a path. Throws Error(not_found).
file::DirectoryNumber directory_at(const file::FileWriter& file, std::string_view path);
/// The key with the highest cycle of a name. Throws Error(not_found) with similar names.
file::Key newest_key(const file::FileWriter& file, file::DirectoryNumber directory, std::string_view name);
/// Whether `directory` is `above` or one of its subdirectories.
bool is_in(const file::FileWriter& file, file::DirectoryNumber directory, file::DirectoryNumber above);

/// Call FileWriter::remove, and also remove the baskets and pages of trees and ntuples of which no cycle is left.
void remove_keys(file::FileWriter& file, FileBefore* before, file::DirectoryNumber directory, std::string_view name,
                 std::optional<std::uint16_t> cycle);

}  // namespace ramet::inline v1::write
