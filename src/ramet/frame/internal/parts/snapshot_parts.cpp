#include "ramet/frame/internal/parts/snapshot_parts.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& snapshot) { return fs::path(snapshot.string() + ".parts"); }

}  // namespace

fs::path new_part_file(const fs::path& snapshot) {
  std::random_device random;
  std::string name = "part-";
  for (int word = 0; word < 4; ++word) name += fmt::format("{:08x}", random());
  return folder_of(snapshot) / (name + ".root");
}

void write_part_file(const fs::path& file, const write::TableReport& report, bytes::ByteWriter& to) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) detail::fail(ErrorKind::io, "a part of a snapshot, '{}': {}", file.string(), error.message());
  to.string(file.filename().string());
  to.write(static_cast<std::uint64_t>(size));
  for (const std::uint64_t number :
       {report.entries, report.clusters, report.uncompressed_bytes, report.compressed_bytes})
    to.write(number);
}

PartFile read_part_file(const fs::path& snapshot, TaskRange tasks, bytes::ByteCursor& from) {
  const fs::path name = std::string(from.string());
  const std::uint64_t size = from.read<std::uint64_t>();
  PartFile part{.tasks = tasks, .path = folder_of(snapshot) / name};
  for (std::uint64_t* const number :
       {&part.report.entries, &part.report.clusters, &part.report.uncompressed_bytes, &part.report.compressed_bytes})
    *number = from.read<std::uint64_t>();
  if (name.empty() || name != name.filename() || name == "." || name == "..")
    detail::fail(ErrorKind::corrupt, "'{}' is no name of a file with a part of a snapshot", name.string());
  std::error_code error;
  const std::uintmax_t found = fs::file_size(part.path, error);
  if (error)
    detail::fail(ErrorKind::corrupt, "tasks {} to {} of a snapshot are in '{}': {}; do all processes see the folder?",
                 tasks.first, tasks.last, part.path.string(), error.message());
  if (found != size)
    detail::fail(ErrorKind::corrupt, "tasks {} to {} of a snapshot are in '{}': {} bytes, expected {}", tasks.first,
                 tasks.last, part.path.string(), found, size);
  return part;
}

SnapshotParts::SnapshotParts(fs::path snapshot) : snapshot_(std::move(snapshot)) {
  std::error_code error;
  fs::create_directories(folder_of(snapshot_), error);
  if (error)
    detail::fail(ErrorKind::io, "the folder '{}' for parts of a snapshot: {}", folder_of(snapshot_).string(),
                 error.message());
}

void SnapshotParts::join(const JoinFiles& joined, write::TableReport& report) {
  std::ranges::sort(files_, {}, [](const PartFile& part) { return part.tasks.first; });
  write::TableReport all;
  std::vector<fs::path> paths;
  for (const PartFile& part : files_) {
    paths.push_back(part.path);
    all.entries += part.report.entries;
    all.clusters += part.report.clusters;
    all.uncompressed_bytes += part.report.uncompressed_bytes;
    all.compressed_bytes += part.report.compressed_bytes;
  }
  if (!paths.empty()) {
    joined(paths, snapshot_);
    report = std::move(all);
  }
  std::error_code ignored;
  fs::remove_all(folder_of(snapshot_), ignored);
}

}  // namespace ramet::inline v1::frame::internal
