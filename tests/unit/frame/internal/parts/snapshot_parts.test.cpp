#include "ramet/frame/internal/parts/snapshot_parts.hpp"

#include <fstream>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace frame::internal;

namespace {

bytes::Buffer bytes_of_part(const std::filesystem::path& file, std::uint64_t entries) {
  bytes::ByteWriter to;
  write::TableReport report;
  report.entries = entries;
  report.clusters = 2;
  write_part_file(file, report, to);
  return std::move(to).take();
}

PartFile read(const std::filesystem::path& snapshot, frame::TaskRange tasks, std::span<const std::byte> from) {
  bytes::ByteCursor cursor(from);
  return read_part_file(snapshot, tasks, cursor);
}

}  // namespace

TEST_CASE("files of parts are joined in order of tasks, and their folder is removed") {
  const TemporaryFolder folder;
  const std::filesystem::path snapshot = folder / "s.root";
  SnapshotParts parts(snapshot);
  CHECK(parts.is_empty());
  std::vector<std::filesystem::path> files;
  for (const frame::TaskRange tasks : {frame::TaskRange{4, 6}, {0, 4}}) {
    files.push_back(new_part_file(snapshot));
    std::ofstream(files.back()) << "rows";
    const bytes::Buffer part = bytes_of_part(files.back(), 10 * tasks.last);
    parts.add(read(snapshot, tasks, part.span()));
  }
  CHECK(files[0] != files[1]);
  std::vector<std::filesystem::path> joined;
  write::TableReport report;
  parts.join(
      [&](const auto& given, const auto& output) {
        joined = given;
        CHECK(output == snapshot);
        CHECK(std::filesystem::exists(given.front()));
      },
      report);
  CHECK(joined == std::vector{files[1], files[0]});
  CHECK(report.entries == 100);
  CHECK(report.clusters == 4);
  CHECK(!std::filesystem::exists(files[0].parent_path()));
}

TEST_CASE("what others put into the folder of parts stays there") {
  const TemporaryFolder folder;
  const std::filesystem::path snapshot = folder / "s.root";
  const SnapshotParts parts(snapshot);
  const std::filesystem::path part = new_part_file(snapshot);
  std::vector<std::filesystem::path> others;
  for (const char* const name : {"mine.txt", "part-0.root", "part-0123456789abcdef0123456789abcdeX.root"})
    others.push_back(part.parent_path() / name);
  for (const auto& file : others) std::ofstream(file) << "mine";
  std::ofstream(part) << "rows";
  remove_parts_of(snapshot);
  CHECK(!std::filesystem::exists(part));
  for (const auto& file : others) CHECK(std::filesystem::exists(file));
}

TEST_CASE("parts of a snapshot into a folder that is missing are refused") {
  const TemporaryFolder folder;
  CHECK(sample::error_of([&] { const SnapshotParts parts(folder / "none" / "s.root"); }).starts_with("io: the folder"));
  CHECK(!std::filesystem::exists(folder / "none"));
}

TEST_CASE("files that are gone, cut or elsewhere are no parts") {
  const TemporaryFolder folder;
  const std::filesystem::path snapshot = folder / "s.root";
  const SnapshotParts parts(snapshot);
  const std::filesystem::path file = new_part_file(snapshot);
  bytes::ByteWriter nowhere;
  CHECK(sample::error_of([&] { write_part_file(file, {}, nowhere); }).starts_with("io: a part of a snapshot"));
  std::ofstream(file) << "rows";
  const bytes::Buffer part = bytes_of_part(file, 3);
  for (std::size_t size = 0; size < part.size(); ++size)
    CHECK(sample::error_of([&] { read(snapshot, {0, 1}, part.span().first(size)); }).starts_with("corrupt:"));
  std::ofstream(file) << "longer rows";
  CHECK(sample::error_of([&] { read(snapshot, {0, 1}, part.span()); }).find("11 bytes, expected 4") !=
        std::string::npos);
  std::filesystem::remove(file);
  CHECK(sample::error_of([&] { read(snapshot, {0, 1}, part.span()); }).find("do all processes see the folder?") !=
        std::string::npos);
  const bytes::Buffer other = [&] {
    std::ofstream(folder / "other.root") << "x";
    bytes::ByteWriter to;
    to.string("../other.root");
    to.zeros(40);
    return std::move(to).take();
  }();
  CHECK(sample::error_of([&] { read(snapshot, {0, 1}, other.span()); }).find("is no name of a file") !=
        std::string::npos);
}
