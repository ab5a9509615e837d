#include "ramet/frame/internal/parts/snapshot_parts.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view begins = "part-", ends = ".root";
constexpr std::size_t digits = 32;

fs::path folder_of(const fs::path& snapshot) { return fs::path(snapshot.string() + ".parts"); }

bool is_name_of_part(std::string_view name) noexcept {
  if (name.size() != begins.size() + digits + ends.size() || !name.starts_with(begins) || !name.ends_with(ends))
    return false;
  return name.substr(begins.size(), digits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

fs::path new_part_file(const fs::path& snapshot) {
  std::random_device random;
  std::string name(begins);
  for (int word = 0; word < 4; ++word) name += fmt::format("{:08x}", random());
  return folder_of(snapshot) / name.append(ends);
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

void remove_parts_of(const fs::path& snapshot) {
  std::error_code ignored;
  std::vector<fs::path> parts;
  for (fs::directory_iterator at(folder_of(snapshot), ignored), end; !ignored && at != end; at.increment(ignored))
    if (is_name_of_part(at->path().filename().string())) parts.push_back(at->path());
  for (const fs::path& part : parts) fs::remove(part, ignored);
  fs::remove(folder_of(snapshot), ignored);  // fails if something else is in it
}

SnapshotParts::SnapshotParts(fs::path snapshot) : snapshot_(std::move(snapshot)) {
  std::error_code error;
  fs::create_directory(folder_of(snapshot_), error);
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
  remove_parts_of(snapshot_);
}

}  // namespace ramet::inline v1::frame::internal
