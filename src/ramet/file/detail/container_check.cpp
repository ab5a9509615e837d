#include "ramet/file/detail/container_check.hpp"

#include <string>
#include <tuple>
#include <unordered_map>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_scan.hpp"
#include "ramet/file/internal/existing_file.hpp"

namespace ramet::inline v1::file {

namespace {

constexpr std::string_view had_written_more = "its writer died after writing more, which `ramet recover` can find";

/// The fields of a key in a key list that no reader needs. Threads: a value.
struct Described {
  std::string title;
  std::string place;
  std::uint32_t date = 0;
  std::uint16_t cycle = 0;
};
using DescribedRecords = std::unordered_map<std::uint64_t, Described>;  // by their places

DescribedRecords described_records(const FileReader& file) {
  DescribedRecords records;
  try {
    file.for_each_key([&](const Directory& directory, const Key& key) {
      const auto path = directory.path.empty() ? key.name : directory.path + "/" + key.name;
      records.try_emplace(key.seek,
                          Described{key.title, fmt::format("key '{};{}'", path, key.cycle), key.date, key.cycle});
    });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io) throw;  // other errors are reported elsewhere
  }
  return records;
}

void compare(const Key& head, const DescribedRecords& records, std::vector<std::string>& remarks) {
  const auto record = records.find(head.seek);
  if (record == records.end()) return;
  const Described& listed = record->second;
  if (std::tie(head.title, head.cycle, head.date) == std::tie(listed.title, listed.cycle, listed.date)) return;
  remarks.push_back(
      fmt::format("{}: the record at byte {} has the title '{}', cycle {} and date {}; the key says '{}', {} and {}",
                  listed.place, head.seek, head.title, head.cycle, head.date, listed.title, listed.cycle, listed.date));
}

}  // namespace

ContainerReport check_container(const FileReader& file) {
  ContainerReport report;
  if (file.is_recovered()) {
    report.damage.emplace_back("the file was not closed: it has no key list");
  } else {
    try {
      const ExistingFile found = look_at(file, OnLeftovers::overwrite);
      report.remarks = found.contradictions;
      for (const io::Extent segment : found.left_over)
        report.remarks.push_back(fmt::format("clusters stand in the free segment of {} bytes at byte {}: {}",
                                             segment.size, segment.offset, had_written_more));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      report.damage.emplace_back(error.what());
    }
  }
  const std::uint64_t end = file.header().end;
  RecordScan scan(file.source(), file.header().begin);
  std::uint64_t behind = 0;
  const DescribedRecords described = described_records(file);
  while (const auto key = scan.next()) {
    ++report.records;
    compare(*key, described, report.remarks);
    if (key->seek >= end) ++behind;
  }
  for (const io::Extent& skipped : scan.skipped())
    if (skipped.offset < end)
      report.remarks.push_back(
          fmt::format("{} bytes at byte {} are neither a record nor free", skipped.size, skipped.offset));
  if (behind > 0 && !file.is_recovered())
    report.remarks.push_back(
        fmt::format("{} records stand behind the file's end at byte {}: {}", behind, end, had_written_more));
  return report;
}

}  // namespace ramet::inline v1::file
