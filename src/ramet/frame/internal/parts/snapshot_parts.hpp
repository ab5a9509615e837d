#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/frame/actions/portable.hpp"
#include "ramet/frame/actions/snapshot.hpp"

// Files with parts of a snapshot are in the folder "NAME.parts" beside its file, under names that no two writers
// choose.

namespace ramet::inline v1::frame::internal {

/// A file with the rows of some tasks. Threads: a value.
struct PartFile {
  TaskRange tasks;
  std::filesystem::path path;
  write::TableReport report = {};
};

/// A name for a part of a snapshot that nobody has. The folder is not made: that is done by who wants the snapshot, so
/// that what comes late makes none again.
std::filesystem::path new_part_file(const std::filesystem::path& snapshot);
/// Write what `read_part_file` reads. Throws Error(io) if the file is not there.
void write_part_file(const std::filesystem::path& file, const write::TableReport& report, bytes::ByteWriter& to);
/// Read it. Throws Error(corrupt) for other bytes, and when the file is not there or has another size.
PartFile read_part_file(const std::filesystem::path& snapshot, TaskRange tasks, bytes::ByteCursor& from);

/// Remove the files of parts, and the folder if nothing else is in it.
void remove_parts_of(const std::filesystem::path& snapshot);

/// The files with the parts of a snapshot. Threads: one thread.
class SnapshotParts {
 public:
  /// Make the folder, or take the one that is there. Throws Error(io), also if the folder that it belongs in is
  /// missing.
  explicit SnapshotParts(std::filesystem::path snapshot);

  bool is_empty() const noexcept { return files_.empty(); }
  void add(PartFile part) { files_.push_back(std::move(part)); }
  /// Join the files in order of tasks, and remove them and the folder; `report` is then of what was written. Without
  /// any file only the folder is removed. Throws as the function.
  void join(const JoinFiles& joined, write::TableReport& report);

 private:
  std::filesystem::path snapshot_;
  std::vector<PartFile> files_;
};

}  // namespace ramet::inline v1::frame::internal
